//! Arrangement: the panels' shares of the window, the order of the card, dialogs and messages.

use egui::{Key, Modifiers, Rect, Role, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::{Command, Level, Notice, PanelId, SelectionTarget};
use gouraud::export::Subject;
use gouraud::scene::{Element, FaceRef, Id};

use crate::driver::{Bench, Driver, Kept, again, open, painted, window};
use crate::opened;

fn resize(window: &mut Bench, width: f32, height: f32) {
    window.set_size(vec2(width, height));
    window.run_steps(4);
}

/// Bytes per row, and number of complete rows.
fn rows_of_bytes(window: &Bench) -> (u64, usize) {
    let grid = window.get_by_role(Role::Grid).rect();
    let rows: Vec<u64> = painted(window)
        .iter()
        .filter(|(_, rect)| grid.contains_rect(*rect))
        .filter_map(|(text, _)| u64::from_str_radix(text.get(2..10)?, 16).ok())
        .collect();
    (rows[1] - rows[0], rows.len())
}

#[test]
fn bytes_shows_8_rows_of_16_at_1440_by_900() {
    let mut window = opened();
    resize(&mut window, 1440.0, 900.0);
    let (width, rows) = rows_of_bytes(&window);
    assert_eq!(width, 16);
    assert!(rows >= 8, "{rows} rows");
    assert!(window.query_by_label_contains("u8 little-endian").is_none(), "the inspector is off");
}

#[test]
fn columns_share_additional_width() {
    let mut window = opened();
    resize(&mut window, 1440.0, 900.0);
    let before = window.get_by_role(Role::Grid).rect();
    let picture = window.state().scene_panel().rect().width();
    resize(&mut window, 1920.0, 1080.0);
    let after = window.get_by_role(Role::Grid).rect();
    assert!(after.width() > before.width() * 1.3, "{before:?} {after:?}");
    assert!(after.height() > before.height() * 1.15, "{before:?} {after:?}");
    let gained = window.state().scene_panel().rect().width() - picture;
    assert!(gained < 0.5 * (1920.0 - 1440.0), "the picture takes {gained}");
}

#[test]
fn face_card_starts_with_the_texture() {
    let mut window = opened();
    let scene = window.model().scene().unwrap().scene.clone();
    let node = scene.nodes.find(|node| node.mesh.is_some()).unwrap();
    let mesh = &scene.meshes[scene.nodes[node.index()].mesh.unwrap().index()];
    let textured = (0..mesh.faces.len() as u32).find(|face| {
        let face = mesh.faces.get(*face as usize).unwrap();
        matches!(
            scene.materials[face.material.index()].surface,
            gouraud::scene::Surface::Textured { .. }
        )
    });
    let face = FaceRef { node, face: textured.expect("a textured face") };
    window.select(Element::Face(face));
    // Tabs of panels with these names are farther to the left.
    let top = |label: &str| {
        let all = window.get_all_by_label(label).map(|node| node.rect());
        all.max_by(|a, b| a.left().total_cmp(&b.left())).expect(label).top()
    };
    assert!(top("Texture") < top("Flags"));
    assert!(top("Flags") < top("Select similar faces"));
}

#[test]
fn instance_card_shows_values_before_flags() {
    let mut window = open("demo//island.grf");
    let scene = window.model().scene().unwrap().scene.clone();
    let node = scene.nodes.find(|node| node.rows.is_some() && node.mesh.is_some()).unwrap();
    let table = scene.rows_of(&scene.nodes[node.index()]).unwrap().0.name.clone();
    window.select(Element::Node(node));
    let tops = |label: &str| -> Vec<f32> {
        window.get_all_by_label_contains(label).map(|node| node.rect().top()).collect()
    };
    let values = tops(&table).into_iter().fold(f32::MAX, f32::min);
    for below in ["Select similar faces", "In "] {
        let below = window.query_all_by_label_contains(below).map(|node| node.rect().top());
        assert!(below.into_iter().all(|top| top > values || top < 100.0));
    }
}

#[test]
fn dialogs_close_tooltips() {
    let mut window = opened();
    let tip = "Light and detail; the steps of the PlayStation's drawing";
    let button = window.get_by_label("Overlays").rect().center();
    window.hover_at(button);
    window.run_steps(60);
    let tips = |window: &Bench| {
        let layers = window.ctx.memory(|memory| memory.areas().visible_layer_ids().clone());
        layers.iter().filter(|layer| layer.order == egui::Order::Tooltip).count()
    };
    assert_eq!(tips(&window), 1, "{tip}");
    for (keys, key, label) in [
        (Modifiers::NONE, Key::F1, "Filter shortcuts"),
        (Modifiers::COMMAND, Key::P, "Quick open"),
        (Modifiers::COMMAND, Key::L, "Path"),
    ] {
        window.hover_at(button);
        window.run_steps(60);
        assert_eq!(tips(&window), 1, "before {label}");
        window.key_press_modifiers(keys, key);
        window.run_steps(6);
        window.get_by_label(label);
        assert_eq!(tips(&window), 0, "over {label}");
        window.press(Key::Escape);
    }
}

#[test]
fn toolbar_stays_one_row() {
    let sizes = [(1440.0, 900.0), (1920.0, 1080.0)];
    let mut tops = sizes.map(|_| Vec::new());
    for path in [
        "demo//plaza.psx",
        // With a button that opens the level.
        "demo//plaza_2.psx",
        "demo//island.grf",
        "demo//creature.lzs",
        "demo//rider.big//models/rider_body.mpf",
    ] {
        let mut window = open(path);
        for ((width, height), tops) in sizes.into_iter().zip(&mut tops) {
            resize(&mut window, width, height);
            tops.push(window.state().scene_panel().rect().top());
        }
    }
    for (size, tops) in sizes.iter().zip(&tops) {
        assert!(tops.iter().all(|top| *top == tops[0]), "{size:?}: {tops:?}");
    }
}

#[test]
fn filtering_scrolls_the_list_to_the_top() {
    let mut window = open("demo//island.grf");
    let scene = window.model().scene().unwrap().scene.clone();
    let last = scene.nodes.ids().last().unwrap();
    window.select(Element::Node(last));
    assert!(window.query_by_label("Objects").is_none(), "it is scrolled away");
    window.click("Filter contents");
    window.type_into("Filter contents", "r");
    let filter = window.get_by_label("Filter contents").rect();
    let rows = painted(&window);
    let first = rows.iter().find(|(text, _)| text.starts_with("Objects")).expect("the first group");
    assert!(first.1.top() - filter.bottom() < 20.0, "{first:?} below {filter:?}");
}

#[test]
fn export_offers_applicable_formats() {
    let mut window = opened();
    let formats = |window: &Bench| -> Vec<&'static str> {
        let all = ["GLB", "OBJ", "PNG", "WAV", "FLAC", "CSV", "GPL"];
        all.into_iter().filter(|name| window.query_by_label(name).is_some()).collect()
    };
    let subject = Subject::Texture { texture: Id::new(0), palette: None };
    window.send(Command::ExportThese(vec![subject]));
    assert_eq!(formats(&window), ["PNG"]);
    window.get_by_label_contains("texture ");
    window.click("Cancel");
    assert!(window.query_by_label("If a file exists").is_none(), "it is closed");
}

