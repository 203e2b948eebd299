//! Checks every panel in both themes and at common sizes: no overlapping paint, no text that is cut
//! without an ellipsis, no control outside its parent.

pub mod painted;

use std::collections::BTreeMap;

use egui::accesskit::Role;
use egui::{Key, Theme, Vec2, vec2};
use egui_kittest::kittest::Queryable;
use egui_kittest::{Node, SnapshotOptions, SnapshotResults};
use gouraud::app::model::search::GroupBy;
use gouraud::app::model::{Command, Note, PanelId, Switch};
use gouraud::scene::{Element, FaceRef, Id};

use crate::driver::{Bench, Driver, put, sharp};

/// Faults by subject, each with the positions where it was seen.
type Found = BTreeMap<String, Vec<String>>;

const SAMPLE: &str = gouraud::library::demo::FIRST;

/// Window sizes in pixels, and their scale factors.
const SIZES: [Vec2; 3] = [vec2(1024.0, 700.0), vec2(1280.0, 800.0), vec2(1920.0, 1080.0)];
const SCALES: [f32; 2] = [1.0, 1.5];

fn opened(path: &str) -> Bench {
    let mut window = sharp(vec![path.to_owned()]);
    window.until("it is open", |w| {
        let shown =
            w.state.doc.is_some() && (w.state.scene().is_none() || w.scene_panel().is_settled());
        w.is_idle() && (shown || w.state.failure.is_some() || !w.state.files.roots.is_empty())
    });
    window
}

/// The first node that matches `wanted`.
fn node(
    window: &Bench,
    wanted: impl Fn(&gouraud::scene::Node) -> bool,
) -> gouraud::scene::Id<gouraud::scene::Node> {
    let scene = &window.model().scene().expect("there is a scene").scene;
    scene.nodes.find(wanted).expect("there is one")
}

/// Shows each of `panels` at every size and in both themes, and collects faults.
fn walk(window: &mut Bench, panels: &[PanelId]) -> Found {
    let mut found = Found::default();
    for theme in [Theme::Dark, Theme::Light] {
        dress(window, theme);
        for size in SIZES {
            for scale in SCALES {
                resize(window, size, scale);
                for panel in panels {
                    window.show(*panel);
                    let place = format!("{panel:?} {}×{} {scale} {theme:?}", size.x, size.y);
                    let mut seen = faults(window);
                    // Columns of a table scroll sideways.
                    seen.retain(|f| *panel != PanelId::TABLES || !f.starts_with("control"));
                    // Rows of bytes scroll with a bar, where eight of them do not fit.
                    let bar = window.query_by_label("Bytes: horizontal scroll bar");
                    seen.retain(|f| bar.is_none() || !f.starts_with("\"0x"));
                    note(&mut found, &place, seen);
                }
            }
        }
    }
    found
}

fn faults(window: &Bench) -> Vec<String> {
    let shapes = &window.output().shapes;
    let screen = window.ctx.content_rect();
    painted::faults(&window.ctx, shapes, screen)
}

/// Adds faults of a place, grouped by subject.
fn note(found: &mut Found, place: &str, faults: Vec<String>) {
    for fault in faults {
        let name = fault.split(['{', '[']).next().unwrap_or_default().to_owned();
        found.entry(name).or_default().push(format!("{place}: {fault}"));
    }
}

fn dress(window: &mut Bench, theme: Theme) {
    window.set(|settings| settings.theme = theme.into());
}

fn resize(window: &mut Bench, pixels: Vec2, scale: f32) {
    window.set_pixels_per_point(scale);
    window.set_size(pixels / scale);
    window.run_steps(2);
}

/// Rectangle of the open menu.
fn open_menu(ctx: &egui::Context) -> Option<egui::Rect> {
    let layers = ctx.memory(|memory| memory.areas().visible_layer_ids().clone());
    let menu = layers.into_iter().find(|layer| layer.order == egui::Order::Foreground)?;
    ctx.memory(|memory| memory.area_rect(menu.id))
}

fn assert_none(found: &Found) {
    let lines = found.values().map(|all| format!("{} × {}", all.len(), all[0]));
    let lines: Vec<String> = lines.collect();
    assert!(lines.is_empty(), "{} faults:\n{}", lines.len(), lines.join("\n"));
}

const CENTRE: [PanelId; 7] = [
    PanelId::SCENE,
    PanelId::TEXTURE,
    PanelId::PALETTE,
    PanelId::TABLES,
    PanelId::SOUNDS,
    PanelId::PROBLEMS,
    PanelId::LOG,
];

#[test]
fn level_with_a_face_selected() {
    let mut window = opened(SAMPLE);
    let node = node(&window, |node| node.mesh.is_some());
    window.select(Element::Face(FaceRef { node, face: 5 }));
    assert_none(&walk(&mut window, &CENTRE));
}

