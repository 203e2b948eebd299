//! Transforming objects in the window: with the arrows in the picture, by numbers, and texture
//! coordinates on the texture.

use std::path::{Path, PathBuf};

use egui::{Event, Key, Modifiers, PointerButton, Pos2, Rect, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use glam::{Mat4, Vec3};
use gouraud::app::Options;
use gouraud::app::model::{Command, PanelId, Switch};
use gouraud::edit::EditOp;
use gouraud::scene::{Element, FaceRef, Id, Surface};

use crate::driver::{Bench, Driver, window_with};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");

/// The plaza with its companions in a temporary folder.
struct Plaza(tempfile::TempDir);

impl Plaza {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["plaza.psx", "plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
            std::fs::copy(Path::new(DEMO).join(name), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn open(&self) -> Bench {
        let path = self.file("plaza.psx").to_string_lossy().into_owned();
        let options = Options { remember: false, ..Options::default() };
        let mut window = window_with(vec![path], options);
        window.settle_scene();
        window
    }
}

fn number(window: &Bench, path: &str) -> i64 {
    let document = &window.model().doc.as_ref().unwrap().opened.document;
    let id = document.tree.find(path).unwrap();
    document.tree.field(&id).unwrap().value.as_f64().unwrap() as i64
}

fn position(window: &Bench, path: &str) -> [i64; 3] {
    ["x", "y", "z"].map(|axis| number(window, &format!("{path}.position.{axis}")))
}

fn step_name(window: &Bench) -> String {
    window.model().own_edits().unwrap().history.to_undo().unwrap().name.clone()
}

fn press(window: &mut Bench, pos: Pos2, pressed: bool) {
    let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
    window.event(Event::PointerButton { pos, button, pressed, modifiers });
    window.step();
}

/// Drags from one point to another in four steps, and releases the button if `ends`.
fn drag(window: &mut Bench, from: Pos2, to: Pos2, ends: bool) {
    window.event(Event::PointerMoved(from));
    window.run_steps(3);
    press(window, from, true);
    for part in [0.25, 0.5, 0.75, 1.0] {
        window.event(Event::PointerMoved(from + (to - from) * part));
        window.step();
    }
    if ends {
        press(window, to, false);
        // The hovered element is updated in every frame.
        window.event(Event::PointerGone);
        window.settle_scene();
    }
}

/// A window with a movable object at its centre, the object's path, and its arrow to the right.
fn with_arrows(plaza: &Plaza) -> (Bench, String, [Pos2; 2]) {
    let mut window = plaza.open();
    let scene = window.model().scene().unwrap().scene.clone();
    let node = scene.nodes.find(|node| node.name.starts_with("letter_g")).unwrap();
    window.select(Element::Node(node));
    window.change(Command::LookFrom(gouraud::render::Preset::Front));
    window.change(Command::FrameSelection);
    window.change(Command::Toggle(Switch::Gizmo));
    window.run_steps(40);
    let own = window.state();
    let arrow = own.scene_panel().arrow(&own.state, 0).unwrap();
    let path = scene.nodes.get(node).unwrap().origin.path.clone();
    (window, path, arrow)
}

#[test]
fn dragging_an_arrow_moves_along_its_axis_until_undone() {
    let plaza = Plaza::new();
    let (mut window, path, [from, to]) = with_arrows(&plaza);
    let before = position(&window, &path);
    let middle = from + (to - from) * 0.6;
    drag(&mut window, middle, middle + vec2(60.0, 0.0), true);
    let after = position(&window, &path);
    assert!(after[0] > before[0], "to the right: {before:?} becomes {after:?}");
    assert_eq!(after[1..], before[1..], "and nowhere else");
    assert_eq!(step_name(&window), format!("move {path}"));
    assert_eq!(number(&window, &format!("{path}.angles.y")), 0);
    window.change(Command::Undo);
    assert_eq!(position(&window, &path), before);
}

#[test]
fn escape_cancels_a_drag_and_keeps_the_selection() {
    let plaza = Plaza::new();
    let (mut window, path, [from, to]) = with_arrows(&plaza);
    let before = position(&window, &path);
    let middle = from + (to - from) * 0.6;
    drag(&mut window, middle, middle + vec2(60.0, 0.0), false);
    window.press(Key::Escape);
    press(&mut window, middle, false);
    window.event(Event::PointerGone);
    window.settle_scene();
    assert_eq!(position(&window, &path), before);
    assert!(window.model().own_edits().is_none(), "nothing was changed");
    assert!(window.model().selection.is_some());
}

#[test]
fn moves_and_rotates_the_selection_in_one_step() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let nodes = [3, 4, 5].map(|node| Element::Node(Id::new(node)));
    window.change(Command::SelectThese(nodes.to_vec()));
    let paths = [3, 4, 5].map(|node: u32| {
        let scene = &window.model().scene().unwrap().scene;
        scene.nodes.get(Id::new(node)).unwrap().origin.path.clone()
    });
    let before = paths.each_ref().map(|path| position(&window, path));
    let by = Mat4::from_translation(Vec3::new(0.0, 2.0, 0.0));
    window.change(Command::MoveSelection { by });
    assert_eq!(step_name(&window), "move 3 objects");
    for (path, before) in paths.iter().zip(&before) {
        let [x, y, z] = *before;
        assert_eq!(position(&window, path), [x, y - 8192, z], "Y runs down in the file");
    }
    window.change(Command::MoveSelection { by: Mat4::from_rotation_y(1.0) });
    assert_eq!(step_name(&window), "turn 3 objects");
    window.change(Command::Undo);
    window.change(Command::Undo);
    assert_eq!(paths.each_ref().map(|path| position(&window, path)), before);
}

#[test]
fn moves_trigger_nodes_in_their_own_file() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let helper = {
        let state = window.model();
        let trg = plaza.file("plaza_t.trg").to_string_lossy().into_owned();
        let scene = &state.scene().unwrap().scene;
        let found = scene.helpers.pairs().find(|(_, helper)| {
            let source = state.library.source(helper.origin.span.source);
            source.is_some_and(|s| s.name() == trg) && !helper.origin.path.contains("links")
        });
        found.map(|(id, helper)| (id, helper.shape.position())).unwrap()
    };
    window.select(Element::Helper(helper.0));
    window.change(Command::MoveSelection { by: Mat4::from_translation(Vec3::Y * 16.0) });
    let state = window.model();
    let moved = state.scene().unwrap().scene.helpers.get(helper.0).unwrap().shape.position();
    assert_eq!(moved - helper.1, Vec3::Y * 16.0);
    let trg = plaza.file("plaza_t.trg").to_string_lossy().into_owned();
    assert!(state.edits.is_dirty(&trg), "the triggers are changed, not the level");
}

#[test]
fn moving_elements_of_other_files_keeps_the_selection() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let bank = plaza.file("plaza_o.psx").to_string_lossy().into_owned();
    let node = {
        let state = window.model();
        let nodes = &state.scene().unwrap().scene.nodes;
        let of_bank = |source| state.library.source(source).is_some_and(|s| s.name() == bank);
        nodes.find(|node| node.mesh.is_some() && of_bank(node.origin.span.source)).unwrap()
    };
    let face = Element::Face(FaceRef { node, face: 0 });
    window.select(face);
    let before = window.model().centre_of_movable().unwrap();
    window.change(Command::MoveSelection { by: Mat4::from_translation(Vec3::X * 32.0) });
    let state = window.model();
    assert_eq!(state.selected_element(), Some(face));
    assert_eq!(state.centre_of_movable().unwrap() - before, Vec3::X * 32.0);
    let source = state.library.source(state.selection.as_ref().unwrap().source).unwrap();
    assert_eq!(source.name(), bank, "a face of that name is in the level, too");
}

