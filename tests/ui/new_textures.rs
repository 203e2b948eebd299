//! Textures that are added in the window to a pixel file and its directory.

use gouraud::app::model::Command;
use gouraud::formats::Records;
use gouraud::formats::trespasser::texture_id;
use gouraud::scene::{CodingUse, Element, Id};
use gouraud_testing::build::pid::{Image, ImagePixels, build, palette};

use crate::driver::{Bench, Driver, open, put};

#[test]
fn adds_a_texture_with_the_bump_map_next_to_it_as_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let image = Image {
        id: 7,
        width: 16,
        height: 16,
        pixels: ImagePixels::Indices(vec![1; 256]),
        palette: Some(0),
        holes: false,
        mips: true,
        fill: [0; 3],
        occlusion: 0,
    };
    let (pid, pixels) = build(vec![palette(vec![[0; 4], [1, 2, 3, 0]])], &[image]);
    put(folder.path(), "mini-130.swp", &pixels);
    let pid = put(folder.path(), "mini-130.pid", &pid.write().unwrap());
    for (name, colour) in [("Newt2.png", [200, 100, 50, 255]), ("Newb8.png", [128, 128, 255, 255])]
    {
        let picture = image::RgbaImage::from_pixel(32, 32, image::Rgba(colour));
        picture.save(folder.path().join(name)).unwrap();
    }
    let mut window = open(&pid);
    window.settle_scene();
    let (element, file) = (Element::Texture(Id::new(0)), folder.path().join("Newt2.png"));
    window.send(Command::AddBesideWith { element, coding: CodingUse::Keep, file });
    window.settle_scene();
    let textures = |window: &Bench| -> Vec<(u32, bool)> {
        let scene = &window.model().scene().unwrap().scene;
        let all = scene.textures.iter();
        all.map(|texture| (texture.id, texture.pixels.has_relief())).collect()
    };
    let id = texture_id(r"Map\mini\Newt2.bmp", r"Map\mini\Newb8.bmp", 1.0);
    assert_eq!(textures(&window), [(7, false), (id, true)]);
    assert_eq!(window.model().edits.dirty().count(), 2, "the directory and its pixels");
    window.send(Command::Undo);
    window.settle_scene();
    assert_eq!(textures(&window), [(7, false)]);
}
