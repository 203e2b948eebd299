//! Exchanging changes: recipes, patches, edited GLBs, palettes, copies.

use std::path::{Path, PathBuf};

use egui::accesskit::Role;
use egui_kittest::kittest::Queryable;
use gouraud::app::Options;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::bytes::ColourWord;
use gouraud::edit::EditOp;
use gouraud::edit::patch::{Kind, bps};
use gouraud::export::texture_picture;
use gouraud::formats::Records;
use gouraud::formats::totem::Platform;
use gouraud::scene::{Element, FaceRef, Id, NodeId, ReplaceOptions};

use gouraud_testing::build::totem::indexed_bitmap;

use crate::driver::{Bench, Driver, shown, window_with};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");

/// A demo file in a temporary folder, open in a window.
struct Desk {
    folder: tempfile::TempDir,
    name: &'static str,
}

impl Desk {
    fn new(name: &'static str) -> (Self, Bench) {
        Self::with(name, &std::fs::read(Path::new(DEMO).join(name)).unwrap())
    }

    /// A file with these bytes.
    fn with(name: &'static str, bytes: &[u8]) -> (Self, Bench) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join(name), bytes).unwrap();
        let desk = Self { folder, name };
        let config = Some(desk.folder.path().join("config/app.ron"));
        let options = Options { config, ..Options::default() };
        let mut window = window_with(vec![desk.own()], options);
        window.settle_scene();
        (desk, window)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().canonicalize().unwrap().join(name)
    }

    fn own(&self) -> String {
        self.file(self.name).to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    fn set(&self, path: &str, to: &str) -> Command {
        let orders = vec![EditOp::set(path, to)];
        let name = format!("set {path}");
        Command::Edit(Box::new(Edit { path: self.own(), name, orders, ..Edit::default() }))
    }
}

fn log_has(text: &str) -> bool {
    {
        let count = gouraud::app::model::log::len();
        gouraud::app::model::log::slice(0..count).iter().any(|line| line.text.contains(text))
    }
}

#[test]
fn saves_a_patch_that_reproduces_the_file() {
    let (desk, mut window) = Desk::new("plaza_l.psx");
    let before = desk.read("plaza_l.psx");
    window.change(desk.set("palettes16[0].colours[1]", "#ff0000"));
    window.change(Command::SavePatchTo(desk.file("mod.bps")));
    window.change(Command::SavePatchTo(desk.file("mod.ppf")));
    window.change(Command::SaveCopyTo(desk.file("copy.psx")));
    assert!(desk.read("plaza_l.psx") == before, "the file is unchanged");
    let copy = desk.read("copy.psx");
    assert!(copy != before);
    assert!(bps::apply(&desk.read("mod.bps"), &before).unwrap() == copy);
    assert_eq!(Kind::of(&desk.read("mod.ppf")), Some(Kind::Ppf));
    // Importing a patch creates another file next to this one and opens it.
    window.change(Command::ImportChangesFrom(desk.file("mod.bps")));
    assert!(desk.read("plaza_l (mod).psx") == copy);
    window.until("the new file is open", |window| {
        window.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("(mod).psx"))
    });
}

#[test]
fn applying_a_recipe_is_one_step() {
    let (desk, mut window) = Desk::new("plaza_l.psx");
    let was = shown(&window, "palettes16[0].colours[1]");
    let recipe = "{\"recipe\":1,\"format\":\"neversoft.psx\"}\n\
                  {\"set\":\"palettes16[0].colours[1]\",\"to\":31}\n\
                  {\"set\":\"palettes16[1].colours[1]\",\"to\":992}\n";
    std::fs::write(desk.file("red.jsonl"), recipe).unwrap();
    window.change(Command::ImportChangesFrom(desk.file("red.jsonl")));
    assert_eq!(shown(&window, "palettes16[0].colours[1]"), "0x001f");
    assert_eq!(window.model().undo_name(), Some("apply red.jsonl"));
    window.change(Command::Undo);
    assert_eq!(shown(&window, "palettes16[0].colours[1]"), was);
    // A recipe for another format is refused.
    std::fs::write(desk.file("other.jsonl"), "{\"recipe\":1,\"format\":\"ff7.battle\"}\n").unwrap();
    window.change(Command::ImportChangesFrom(desk.file("other.jsonl")));
    assert!(log_has("the recipe is for ff7.battle"));
}

#[test]
fn imports_palette_colours_from_a_file() {
    let (desk, mut window) = Desk::new("plaza_l.psx");
    let mut text = "JASC-PAL\n0100\n16\n".to_owned();
    text.push_str(&"255 0 0\n".repeat(16));
    std::fs::write(desk.file("red.pal"), text).unwrap();
    let element = Element::Palette(Id::new(0));
    let manner = ReplaceOptions::default();
    let file = desk.file("red.pal");
    window.change(Command::ReplaceWith { element, manner, file });
    let scene = window.model().scene().unwrap().scene.clone();
    let stored = &scene.palettes.get(Id::new(0)).unwrap().stored;
    assert!(stored.iter().all(|word| word & 0x7fff == 0x001f), "{stored:x?}");
}