#[test]
fn close_button_is_in_the_corner_of_its_dialog() {
    let mut window = opened();
    for dialog in [Command::Export, Command::Settings, Command::CheatSheet, Command::ExportTurn] {
        window.send(dialog.clone());
        let close = window.get_by_label("Close (Escape)").rect();
        let layers = window.ctx.memory(|memory| memory.areas().visible_layer_ids().clone());
        let rects = layers.iter().filter(|layer| layer.order == egui::Order::Foreground);
        let rects =
            rects.filter_map(|layer| window.ctx.memory(|memory| memory.area_rect(layer.id)));
        let frame = rects
            .filter(|rect| rect.contains_rect(close))
            .fold(Rect::EVERYTHING, |a, b| if a.area() < b.area() { a } else { b });
        assert!(frame.right() - close.right() < 24.0, "{dialog:?}: {close:?} in {frame:?}");
        assert!(close.top() - frame.top() < 24.0, "{dialog:?}: {close:?} in {frame:?}");
        window.press(Key::Escape);
    }
}

#[test]
fn messages_cover_neither_inspector_nor_transport() {
    let mut window = open("demo//creature.lzs");
    resize(&mut window, 1440.0, 900.0);
    let text = "a message that is long enough to need more than a single line of the plate";
    let notice = Notice { level: Level::Warning, text: text.to_owned() };
    window.send(Command::Notify(notice));
    let plate = window.get_by_label(text).rect();
    let picture = window.state().scene_panel().rect();
    assert!(picture.contains_rect(plate), "{plate:?} in {picture:?}");
}

#[test]
fn bone_card_shows_posed_and_rest_position() {
    let mut window = open("demo//creature.lzs");
    let bone = Element::Bone { skeleton: Id::new(0), bone: Id::new(1) };
    window.select(bone);
    window.get_by_label_contains("Posed position");
    assert!(window.query_by_label("Position").is_none(), "each position has a qualifier");
}

#[test]
fn replaces_textures_from_panel_and_menu() {
    let mut window = open("demo//plaza.psx");
    window.show(PanelId::TEXTURE);
    window.click("Replace the texture with a PNG");
    window.get_by_label("Keep palette…");
    window.press(Key::Escape);
    let name = window.model().scene().unwrap().scene.textures[0].name.clone();
    let label = format!("Texture {name}");
    let canvas = window.get_all_by_role_and_label(Role::Image, &label);
    canvas.max_by(|a, b| a.rect().area().total_cmp(&b.rect().area())).unwrap().click_secondary();
    window.run_steps(4);
    let replace = window.get_by_label("Replace texture").rect();
    let rows = window.get_all_by_label("Copy").map(|node| node.rect());
    let mut below = rows.filter(|row| (row.left() - replace.left()).abs() < 2.0);
    assert!(below.any(|row| replace.top() < row.top()), "acting comes before copying");
}

