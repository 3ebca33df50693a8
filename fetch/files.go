package fetch

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
)

// IsWARC reports whether a file is by its name a WARC file.
func IsWARC(name string) bool {
	name = strings.ToLower(name)
	return strings.HasSuffix(name, ".warc") || strings.HasSuffix(name, ".warc.gz")
}

func isWACZ(name string) bool { return strings.HasSuffix(strings.ToLower(name), ".wacz") }

func isArchive(name string) bool { return IsWARC(name) || isWACZ(name) }

func list(dir string, wanted func(name string) bool) ([]string, error) {
	entries, err := os.ReadDir(dir)
	if err != nil {
		return nil, err
	}
	var paths []string
	for _, e := range entries {
		if wanted(e.Name()) && !e.IsDir() {
			paths = append(paths, filepath.Join(dir, e.Name()))
		}
	}
	return paths, nil
}

// warcFiles lists the WARC files of a folder by name.
func warcFiles(dir string) ([]string, error) { return list(dir, IsWARC) }

// archiveFiles lists the WARC files and WACZ packages of a folder by name.
func archiveFiles(dir string) ([]string, error) { return list(dir, isArchive) }

// fileNumber gives the number of a file of a run's archive, -1 for one that
// somebody else has put beside them, and whether it is the run's to write.
func fileNumber(path string) (number int, ours bool) {
	name := filepath.Base(path)
	digits, imported := strings.CutSuffix(name, importedExt)
	if !imported {
		digits, ours = strings.CutSuffix(name, ".warc.gz")
	}
	number, err := strconv.Atoi(digits)
	if !imported && !ours || err != nil || number < 0 {
		return -1, false
	}
	return number, ours
}

// indexPath names the index beside an archive file: 00000.cdxj of
// 00000.warc.gz.
func indexPath(path string) string {
	lower := strings.ToLower(path)
	for _, ext := range []string{".warc.gz", ".warc"} {
		if strings.HasSuffix(lower, ext) {
			return path[:len(path)-len(ext)] + ".cdxj"
		}
	}
	return path + ".cdxj"
}

// importedExt ends the names of files that were imported: they are numbered as
// ours are, but nothing is appended to them and nothing cut off.
const importedExt = ".imported.warc.gz"
