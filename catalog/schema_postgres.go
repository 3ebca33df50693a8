package catalog

// postgresUpgrades are the tables of a run in PostgreSQL, version by version. They have the columns of a file's
// tables. TEXT becomes TEXT COLLATE "C", so that both sort by bytes. Columns of long texts (addresses, labels) are
// in keys as a hash, since a row of an index holds at most 2,704 bytes.
var postgresUpgrades = [...]string{`
CREATE TABLE sources (
	site TEXT PRIMARY KEY, role TEXT NOT NULL, round BIGINT NOT NULL, score DOUBLE PRECISION NOT NULL, support BIGINT NOT NULL,
	sample_url TEXT NOT NULL, samples TEXT NOT NULL, container TEXT NOT NULL, evaluated BIGINT NOT NULL,
	semistructured BIGINT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, evidence TEXT NOT NULL, attributes TEXT NOT NULL,
	parts TEXT NOT NULL, scopes TEXT NOT NULL
);
CREATE TABLE pages (
	site TEXT NOT NULL, url TEXT NOT NULL, level BIGINT NOT NULL, found_on TEXT NOT NULL, link_path TEXT NOT NULL,
	url_similarity DOUBLE PRECISION NOT NULL, html_similarity DOUBLE PRECISION NOT NULL, status TEXT NOT NULL, aliases TEXT NOT NULL
);
CREATE UNIQUE INDEX pages_key ON pages (site, md5(url));
CREATE SEQUENCE record_ids;
CREATE TABLE records (
	id BIGINT PRIMARY KEY, site TEXT NOT NULL, url TEXT NOT NULL, source TEXT NOT NULL, fetched_at TEXT NOT NULL,
	template BIGINT NOT NULL, match DOUBLE PRECISION NOT NULL, partial TEXT NOT NULL
);
CREATE UNIQUE INDEX records_key ON records (site, md5(url));
CREATE INDEX records_url ON records USING hash (url);
CREATE TABLE row_groups (
	record BIGINT NOT NULL REFERENCES records ON DELETE CASCADE, n BIGINT NOT NULL, label TEXT NOT NULL,
	PRIMARY KEY (record, n)
);
CREATE TABLE fields (
	record BIGINT NOT NULL REFERENCES records ON DELETE CASCADE, group_n BIGINT NOT NULL, row BIGINT NOT NULL, n BIGINT NOT NULL,
	label TEXT NOT NULL, body TEXT NOT NULL, confidence DOUBLE PRECISION NOT NULL,
	PRIMARY KEY (record, group_n, row, n)
);
CREATE VIEW facts AS
	SELECT r.site, r.url, f.label, v.value ->> 'text' AS value, v.n - 1 AS n, coalesce(v.value ->> 'xpath', '') AS xpath, f.confidence, r.fetched_at,
		g.label AS group_label, g.n AS group_n, CASE WHEN g.n IS NOT NULL THEN f.row END AS row,
		v.value ->> 'type' AS type, v.value ->> 'number' AS number, v.value ->> 'unit' AS unit, v.value ->> 'currency' AS currency, v.value ->> 'date' AS date, v.value ->> 'code' AS code,
		v.value ->> 'href' AS href, v.value ->> 'src' AS src, v.value ->> 'alt' AS alt
	FROM records r JOIN fields f ON f.record = r.id LEFT JOIN row_groups g ON g.record = r.id AND g.n = f.group_n,
		jsonb_array_elements(f.body::jsonb) WITH ORDINALITY v(value, n)
	WHERE v.value ->> 'text' <> '';

CREATE TABLE queries (
	seq BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY, id TEXT NOT NULL UNIQUE, round BIGINT NOT NULL, text TEXT NOT NULL, body TEXT NOT NULL
);
CREATE TABLE recognised (id TEXT PRIMARY KEY, body TEXT NOT NULL);
CREATE TABLE answers (query_id TEXT NOT NULL, engine TEXT NOT NULL, complete BOOLEAN NOT NULL, PRIMARY KEY (query_id, engine));
CREATE TABLE results (
	query_id TEXT NOT NULL, engine TEXT NOT NULL, n BIGINT NOT NULL, rank BIGINT NOT NULL, url TEXT NOT NULL, title TEXT NOT NULL,
	snippet TEXT NOT NULL, page BIGINT NOT NULL, query TEXT NOT NULL, given_engine TEXT NOT NULL, fetched_at TEXT NOT NULL,
	PRIMARY KEY (query_id, engine, n),
	FOREIGN KEY (query_id, engine) REFERENCES answers ON DELETE CASCADE
);
CREATE TABLE verdicts (
	url TEXT NOT NULL, query_id TEXT NOT NULL, matched BOOLEAN NOT NULL, semistructured BOOLEAN NOT NULL, probability DOUBLE PRECISION NOT NULL,
	fragment_xpath TEXT NOT NULL, reason TEXT NOT NULL
);
CREATE UNIQUE INDEX verdicts_key ON verdicts (md5(url), query_id);
CREATE INDEX verdicts_url ON verdicts USING spgist (url);
CREATE TABLE changes (site TEXT NOT NULL, url TEXT NOT NULL, found_at TEXT NOT NULL, what TEXT NOT NULL, fields TEXT NOT NULL);
CREATE UNIQUE INDEX changes_key ON changes (site, md5(url), found_at);
CREATE TABLE rounds (round BIGINT PRIMARY KEY, report TEXT NOT NULL, closed BOOLEAN NOT NULL);
CREATE TABLE candidates (
	round BIGINT NOT NULL, site TEXT NOT NULL, body TEXT NOT NULL, settled BOOLEAN NOT NULL, report TEXT NOT NULL,
	PRIMARY KEY (round, site)
);
CREATE TABLE histories (site TEXT NOT NULL, round BIGINT NOT NULL, body TEXT NOT NULL, PRIMARY KEY (site, round));
CREATE TABLE spent (engine TEXT PRIMARY KEY, queries BIGINT NOT NULL, pages BIGINT NOT NULL);

CREATE TABLE entities (id TEXT PRIMARY KEY, age BIGINT NOT NULL, anchor TEXT NOT NULL, p DOUBLE PRECISION NOT NULL);
CREATE TABLE entity_records (url TEXT NOT NULL, site TEXT NOT NULL, entity TEXT NOT NULL);
CREATE UNIQUE INDEX entity_records_key ON entity_records (md5(url), site);
CREATE INDEX entity_records_url ON entity_records USING hash (url);
CREATE INDEX entity_records_entity ON entity_records (entity);
CREATE TABLE entity_redirects (old TEXT PRIMARY KEY, id TEXT NOT NULL);
CREATE TABLE attributes (name TEXT NOT NULL, n BIGINT NOT NULL, kind TEXT NOT NULL, sites BIGINT NOT NULL, kappa DOUBLE PRECISION NOT NULL);
CREATE UNIQUE INDEX attributes_key ON attributes (md5(name));
CREATE TABLE attribute_columns (
	site TEXT NOT NULL, label TEXT NOT NULL, part TEXT NOT NULL, attribute TEXT, records BIGINT NOT NULL, reason TEXT NOT NULL
);
CREATE UNIQUE INDEX attribute_columns_key ON attribute_columns (site, md5(label), part);
CREATE TABLE fused (
	entity TEXT NOT NULL, attribute TEXT NOT NULL, n BIGINT NOT NULL, value TEXT NOT NULL, p DOUBLE PRECISION NOT NULL, sources BIGINT NOT NULL,
	chosen BOOLEAN NOT NULL, decided BOOLEAN NOT NULL
);
CREATE UNIQUE INDEX fused_key ON fused (entity, md5(attribute), n);
CREATE INDEX fused_attribute ON fused USING hash (attribute);
CREATE TABLE claims (
	entity TEXT NOT NULL, attribute TEXT NOT NULL, n BIGINT NOT NULL, m BIGINT NOT NULL, value TEXT NOT NULL, written TEXT NOT NULL,
	site TEXT NOT NULL, url TEXT NOT NULL, label TEXT NOT NULL
);
CREATE UNIQUE INDEX claims_key ON claims (entity, md5(attribute), n, m);
CREATE TABLE entity_changes (
	found_at TEXT NOT NULL, entity TEXT NOT NULL, attribute TEXT NOT NULL, what TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL
);
CREATE UNIQUE INDEX entity_changes_key ON entity_changes (found_at, entity, md5(attribute));
CREATE VIEW claim_facts AS
	SELECT c.entity, c.attribute, c.value, c.written, c.site, c.url, c.label, u.p, u.chosen, f.xpath, f.fetched_at
	FROM claims c JOIN fused u USING (entity, attribute, n)
	LEFT JOIN facts f ON f.site = c.site AND f.url = c.url AND f.label = c.label AND f.value = c.written;
CREATE VIEW best AS SELECT id AS entity FROM entities;
CREATE TABLE integrations (at TEXT PRIMARY KEY, input TEXT NOT NULL, report TEXT NOT NULL);

CREATE FUNCTION leading_number(text) RETURNS double precision IMMUTABLE STRICT PARALLEL SAFE LANGUAGE sql AS
	$$ SELECT coalesce(substring($1 from '^\s*([-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]{1,2}(?![0-9]))?)')::double precision, 0) $$;
CREATE TABLE attribute_reach (attribute TEXT NOT NULL, entities BIGINT NOT NULL, "distinct" BIGINT NOT NULL);
CREATE UNIQUE INDEX attribute_reach_key ON attribute_reach (md5(attribute));
CREATE TABLE entity_words (entity TEXT NOT NULL, words TSVECTOR NOT NULL);
CREATE INDEX entity_words_words ON entity_words USING gin (words);
`,
	`
CREATE TABLE attribute_values (attribute TEXT NOT NULL, n BIGINT NOT NULL, value TEXT NOT NULL, entities BIGINT NOT NULL);
CREATE UNIQUE INDEX attribute_values_key ON attribute_values (md5(attribute), n);
` + insertTopValues + `;
`,
	`
ALTER TABLE fused ADD COLUMN number DOUBLE PRECISION NOT NULL DEFAULT 0;
DROP FUNCTION leading_number;
`,
	`
CREATE TABLE integration_pages (key TEXT PRIMARY KEY, body BYTEA NOT NULL);
`,
	`
ALTER TABLE sources ADD COLUMN doubts TEXT NOT NULL DEFAULT '';
`,
	recomputedSortNumbers,
	countTable(postgresValues),
	`
CREATE TABLE IF NOT EXISTS left_out (site TEXT NOT NULL, reason TEXT NOT NULL, n BIGINT NOT NULL, url TEXT NOT NULL);
CREATE UNIQUE INDEX IF NOT EXISTS left_out_key ON left_out (site, md5(reason), n);
`,
	`
DROP TABLE IF EXISTS integration_pages;
`,
	`
ALTER TABLE fields ADD COLUMN IF NOT EXISTS about DOUBLE PRECISION NOT NULL DEFAULT 0;
`,
}
