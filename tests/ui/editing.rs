//! Editing files in the window: a value, flags of many faces, colours; undo, the summary before saving,
//! and recovery in the next session.

use std::path::{Path, PathBuf};

use egui::Key;
use egui_kittest::kittest::Queryable;
use gouraud::app::model::document::comparison::ComparedFile;
use gouraud::app::model::edits::Edit;
use gouraud::app::model::{Command, SelectionTarget};
use gouraud::app::{Options, Window};
use gouraud::edit::{EditOp, apply_beside, dependent_edits};
use gouraud::scene::{Element, FaceRef, Id, NodeId, Palette, PaletteUse, ReplaceOptions};

use crate::driver::{Bench, Driver, shown, window_with};

const DEMO: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
const FLAGS: &str = "models[0].faces[0].flags";

/// The plaza with its companions in a temporary folder.
struct Plaza(tempfile::TempDir);

impl Plaza {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        for name in ["plaza.psx", "plaza_l.psx"] {
            std::fs::copy(Path::new(DEMO).join(name), folder.path().join(name)).unwrap();
        }
        Self(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().canonicalize().unwrap().join(name)
    }

    fn path(&self) -> String {
        self.file("plaza.psx").to_string_lossy().into_owned()
    }

    fn read(&self, name: &str) -> Vec<u8> {
        std::fs::read(self.file(name)).unwrap()
    }

    /// A window with the plaza open and a journal.
    fn open(&self) -> Bench {
        let config = Some(self.0.path().join("config/app.ron"));
        let options = Options { config, ..Options::default() };
        let mut window = window_with(vec![self.path()], options);
        window.settle_scene();
        window
    }
}

fn set(plaza: &Plaza, path: &str, to: &str) -> Command {
    let orders = vec![EditOp::set(path, to)];
    Command::Edit(Box::new(Edit {
        path: plaza.path(),
        name: format!("set {path}"),
        orders,
        ..Edit::default()
    }))
}

fn is_dirty(window: &Bench, plaza: &Plaza) -> bool {
    window.model().edits.is_dirty(&plaza.path())
}

#[test]
fn edits_undoes_and_redoes_a_value_keeping_the_selection() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let face = Element::Face(FaceRef { node: Id::new(0), face: 0 });
    window.select(face);
    let camera = window.model().view.camera;
    let before = window.model().selection.clone().unwrap();
    window.change(set(&plaza, FLAGS, "0x1863"));
    assert_eq!(shown(&window, FLAGS), "0x1863");
    assert!(is_dirty(&window, &plaza));
    let after = window.model().selection.clone().unwrap();
    assert_eq!((after.path, after.element), (before.path, before.element));
    assert_eq!(window.model().view.camera, camera);
    assert!(plaza.read("plaza.psx") == std::fs::read(Path::new(DEMO).join("plaza.psx")).unwrap());
    window.change(Command::Undo);
    assert_eq!(shown(&window, FLAGS), "0x1823");
    assert!(!is_dirty(&window, &plaza));
    window.change(Command::Redo);
    assert_eq!(shown(&window, FLAGS), "0x1863");
}

#[test]
fn reports_refused_values_and_changes_nothing() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    window.change(set(&plaza, "header.object_count", "3"));
    assert!(!is_dirty(&window, &plaza));
    assert!(window.query_by_label_contains("Not changed: header.object_count").is_some());
}

#[test]
fn sets_flags_on_all_selected_faces() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let node: NodeId = Id::new(0);
    let faces: Vec<Element> = (0..10).map(|face| Element::Face(FaceRef { node, face })).collect();
    window.send(Command::SelectThese(faces.clone()));
    let edit = Command::EditFaceBits { field: 0, mask: 0x8000, set: true, name: "a bit".into() };
    window.change(edit);
    let edits = window.model().own_edits().unwrap();
    let step = edits.history.to_undo().unwrap();
    assert_eq!(step.name, "set a bit on 10 faces");
    assert_eq!(window.model().faces_of_selection().len(), 10, "they stay selected");
    let scene = &window.model().scene().unwrap().scene;
    let mesh = scene.nodes.get(node).unwrap().mesh.unwrap();
    let set =
        scene.meshes.get(mesh).unwrap().face_values[0].iter().filter(|flags| flags & 0x8000 != 0);
    assert_eq!(set.count(), 10);
    window.change(Command::Undo);
    let scene = &window.model().scene().unwrap().scene;
    assert!(scene.meshes.get(mesh).unwrap().face_values[0].iter().all(|flags| flags & 0x8000 == 0));
}

