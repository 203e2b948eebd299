//! TotemTech `.TWARP` (class WARP): the sky, a box around the viewer. No header.
//!
//! `size`; `materials`, six name hashes; `corners`, eight points; `texcoords`, four. Corners by the signs
//! of x, y, z: 0 (−−+) 1 (−−−) 2 (+−−) 3 (+−+), 4 to 7 the same above.
//!
//! The assignment of materials to sides is disputed: see [`ORDER`].
//!
//! Source: format document `totem-level.md`, section 10.

use crate::bytes::Hint;
use crate::container::Context;
use crate::formats::totem::resource::{Class, SEEN, info};
use crate::formats::totem::resource_name;
use crate::formats::{Counts, FormatInfo};
use crate::layout;
use crate::scene::{AppliedOption, ReadOption};

layout! {
    /// The sky.
    pub struct Warp {
        pub size: f32,
        pub materials: [u32; 6] => Hint::Name,
        pub corners: [[f32; 3]; 8],
        pub texcoords: [[f32; 2]; 4],
    }
}

/// A side of the sky: words that identify it in material names, and its corners as a strip.
pub(super) struct Side {
    words: [&'static str; 2],
    pub strip: [usize; 4],
}

pub(super) static SIDES: [Side; 6] = [
    Side { words: ["TOP", "UP"], strip: [4, 7, 5, 6] },
    Side { words: ["BOTTOM", "DOWN"], strip: [1, 2, 0, 3] },
    Side { words: ["FRONT", "FORWARD"], strip: [5, 6, 1, 2] },
    Side { words: ["LEFT", "WEST"], strip: [4, 5, 0, 1] },
    Side { words: ["RIGHT", "EAST"], strip: [6, 7, 2, 3] },
    Side { words: ["BACK", "REAR"], strip: [7, 4, 3, 0] },
];

/// Assignment of materials to sides if their names do not identify the sides.
pub static ORDER: ReadOption = ReadOption {
    name: "sky",
    title: "Order of TotemTech sky sides",
    answers: &[
        ("top", "top, bottom, front, left, right, back"),
        ("bottom", "bottom, top, back, right, left, front"),
        ("swapped", "bottom, top, front, left, right, back"),
    ],
};

/// For each answer, the material index of each of [`SIDES`].
const ORDERS: [[usize; 6]; 3] = [[0, 1, 2, 3, 4, 5], [1, 0, 5, 4, 3, 2], [1, 0, 2, 3, 4, 5]];

impl Warp {
    /// The material index of each side: from `names` of all materials, otherwise the answer `taken`.
    pub(super) fn order(names: &[String; 6], taken: usize) -> [usize; 6] {
        let of = |side: &Side| {
            let is_it = |name: &String| {
                let name = resource_name(name).to_ascii_uppercase();
                let mut words = name.split(|c: char| !c.is_ascii_alphabetic());
                words.any(|word| side.words.contains(&word))
            };
            names.iter().position(is_it)
        };
        let named: Vec<usize> = SIDES.iter().filter_map(of).collect();
        match <[usize; 6]>::try_from(named) {
            Ok(named) => named,
            Err(_) => ORDERS.get(taken).copied().unwrap_or(ORDERS[0]),
        }
    }

    /// The read option with its answer.
    pub(super) fn read_option(context: Context<'_>) -> AppliedOption {
        let given = context.siblings.answer(ORDER.name);
        let taken = given.and_then(|answer| ORDER.answer(&answer)).unwrap_or(0);
        AppliedOption { question: &ORDER, taken }
    }
}

impl Class for Warp {
    const INFO: FormatInfo = info("totem.warp", "TotemTech sky", &["twarp"], SEEN);
    const ROOT: &'static str = "Warp";

    fn count(&self, counts: &mut Counts) {
        counts.set("faces", 6);
    }
}
