//! Companions of Neversoft's levels and characters: names of parts, textures of the ports.

mod bmp;
mod bon;
mod ddm;
mod dds;
mod ddx;
mod fnt;
mod park;
mod psh;
mod pvr;
mod screen;

use gouraud::bytes::Source;
use gouraud::formats::{self, Document};
use gouraud::scene::{Picture, Replacement, Scene, Texels, Texture};
use gouraud_testing::Folder;
use gouraud_testing::document::problems;

/// Opens bytes as the format that recognises them.
fn open(name: &str, bytes: &[u8]) -> Document {
    let source = Source::from_bytes(name, bytes.to_vec());
    formats::identify(&source).expect("a format recognises the file").0.open(&source).unwrap()
}

/// Opens a valid file: it has no problems, no unread bytes, and round-trips.
#[track_caller]
fn open_valid(id: &str, name: &str, bytes: &[u8]) -> Document {
    let document = open(name, bytes);
    assert_eq!(document.format.id, id);
    assert_eq!(problems(&document), [""; 0]);
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.content.write().unwrap(), bytes);
    document
}

fn alone(name: &str, bytes: &[u8]) -> Scene {
    Folder::default().scene(name, bytes).0
}

fn texels(texture: &Texture) -> Vec<[u8; 4]> {
    let Texels::Rgba(texels) = texture.pixels.decode() else { panic!("{}", texture.name) };
    texels
}

fn picture(width: u32, height: u32, texels: Vec<[u8; 4]>) -> Replacement {
    Replacement::Picture(Picture {
        width,
        height,
        texels,
        palette: Default::default(),
        shown_in: None,
    })
}
