package catalog

import (
	"bufio"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// dumpTables is what a dump contains: everything but times and what depends on them (the order of insertion, and
// the archive record a page was read from, which depends on which host answered first).
var dumpTables = [...]struct{ kind, columns, from, order string }{
	{"source", sourceColumns, "sources", "site"},
	{"page", pageColumns, "pages", "site, url"},
	{"record", "site, url, template, match, partial", "records", "site, url"},
	{"group", "site, url, n, label", "records JOIN row_groups ON record = id", "site, url, n"},
	{"field", "site, url, group_n, row, n, label, body, confidence, about", "records JOIN fields ON record = id", "site, url, group_n, row, n"},
	{"query", "id, round, text, body", "queries", "id"},
	{"recognised", "id, body", "recognised", "id"},
	{"answer", "query_id, engine, complete", "answers", "query_id, engine"},
	{"result", "query_id, engine, n, rank, url, title, snippet, page, query, given_engine", "results", "query_id, engine, n"},
	{"verdict", verdictColumns, "verdicts", "url, query_id"},
	{"round", "round, report, closed", "rounds", "round"},
	{"candidate", candidateColumns, "candidates", "round, site"},
	{"history", "site, round, body", "histories", "site, round"},
	{"change", "site, url, what, fields", "changes", "site, url, found_at"},
}

// Dump writes the catalog as sorted lines, a JSON array for each row, without times and archive positions. Two
// runs that found the same write the same, so a line-by-line comparison shows their differences.
func (c *Catalog) Dump(ctx context.Context, w io.Writer) error {
	b := bufio.NewWriter(w)
	err := c.read(ctx, func(tx *txn) error {
		for _, q := range dumpTables {
			scan := scanLine(q.kind, strings.Count(q.columns, ", ")+1)
			for line, err := range each(ctx, tx, scan, "SELECT "+q.columns+" FROM "+q.from+" ORDER BY "+q.order) {
				if err != nil {
					return err
				}
				b.Write(line) // Flush returns its error
			}
		}
		return b.Flush()
	})
	if err != nil {
		return fmt.Errorf("dumping: %w", err)
	}
	return nil
}

// scanLine returns a function that reads a row of so many columns as a line. The bytes are valid until the next
// call.
func scanLine(kind string, columns int) func(scanner) ([]byte, error) {
	values, into := make([]any, columns), make([]any, columns)
	for i := range values {
		into[i] = &values[i]
	}
	var line []byte
	return func(row scanner) ([]byte, error) {
		if err := row.Scan(into...); err != nil {
			return nil, err
		}
		line = appendQuoted(append(line[:0], '['), kind)
		for i, v := range values {
			line = append(line, ',')
			switch v := v.(type) {
			case string:
				line = appendQuoted(line, v)
			case int64:
				line = strconv.AppendInt(line, v, 10)
			case float64:
				line = appendReal(line, v)
			case bool:
				line = append(line, map[bool]byte{false: '0', true: '1'}[v])
			default:
				return nil, fmt.Errorf("column %d of a %s is %T", i+1, kind, v)
			}
		}
		return append(line, "]\n"...), nil
	}
}

// appendReal writes a number with as few digits as identify it, and always with a point. How a database prints
// numbers depends on its version.
func appendReal(line []byte, f float64) []byte {
	digits := strconv.FormatFloat(f, 'g', -1, 64)
	mantissa, exponent, has := strings.Cut(digits, "e")
	line = append(line, mantissa...)
	if !strings.Contains(mantissa, ".") {
		line = append(line, ".0"...)
	}
	if has {
		line = append(append(line, 'e'), exponent...)
	}
	return line
}

// appendQuoted writes a text as a JSON string, as SQLite's json_array does.
func appendQuoted(line []byte, s string) []byte {
	line = append(line, '"')
	for i := range len(s) {
		switch c := s[i]; {
		case c == '"' || c == '\\':
			line = append(line, '\\', c)
		case c >= ' ':
			line = append(line, c)
		default:
			if short := strings.IndexByte("\b\f\n\r\t", c); short >= 0 {
				line = append(line, '\\', "bfnrt"[short])
			} else {
				line = fmt.Appendf(line, "\\u%04x", c)
			}
		}
	}
	return append(line, '"')
}

func scanText(row scanner) (string, error) {
	var s string
	err := row.Scan(&s)
	return s, err
}

// Fingerprint is a hash of [Catalog.Dump]: equal for two catalogs with the same content.
func (c *Catalog) Fingerprint(ctx context.Context) (string, error) {
	h := sha256.New()
	if err := c.Dump(ctx, h); err != nil {
		return "", err
	}
	return hex.EncodeToString(h.Sum(nil)), nil
}
