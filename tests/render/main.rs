//! What becomes of a scene: pictures, drawn by the real shaders on the software adapter, sounds, and
//! exported files.

mod adapters;
mod audio;
mod cameras;
mod captions;
mod colour;
mod cpu_raster;
mod cut_out;
mod export;
mod faces;
mod filtering;
mod fog;
mod incoming;
mod light;
mod looks;
mod loudness;
mod moving;
mod neutral;
mod overlays;
mod picking;
mod pictures;
mod poses;
mod rigs;
mod scene;
mod scenes;
mod shine;
mod sky;
mod sox;
mod state;
mod strays;
mod streaming;
mod studio;
mod subdivision;