#[test]
fn edits_colours_in_the_companion_that_stores_them() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let library = plaza.file("plaza_l.psx").to_string_lossy().into_owned();
    let find = |window: &Bench| {
        let state = window.model();
        let scene = &state.scene().unwrap().scene;
        let found = scene.palettes.pairs().find(|(_, palette)| {
            let source = palette.entries.get(0).source;
            state.library.source(source).is_some_and(|source| source.name() == library)
        });
        found.map(|(id, palette)| (id, palette.stored.clone())).unwrap()
    };
    let (palette, before) = find(&window);
    let word = before[2] ^ 0x1F;
    window.change(Command::SetPaletteEntry { palette, entry: 2, word });
    window.until("the colour is in the file", |window| {
        window.state.edits.is_dirty(&library) && window.is_idle()
    });
    assert_eq!(find(&window).1[2], word);
    assert!(window.model().palettes.words.is_empty());
    window.change(Command::Undo);
    window.until("it is undone", |window| !window.state.edits.is_dirty(&library));
    window.settle_scene();
    assert_eq!(find(&window).1, before);
}

#[test]
fn keeps_scene_view_and_selection_while_a_companion_is_edited() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let library = plaza.file("plaza_l.psx").to_string_lossy().into_owned();
    let (texture, source) = {
        let scene = &window.model().scene().unwrap().scene;
        let in_library = |id: &gouraud::scene::TextureId| {
            let source = scene.origin(Element::Texture(*id))?.span.source;
            let is_it = window.model().library.source(source)?.name() == library;
            is_it.then_some((*id, source))
        };
        scene.textures.ids().find_map(|id| in_library(&id)).unwrap()
    };
    window.select(Element::Texture(texture));
    let path_shown = |window: &Window| {
        let selection = window.state.selection.as_ref()?;
        let shown = window.state.shown.as_ref()?.document.source.id();
        (selection.source == shown).then(|| selection.path.clone())
    };
    window.until("the library's fields are visible", |w| path_shown(w).is_some());
    let path = format!("{}.width", path_shown(window.state()).unwrap());
    window.send(Command::Select(SelectionTarget::Path { source, path: path.clone() }));
    assert_eq!(path_shown(window.state()).as_ref(), Some(&path));
    window.model_mut().view.camera.orbit(30.0, 10.0);
    let camera = window.model().view.camera;

    let orders = vec![EditOp::set("palettes16[0].colours[1]", "0x1234")];
    let (path_of, name) = (library.clone(), "set a colour".to_owned());
    let edit = Edit { path: path_of, name, orders, ..Edit::default() };
    window.state_mut().push(Command::Edit(Box::new(edit)));
    let colour = |window: &Window| {
        let scene = &window.state.scene().expect("a scene in every frame").scene;
        scene.palettes.iter().find(|palette| palette.name == "pave").unwrap().stored[1]
    };
    window.until("the colour is visible", |w| colour(w) == 0x1234);
    window.until("the field is selected again", |w| path_shown(w).as_ref() == Some(&path));
    assert_eq!(window.model().view.camera, camera);
    window.change(Command::Undo);
    window.until("it is undone", |w| colour(w) != 0x1234 && w.is_idle());
    assert_eq!(window.model().view.camera, camera);
}

#[test]
fn an_edited_companion_of_the_other_file_is_compared_again() {
    let (plaza, before) = (Plaza::new(), Plaza::new());
    let mut window = plaza.open();
    window.change(Command::CompareWith(Some(ComparedFile::File(before.path()))));
    let palettes = |window: &Window| {
        Some(window.state.comparing.comparison()?.scenes.palettes.len())
            .filter(|_| window.is_idle())
    };
    window.until("the files are compared", |w| palettes(w) == Some(0));
    let edit = Edit {
        path: before.file("plaza_l.psx").to_string_lossy().into_owned(),
        orders: vec![EditOp::set("palettes16[0].colours[1]", "0x1234")],
        ..Edit::default()
    };
    window.send(Command::Edit(Box::new(edit)));
    window.until("the edit is compared", |w| palettes(w) == Some(1));
}

