//! The keys of `-gouraud:`, by kind of entry.

use super::media::Words;

/// Key of views and hints.
pub const KEY: &str = "-gouraud";

/// A kind of entry: a map with these keys.
#[derive(Debug)]
pub struct EntryKind {
    /// Name of the entry in messages.
    pub name: &'static str,
    /// Keys, in several lists.
    pub keys: &'static [&'static [Key]],
    /// Keys of which an entry has exactly one.
    pub one_of: &'static [&'static str],
}

impl EntryKind {
    pub fn keys(&self) -> impl Iterator<Item = &'static Key> {
        self.keys.iter().copied().flatten()
    }

    /// The key with this name.
    pub fn key(&self, name: &str) -> Option<&'static Key> {
        self.keys().find(|key| key.name == name)
    }
}

/// A key of an entry.
#[derive(Debug)]
pub struct Key {
    /// The key itself.
    pub name: &'static str,
    /// Form and type of the key's value.
    pub takes: ValueForm,
    /// `true` if an entry without it is a mistake.
    pub required: bool,
}

/// Form and type of the value of a key.
#[derive(Clone, Copy, Debug)]
pub enum ValueForm {
    /// An expression of this type.
    Value(Type),
    /// One of these words, or a text expression that results in one.
    Word(&'static [&'static str]),
    /// Like [`ValueForm::Word`], with further words that a function recognises.
    Coding(&'static [&'static str], fn(&str) -> bool),
    /// An entry or a list of entries.
    Entries(&'static EntryKind),
    /// Entries, or a flat list of numbers.
    EntriesOrList(&'static EntryKind),
    /// A map of headings and expressions.
    Columns,
    /// A list of members.
    Members,
    /// A text that is not an expression.
    Plain,
    /// An integer between two others that is not an expression.
    Constant(i128, i128),
    /// Name of an enum.
    Enum,
    /// A list of the object, or of the nearest enclosing object with this name.
    OuterList,
}

impl ValueForm {
    /// `true` for one of the words.
    pub(super) fn has_word(self, word: &str) -> bool {
        match self {
            ValueForm::Word(words) => words.contains(&word),
            ValueForm::Coding(words, is_other) => words.contains(&word) || is_other(word),
            _ => false,
        }
    }
}

/// Type of an expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    Bool,
    Int,
    Number,
    Text,
    Bytes,
    /// A text or a number.
    Label,
    /// An index, or a name.
    Reference,
    /// An index or a list of numbers.
    Colour,
    /// Numbers: as many as in the range, or any number of them.
    Numbers(u8, u8),
    /// A list over the corners of a face, or the value of one corner: as many numbers.
    Corners(u8, u8),
    /// One number, or three.
    Scale,
    List,
    /// A value that fits a cell of a table.
    Cell,
    Any,
}

const fn key(name: &'static str, takes: ValueForm) -> Key {
    Key { name, takes, required: false }
}

const fn value(name: &'static str, of: Type) -> Key {
    key(name, ValueForm::Value(of))
}

