//! The neutral model: what moves, what is named, what follows from what.

mod animation;
mod beside;
mod flipbook;
mod footing;
mod material;
mod moving;
mod naming;
mod origin;
mod pose;
mod pulse;
mod sound;
mod start;
mod texture;
mod variant;
