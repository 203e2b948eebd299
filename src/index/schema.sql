-- The index. Deleting it loses nothing: everything in it is read from the files again.

-- Files, on disk and inside others.
CREATE TABLE file (
    -- Never given twice: whoever still writes what lies in a file that was taken out meanwhile writes nothing.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Opens it. Its order is the order of hits.
    path TEXT NOT NULL UNIQUE,
    -- The file on disk that it lies in, or itself.
    holder INTEGER NOT NULL,
    -- Of a file on disk that was read with all it holds: its stamp, and that of the files beside it.
    stamp TEXT,
    size INTEGER NOT NULL,
    format TEXT,
    version TEXT,
    status TEXT NOT NULL,
    game INTEGER,
    fields INTEGER NOT NULL,
    padding INTEGER NOT NULL,
    unread INTEGER NOT NULL,
    notes INTEGER NOT NULL,
    warnings INTEGER NOT NULL,
    errors INTEGER NOT NULL,
    -- Rows of `asset` that belong to it, its own included.
    assets INTEGER NOT NULL
);
CREATE INDEX file_holder ON file (holder);
CREATE INDEX file_format ON file (format);
CREATE INDEX file_game ON file (game) WHERE game IS NOT NULL;
CREATE INDEX file_errors ON file (errors) WHERE errors > 0;
CREATE INDEX file_size ON file (size);

-- Titles, platforms, regions and serials, a line each.
CREATE TABLE game (id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE);

-- Names of codings of sounds.
CREATE TABLE codec (id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE);

-- What is in a file, and first the file itself: id = file << 24 | number.
CREATE TABLE asset (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- What it is called besides.
    also TEXT,
    field TEXT,
    start INTEGER,
    crc INTEGER,
    -- Hash of what the checksum is of.
    content BLOB,
    -- Hash of a texture's texels without its colours.
    texels BLOB,
    width INTEGER,
    height INTEGER,
    depth INTEGER,
    faces INTEGER,
    seconds REAL,
    text TEXT,
    codec INTEGER,
    -- Where it is in the scene of its file: its number in the list of its kind; tables of colours count from
    -- -1 down, and of a row the upper half is its table.
    element INTEGER
);
CREATE INDEX asset_kind ON asset (kind);
CREATE INDEX asset_name ON asset (lowered(name));
CREATE INDEX asset_crc ON asset (crc) WHERE crc IS NOT NULL;
CREATE INDEX asset_content ON asset (content) WHERE content IS NOT NULL;
CREATE INDEX asset_texels ON asset (texels) WHERE texels IS NOT NULL;
CREATE INDEX asset_width ON asset (width, height) WHERE width IS NOT NULL;
CREATE INDEX asset_height ON asset (height) WHERE height IS NOT NULL;
CREATE INDEX asset_depth ON asset (depth) WHERE depth IS NOT NULL;
CREATE INDEX asset_faces ON asset (faces) WHERE faces IS NOT NULL;
CREATE INDEX asset_seconds ON asset (seconds) WHERE seconds IS NOT NULL;
CREATE INDEX asset_codec ON asset (codec) WHERE codec IS NOT NULL;

-- The boxes around models, in the units of their scenes: the least corner, and how far it is to the greatest.
CREATE TABLE extent (
    asset INTEGER PRIMARY KEY,
    x REAL NOT NULL,
    y REAL NOT NULL,
    z REAL NOT NULL,
    dx REAL NOT NULL,
    dy REAL NOT NULL,
    dz REAL NOT NULL
);
CREATE INDEX extent_dx ON extent (dx);
CREATE INDEX extent_dy ON extent (dy);
CREATE INDEX extent_dz ON extent (dz);

-- Hashes of names.
CREATE TABLE hash (hash INTEGER NOT NULL, asset INTEGER NOT NULL, PRIMARY KEY (hash, asset)) WITHOUT ROWID;
CREATE INDEX hash_asset ON hash (asset);

-- Numbers that faces have in a field, and how many faces of which model have them.
CREATE TABLE face_number (id INTEGER PRIMARY KEY, field INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (field, number));
CREATE TABLE face_count (
    face_number INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    faces INTEGER NOT NULL,
    PRIMARY KEY (face_number, asset)
) WITHOUT ROWID;
CREATE INDEX face_count_asset ON face_count (asset, face_number, faces);

-- What is wrong with a file.
CREATE TABLE problem (
    file INTEGER NOT NULL,
    severity INTEGER NOT NULL,
    start INTEGER NOT NULL,
    field TEXT NOT NULL,
    message TEXT NOT NULL
);
CREATE INDEX problem_file ON problem (file);

-- Where which three letters occur, in lower case: names and texts by asset, paths by file, each between
-- two line ends, so that short words are found by the letters around them. They say where to look; what is
-- found is looked at.
CREATE VIRTUAL TABLE names USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE texts USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE paths USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
-- The threes that occur in such a table, or did: short words are looked up in them.
CREATE TABLE names_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE texts_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE paths_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
