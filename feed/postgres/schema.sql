CREATE TABLE TABLES.facts (name text PRIMARY KEY, value text NOT NULL);
INSERT INTO TABLES.facts VALUES ('version', 'VERSION'), ('crawl', ''), ('cursor', '0'), ('layout', '');
CREATE TABLE TABLES.postings (number bigint PRIMARY KEY, cluster bigint, original boolean, place_parts jsonb);
CREATE INDEX postings_by_cluster ON TABLES.postings(cluster);
CREATE TABLE TABLES.events (
	cursor bigint, number bigint, event text NOT NULL, change jsonb NOT NULL, PRIMARY KEY (cursor, number));
CREATE INDEX events_by_number ON TABLES.events(number);
CREATE VIEW TABLES.clusters AS
	SELECT cluster AS number, max(number) FILTER (WHERE original) AS original, count(*) AS postings
	FROM TABLES.postings GROUP BY cluster;
CREATE VIEW TABLES.places AS
	SELECT p.number AS posting, l.* FROM TABLES.postings p, ROWS FROM (jsonb_to_recordset(p.place_parts) AS (
		name text, street text, postcode text, town text, region text, country text, country_code text, region_code text,
		latitude double precision, longitude double precision)
	) WITH ORDINALITY AS l (name, street, postcode, town, region, country, country_code, region_code, latitude, longitude, position);
