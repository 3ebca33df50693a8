// Package eval tells how well an expansion method does on sites whose entity
// pages are known, and whether one method does better than another.
//
// The one idea: a measurement is a [Row], which says all that is needed to make
// it again (the samples and the seed that chose them) and to judge it. Rows are
// JSON Lines, so that a run can be broken off and goes on, and everything else
// is computed from rows: a [Summary] by type, a [Comparison] of two methods with
// Student's paired t-test, groups of sites ([Folds]) so that a choice can be told by
// what it comes to on sites that it was made without ([CrossValidate]), a table of
// [Detections] that shows what a method's own doubts are worth, as Markdown and as
// a picture.
//
// The package is pure. Package eval/sites reads the sites and serves their
// pages; the command measures.
//
// # Measuring
//
//	verde eval expand --sites sites.json --pages DIR --method focused \
//	    --samples 3 --draws 5 --seed 1 -o focused.jsonl --table focused.md --svg focused.svg
//	verde eval expand --sites sites.json --pages DIR --method ssup \
//	    --samples 3 --draws 5 --seed 1 -o ssup.jsonl
//	verde eval compare focused.jsonl ssup.jsonl
//	verde eval folds focused.jsonl ssup.jsonl
//	verde eval cases focused.jsonl
//
// Draw d of an entity type is made by a generator that is seeded with --seed and
// a hash of the type's name and d, and by nothing else: another method, another
// selection of types and another order of work get the same samples. The first k
// samples of a random draw of n are the draw of k, so that figures for 1, 2 and 3
// samples differ by what the further samples add and not by luck.
//
// # Sites
//
// The file of --sites is a JSON array with an object an entity type:
//
//	name                 of the type, and of the list of its pages
//	root                 folder below --pages that holds the files of the site
//	base_url             URL of that folder
//	aliases              other URLs of it, may be missing
//	sample_entity_pages  files that --sample-pages gives as samples, may be missing
//
// Further fields describe and are not read. Beside the file stands, for each
// type, NAME.reachable.txt.gz or NAME.reachable.txt: the files of its entity
// pages that links lead to, relative to the root, one a line. A type whose root
// is not there is skipped and counted.
//
// # Rows
//
// A line of the results is a run:
//
//	type        entity type
//	method      with the options that are not the default, as in "ssup height=2"
//	choice      "random", "directory" (all samples from one) or "given"
//	samples     how many were given
//	draw, seed  which choice it was, draws counted from 1
//	urls        the samples
//	precision   right / found
//	recall      right / (right + missing)
//	f1          harmonic mean of the two
//	found       distinct pages that were returned and count: right + wrong
//	right       of them on the list
//	wrong       not on it
//	missing     on the list and not found
//	downloads   pages got
//	requests    pages asked for
//	seconds     wall clock, with as many runs beside it as there were workers
//	estimate    {precision, recall} that the run estimated for its result
//	scopes      where it offered several: [{name, chosen, precision, recall, f1,
//	            found, right, wrong, missing}], each as if it had been chosen
//	cases       reasons to doubt the result that the run named
//	error       why the run gave nothing, if so; it scores 0
//
// # Figures
//
// A type's figures are means over its draws; means and medians of a table are
// over types, so that a type counts once whatever its size. Downloads per entity
// found are a type's downloads over its right pages, summed over draws; given are
// the median of types, and all downloads over all right pages.
//
// A comparison takes the draws that both files have, averages each type over
// them, and tests the differences of the types, since draws of one site are not
// independent of each other.
package eval