#[test]
fn saving_lists_changes_and_backs_up_the_original() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let original = plaza.read("plaza.psx");
    window.change(set(&plaza, FLAGS, "0x1863"));
    window.change(Command::Save);
    assert!(window.query_by_label_contains("Fields: 1 changed").is_some());
    assert!(plaza.read("plaza.psx") == original, "nothing is written yet");
    window.press(Key::Enter);
    window.settle_scene();
    assert!(!is_dirty(&window, &plaza));
    let saved = plaza.read("plaza.psx");
    let differing = original.iter().zip(&saved).filter(|(old, new)| old != new).count();
    assert_eq!((saved.len(), differing), (original.len(), 1));
    assert!(plaza.read("plaza.psx.orig") == original);
    assert_eq!(shown(&window, FLAGS), "0x1863");
    window.change(Command::Undo);
    assert_eq!(shown(&window, FLAGS), "0x1823");
    assert!(is_dirty(&window, &plaza), "the file on disk differs");
}

#[test]
fn enter_presses_the_focused_button_of_a_dialog() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let original = plaza.read("plaza.psx");
    window.change(set(&plaza, FLAGS, "0x1863"));
    window.change(Command::Save);
    assert!(window.get_by_role_and_label(egui::Role::Button, "Save").is_focused());
    window.press(Key::Tab);
    assert!(window.get_by_label("Cancel").is_focused());
    window.press(Key::Enter);
    window.settle();
    assert!(window.query_by_label("Cancel").is_none());
    assert!(plaza.read("plaza.psx") == original && is_dirty(&window, &plaza));
}

#[test]
fn restores_unsaved_changes_in_the_next_session() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    window.change(set(&plaza, FLAGS, "0x1863"));
    window.change(set(&plaza, FLAGS, "0x18e3"));
    drop(window);
    let mut window = plaza.open();
    assert_eq!(shown(&window, FLAGS), "0x18e3");
    assert!(is_dirty(&window, &plaza));
    window.change(Command::Undo);
    assert_eq!(shown(&window, FLAGS), "0x1863");
    window.change(Command::Undo);
    assert_eq!(shown(&window, FLAGS), "0x1823");
    drop(window);
    let window = plaza.open();
    assert!(!is_dirty(&window, &plaza), "everything was undone");
}

#[test]
fn does_not_overwrite_files_changed_by_others() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    window.model_mut().settings.watch = false;
    window.change(set(&plaza, FLAGS, "0x1863"));
    let mut other = plaza.read("plaza.psx");
    *other.last_mut().unwrap() ^= 1;
    std::fs::write(plaza.file("plaza.psx"), &other).unwrap();
    window.change(Command::RunSave { path: plaza.path(), keep: true });
    assert!(window.query_by_label_contains("changed by another program").is_some());
    assert!(plaza.read("plaza.psx") == other);
    assert!(is_dirty(&window, &plaza));
}

#[test]
fn replaces_textures_in_the_companion_that_stores_them() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let library = plaza.file("plaza_l.psx").to_string_lossy().into_owned();
    let texture = {
        let state = window.model();
        let scene = &state.scene().unwrap().scene;
        let is_there = |id: &gouraud::scene::TextureId| {
            let source = scene.origin(Element::Texture(*id)).unwrap().span.source;
            state.library.source(source).is_some_and(|source| source.name() == library)
        };
        scene.textures.ids().find(is_there).unwrap()
    };
    let file = plaza.file("red.png");
    image::RgbaImage::from_pixel(32, 32, image::Rgba([255, 0, 0, 255])).save(&file).unwrap();
    let element = Element::Texture(texture);
    let manner =
        ReplaceOptions { palette: PaletteUse::Rebuild, resize: true, ..ReplaceOptions::default() };
    window.state_mut().push(Command::ReplaceWith { element, manner, file: file.clone() });
    window.until("it is replaced", |window| {
        window.state.edits.is_dirty(&library) && window.is_idle() && window.state.scene().is_some()
    });
    let scene = &window.model().scene().unwrap().scene;
    let new = scene.textures.get(texture).unwrap();
    assert_eq!((new.width, new.height), (32, 32));
    assert!(window.query_by_label_contains("match the file exactly").is_some());
    // A file that is not a picture changes nothing.
    std::fs::write(&file, b"no picture").unwrap();
    let before = window.model().edits.get(&library).unwrap().history.done();
    window.change(Command::ReplaceWith { element, manner, file });
    assert_eq!(window.model().edits.get(&library).unwrap().history.done(), before);
    assert!(window.query_by_label_contains("red.png: ").is_some());
}