#[test]
fn reports_elements_that_cannot_be_moved() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    window.select(Element::Node(Id::new(0)));
    window.change(Command::MoveSelection { by: Mat4::from_scale(Vec3::splat(2.0)) });
    assert!(window.query_by_label_contains("stores no scale").is_some());
}

#[test]
fn duplicates_and_deletes_objects() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let nodes = [3, 4, 5, 9].map(|node| Element::Node(Id::new(node)));
    window.change(Command::SelectThese(nodes.to_vec()));
    let state = window.model();
    let [remove] = state.relist(true).try_into().unwrap_or_else(|_| panic!("one file"));
    let paths = || ["objects[3..6]", "objects[9]"].map(str::to_owned).into_iter().collect();
    assert_eq!(remove.orders, [EditOp::Remove { remove: paths() }]);
    assert_eq!(remove.name, "delete 4 objects");
    let [copy] = state.relist(false).try_into().unwrap_or_else(|_| panic!("one file"));
    assert_eq!(copy.orders, [EditOp::Copy { copy: paths() }]);
}

/// Rectangle of a texture on the canvas: fitted, in whole points per texel.
fn picture(area: Rect, size: [u32; 2]) -> Rect {
    let size = Vec2::from(size.map(|side| side as f32));
    let fitting = ((area.size() - Vec2::splat(16.0)) / size).min_elem();
    let zoom = if fitting >= 1.0 { fitting.floor() } else { fitting };
    let corner = area.center() - size / 2.0 * zoom;
    Rect::from_min_size(corner.round(), size * zoom)
}

