//! Pictures of small scenes, drawn by the real shaders on the software adapter.

#[path = "render/adapters.rs"]
mod adapters;
#[path = "render/cameras.rs"]
mod cameras;
#[path = "render/colour.rs"]
mod colour;
#[path = "render/cpu_raster.rs"]
mod cpu_raster;
#[path = "render/filtering.rs"]
mod filtering;
#[path = "../benches/common/island.rs"]
mod island;
#[path = "render/light.rs"]
mod light;
#[path = "render/looks.rs"]
mod looks;
#[path = "render/moving.rs"]
mod moving;
#[path = "render/overlays.rs"]
mod overlays;
#[path = "render/picking.rs"]
mod picking;
#[path = "render/pictures.rs"]
mod pictures;
#[path = "render/poses.rs"]
mod poses;
#[path = "common/puppet.rs"]
mod puppet;
#[path = "common/scenes.rs"]
mod scenes;
#[path = "render/sky.rs"]
mod sky;
#[path = "render/streaming.rs"]
mod streaming;
#[path = "render/studio.rs"]
mod studio;
