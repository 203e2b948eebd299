//! The scene model: animation, naming, origins, and merging.

mod animation;
mod attachment;
mod faces;
mod flipbook;
mod index;
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
mod variant;
mod video_memory;
