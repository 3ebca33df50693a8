package catalog

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"time"
	"unicode/utf8"
)

const (
	applicationID = 0x56657244 // "VerD", marks a SQLite file as a catalog
	schemaVersion = 1 + len(upgrades)
)

// schema stores lists and maps as JSON text ("" for an empty one), times as RFC 3339 text, and booleans as 0 or 1.
const schema = `
CREATE TABLE sources (
	site TEXT PRIMARY KEY, role TEXT NOT NULL, round INTEGER NOT NULL, score REAL NOT NULL, support INTEGER NOT NULL,
	sample_url TEXT NOT NULL, samples TEXT NOT NULL, container TEXT NOT NULL, evaluated INTEGER NOT NULL,
	semistructured INTEGER NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL, attributes TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pages (
	site TEXT NOT NULL, url TEXT NOT NULL, level INTEGER NOT NULL, found_on TEXT NOT NULL, link_path TEXT NOT NULL,
	url_similarity REAL NOT NULL, html_similarity REAL NOT NULL, status TEXT NOT NULL, aliases TEXT NOT NULL,
	PRIMARY KEY (site, url)
) STRICT, WITHOUT ROWID;

CREATE TABLE records (
	id INTEGER PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL, source TEXT NOT NULL, fetched_at TEXT NOT NULL,
	UNIQUE (site, url)
) STRICT;

CREATE TABLE fields (
	record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE, label TEXT NOT NULL, texts TEXT NOT NULL,
	traced INTEGER NOT NULL, xpath TEXT NOT NULL, page TEXT NOT NULL,
	PRIMARY KEY (record, label)
) STRICT, WITHOUT ROWID;

CREATE VIEW facts AS
	SELECT r.site, r.url, f.label, v.value, f.xpath, r.fetched_at
	FROM records r JOIN fields f ON f.record = r.id, json_each(iif(f.texts = '', '[]', f.texts)) v;

CREATE TABLE queries (
	seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, round INTEGER NOT NULL, text TEXT NOT NULL, body TEXT NOT NULL
) STRICT;

CREATE TABLE answers (
	query_id TEXT NOT NULL, engine TEXT NOT NULL, complete INTEGER NOT NULL,
	PRIMARY KEY (query_id, engine)
) STRICT, WITHOUT ROWID;

CREATE TABLE results (
	query_id TEXT NOT NULL, engine TEXT NOT NULL, n INTEGER NOT NULL, rank INTEGER NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL,
	snippet TEXT NOT NULL, page INTEGER NOT NULL, query TEXT NOT NULL, given_engine TEXT NOT NULL, fetched_at TEXT NOT NULL,
	PRIMARY KEY (query_id, engine, n),
	FOREIGN KEY (query_id, engine) REFERENCES answers ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE verdicts (
	url TEXT NOT NULL, query_id TEXT NOT NULL, matched INTEGER NOT NULL, semistructured INTEGER NOT NULL, probability REAL NOT NULL,
	fragment_xpath TEXT NOT NULL, reason TEXT NOT NULL,
	PRIMARY KEY (url, query_id)
) STRICT, WITHOUT ROWID;
`

