INSERT INTO TABLES.facts VALUES ('pages_cursor', '0'), ('pages_layout', '');
CREATE TABLE TABLES.pages (number bigint PRIMARY KEY, url text, links jsonb);
CREATE INDEX pages_by_url ON TABLES.pages USING hash (url);
CREATE VIEW TABLES.links AS
	SELECT p.number AS page, l.url, l.position FROM TABLES.pages p, jsonb_array_elements_text(p.links) WITH ORDINALITY AS l (url, position);
