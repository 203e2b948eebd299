//! Neversoft's files: levels and characters, their companions and archives, and textures of the ports.

mod bon;
mod ddm;
mod ddx;
mod fnt;
pub mod hed;
mod park;
pub mod pkr;
pub mod pre;
mod psh;
pub mod psx;
mod screen;
mod trg;

use gouraud::container::Context;
use gouraud::formats::Document;
use gouraud_testing::document::{lines, open_valid};

/// Problems that are found when the members are listed.
fn member_problems(document: &Document) -> Vec<String> {
    lines(&document.content.container().companion_members(Context::ALONE).unwrap().1)
}

/// Opens a valid archive.
#[track_caller]
fn open_archive(id: &str, version: &str, name: &str, bytes: &[u8]) -> Document {
    let document = open_valid(id, name, bytes);
    assert_eq!(document.version, version);
    assert_eq!(member_problems(&document), [""; 0]);
    document
}