/// The status bar at its narrowest, with a job, a sound, a selection and the pointer over a face.
#[test]
fn status_bar_parts_do_not_overlap() {
    let mut window = opened();
    let node = window.model().scene().unwrap().scene.nodes.ids().next().unwrap();
    let face = Element::Face(FaceRef { node, face: 0 });
    window.state_mut().push(Command::Select(SelectionTarget::Element(face)));
    let at = window.state().scene_panel().rect().center();
    window.hover_at(at);
    window.run_steps(4);
    for width in [720.0, 1024.0, 1280.0, 1440.0, 1920.0] {
        resize(&mut window, width, 800.0);
        window.model_mut().jobs.push(gouraud::app::model::state::JobInfo {
            id: u64::MAX,
            name: "Drawing pictures of a folder with a long name".to_owned(),
            age: 5.0,
            progress: Some((17, 40)),
            can_cancel: true,
            now: String::new(),
        });
        window.step();
        let bar: Vec<(String, Rect)> = painted(&window)
            .into_iter()
            .filter(|(text, rect)| (rect.center().y - 788.0).abs() < 3.0 && !text.trim().is_empty())
            .collect();
        assert!(bar.len() > 2, "{bar:?}");
        for (index, (text, rect)) in bar.iter().enumerate() {
            for (other, place) in &bar[index + 1..] {
                let both = rect.shrink(1.5).intersect(place.shrink(1.5));
                assert!(!both.is_positive(), "{text:?} and {other:?} at {width}: {both:?}");
            }
        }
    }
}

#[test]
fn settings_are_found_by_words_of_their_titles_and_descriptions() {
    let mut window = window(Vec::new());
    window.settle();
    window.send(Command::Settings);
    window.get_by_label("Theme");
    window.type_into("Filter settings", "orig");
    window.get_by_label("Keep originals when saving");
    assert!(window.query_by_label("Theme").is_none());
    window.type_into("Filter settings", "xyz");
    window.get_by_label("No setting has these words");
}

/// Width of the picture in points.
fn width_of_scene(window: &Bench) -> f32 {
    window.state().scene_panel().rect().width()
}

#[test]
fn layouts_are_saved_shown_and_deleted() {
    let mut window = opened();
    let usual = width_of_scene(&window);
    window.send(Command::NameLayout);
    window.event(egui::Event::Text("wide".to_owned()));
    window.step();
    window.key_press(Key::Enter);
    window.run_steps(2);
    assert_eq!(window.model().layout_names, ["wide"]);
    widen_left(&mut window);
    let narrow = width_of_scene(&window);
    assert!(narrow < usual - 20.0, "{narrow} {usual}");
    window.send(Command::ShowLayout("wide".to_owned()));
    window.run_steps(2);
    assert!((width_of_scene(&window) - usual).abs() < 2.0);
    window.send(Command::DeleteLayout("wide".to_owned()));
    assert!(window.model().layout_names.is_empty());
}

#[test]
fn each_kind_of_document_keeps_its_layout() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = again(folder.path(), Box::new(Kept::default()));
    window.until("the demo is open", |w| w.is_idle() && w.state.scene().is_some());
    window.settle_scene();
    let first = window.model().tab.id;
    let usual = width_of_scene(&window);
    window.send(Command::NewTab);
    window.send(Command::Open("demo//voices.tpa".to_owned()));
    window.until("the bank is open", |w| w.is_idle() && w.state.has_sounds());
    widen_left(&mut window);
    let bank = window.model().tab.id;
    window.send(Command::ShowTab(first));
    window.settle_scene();
    assert!((width_of_scene(&window) - usual).abs() < 2.0);
    let mut kept = Kept::default();
    window.send(Command::NameLayout);
    window.event(egui::Event::Text("mine".to_owned()));
    window.step();
    window.key_press(Key::Enter);
    window.run_steps(2);
    eframe::App::save(window.state_mut(), &mut kept);
    let later = again(folder.path(), Box::new(kept));
    assert_eq!(later.model().layout_names, ["mine"], "they are there in the next session");
    window.send(Command::ToggleLayoutPerKind);
    window.send(Command::ShowTab(bank));
    window.run_steps(4);
    window.send(Command::ShowPanel(PanelId::SCENE));
    window.run_steps(4);
    assert!((width_of_scene(&window) - usual).abs() < 2.0, "one layout for all");
}

/// Drags the border between the left column and the scene to the right.
fn widen_left(window: &mut Bench) {
    let scene = window.state().scene_panel().rect();
    let edge = egui::pos2(scene.left() - 1.0, scene.center().y);
    window.hover_at(edge);
    window.step();
    window.drag_at(edge);
    window.step();
    window.hover_at(edge + vec2(120.0, 0.0));
    window.step();
    window.drop_at(edge + vec2(120.0, 0.0));
    window.run_steps(4);
}
