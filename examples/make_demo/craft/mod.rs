//! Shared tools of all scenes: sines and noise, directions in space, painted pictures.

pub mod battle;
pub mod canvas;
pub mod maths;
pub mod noise;
pub mod space;
