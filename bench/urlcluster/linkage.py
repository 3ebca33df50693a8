# Single linkage by scipy. Each line of the input is a URL: the cluster that it
# should be in, then a number for each part. The argument is the cut.
import sys
import time

import numpy
from scipy.cluster.hierarchy import fcluster, linkage
from scipy.spatial.distance import pdist

rows = numpy.loadtxt(sys.stdin, dtype=numpy.int64, ndmin=2)
expected, vectors = rows[:, 0], rows[:, 1:].astype(numpy.float64)
start = time.perf_counter()
tree = linkage(pdist(vectors, "hamming"), "single")
seconds = time.perf_counter() - start
# hamming is a share of the columns; half a step more keeps rounding out.
found = fcluster(tree, (int(sys.argv[1]) + 0.5) / vectors.shape[1], "distance")
pairs = set(zip(expected.tolist(), found.tolist()))
if not len(pairs) == len(set(expected.tolist())) == len(set(found.tolist())):
    sys.exit("the clusters differ")
print(seconds)
