//! What must be true of the whole: of every format whatever the bytes, of the demo set, of the README,
//! and of the layout of the house.

mod any_bytes;
mod demo;
mod files;
mod layering;
mod readme;

// The generator of the demo set.
#[path = "../../examples/make_demo/arena/mod.rs"]
mod arena;
#[path = "../../examples/make_demo/creature/mod.rs"]
mod creature;
#[path = "../../examples/make_demo/island/mod.rs"]
mod island;
#[path = "../../examples/make_demo/plaza/mod.rs"]
mod plaza;
#[path = "../../examples/make_demo/prop/mod.rs"]
mod prop;
#[path = "../../examples/make_demo/rider/mod.rs"]
mod rider;
#[path = "../../examples/make_demo/skater/mod.rs"]
mod skater;
#[path = "../../examples/make_demo/voices/mod.rs"]
mod voices;
