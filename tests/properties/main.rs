//! Properties of the whole project: every format with any bytes, the demo set, the documents, and the
//! module structure.

mod any_bytes;
mod demo;
mod files;
mod fuzz;
mod layering;
mod memory;
mod packaging;
mod readme;
mod setting;
mod tables;
mod words;

#[path = "../../examples/make_demo/mod.rs"]
mod make_demo;