// upgrades are the changes of versions 2, 3 and so on to the tables of version 1. A catalog of an earlier version
// gets them when it is opened.
var upgrades = [...]string{
	`
CREATE TABLE changes (
	site TEXT NOT NULL, url TEXT NOT NULL, found_at TEXT NOT NULL, what TEXT NOT NULL, fields TEXT NOT NULL,
	PRIMARY KEY (site, url, found_at)
) STRICT, WITHOUT ROWID;
`,
	`
ALTER TABLE sources ADD COLUMN parts TEXT NOT NULL DEFAULT '';
`,
	`
ALTER TABLE fields ADD COLUMN confidence REAL NOT NULL DEFAULT 0;
DROP VIEW facts;
CREATE VIEW facts AS
	SELECT r.site, r.url, f.label, v.value, v.key AS n, f.xpath, f.confidence, r.fetched_at
	FROM records r JOIN fields f ON f.record = r.id, json_each(iif(f.texts = '', '[]', f.texts)) v
	WHERE v.value <> '';
`,
	`
CREATE TABLE recognised (id TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
`,
	`
CREATE TABLE rounds (round INTEGER PRIMARY KEY, report TEXT NOT NULL, closed INTEGER NOT NULL) STRICT;
CREATE TABLE candidates (
	round INTEGER NOT NULL, site TEXT NOT NULL, body TEXT NOT NULL, settled INTEGER NOT NULL, report TEXT NOT NULL,
	PRIMARY KEY (round, site)
) STRICT, WITHOUT ROWID;
CREATE TABLE histories (
	site TEXT NOT NULL, round INTEGER NOT NULL, body TEXT NOT NULL,
	PRIMARY KEY (site, round)
) STRICT, WITHOUT ROWID;
`,
	`
CREATE TABLE spent (engine TEXT PRIMARY KEY, queries INTEGER NOT NULL, pages INTEGER NOT NULL) STRICT, WITHOUT ROWID;
`,
	// Values with what is known of each, rows of groups, and the order of the template. The place was of a field's
	// first value; which row a text of an earlier catalog is of stays in its place among the texts, empty ones
	// included.
	`
ALTER TABLE records ADD COLUMN template INTEGER NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN match REAL NOT NULL DEFAULT 0;
ALTER TABLE records ADD COLUMN partial TEXT NOT NULL DEFAULT '';
CREATE TABLE row_groups (
	record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE, n INTEGER NOT NULL, label TEXT NOT NULL,
	PRIMARY KEY (record, n)
) STRICT, WITHOUT ROWID;
DROP VIEW facts;
ALTER TABLE fields RENAME TO old_fields;
CREATE TABLE fields (
	record INTEGER NOT NULL REFERENCES records ON DELETE CASCADE, group_n INTEGER NOT NULL, row INTEGER NOT NULL, n INTEGER NOT NULL,
	label TEXT NOT NULL, body TEXT NOT NULL, confidence REAL NOT NULL,
	PRIMARY KEY (record, group_n, row, n)
) STRICT, WITHOUT ROWID;
INSERT INTO fields
	SELECT record, 0, 0, row_number() OVER (PARTITION BY record ORDER BY label), label,
		(SELECT json_group_array(iif(xpath <> '' AND key = (SELECT min(key) FROM json_each(texts) WHERE value <> ''),
			json_object('text', value, 'xpath', xpath), json_object('text', value)) ORDER BY key) FROM json_each(texts)), confidence
	FROM old_fields WHERE texts <> '';
DROP TABLE old_fields;
CREATE VIEW facts AS
	SELECT r.site, r.url, f.label, v.value ->> 'text' AS value, v.key AS n, coalesce(v.value ->> 'xpath', '') AS xpath, f.confidence, r.fetched_at,
		g.label AS group_label, g.n AS group_n, iif(g.n IS NULL, NULL, f.row) AS row,
		v.value ->> 'type' AS type, v.value ->> 'number' AS number, v.value ->> 'unit' AS unit, v.value ->> 'currency' AS currency, v.value ->> 'date' AS date, v.value ->> 'code' AS code,
		v.value ->> 'href' AS href, v.value ->> 'src' AS src, v.value ->> 'alt' AS alt
	FROM records r JOIN fields f ON f.record = r.id LEFT JOIN row_groups g ON g.record = r.id AND g.n = f.group_n, json_each(f.body) v
	WHERE v.value ->> 'text' <> '';
`,
	entityTables,
	integrationTable,
	browseTables,
	`
ALTER TABLE sources ADD COLUMN scopes TEXT NOT NULL DEFAULT '';
`,
	valueTable,
	numberColumn,
	`
CREATE TABLE integration_pages (key TEXT PRIMARY KEY, body BLOB NOT NULL) STRICT, WITHOUT ROWID;
`,
	`
ALTER TABLE sources ADD COLUMN doubts TEXT NOT NULL DEFAULT '';
`,
	recomputedSortNumbers,
	countTable(sqliteValues),
	`
CREATE TABLE IF NOT EXISTS left_out (
	site TEXT NOT NULL, reason TEXT NOT NULL, n INTEGER NOT NULL, url TEXT NOT NULL,
	PRIMARY KEY (site, reason, n)
) STRICT, WITHOUT ROWID;
`,
	`
DROP TABLE IF EXISTS integration_pages;
`,
	`
ALTER TABLE fields ADD COLUMN about REAL NOT NULL DEFAULT 0;
`,
}

