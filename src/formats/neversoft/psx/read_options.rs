//! Read options of this engine's files.

use super::kind::Kind;
use super::records::File;
use crate::container::Context;
pub use crate::formats::read_options::{applied, taken};
use crate::scene::ReadOption;

/// Unit of vertices (section 14).
pub static SCALE: ReadOption = ReadOption {
    name: "scale",
    title: "Unit of vertices",
    answers: &[
        ("kind", "according to the kind of file"),
        ("units", "world units, as in levels"),
        ("sixteenths", "1/16 world units, as in characters"),
    ],
};

/// STP bits of palettes without a transparent colour (section 13, rule 4).
pub static PALETTES: ReadOption = ReadOption {
    name: "palettes",
    title: "Palettes without a transparent colour",
    answers: &[
        ("stp", "every entry has STP"),
        (
            "flag",
            "all entries for textures with flag 0x1; otherwise all entries starting at the first \
             black one",
        ),
    ],
};

/// Kind of a file, with the vertex unit from the read options.
pub fn kind(file: &File, context: Context<'_>) -> Kind {
    let kind = Kind::of(file);
    match taken(&SCALE, context) {
        1 => Kind { scale: 1.0, ..kind },
        2 => Kind { scale: 1.0 / 16.0, ..kind },
        _ => kind,
    }
}
