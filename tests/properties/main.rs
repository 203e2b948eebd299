//! What must be true of the whole: of every format whatever the bytes, of the demo set, of the README,
//! and of the layout of the house.

mod any_bytes;
mod demo;
mod files;
mod layering;
mod memory;
mod readme;
mod setting;

#[path = "../../examples/make_demo/mod.rs"]
mod make_demo;
