//! The explained pixel of the picture.

use crate::render::{Cull, Explanation, StepKind};
use crate::scene::TextureId;

use super::Switch;

/// Columns and rows of the pixels around an explained one.
pub const AROUND: usize = 9;

/// An explained pixel, and the colours around it.
#[derive(Clone, Debug, PartialEq)]
pub struct PixelReport {
    pub explanation: Explanation,
    /// Size of the picture in pixels.
    pub size: (u32, u32),
    /// Colours of the pixels around it, row by row, without overlays; `None` outside the picture.
    pub around: Vec<Option<[u8; 3]>>,
}

impl PixelReport {
    /// Texture of the face that gives the colour.
    pub fn texture(&self) -> Option<TextureId> {
        Some(self.explanation.top()?.texel?.texture)
    }
}

/// The switch that turns a step on and off.
pub fn switch_of(step: StepKind) -> Option<Switch> {
    match step {
        StepKind::Culling(cull) => Some(match cull {
            Cull::Back => Switch::HideBackFaces,
            Cull::Size => Switch::SizeLimit,
            Cull::Vanishes => Switch::Vanishing,
        }),
        StepKind::Order => Some(Switch::OrderingTable),
        StepKind::Coordinates | StepKind::Alternative => Some(Switch::Affine),
        StepKind::MissingTexture => Some(Switch::Checker),
        StepKind::Texel | StepKind::Filter => Some(Switch::Filtered),
        StepKind::Light => Some(Switch::Relief),
        StepKind::Reflection => Some(Switch::Shine),
        StepKind::Fog => Some(Switch::Fog),
        StepKind::Dither => Some(Switch::Dither),
        StepKind::Quantisation => Some(Switch::FifteenBit),
        StepKind::Blending => Some(Switch::ExactStacks),
        StepKind::Corner
        | StepKind::Flicker
        | StepKind::Morph
        | StepKind::Bone
        | StepKind::Weights
        | StepKind::Palette
        | StepKind::CutOut
        | StepKind::CornerColour
        | StepKind::Modulation
        | StepKind::Opacity
        | StepKind::Result => None,
    }
}
