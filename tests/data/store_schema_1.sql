
CREATE TABLE campaign (
  campaign INTEGER PRIMARY KEY, plan TEXT NOT NULL UNIQUE, created TEXT NOT NULL, text TEXT NOT NULL);
CREATE TABLE run (
  run INTEGER PRIMARY KEY, campaign INTEGER NOT NULL REFERENCES campaign, started TEXT NOT NULL, command TEXT NOT NULL,
  provenance TEXT NOT NULL);
CREATE TABLE member (
  campaign INTEGER NOT NULL REFERENCES campaign, position INTEGER NOT NULL, cell TEXT NOT NULL,
  PRIMARY KEY (campaign, position)) WITHOUT ROWID;
CREATE TABLE machine (host TEXT PRIMARY KEY, description TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE instance ("instance" TEXT, "puzzle" TEXT, "what" TEXT, "board_seed" INTEGER, "board_options" TEXT, "family" TEXT, "height" INTEGER, "width" INTEGER, "size" INTEGER, spec TEXT NOT NULL, PRIMARY KEY (instance));
CREATE TABLE cell (
  "cell" TEXT, "instance" TEXT, "backend" TEXT, "formulation" TEXT, "encoding" TEXT, "profile" TEXT, "configuration" TEXT, "threads" INTEGER, "seed" INTEGER, "shuffled" INTEGER, "symmetry" INTEGER, "unique" INTEGER, "repeat" INTEGER, "limit_s" REAL, "limit_mb" INTEGER, spec TEXT NOT NULL, PRIMARY KEY (cell), FOREIGN KEY (instance) REFERENCES instance);
CREATE INDEX cell_by_instance ON cell (instance, cell);
CREATE TABLE attempt (
  cell TEXT NOT NULL REFERENCES cell, attempt INTEGER NOT NULL, host TEXT, worker TEXT, started TEXT, finished TEXT,
  why TEXT, PRIMARY KEY (cell, attempt));
CREATE TABLE result ("cell" TEXT, "attempt" INTEGER, "kind" TEXT, "engine" TEXT, "version" TEXT, "encodings_used" TEXT, "status" TEXT, "ended" TEXT, "is_unique" INTEGER, "objective" NUMERIC, "bound" NUMERIC, "build_s" REAL, "lower_s" REAL, "load_s" REAL, "solve_s" REAL, "decode_s" REAL, "verify_s" REAL, "total_s" REAL, "startup_s" REAL, "wall_s" REAL, "cpu_s" REAL, "peak_mb" REAL, "variables" INTEGER, "rows" INTEGER, "literals" INTEGER, "contended" INTEGER, "reliable" INTEGER, "load" REAL, "host" TEXT, "worker" TEXT, "started" TEXT, "note" TEXT, "answer" TEXT, "details" TEXT, PRIMARY KEY (cell, attempt), FOREIGN KEY (cell) REFERENCES cell);

CREATE VIEW latest AS SELECT cell."cell", instance."puzzle", instance."instance", instance."what", instance."board_seed", instance."board_options", instance."family", instance."height", instance."width", instance."size", cell."backend", cell."formulation", cell."encoding", cell."profile", cell."configuration", cell."threads", cell."seed", cell."shuffled", cell."symmetry", cell."unique", cell."repeat", cell."limit_s", cell."limit_mb", result."attempt", result."kind", result."engine", result."version", result."encodings_used", result."status", result."ended", result."is_unique", result."objective", result."bound", result."build_s", result."lower_s", result."load_s", result."solve_s", result."decode_s", result."verify_s", result."total_s", result."startup_s", result."wall_s", result."cpu_s", result."peak_mb", result."variables", result."rows", result."literals", result."contended", result."reliable", result."load", result."host", result."worker", result."started", result."note", result."answer", result."details"
FROM cell JOIN instance ON instance.instance = cell.instance JOIN result ON result.cell = cell.cell
WHERE result.attempt = (SELECT attempt FROM result AS other WHERE other.cell = result.cell ORDER BY CASE
    WHEN details LIKE '%"broken": ["%' THEN 0
    WHEN ended = 'crash' THEN 3
    WHEN contended = 1 OR reliable = 0 THEN 2
    ELSE 1 END, started DESC, attempt DESC LIMIT 1);
CREATE VIEW planned AS SELECT cell, position FROM member
WHERE campaign = (SELECT campaign FROM run ORDER BY run DESC LIMIT 1);