const fn kind(name: &'static str, keys: &'static [&'static [Key]]) -> EntryKind {
    EntryKind { name, keys, one_of: &[] }
}

const fn required(key: Key) -> Key {
    Key { required: true, ..key }
}

/// A list of numbers, of any length.
const ANY: Type = Type::Numbers(0, u8::MAX);
const VECTOR: Type = Type::Numbers(3, 3);
const COLOUR: Type = Type::Numbers(3, 4);
const PAIR: Type = Type::Numbers(2, 2);

/// Keys of entries that create a named element.
const NAMED: &[Key] = &[
    value("each", Type::List),
    value("if", Type::Bool),
    value("name", Type::Text),
    value("origin", Type::Any),
];
/// Keys of lists inside entries.
const POOL: &[Key] =
    &[value("each", Type::List), value("if", Type::Bool), value("origin", Type::Any)];

/// All of `-gouraud:`, an entry for the root of the file.
pub static FILE: EntryKind = kind(
    "-gouraud",
    &[&[
        value("version", Type::Label),
        value("claim", Type::Bool),
        key("up", ValueForm::Word(&["y", "z", "x", "-y", "-z", "-x"])),
        key("hand", ValueForm::Word(&["right", "left"])),
        value("unit", Type::Number),
        key("members", ValueForm::Entries(&MEMBERS)),
        key("palettes", ValueForm::Entries(&PALETTES)),
        key("pictures", ValueForm::Entries(&PICTURES)),
        key("sounds", ValueForm::Entries(&SOUNDS)),
        key("meshes", ValueForm::Entries(&MESHES)),
        key("nodes", ValueForm::Entries(&NODES)),
        key("points", ValueForm::Entries(&POINTS)),
        key("lines", ValueForm::Entries(&LINES)),
        key("boxes", ValueForm::Entries(&BOXES)),
        key("tables", ValueForm::Entries(&TABLES)),
        key("texts", ValueForm::Entries(&TEXTS)),
        key("names", ValueForm::Entries(&NAMES)),
    ]],
);

static MEMBERS: EntryKind = kind("members", &[NAMED, &[required(value("data", Type::Bytes))]]);

static PALETTES: EntryKind = EntryKind {
    one_of: &["data", "entries"],
    ..kind(
        "palettes",
        &[
            NAMED,
            &[
                value("data", Type::Bytes),
                key("coding", ValueForm::Coding(&[], is_channels)),
                key("entries", ValueForm::Entries(&PALETTE_ENTRIES)),
            ],
        ],
    )
};

static PALETTE_ENTRIES: EntryKind = kind("entries", &[POOL, &[required(value("colour", COLOUR))]]);

static PICTURES: EntryKind = kind(
    "pictures",
    &[
        NAMED,
        &[
            value("width", Type::Int),
            value("height", Type::Int),
            required(value("data", Type::Bytes)),
            required(key("coding", ValueForm::Coding(PICTURE_CODINGS, is_channels))),
            value("palette", Type::Reference),
            value("stride", Type::Int),
            key("rows", ValueForm::Word(&["top-down", "bottom-up"])),
            value("hole", Type::Colour),
            value("format", Type::Int),
        ],
    ],
);

const PICTURE_CODINGS: &[&str] = &[
    "indexed1",
    "indexed2",
    "indexed4",
    "indexed8",
    "indexed1-high",
    "indexed2-high",
    "indexed4-high",
    "indexed8-high",
    "bc1",
    "bc2",
    "bc3",
    "gx-c4",
    "gx-c8",
    "gx-rgb565",
    "gx-rgb5a3",
    "gx-rgba8",
    "gx-cmpr",
    "ps2-indexed4",
    "ps2-indexed8",
    "powervr",
    "png",
    "bmp",
    "tga",
];

static SOUNDS: EntryKind = kind(
    "sounds",
    &[
        NAMED,
        &[
            required(value("data", Type::Bytes)),
            required(key("coding", ValueForm::Word(SOUND_CODINGS))),
            required(value("rate", Type::Number)),
            value("channels", Type::Int),
            value("frames", Type::Int),
            value("loop", PAIR),
            value("id", Type::Int),
            value("block", Type::Int),
            value("coefficients", ANY),
            key("captions", ValueForm::Entries(&CAPTIONS)),
        ],
    ],
);

const SOUND_CODINGS: &[&str] = &[
    "pcm-u8",
    "pcm-s8",
    "pcm-s16le",
    "pcm-s16be",
    "ima-adpcm",
    "spu-adpcm",
    "xa-adpcm",
    "aica-adpcm",
    "dsp-adpcm",
];

static CAPTIONS: EntryKind = kind(
    "captions",
    &[
        POOL,
        &[
            required(value("start", Type::Number)),
            value("end", Type::Number),
            required(value("text", Type::Text)),
        ],
    ],
);

static MESHES: EntryKind = kind(
    "meshes",
    &[
        NAMED,
        &[
            key("front", ValueForm::Word(&["counter-clockwise", "clockwise"])),
            key("positions", ValueForm::Entries(&POSITIONS)),
            key("normals", ValueForm::Entries(&POSITIONS)),
            key("uvs", ValueForm::Entries(&UVS)),
            key("colours", ValueForm::Entries(&PALETTE_ENTRIES)),
            key("faces", ValueForm::Entries(&FACES)),
        ],
    ],
);

static POSITIONS: EntryKind = kind("positions", &[POOL, &[required(value("xyz", VECTOR))]]);

const UV_UNITS: ValueForm = ValueForm::Word(&["fraction", "texels"]);

static UVS: EntryKind = kind("uvs", &[POOL, &[required(value("uv", PAIR)), key("unit", UV_UNITS)]]);

static FACES: EntryKind = kind(
    "faces",
    &[
        POOL,
        &[
            key("shape", ValueForm::Word(SHAPES)),
            required(key("corners", ValueForm::Entries(&CORNERS))),
            value("texture", Type::Reference),
            value("palette", Type::Reference),
            key("uv-unit", UV_UNITS),
            key("v", ValueForm::Word(&["down", "up"])),
            value("colour", COLOUR),
            key("scale-colour", ValueForm::Word(&["255", "128", "off"])),
            value("double-sided", Type::Bool),
            key("blend", ValueForm::Word(BLENDS)),
            value("opacity", Type::Number),
            key("fields", ValueForm::Members),
        ],
    ],
);

const SHAPES: &[&str] = &["polygon", "quad-strip", "triangles", "quads", "strip", "fan"];

const BLENDS: &[&str] = &["none", "average", "add", "subtract", "add-quarter", "alpha"];

static CORNERS: EntryKind = EntryKind {
    one_of: &["position", "xyz"],
    ..kind(
        "corners",
        &[
            POOL,
            &[
                value("position", Type::Corners(1, 1)),
                value("xyz", Type::Corners(3, 3)),
                value("uv", Type::Corners(2, 2)),
                value("uv-index", Type::Corners(1, 1)),
                value("normal", Type::Corners(3, 3)),
                value("normal-index", Type::Corners(1, 1)),
                value("colour", Type::Corners(3, 4)),
                value("colour-index", Type::Corners(1, 1)),
            ],
        ],
    )
};

static NODES: EntryKind = kind(
    "nodes",
    &[
        NAMED,
        &[
            value("mesh", Type::Reference),
            value("parent", Type::Int),
            value("translation", VECTOR),
            value("rotation", Type::Numbers(4, 4)),
            value("turn", VECTOR),
            key("turn-order", ValueForm::Word(&["xyz", "xzy", "yxz", "yzx", "zxy", "zyx"])),
            value("scale", Type::Scale),
            value("matrix", Type::Numbers(16, 16)),
            key("matrix-order", ValueForm::Word(&["rows", "columns"])),
            value("bone", Type::Bool),
        ],
    ],
);

static POINTS: EntryKind = kind(
    "points",
    &[
        NAMED,
        &[
            required(value("at", VECTOR)),
            value("heading", VECTOR),
            value("radius", Type::Number),
            value("colour", COLOUR),
        ],
    ],
);

static LINES: EntryKind = kind(
    "lines",
    &[
        NAMED,
        &[
            required(key("points", ValueForm::EntriesOrList(&POSITIONS))),
            value("closed", Type::Bool),
        ],
    ],
);

static BOXES: EntryKind =
    kind("boxes", &[NAMED, &[required(value("min", VECTOR)), required(value("max", VECTOR))]]);

static TABLES: EntryKind =
    kind("tables", &[NAMED, &[required(key("columns", ValueForm::Columns))]]);

static TEXTS: EntryKind = kind("texts", &[NAMED, &[required(value("text", Type::Text))]]);

/// These entries have no `name` as identifier: their key `name` is the content.
static NAMES: EntryKind = kind(
    "names",
    &[POOL, &[required(value("hash", Type::Int)), required(value("name", Type::Text))]],
);

/// Hints of a field.
pub static HINTS: EntryKind = kind(
    "hints",
    &[&[
        key("show", ValueForm::Word(&["hex", "decimal", "colour", "angle", "text"])),
        key("unit", ValueForm::Plain),
        key("fixed", ValueForm::Constant(0, 31)),
        key("turn", ValueForm::Constant(1, u32::MAX as i128)),
        key("flags", ValueForm::Enum),
        key("index", ValueForm::OuterList),
    ]],
);

/// `true` for a word of channels with their numbers of bits, such as `r5g5b5s1` or `rgba8`.
fn is_channels(word: &str) -> bool {
    Words::parse(word).is_ok()
}