#[test]
fn dragging_a_corner_on_the_texture_sets_face_coordinates() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let scene = window.model().scene().unwrap().scene.clone();
    // A face inside its texture, so that its corner can be dragged.
    let (at, face, texture) = scene
        .nodes
        .pairs()
        .find_map(|(node, placed)| {
            let mesh = scene.mesh_of(placed)?;
            let own = placed.origin.path.starts_with("objects");
            (0u32..).zip(&mesh.faces).find_map(|(index, face)| {
                let Surface::Textured { texture, .. } = scene.materials.get(face.material)?.surface
                else {
                    return None;
                };
                let side = scene.textures.get(texture)?.width as f32;
                let room = face.uvs.iter().all(|uv| uv.iter().all(|v| *v < side));
                (own && room && face.uvs[0] != face.uvs[1] && face.uvs[0][0] + 8.0 < side)
                    .then_some((FaceRef { node, face: index }, face, texture))
            })
        })
        .unwrap();
    let path = scene.origin(Element::Face(at)).unwrap().path;
    window.select(Element::Face(at));
    window.change(Command::ShowPanel(PanelId::TEXTURE));
    window.run_steps(4);
    let texture = scene.textures.get(texture).unwrap();
    let label = format!("Texture {}", texture.name);
    let areas = window.query_all_by_label(&label).map(|node| node.rect());
    // The card shows the texture as well.
    let area = areas.max_by(|a, b| a.area().total_cmp(&b.area())).unwrap();
    // The line below the picture is not part of it.
    let rect = picture(area, [texture.width, texture.height]);
    let texel = rect.width() / texture.width as f32;
    let [u, v] = face.uvs[0];
    let corner = rect.min + vec2(u + 0.5, v + 0.5) * texel;
    let uv = |window: &Bench, corner: usize| {
        ["u", "v"].map(|axis| number(window, &format!("{path}.uv[{corner}].{axis}")))
    };
    let before = [0, 1, 2].map(|corner| uv(&window, corner));
    // A bit more than five texels to the right.
    drag(&mut window, corner, corner + vec2(5.3 * texel, 0.0), true);
    assert_eq!(uv(&window, 0), [before[0][0] + 5, before[0][1]]);
    assert_eq!([uv(&window, 1), uv(&window, 2)], before[1..]);
    assert_eq!(step_name(&window), format!("move coordinates of {path}"));
    window.change(Command::Undo);
    assert_eq!(uv(&window, 0), before[0]);
}
