//! TotemTech `.TROTSHAPE` (class ROTSHAPE): a billboard.
//!
//! The `header` (kind 4) is followed by five lists: `offsets`, `materials_used`, `corners` (top left and
//! bottom right of each), `texcoords` (four each), `materials`; then `mode`: 0 turns about the up axis
//! only, 1 faces the camera. Only files with one picture are known.
//!
//! Source: format document `totem-level.md`, section 9.

use crate::bytes::{Hint, Symbol};
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::formats::{FormatInfo, Loaded, Report};
use crate::layout;

layout! {
    /// A billboard.
    pub struct RotShape {
        pub header: Header,
        pub offsets: Vec<[f32; 3]> [u32 "offset_count"],
        pub materials_used: Vec<u32> [u32 "material_used_count"] => Hint::Index("materials"),
        /// Top left and bottom right, alternating.
        pub corners: Vec<[f32; 3]> [u32 "corner_count"],
        /// Texture coordinates of the corners, clockwise from the top left.
        pub texcoords: Vec<[f32; 2]> [u32 "texcoord_count"],
        pub materials: Vec<u32> [u32 "material_count"] => Hint::Name,
        pub mode: u16 => Hint::Enum(MODES),
    }
}

static MODES: &[Symbol] = &[
    Symbol { value: 0, name: "turns about the up axis" },
    Symbol { value: 1, name: "faces the camera" },
];

/// A picture of a billboard.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quad {
    /// Clockwise from the top left, as seen from +Z.
    pub corners: [[f32; 3]; 4],
    pub texcoords: [[f32; 2]; 4],
    /// Name hash.
    pub material: u32,
}

impl RotShape {
    /// The pictures that are complete in all lists.
    pub fn quads(&self) -> impl Iterator<Item = Quad> + '_ {
        let (sizes, _) = self.corners.as_chunks::<2>();
        let (uvs, _) = self.texcoords.as_chunks::<4>();
        let lists = self.offsets.iter().zip(sizes).zip(uvs).enumerate();
        lists.map(|(index, ((offset, [a, b]), uv))| {
            let at = |x: f32, y: f32| [x + offset[0], y + offset[1], offset[2]];
            let used = self.materials_used.get(index).and_then(|used| usize::try_from(*used).ok());
            let material = used.and_then(|used| self.materials.get(used)).copied();
            Quad {
                corners: [at(a[0], a[1]), at(b[0], a[1]), at(b[0], b[1]), at(a[0], b[1])],
                texcoords: *uv,
                material: material.unwrap_or(0),
            }
        })
    }
}

impl Class for RotShape {
    const INFO: FormatInfo = info("totem.rotshape", "TotemTech billboard", &["trotshape"], SEEN);
    const ROOT: &'static str = "RotShape";
    const KIND: Option<u16> = Some(kind::ROTSHAPE);

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let shape = &file.records.body;
        let count = shape.offsets.len();
        let lists = [
            ("materials_used", shape.materials_used.len(), 1),
            ("corners", shape.corners.len(), 2),
            ("texcoords", shape.texcoords.len(), 4),
        ];
        for (name, len, each) in lists {
            if !report.is_cut() && Some(len) != count.checked_mul(each) {
                report.warning(
                    name,
                    format!("expected {each} per picture ({count} pictures), found {len} elements"),
                );
            }
        }
        for (at, used) in shape.materials_used.iter().enumerate() {
            if usize::try_from(*used).ok().is_none_or(|used| used >= shape.materials.len()) {
                let message =
                    format!("material index {used} outside the list of {}", shape.materials.len());
                report.error(format!("materials_used[{at}]"), message);
            }
        }
    }
}
