//! The video memory of a level, and the faces that use its textures.

use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, PanelId, Target};
use gouraud::scene::{Element, Id};

use crate::driver::{self, Driver};

#[test]
fn lists_the_faces_of_the_selected_texture() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    std::fs::write(&path, super::level::bytes(2)).unwrap();
    let mut bench = driver::open(&path);
    bench.show(PanelId::VIDEO_MEMORY);
    bench.settle();
    bench.get_by_label("own packing: no positions are stored");
    assert!(bench.query_by_label_contains("of 1 model").is_none());
    bench.send(Command::Select(Target::Element(Element::Texture(Id::new(0)))));
    bench.settle();
    bench.get_by_label_contains("of 1 model");
    bench.get_by_label_contains("words at 0, 0");
    let name = bench.model().scene().unwrap().scene.meshes[0].name.clone();
    bench.click(&format!("face 0 of {name}"));
    assert_eq!(bench.model().selected_face().map(|face| face.face), Some(0));
    // Its texture stays selected here.
    bench.get_by_label_contains("words at 0, 0");
}
