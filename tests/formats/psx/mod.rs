//! Neversoft `.psx`: what the format document says, held by tests.

#[path = "common/fields.rs"]
mod fields;
#[path = "psx/figure.rs"]
mod figure;
#[path = "psx/fixture.rs"]
mod fixture;
#[path = "common/folder.rs"]
mod folder;

#[path = "psx/animation.rs"]
mod animation;
#[path = "psx/builder.rs"]
mod builder;
#[path = "psx/derived.rs"]
mod derived;
#[path = "psx/document.rs"]
mod document;
#[path = "psx/models.rs"]
mod models;
#[path = "psx/moving.rs"]
mod moving;
#[path = "psx/survival.rs"]
mod survival;
#[path = "psx/tree.rs"]
mod tree;
#[path = "psx/writing.rs"]
mod writing;
