//! The scene model: animation, naming, origins, and merging.

mod adjacency;
mod animation;
mod attachment;
mod data_map;
mod detail;
mod element_group;
mod faces;
mod file_coordinates;
mod flipbook;
mod index;
mod keyframes;
mod material;
mod merge;
mod naming;
mod origin;
mod palette_animation;
mod palette_candidates;
mod pose;
mod sound;
mod start;
mod surface_animation;
mod texture;
mod uv_animation;
mod uv_track;
mod variant;
mod video_memory;