// MaxText bounds every text that is stored, in bytes: a value, a label, a snippet, an XPath. Longer ones are cut.
// The longest true value of the SWDE pages is below 8 KiB; longer texts are page bodies taken for values.
const MaxText = 64 << 10

// storable makes a text from the web valid UTF-8 without NUL, which ends a string for many readers of SQLite
// files, and cuts it to MaxText bytes.
func storable(s string) string {
	if len(s) > MaxText {
		s = s[:MaxText]
		for i := 0; i < utf8.UTFMax && i < len(s); i++ {
			if r, _ := utf8.DecodeLastRuneInString(s); r != utf8.RuneError {
				break
			}
			s = s[:len(s)-1]
		}
	}
	s = strings.ToValidUTF8(s, "\uFFFD")
	if strings.IndexByte(s, 0) >= 0 {
		s = strings.ReplaceAll(s, "\x00", "\uFFFD")
	}
	if len(s) > MaxText { // replacements are longer than what they replace
		return storable(s)
	}
	return s
}

func storableAll(in []string) []string {
	out := make([]string, len(in))
	for i, s := range in {
		out[i] = storable(s)
	}
	return out
}

// pack writes a list or map of n elements as JSON text, "" if it is empty.
func pack(v any, n int) (string, error) {
	if n == 0 {
		return "", nil
	}
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		return "", err
	}
	return strings.TrimSuffix(b.String(), "\n"), nil
}

// unpack reads the result of pack into v, which stays as it is for "".
func unpack(s string, v any) error {
	if s == "" {
		return nil
	}
	return json.Unmarshal([]byte(s), v)
}

// formatTime formats a time for storage, "" for the zero time.
func formatTime(t time.Time) string {
	if t.IsZero() {
		return ""
	}
	return t.UTC().Format(time.RFC3339Nano)
}

func parseTime(s string) (time.Time, error) {
	if s == "" {
		return time.Time{}, nil
	}
	return time.Parse(time.RFC3339Nano, s)
}

// checkFinite refuses numbers that neither SQLite nor JSON can represent.
func checkFinite(what string, fs ...float64) error {
	for _, f := range fs {
		if math.IsNaN(f) || math.IsInf(f, 0) {
			return fmt.Errorf("%s is %v", what, f)
		}
	}
	return nil
}

// countTable makes and fills the table of counts by site. Counting the values of a large catalog takes seconds.
func countTable(values string) string {
	return `
CREATE TABLE IF NOT EXISTS site_counts (site TEXT PRIMARY KEY, pages BIGINT NOT NULL, missing BIGINT NOT NULL, records BIGINT NOT NULL, texts BIGINT NOT NULL);
` + countSites(values, "sources s") + `;
`
}

// countSites is the statement that counts what the catalog has of sites, given as a relation s. Cost: one pass
// over it.
func countSites(values, sites string) string {
	return `INSERT INTO site_counts (site, pages, missing, records, texts)
	SELECT s.site,
		(SELECT count(*) FROM pages p WHERE p.site = s.site AND NOT ` + isMissing + `),
		(SELECT count(*) FROM pages p WHERE p.site = s.site AND ` + isMissing + `),
		(SELECT count(*) FROM records r WHERE r.site = s.site),
		(SELECT coalesce(sum((SELECT count(*) FROM ` + fmt.Sprintf(values, "f.body") + ` WHERE v.value ->> 'text' <> '')), 0)
			FROM records r JOIN fields f ON f.record = r.id WHERE r.site = s.site)
	FROM ` + sites + ` WHERE true
	ON CONFLICT (site) DO UPDATE SET pages = excluded.pages, missing = excluded.missing, records = excluded.records, texts = excluded.texts`
}

// isMissing is the condition of pages that the server denies: a status of 4xx but those that mean "not now".
const isMissing = "(p.status = 'gone' OR p.status LIKE 'status 4__' AND p.status NOT IN ('status 408', 'status 429'))"
