//! TotemTech `.TMATERIALANIM` and `.TMATERIALOBJ`: an animated material, and a script's set of them. No
//! headers.
//!
//! MATERIALANIM: an unknown byte, `length` in seconds, ten tracks (`texture`, `scroll`, `stretch`,
//! `rotation`, `colour`, `emission`, `alpha`, three of flags), and the `material` it is based on. A track
//! is a mode, a count and frames, 60 per second; without frames the material's value is used.
//!
//! Source: format document `totem-level.md`, section 14.

use glam::Affine2;

use crate::bytes::layout::{self, Layout, Pass};
use crate::bytes::{Hint, Problems, Result, Symbol};
use crate::container::Context;
use crate::formats::totem::blank;
use crate::formats::totem::material::Material;
use crate::formats::totem::resource::{Class, Resource, SEEN, Viewed, info};
use crate::formats::totem::resources::Resources;
use crate::formats::{Capability, Counts, FormatInfo, Loaded, Report};
use crate::scene::{Keyframes, MaterialAnimation, Paint, Scene, Table, UvTrack};
use crate::{layout, record};

record! {
    /// Bitmap from this frame on.
    pub struct TextureFrame {
        pub texture: u32 => Hint::Name,
        pub frame: u16,
    }
}

macro_rules! frame {
    ($($(#[$meta:meta])* $name:ident: $ty:ty $(=> $hint:expr)?),* $(,)?) => {$(
        record! {
            $(#[$meta])*
            pub struct $name {
                pub frame: u16,
                pub unknown_02: u16 => Hint::Hex,
                pub value: $ty $(=> $hint)?,
            }
        }
    )*};
}

frame! {
    /// Two numbers from this frame on.
    PairFrame: [f32; 2],
    /// A number from this frame on.
    NumberFrame: f32,
    /// A colour from this frame on.
    ColourFrame: [f32; 3],
    /// Flags from this frame on.
    FlagsFrame: u32 => Hint::Hex,
}

static MODES: &[Symbol] = &[
    Symbol { value: 1, name: "held" },
    Symbol { value: STRAIGHT as u32, name: "straight" },
    Symbol { value: 3, name: "none" },
];

/// A track: its interpolation mode and its frames.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Track<F> {
    pub mode: u16,
    pub frames: Vec<F>,
}

/// Mode of a track with linear interpolation.
const STRAIGHT: u16 = 2;

impl<F: Framed> Track<F> {
    /// The track as key frames.
    fn keyed<const N: usize>(&self, value: impl Fn(&F) -> [f32; N]) -> Keyframes<N> {
        let keys = self.frames.iter().map(|frame| (frame.frame().into(), value(frame)));
        Keyframes::new(self.mode == STRAIGHT, keys)
    }
}

impl<F: Layout + Clone, C: layout::Context> Layout<C> for Track<F> {
    const TYPE: &'static str = "Track";
    const MIN_SIZE: u64 = 6;
    const IS_FIXED: bool = true;

    fn pass<P: Pass>(&mut self, pass: &mut P, _: C) -> Result<()> {
        pass.value(("mode", Hint::Enum(MODES)), &mut self.mode)?;
        pass.counted::<u32, _>("frame_count", "frames", &mut self.frames)?;
        Ok(())
    }
}

layout! {
    /// An animated material.
    pub struct MaterialAnim {
        pub unknown_00: u8,
        /// Seconds.
        pub length: f32 => Hint::Unit("seconds"),
        pub texture: Track<TextureFrame>,
        pub scroll: Track<PairFrame>,
        pub stretch: Track<PairFrame>,
        pub rotation: Track<NumberFrame>,
        pub colour: Track<ColourFrame>,
        pub emission: Track<ColourFrame>,
        pub alpha: Track<NumberFrame>,
        pub material_flags: Track<FlagsFrame>,
        pub render_flags: Track<FlagsFrame>,
        pub collision_flags: Track<FlagsFrame>,
        /// Name hash of the material that is animated.
        pub material: u32 => Hint::Name,
    }

    /// Materials that a script uses.
    pub struct MaterialObj {
        pub materials: Vec<u32> [u32 "material_count"] => Hint::Name,
    }
}

fn greatest_common(a: u32, b: u32) -> u32 {
    let (mut a, mut b) = (a, b);
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a
}

/// A frame with a time.
pub trait Framed {
    fn frame(&self) -> u16;
}

macro_rules! framed {
    ($($name:ty),*) => {$(
        impl Framed for $name {
            fn frame(&self) -> u16 {
                self.frame
            }
        }
    )*};
}
framed!(TextureFrame, PairFrame, NumberFrame, ColourFrame, FlagsFrame);

impl MaterialAnim {
    /// The material in the first frame, based on `base`.
    pub fn at_start(&self, base: Material) -> Material {
        let mut made = base;
        if let Some(first) = self.texture.frames.first() {
            made.texture = first.texture;
        }
        if let Some(first) = self.colour.frames.first() {
            made.colour[..3].copy_from_slice(&first.value);
        }
        if let Some(first) = self.emission.frames.first() {
            made.emission = first.value;
        }
        if let Some(first) = self.alpha.frames.first() {
            made.colour[3] = first.value;
        }
        let course = self.course();
        if course.is_empty() {
            return made;
        }
        let Affine2 { matrix2, translation } = course.at(0);
        let (u, v) = (matrix2.x_axis, matrix2.y_axis);
        // Coordinates are row vectors here.
        let rows = [[u.x, u.y, 0.0], [v.x, v.y, 0.0], [translation.x, translation.y, 1.0]];
        let unit = [1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0];
        let own = if base.uv_matrix.iter().all(|v| *v == 0.0) { unit } else { base.uv_matrix };
        made.uv_matrix =
            std::array::from_fn(|at| (0..3).map(|i| own[at / 3 * 3 + i] * rows[i][at % 3]).sum());
        made
    }

    /// Animation of its texture coordinates.
    pub fn course(&self) -> UvTrack {
        UvTrack {
            scroll: self.scroll.keyed(|frame| frame.value),
            stretch: self.stretch.keyed(|frame| frame.value),
            turn: self.rotation.keyed(|frame| [frame.value]),
        }
    }

    /// The first of its tracks that moves the texture.
    pub fn leading_track(&self) -> &'static str {
        let empty = [self.scroll.frames.is_empty(), self.stretch.frames.is_empty()];
        match empty {
            [false, _] => "scroll",
            [true, false] => "stretch",
            [true, true] => "rotation",
        }
    }

    /// The first of its tracks that changes colours.
    pub fn dyeing_track(&self) -> &'static str {
        let empty = [self.colour.frames.is_empty(), self.emission.frames.is_empty()];
        match empty {
            [false, _] => "colour",
            [true, false] => "emission",
            [true, true] => "alpha",
        }
    }

    /// Animation of its colour; `base` gives the initial one.
    pub fn fade(&self, base: &Material) -> MaterialAnimation {
        let [r, g, b, _] = base.colour;
        MaterialAnimation {
            rest: Paint { colour: [r, g, b], glow: base.emission },
            colour: self.colour.keyed(|frame| frame.value),
            glow: self.emission.keyed(|frame| frame.value),
            opacity: self.alpha.keyed(|frame| [frame.value]),
            round: self.round(),
            ..MaterialAnimation::default()
        }
    }

    /// The bitmaps of a cycle with their frame indices in the track, at equal intervals: a bitmap that
    /// stays longer is repeated.
    pub fn pages(&self) -> Vec<(u32, usize)> {
        /// Maximum number of intervals; a longer cycle ignores differences in duration.
        const MAX_INTERVALS: u32 = 256;
        let frames = &self.texture.frames;
        let round = self.round();
        let ends = frames.iter().skip(1).map(|frame| u32::from(frame.frame)).chain([round]);
        let unchanged = |(frame, end): (&TextureFrame, u32)| end.saturating_sub(frame.frame.into());
        let lengths: Vec<u32> = frames.iter().zip(ends).map(unchanged).collect();
        let unit = lengths.iter().copied().fold(0, greatest_common);
        let all: u32 = lengths.iter().fold(0, |sum, length| sum.saturating_add(*length));
        let is_fine = unit > 0 && all / unit <= MAX_INTERVALS;
        let times = |length: u32| if is_fine { length / unit } else { 1 };
        let each = frames.iter().enumerate().zip(lengths);
        each.flat_map(|((place, frame), length)| {
            std::iter::repeat_n((frame.texture, place), times(length) as usize)
        })
        .take(MAX_INTERVALS as usize)
        .collect()
    }

    /// Number of frames of a cycle, at least 1.
    pub fn round(&self) -> u32 {
        let frames = self.length * super::animation::RATE;
        if frames.is_finite() { (frames.round() as u32).max(1) } else { 1 }
    }
}