#[test]
fn restores_unsaved_companion_changes_with_the_level() {
    let plaza = Plaza::new();
    let library = plaza.file("plaza_l.psx").to_string_lossy().into_owned();
    let first = |window: &Window| {
        let scene = &window.state.scene()?.scene;
        // The level has a palette at the same path.
        let is_it = |palette: &&Palette| palette.name == "pave";
        Some(scene.palettes.iter().find(is_it)?.stored[1])
    };
    let word = |window: &Bench| first(window.state()).unwrap();
    let mut window = plaza.open();
    let was = word(&window);
    let orders = vec![EditOp::set("palettes16[0].colours[1]", "0x1234")];
    let (path, name) = (library.clone(), "set a colour".to_owned());
    window.change(Command::Edit(Box::new(Edit { path, name, orders, ..Edit::default() })));
    window.until("it is shown", |window| window.is_idle() && first(window) == Some(0x1234));
    // The program ends, and the level is opened in the next session.
    drop(window);
    let mut window = plaza.open();
    assert_eq!(word(&window), 0x1234);
    assert!(window.model().edits.is_dirty(&library));
    assert!(window.query_by_label_contains("plaza_l.psx: unsaved changes restored").is_some());
    let edits = window.model_mut().edits.get_mut(&library).unwrap();
    edits.wanted = 0;
    window.run_steps(2);
    window.until("it is undone", |window| {
        window.is_idle() && first(window) == Some(was) && !window.state.edits.is_dirty(&library)
    });
}

#[test]
fn keeps_restored_companion_changes_after_further_edits() {
    let plaza = Plaza::new();
    let library = plaza.file("plaza_l.psx").to_string_lossy().into_owned();
    let edit = |path: &str, to: &str| {
        let orders = vec![EditOp::set(path, to)];
        Command::Edit(Box::new(Edit {
            path: library.clone(),
            name: format!("set {path}"),
            orders,
            ..Edit::default()
        }))
    };
    for (path, steps) in [("palettes16[0].colours[1]", 1), ("palettes16[0].colours[2]", 2)] {
        let mut window = plaza.open();
        window.state_mut().push(edit(path, "0x1234"));
        window.until("it is changed", |window| {
            window.is_idle() && window.state.edits.is_dirty(&library) && {
                let edits = window.state.edits.get(&library).unwrap();
                !edits.is_busy && edits.history.done() == steps
            }
        });
    }
}

#[test]
fn deletes_an_instance_and_its_block_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    for name in ["island.grf", "island.scn"] {
        std::fs::copy(Path::new(DEMO).join(name), folder.path().join(name)).unwrap();
    }
    let path = |name: &str| {
        folder.path().canonicalize().unwrap().join(name).to_string_lossy().into_owned()
    };
    let (level, saved) = (path("island.grf"), path("island.scn"));
    let mut window = window_with(vec![level.clone()], Options::default());
    window.settle_scene();
    let scene = window.model().scene().unwrap().scene.clone();
    // A node with a block in the scene, to which nothing else refers.
    let mut instances = scene.nodes.iter().filter(|node| node.origin.path.contains(".instances["));
    let gone = instances.find_map(|node| {
        let remove = node.origin.path.as_str().into();
        let opened = window.model().library.open(&level, None).unwrap();
        let library = &window.model().library;
        let orders = vec![EditOp::Remove { remove }];
        let asked =
            opened.beside(library, |around| dependent_edits((&opened.document, around), &orders));
        let has_block = asked.unwrap().iter().any(|beside| match beside.orders.as_slice() {
            [EditOp::Remove { remove }] => remove.all().iter().any(|path| !path.contains('.')),
            _ => false,
        });
        let can_go = opened
            .beside(library, |around| apply_beside(&opened.document, &orders, around).is_ok());
        (has_block && can_go).then_some(orders)
    });
    let (orders, name) = (gone.unwrap(), "delete".to_owned());
    let edit = Edit { path: level.clone(), name, orders, ..Edit::default() };
    window.send(Command::Edit(Box::new(edit)));
    let is_done = |window: &Window, steps: usize| {
        let done = |path: &String| window.state.edits.get(path).map(|edits| edits.history.done());
        window.is_idle() && done(&level) == Some(steps) && done(&saved) == Some(steps)
    };
    window.until("both are changed", |window| is_done(window, 1));
    window.send(Command::Undo);
    window.until("both are as they were", |window| is_done(window, 0));
    window.send(Command::Redo);
    window.until("both are changed again", |window| is_done(window, 1));
}

