//! What files of this engine leave open.

use super::kind::Kind;
use super::records::File;
use crate::container::Context;
pub use crate::formats::question::{asked, taken};
use crate::scene::Question;

/// In which unit vertices are (section 14).
pub static SCALE: Question = Question {
    name: "scale",
    title: "Unit of vertices",
    answers: &[
        ("kind", "as the kind of the file says"),
        ("units", "world units, as of levels"),
        ("sixteenths", "16ths of them, as of characters"),
    ],
};

/// Which entries of a palette without a hole are STP (section 13, rule 4).
pub static PALETTES: Question = Question {
    name: "palettes",
    title: "Palettes without a hole",
    answers: &[
        ("stp", "every entry has STP"),
        ("flag", "so of textures with flag 0x1; of others from the first black entry on"),
    ],
};

/// The kind of a file, in the unit that was asked for.
pub fn kind(file: &File, context: Context<'_>) -> Kind {
    let kind = Kind::of(file);
    match taken(&SCALE, context) {
        1 => Kind { scale: 1.0, ..kind },
        2 => Kind { scale: 1.0 / 16.0, ..kind },
        _ => kind,
    }
}