impl Class for MaterialAnim {
    const INFO: FormatInfo =
        info("totem.materialanim", "TotemTech animated material", &["tmaterialanim"], SEEN);
    const ROOT: &'static str = "MaterialAnim";
    const LISTS: &'static [&'static str] = &[
        "texture.frames",
        "scroll.frames",
        "stretch.frames",
        "rotation.frames",
        "colour.frames",
        "emission.frames",
        "alpha.frames",
    ];

    fn count(&self, counts: &mut Counts) {
        counts.set("animations", 1);
    }

    fn check(file: &Loaded<Resource<Self>>, report: &mut Report<'_>) {
        let length = file.records.body.length;
        if !length.is_finite() || length < 0.0 {
            report.error("length", "the length is negative or not finite");
        }
    }
}

impl Class for MaterialObj {
    const INFO: FormatInfo = info(
        "totem.materialobj",
        "TotemTech set of materials",
        &["tmaterialobj"],
        &[Capability::View, Capability::Export, Capability::Write],
    );
    const ROOT: &'static str = "MaterialObj";
    const LISTS: &'static [&'static str] = &["materials"];

    fn count(&self, counts: &mut Counts) {
        counts.set("materials", self.materials.len());
    }
}

impl Viewed for MaterialObj {
    fn scene(file: &Loaded<Resource<Self>>, context: Context<'_>) -> Option<(Scene, Problems)> {
        let mut scene = blank::scene(&file.source);
        let names = Resources::new(context);
        let mut table = Table::new("Materials", &["hash", "material"]);
        for (at, hash) in file.records.body.materials.iter().enumerate() {
            let origin = file.origin(format!("materials[{at}]"));
            table.row(origin, [format!("{hash:08X}"), names.name(*hash)]);
        }
        scene.tables.extend(table.with_rows());
        Some((scene, Problems::default()))
    }
}
