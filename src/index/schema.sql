-- The index. It can be deleted at any time: everything in it is read from the files.

-- Files on disk and members of containers.
CREATE TABLE file (
    -- Never reused, so that a writer that still adds members of a removed file adds nothing.
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    -- Path that opens the file. Hits are in the order of paths.
    path TEXT NOT NULL UNIQUE,
    -- The file on disk that contains it, or itself.
    holder INTEGER NOT NULL,
    -- For a file on disk that was read with all its members: stamp of it and of the files with its stem.
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
    -- Number of its rows in `asset`, including its own.
    assets INTEGER NOT NULL
);
CREATE INDEX file_holder ON file (holder);
CREATE INDEX file_format ON file (format);
CREATE INDEX file_game ON file (game) WHERE game IS NOT NULL;
CREATE INDEX file_errors ON file (errors) WHERE errors > 0;
CREATE INDEX file_size ON file (size);

-- Titles, platforms, regions and serials, one per line.
CREATE TABLE game (id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE);

-- Names of codings of sounds.
CREATE TABLE codec (id INTEGER PRIMARY KEY, words TEXT NOT NULL UNIQUE);

-- Assets of a file, and first the file itself: id = file << 24 | number.
CREATE TABLE asset (
    id INTEGER PRIMARY KEY,
    kind INTEGER NOT NULL,
    name TEXT NOT NULL,
    -- Other names.
    also TEXT,
    field TEXT,
    start INTEGER,
    crc INTEGER,
    -- Hash of the content.
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
    -- Element in the scene of its file: its index in the list of its kind; colour tables count down from -1,
    -- and a row has its table in the upper half.
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

-- Bounding boxes of models in the units of their scenes: the minimum corner and the size.
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

-- Values of face fields, and the number of faces with each value by model.
CREATE TABLE face_number (id INTEGER PRIMARY KEY, field INTEGER NOT NULL, number INTEGER NOT NULL, UNIQUE (field, number));
CREATE TABLE face_count (
    face_number INTEGER NOT NULL,
    asset INTEGER NOT NULL,
    faces INTEGER NOT NULL,
    PRIMARY KEY (face_number, asset)
) WITHOUT ROWID;
CREATE INDEX face_count_asset ON face_count (asset, face_number, faces);

-- Problems of a file.
CREATE TABLE problem (
    file INTEGER NOT NULL,
    severity INTEGER NOT NULL,
    start INTEGER NOT NULL,
    field TEXT NOT NULL,
    message TEXT NOT NULL
);
CREATE INDEX problem_file ON problem (file);

-- Trigrams in lower case: of names and texts by asset, of paths by file. Each text is between two line breaks,
-- so that short words are found by the characters around them. The tables provide candidates, which are checked.
CREATE VIRTUAL TABLE names USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE texts USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
CREATE VIRTUAL TABLE paths USING fts5 (text, content='', contentless_delete=1, detail=none, tokenize='trigram');
-- Trigrams that occur in such a table, or did: short words are looked up in them.
CREATE TABLE names_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE texts_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
CREATE TABLE paths_letters (three TEXT PRIMARY KEY) WITHOUT ROWID;