#[test]
fn creature_with_a_bone_selected() {
    let mut window = opened("demo//creature.lzs");
    window.state_mut().push(Command::Toggle(Switch::Bones));
    window.select(Element::Bone { skeleton: Id::new(0), bone: Id::new(1) });
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::PALETTE]));
}

#[test]
fn island_with_an_object_selected() {
    let mut window = opened("demo//island.grf");
    let node = node(&window, |node| node.rows.is_some());
    window.select(Element::Node(node));
    let panels = [PanelId::SCENE, PanelId::TEXTURE, PanelId::TABLES, PanelId::PROBLEMS];
    assert_none(&walk(&mut window, &panels));
}

#[test]
fn bank_with_a_sound_selected() {
    let mut window = opened("demo//voices.tpa");
    window.select(Element::Sound(Id::new(0)));
    assert_none(&walk(&mut window, &[PanelId::SOUNDS, PanelId::LOG]));
}

#[test]
fn prop_with_relief() {
    let mut window = opened("demo//prop.DGC");
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::TEXTURE]));
}

#[test]
fn damaged_level_with_problems() {
    let folder = tempfile::tempdir().unwrap();
    let whole = gouraud::library::Library::new().open(SAMPLE, None).unwrap();
    let bytes = whole.stored.bytes();
    let path =
        put(folder.path(), "a level with a rather long name, cut.psx", &bytes[..bytes.len() / 2]);
    let mut window = opened(&path);
    assert!(window.model().doc.as_ref().unwrap().problems.total() > 0);
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::PROBLEMS, PanelId::LOG]));
}

#[test]
fn unknown_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = put(folder.path(), "noise.bin", &[0x5A; 3000]);
    let mut window = opened(&path);
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::PROBLEMS, PanelId::LOG]));
}

#[test]
fn folder_of_files() {
    let folder = tempfile::tempdir().unwrap();
    for number in 0..40 {
        let name = format!("texture number {number} of the harbour at night.tim");
        put(folder.path(), &name, &[number; 64]);
    }
    let mut window = opened(&folder.path().to_string_lossy());
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::TEXTURE, PanelId::SOUNDS]));
}

#[test]
fn level_with_notes() {
    let mut window = opened(SAMPLE);
    window.until("the notes are loaded", |w| !w.state.notes.entries().is_empty());
    let node = node(&window, |node| node.mesh.is_some());
    for (face, text) in [
        (3, "short"),
        (4, "a long remark about a face that goes on and on until it is cut"),
        (5, ""),
    ] {
        window.select(Element::Face(FaceRef { node, face }));
        let (source, note) = window.model().note_on(None).unwrap();
        let file = window.model().notes.entry(source).unwrap().key;
        let after = Some(Box::new(Note { text: text.to_owned(), ..note }));
        window.send(Command::SetNote { file, before: None, after });
    }
    assert_none(&walk(&mut window, &[PanelId::NOTES, PanelId::SCENE]));
}

#[test]
fn find_with_and_without_results() {
    let mut window = crate::driver::indexing(vec!["demo//skater.psx".to_owned()], None);
    window.until("it is indexed", |w| w.state.finding.indexed.contains("demo") && w.is_idle());
    let mut found = walk(&mut window, &[PanelId::FIND]);
    for query in ["plaza", "kind:file", "size:big", "xyzzy"] {
        window.send(Command::FindInIndex(query.to_owned()));
        window.until("it is answered", |w| {
            w.state.finding.asked.query == query && !w.state.finding.is_looking && w.is_idle()
        });
        for by in [GroupBy::Kind, GroupBy::File] {
            let mut settings = window.model().settings.clone();
            settings.hits_by = by;
            window.state_mut().push(Command::SetSettings(Box::new(settings)));
            for (name, places) in walk(&mut window, &[PanelId::FIND]) {
                found.entry(name).or_default().extend(places);
            }
        }
    }
    assert_none(&found);
}

#[test]
fn archive_with_marked_files() {
    let mut window = opened("demo//rider.big");
    let marks = ["models", "textures"].map(|name| format!("demo//rider.big//{name}"));
    window.send(Command::MarkFiles(marks.to_vec()));
    assert_none(&walk(&mut window, &[PanelId::SCENE, PanelId::FILES]));
}