#[test]
fn moves_an_instance_in_level_and_scene_in_one_step() {
    let folder = tempfile::tempdir().unwrap();
    let [level, saved] = ["island.grf", "island.scn"].map(|name| {
        std::fs::copy(Path::new(DEMO).join(name), folder.path().join(name)).unwrap();
        let folder = folder.path().canonicalize().unwrap();
        folder.join(name).to_string_lossy().into_owned()
    });
    let mut window = window_with(vec![level.clone()], Options::default());
    window.settle_scene();
    // This crate has a block in the scene, and a helper.
    let orders = vec![EditOp::set("sections[1].instances[94].place.position.x", "50")];
    let edit = Edit { path: level.clone(), name: "move".to_owned(), orders, ..Edit::default() };
    window.send(Command::Edit(Box::new(edit)));
    let is_done = |window: &Window, steps: usize| {
        let done = |path: &String| window.state.edits.get(path).map(|edits| edits.history.done());
        window.is_idle() && done(&level) == Some(steps) && done(&saved) == Some(steps)
    };
    window.until("both are changed", |window| is_done(window, 1));
    let library = window.model().library.clone();
    for (file, path) in [
        (&level, "sections[1].instances[94].place.position.x"),
        (&saved, "sections[9].place.position.x"),
    ] {
        let opened = library.open(file, None).unwrap();
        let id = opened.document.tree.find(path).unwrap();
        assert_eq!(opened.document.tree.field(&id).unwrap().value.as_f64(), Some(50.0), "{path}");
    }
    window.send(Command::Undo);
    window.until("both are as they were", |window| is_done(window, 0));
}

#[test]
fn marks_changed_values_until_saved() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let face = Element::Face(FaceRef { node: Id::new(0), face: 0 });
    window.select(face);
    let span = window.model().selection.clone().unwrap().span;
    assert!(!window.model().is_changed(span));
    window.change(set(&plaza, FLAGS, "0x1863"));
    window.run_steps(3);
    let state = window.model();
    let span = state.selection.clone().unwrap().span;
    assert!(state.is_changed(span));
    let changed = state.changed_in(span.source).unwrap();
    let bytes: u64 = changed.ranges_from(0).iter().map(|range| range.end - range.start).sum();
    assert_eq!(bytes, 1, "one byte of the flags differs");
    window.get_by_label("changed");
    let source = span.source;
    window.send(Command::Select(SelectionTarget::Path { source, path: FLAGS.to_owned() }));
    window.get_by_label_contains("flags 0x1863 ← 0x1823");
    window.change(set(&plaza, FLAGS, "0x1823"));
    let span = window.model().selection.clone().unwrap().span;
    assert!(!window.model().is_changed(span), "it is as in the file again");
    window.change(set(&plaza, FLAGS, "0x1863"));
    window.change(Command::RunSave { path: plaza.path(), keep: false });
    let span = window.model().selection.clone().unwrap().span;
    assert!(!window.model().is_changed(span), "the saved file has it");
    window.change(Command::Undo);
    let span = window.model().selection.clone().unwrap().span;
    assert!(window.model().is_changed(span), "the saved file has another value");
}

#[test]
fn undo_and_redo_name_their_step() {
    let plaza = Plaza::new();
    let mut window = plaza.open();
    let face = Element::Face(FaceRef { node: Id::new(0), face: 0 });
    window.select(face);
    let edit = Command::EditFaceBits { field: 0, mask: 0x8000, set: true, name: "a bit".into() };
    window.change(edit);
    let menu = |window: &mut Bench, entry: &str| {
        window.click("Edit");
        let found = window.query_by_label_contains(entry).is_some();
        window.press(Key::Escape);
        found
    };
    assert!(menu(&mut window, "Undo: Set a bit of face 0"));
    window.change(Command::Undo);
    assert!(menu(&mut window, "Redo: Set a bit of face 0"));
    window.send(Command::HideSelected);
    assert!(menu(&mut window, "Undo: Show or hide"));
}

#[test]
fn saving_the_demo_offers_a_copy() {
    let mut window = crate::opened();
    let orders = vec![EditOp::set(FLAGS, "0x1863")];
    let edit = Edit { path: crate::SAMPLE.into(), name: "set".into(), orders, ..Edit::default() };
    window.change(Command::Edit(Box::new(edit)));
    window.change(Command::Save);
    window.get_by_label("Save a copy…");
}
