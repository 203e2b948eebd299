//! Pictures of small scenes, drawn by the real shaders on the software adapter.

#[path = "render/colour.rs"]
mod colour;
#[path = "common/scenes.rs"]
mod scenes;
#[path = "render/studio.rs"]
mod studio;