#[test]
fn every_dialog() {
    let mut window = opened(SAMPLE);
    let node = node(&window, |node| node.mesh.is_some());
    window.select(Element::Face(FaceRef { node, face: 5 }));
    let mut found = Found::default();
    // Each with a label that occurs only there.
    for (dialog, label) in [
        (Command::Settings, "Settings are saved automatically."),
        (Command::CheatSheet, "Filter shortcuts"),
        (Command::CommandPalette, "Run a command"),
        (Command::OpenByName, "Quick open"),
        (Command::OpenPath, "Path"),
        (Command::Export, "If a file exists"),
        (Command::ExtractFiles(vec!["demo//rider.big".to_owned()]), "Keep archives packed"),
        (Command::ExportFiles(vec!["demo//rider.big".to_owned()]), "One folder per file"),
        (Command::AddNote, "Note text"),
        (Command::SoundNames, "Names, one per line"),
        (Command::WhatIsNew, "What is new"),
        (Command::Diagnostics, "Include this in a bug report."),
        (Command::About, "Reads"),
    ] {
        for (size, scale) in [(SIZES[0], 1.5), (SIZES[1], 1.0)] {
            resize(&mut window, size, scale);
            let is_open = |window: &Bench| window.query_all_by_label(label).next().is_some();
            assert!(!is_open(&window), "{dialog:?}");
            window.send(dialog.clone());
            assert!(is_open(&window), "{dialog:?}");
            note(&mut found, &format!("{dialog:?} {}×{} {scale}", size.x, size.y), faults(&window));
            window.press(Key::Escape);
        }
    }
    assert_none(&found);
}

#[test]
fn dialogs_scroll_if_the_window_is_too_small() {
    let mut window = opened(SAMPLE);
    resize(&mut window, SIZES[1], 3.0);
    for (dialog, last) in
        [(Command::Settings, "Settings are saved automatically."), (Command::Export, "Cancel")]
    {
        window.send(dialog.clone());
        window.run_steps(4);
        let screen = window.ctx.content_rect();
        let is_visible = |label: &str| screen.contains_rect(window.get_by_label(label).rect());
        assert!(is_visible("Close (Escape)"), "{dialog:?}");
        for _ in 0..6 {
            window.press(Key::PageDown);
        }
        let rect = window.get_by_label(last).rect();
        assert!(screen.contains_rect(rect), "{dialog:?}: {rect:?} in {screen:?}");
        window.press(Key::Escape);
    }
}

#[test]
fn every_menu_is_as_wide_as_its_text() {
    let mut window = opened("demo//creature.lzs");
    window.select(Element::Bone { skeleton: Id::new(0), bone: Id::new(1) });
    let bar =
        ["File", "Edit", "Select", "View", "Scene", "Animation", "Sound", "Go", "Notes", "Help"];
    let tools = [
        "PlayStation effects, light and level of detail",
        "Overlays",
        "Colour by: texture, model, flags and more",
        "Model: variants, morph targets, palettes, drawing order, added models",
    ];
    let mut found = Found::default();
    for name in bar.into_iter().chain(tools) {
        for (size, scale) in [(SIZES[2], 1.5), (SIZES[1], 1.0)] {
            resize(&mut window, size, scale);
            // A tab may have the same name.
            let buttons = window.get_all_by_role_and_label(Role::Button, name);
            let highest = |node: &Node<'_>| node.rect().top() as i32;
            buttons.min_by_key(highest).expect("the button exists").click();
            window.run_steps(4);
            let place = format!("menu {name:?} {}×{} {scale}", size.x, size.y);
            note(&mut found, &place, faults(&window));
            let width = open_menu(&window.ctx).unwrap_or_else(|| panic!("{name} opens")).width();
            assert!(width < 450.0, "{name} is {width} wide");
            window.press(Key::Escape);
        }
    }
    assert_none(&found);
}

/// Screenshots of the window. `UPDATE_SNAPSHOTS=1` updates them, to be inspected.
#[test]
fn matches_window_snapshots() {
    let places = [
        ("level", SAMPLE, PanelId::SCENE, SIZES[1], 1.0, Theme::Dark),
        ("creature", "demo//creature.lzs", PanelId::SCENE, SIZES[0], 1.0, Theme::Light),
        ("island", "demo//island.grf", PanelId::TABLES, vec2(1280.0, 1000.0), 1.0, Theme::Light),
        ("voices", "demo//voices.tpa", PanelId::SOUNDS, SIZES[0], 1.5, Theme::Dark),
    ];
    let mut results = SnapshotResults::new();
    for (name, path, panel, size, scale, theme) in places {
        let mut window = opened(path);
        dress(&mut window, theme);
        resize(&mut window, size, scale);
        window.state_mut().push(Command::ShowPanel(panel));
        window.until("everything is drawn", |w| {
            w.is_idle() && (panel != PanelId::SCENE || w.scene_panel().is_settled())
        });
        window.remove_cursor();
        // Adapters differ in the last bit of a blend, and at edges of faces.
        let options = SnapshotOptions::new()
            .threshold(3.0)
            .max_failed_pixels(400)
            .output_path("tests/ui/walk/pictures");
        window.snapshot_options(name, &options);
        results.extend(window.take_snapshot_results());
    }
}
