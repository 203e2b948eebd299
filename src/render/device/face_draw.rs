//! Draw calls of faces, and the formats of their targets.

use wgpu::{BlendComponent, BlendFactor, BlendOperation, CompareFunction, TextureFormat};

/// Format of the drawn picture: `c5 << 3` or 8 bits.
pub const COLOUR: TextureFormat = TextureFormat::Rgba8Unorm;
/// Draw id + 1, or 0 for the background.
pub const IDS: TextureFormat = TextureFormat::R32Uint;
/// 1 where a selected face is, even if occluded.
pub const SILHOUETTE: TextureFormat = TextureFormat::R8Unorm;
/// 1 at the near plane, 0 far away.
pub const DEPTH: TextureFormat = TextureFormat::Depth32Float;

/// Texels drawn by a draw call, and their depth test and blending.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum FaceDraw {
    /// Opaque texels of all faces, with depth.
    Opaque,
    /// Blended texels of a sorted run, depth-tested: modes 0, 1 and 3.
    Mix,
    /// Blended texels of a sorted run, depth-tested: mode 2.
    Subtract,
    /// Every texel of a sorted run, without depth test: modes 0, 1 and 3.
    PaintAll,
    /// Opaque texels of a sorted run, without depth test.
    PaintOpaque,
    /// Blended texels of a sorted run, without depth test: mode 2.
    PaintSubtract,
}

impl FaceDraw {
    pub const COUNT: usize = 6;

    pub fn opaque_texels(self) -> bool {
        matches!(self, Self::Opaque | Self::PaintAll | Self::PaintOpaque)
    }

    pub fn blended_texels(self) -> bool {
        !matches!(self, Self::Opaque | Self::PaintOpaque)
    }

    pub fn blend(self) -> Option<wgpu::BlendState> {
        let (src_factor, dst_factor, operation) = match self {
            Self::Opaque | Self::PaintOpaque => return None,
            // One state for opaque texels and modes 0, 1 and 3: alpha is the weight of the background
            // (ps1-rendering 9.1).
            Self::Mix | Self::PaintAll => {
                (BlendFactor::One, BlendFactor::OneMinusSrcAlpha, BlendOperation::Add)
            }
            Self::Subtract | Self::PaintSubtract => {
                (BlendFactor::One, BlendFactor::One, BlendOperation::ReverseSubtract)
            }
        };
        let color = BlendComponent { src_factor, dst_factor, operation };
        Some(wgpu::BlendState { color, alpha: BlendComponent::REPLACE })
    }

    pub fn depth(self) -> wgpu::DepthStencilState {
        let (write, compare) = match self {
            Self::Opaque => (true, CompareFunction::GreaterEqual),
            Self::Mix | Self::Subtract => (false, CompareFunction::GreaterEqual),
            // Depth is written for the lines that are drawn on top.
            _ => (true, CompareFunction::Always),
        };
        // Glass and shadows often are exactly on an opaque face.
        let bias = match self {
            Self::Mix | Self::Subtract => {
                wgpu::DepthBiasState { constant: 16, slope_scale: 1.0, clamp: 0.0 }
            }
            _ => wgpu::DepthBiasState::default(),
        };
        wgpu::DepthStencilState {
            format: DEPTH,
            depth_write_enabled: Some(write),
            depth_compare: Some(compare),
            stencil: wgpu::StencilState::default(),
            bias,
        }
    }
}
