//! TotemTech `.TSPLINE` (class SPLINE, kind 2): a path of cubic curves.
//!
//! `points`; `sections` of 248 bytes, each with the indices of its end points and control points, flags,
//! a length, and eight straight pieces; four unknown numbers; total `length`.
//!
//! Source: format document `totem-level.md`, section 13.

use crate::bytes::Hint;
use crate::formats::totem::resource::{Class, Resource, SEEN, info};
use crate::formats::totem::{Header, kind};
use crate::formats::{Counts, FormatInfo, Loaded, Report};
use crate::{layout, record};

record! {
    /// A straight piece of a curve.
    pub struct Piece {
        pub from: [f32; 3],
        pub to: [f32; 3],
        pub length: f32,
    }
}

record! {
    /// A cubic curve.
    pub struct Section {
        pub start: u32 => Hint::Index("points"),
        pub end: u32 => Hint::Index("points"),
        /// Control point of the start: the curve leaves towards it.
        pub start_tangent: u32 => Hint::Index("points"),
        pub end_tangent: u32 => Hint::Index("points"),
        pub flags: u32 => Hint::Hex,
        pub length: f32,
        pub pieces: [Piece; 8],
    }
}

layout! {
    /// A path.
    pub struct Spline {
        pub header: Header,
        pub points: Vec<[f32; 3]> [u32 "point_count"],
        pub sections: Vec<Section> [u32 "section_count"],
        pub unknown: [f32; 4],
        pub length: f32,
    }
}

impl Section {
    /// Indices of the section's points.
    fn ids(&self) -> [u32; 4] {
        [self.start, self.end, self.start_tangent, self.end_tangent]
    }
}

impl Class for Spline {
    const INFO: FormatInfo = info("totem.spline", "TotemTech path", &["tspline"], SEEN);
    const ROOT: &'static str = "Spline";
    const KIND: Option<u16> = Some(kind::SPLINE);
    const LISTS: &'static [&'static str] = &["sections"];

    fn header(&self) -> Option<&Header> {
        Some(&self.header)
    }

    fn count(&self, counts: &mut Counts) {
        counts.set("vertices", self.points.len());
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let spline = &file.records.body;
        let count = spline.points.len();
        for (at, section) in spline.sections.iter().enumerate() {
            let is_there = |id: &u32| usize::try_from(*id).is_ok_and(|id| id < count);
            if let Some(id) = section.ids().iter().find(|id| !is_there(id)) {
                report.error(
                    format!("sections[{at}]"),
                    format!("point index {id} outside the list of {count}"),
                );
            }
        }
    }
}
