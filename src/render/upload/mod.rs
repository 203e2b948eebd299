//! A scene on the device: its geometry, textures, palettes and render states.

mod arena;
mod buffers;
mod demand;
mod geometry;
mod loader;
mod material_states;
pub mod mips;
pub mod normals;
mod posed_scene;
mod see_through;
mod streaming;
mod subdivided;
mod surface_animation;
mod surfaces;
mod tables;
mod texels;

pub use arena::Arena;
pub use buffers::SceneBuffers;
pub use loader::TextureLoader;
pub use posed_scene::PosedScene;
pub(super) use posed_scene::{Group, Sorted};
pub(super) use surfaces::Coverage;
pub use texels::BUDGET;