#[test]
fn edits_a_32_bit_colour_by_dragging_until_undone() {
    let colours = [[10, 20, 30, 255], [40, 50, 60, 128]];
    let bitmap =
        indexed_bitmap(Platform::GAMECUBE, (16, 8), &[1; 128], &colours, ColourWord::Rgba8888);
    let (_desk, mut window) = Desk::with("wood.TBITMAP", &bitmap.write().unwrap());
    let entry = Element::ColourEntry { table: Id::new(0), entry: 1 };
    window.state_mut().push(Command::Select(SelectionTarget::Element(entry)));
    window.show(PanelId::PALETTE);
    window.get_by_label_contains("1 texture displayed with it");
    for name in ["red", "green", "blue", "alpha"] {
        window.get_by_label_contains(&format!("{name}, 0 to 255"));
    }
    let texel = |window: &Bench| {
        let scene = &window.model().scene().unwrap().scene;
        texture_picture(scene, Id::new(0)).unwrap().get_pixel(0, 0).0
    };
    assert_eq!(texel(&window), [40, 50, 60, 128]);
    let slider = window.get_all_by_role(Role::Slider).nth(1).unwrap().rect();
    window.hover_at(slider.center());
    window.step();
    window.drag_at(slider.center());
    window.run_steps(2);
    assert!(window.model().own_edits().is_none(), "nothing changes during the drag");
    window.drop_at(slider.center());
    window.run_steps(2);
    window.until("it is done", |window| {
        window.is_idle() && window.state.own_edits().is_some_and(|edits| edits.wanted == 1)
    });
    window.settle_scene();
    let [r, g, b, a] = texel(&window);
    assert!((100..156).contains(&g), "{g}");
    assert_eq!([r, b, a], [40, 60, 128]);
    window.change(Command::Undo);
    assert_eq!(texel(&window), [40, 50, 60, 128]);
}

#[test]
fn reordering_colours_keeps_textures_unchanged() {
    let (_desk, mut window) = Desk::new("plaza_l.psx");
    let palette = Id::new(0);
    window.state_mut().push(Command::Select(SelectionTarget::Element(Element::Palette(palette))));
    window.show(PanelId::PALETTE);
    let look = |window: &Bench| {
        let scene = &window.model().scene().unwrap().scene;
        let pictures = scene.textures.ids().map(|id| texture_picture(scene, id).unwrap());
        let texels: Vec<_> = pictures.map(|picture| picture.into_raw()).collect();
        (scene.palettes.get(palette).unwrap().stored.clone(), texels)
    };
    let (colours, textures) = look(&window);
    let grid = window.get_by_label_contains("16 colours, 0 selected").rect();
    let columns = if grid.width() > 2.0 * grid.height() { 16 } else { 8 };
    let side = grid.width() / columns as f32;
    let cell = |at: usize| grid.min + side * egui::vec2(at as f32 + 0.5, 0.5);
    window.hover_at(cell(6));
    window.step();
    window.drag_at(cell(6));
    window.step();
    window.hover_at(cell(3));
    window.run_steps(2);
    window.drop_at(cell(3));
    window.run_steps(2);
    window.until("it is done", |window| {
        window.is_idle() && window.state.own_edits().is_some_and(|edits| edits.wanted == 1)
    });
    window.run_steps(3);
    window.settle_scene();
    let mut wanted = colours.clone();
    let colour = wanted.remove(6);
    wanted.insert(3, colour);
    let (now, after) = look(&window);
    assert_eq!(now, wanted);
    assert!(textures == after, "every texture looks as before");
    window.change(Command::Undo);
    assert_eq!(look(&window).0, colours);
}

#[test]
fn sets_one_value_on_many_faces() {
    let (_desk, mut window) = Desk::new("plaza.psx");
    let node = {
        let state = window.model();
        let scene = &state.scene().unwrap().scene;
        let has_faces = |node: &&NodeId| {
            let mesh = scene.nodes.get(**node).and_then(|node| scene.mesh_of(node));
            mesh.is_some_and(|mesh| mesh.faces.len() > 3)
        };
        let all: Vec<NodeId> = scene.nodes.ids().collect();
        *all.iter().find(has_faces).unwrap()
    };
    let face = |face| SelectionTarget::Element(Element::Face(FaceRef { node, face }));
    window.send(Command::Select(face(0)));
    window.send(Command::SelectAlso(face(2)));
    let (field, paths) = {
        let state = window.model();
        let scene = &state.scene().unwrap().scene;
        let path = |at: u32| scene.origin(Element::Face(FaceRef { node, face: at })).unwrap().path;
        (scene.face_field("surface").unwrap(), [path(0), path(2)])
    };
    window.change(Command::EditFaceField { field, to: "7".to_owned() });
    for path in paths {
        assert!(shown(&window, &format!("{path}.surface")).starts_with("0x0007"), "{path}");
    }
}

#[test]
fn recomputes_stale_dependent_fields() {
    let (desk, mut window) = Desk::new("plaza.psx");
    let radius = |window: &Bench| shown(window, "models[0].radius").parse::<u32>().unwrap();
    let was = radius(&window);
    window.change(desk.set("models[0].radius", "1"));
    assert_ne!(radius(&window), was);
    window.change(Command::Recompute(None));
    // Without the low bits, as in the games.
    assert_eq!(radius(&window), was & !0xFFF);
}

#[test]
fn adds_a_missing_block_map() {
    let stored = std::fs::read(Path::new(DEMO).join("plaza.psx")).unwrap();
    let source = gouraud::bytes::Source::from_bytes("bare.psx", stored);
    let mut file: gouraud::formats::neversoft::psx::File =
        gouraud_testing::records::of(&source).unwrap();
    let chunks = &mut file.library.as_mut().unwrap().chunks;
    chunks.retain(|chunk| chunk.block_map().is_none());
    let (desk, mut window) = Desk::with("bare.psx", &file.write().unwrap());
    window.change(Command::AddBlockMap);
    assert!(shown(&window, "chunks[1].cells_x").starts_with("20"), "{}", desk.own());
}
