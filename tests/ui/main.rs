//! The whole window, driven with pointer and keys like by a user.

mod cells;
mod companions;
mod contrast;
mod driver;
mod editing;
mod export;
mod faults;
mod file_list;
mod hidden;
mod jobs;
#[cfg(target_os = "linux")]
mod long_session;
mod model;
mod new_textures;
mod opening;
mod panels;
mod pieces;
mod saved_selections;
mod selection;
mod sharing;
mod shell;
mod streaming;
mod tabs;
mod theme;
mod transforms;
mod visits;
mod walk;
mod widgets;

use driver::{Bench, Driver, open, window};
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::Window;
use gouraud::app::model::command::ExportRequest;
use gouraud::app::model::document::thumbnails::{Item, Thumbnail};
use gouraud::app::model::{Command, PanelId, SelectionTarget};
use gouraud::formats::Records;
use gouraud::scene::{Element, Id};
use gouraud_testing::small::ff7 as creature;

/// The file that most tests open.
const SAMPLE: &str = gouraud::library::demo::FIRST;

/// A window with the sample open and drawn.
fn opened() -> Bench {
    let mut window = window(vec![SAMPLE.to_owned()]);
    window.until("the scene is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    window
}

/// Position of the first face below the pointer, searched on a coarse grid.
fn find_face(window: &mut Bench) -> Pos2 {
    let rect = window.state().scene_panel().rect();
    for step in 1..30 {
        for along in 1..30 {
            let part = vec2(along as f32 / 30.0, step as f32 / 30.0);
            let at = rect.min + rect.size() * part;
            window.hover_at(at);
            window.run_steps(3);
            window.until("the pick is answered", |w| w.scene_panel().is_settled());
            let hover = window.model().hover.as_ref().and_then(|h| h.element);
            if matches!(hover, Some(Element::Face(_))) {
                return at;
            }
        }
    }
    panic!("no face in the picture");
}

fn click(window: &mut Bench, at: Pos2) {
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(2);
    window.until("the click is answered", |w| w.scene_panel().is_settled());
}

#[test]
fn clicking_a_face_selects_geometry_field_and_bytes() {
    let mut window = opened();
    let at = find_face(&mut window);
    click(&mut window, at);
    let state = window.model();
    let selection = state.selection.clone().expect("the face is selected");
    let Some(Element::Face(face)) = selection.element else { panic!("{selection:?}") };
    let origin = state.scene().unwrap().scene.origin(Element::Face(face)).unwrap();
    assert_eq!((&selection.path, selection.span), (&origin.path, origin.span));
    let name = selection.path.rsplit('.').next().unwrap().to_owned();
    assert!(name.starts_with("faces["), "{name}");
    window.get_all_by_label_contains(&name).next().expect("its row is visible");
}

#[test]
fn selecting_a_byte_selects_its_face() {
    let mut window = opened();
    let at = find_face(&mut window);
    click(&mut window, at);
    let face = window.model().selection.clone().unwrap();
    window.send(Command::Deselect);
    assert!(window.model().selection.is_none());
    let byte = SelectionTarget::Byte { source: face.source, offset: face.span.start };
    window.send(Command::Select(byte));
    let found = window.model().selection.clone().unwrap();
    assert_eq!(found.element, face.element);
    assert!(found.path.starts_with(&face.path), "{} in {}", found.path, face.path);
}

#[test]
fn escape_deselects_and_back_selects_again() {
    let mut window = opened();
    let at = find_face(&mut window);
    click(&mut window, at);
    let face = window.model().selection.clone();
    window.press(Key::Escape);
    assert!(window.model().selection.is_none());
    window.chord(Modifiers::ALT, Key::ArrowLeft);
    assert_eq!(window.model().selection, face);
}

#[test]
fn f1_shows_the_keys_and_escape_closes_them() {
    let mut window = window(Vec::new());
    window.run_steps(2);
    window.press(Key::F1);
    window.get_by_label_contains("Frame all, Home");
    window.press(Key::Escape);
    assert!(window.query_by_label_contains("Frame all, Home").is_none());
}

#[test]
fn dialogs_open_one_after_another() {
    let mut window = opened();
    for _ in 0..2 {
        window.press(Key::F1);
        window.get_by_label_contains("Frame all, Home");
        window.press(Key::Escape);
        window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        window.get_by_label("Run a command");
        window.press(Key::Escape);
    }
}

#[test]
fn command_palette_runs_the_typed_command() {
    let mut window = opened();
    assert!(!window.model().view.marks.wireframe);
    window.chord(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.type_into("Run a command", "wirefr");
    window.press(Key::Enter);
    assert!(window.model().view.marks.wireframe);
}

#[test]
fn tools_that_do_not_fit_move_to_a_menu() {
    let mut window = opened();
    let button = "Parallel projection (5)";
    window.set_size(vec2(2400.0, 900.0));
    window.run_steps(3);
    assert!(window.query_by_label("More tools").is_none());
    window.get_by_label(button);
    let mut widths = (600..2400).rev().step_by(75).map(|width| width as f32);
    let narrow = widths.find(|width| {
        window.set_size(vec2(*width, 900.0));
        window.run_steps(3);
        let (menu, buttons) = (window.query_by_label("More tools"), window.query_by_label(button));
        assert!(menu.is_some() != buttons.is_some(), "one of both at {width}");
        menu.is_some()
    });
    assert!(narrow.is_some());
    window.click("More tools");
    window.click_part("Parallel projection");
    let projection = window.model().view.camera.projection;
    assert_eq!(projection, gouraud::render::Projection::Orthographic);
}

#[test]
fn typing_in_a_filter_triggers_no_shortcuts() {
    let mut window = opened();
    window.click("Filter contents");
    window.get_by_label("Filter contents").type_text("wgb");
    window.press(Key::W);
    let marks = window.model().view.marks;
    assert!(!marks.wireframe && !marks.grid && !marks.bounds);
}

#[test]
fn keys_apply_to_the_focused_panel() {
    let mut window = opened();
    window.show(PanelId::SCENE);
    window.press(Key::W);
    assert!(window.model().view.marks.wireframe);
    window.show(PanelId::PROBLEMS);
    window.press(Key::W);
    assert!(window.model().view.marks.wireframe, "W means nothing in Problems");
}

#[test]
fn view_round_trips_through_a_string() {
    let mut window = opened();
    let camera = window.model().view.camera;
    window.key_press(Key::Num7);
    window.until("the camera arrived", |w| w.state.view.camera.pitch > 89.0);
    let state = format!(
        r#"{{"v":1,"camera":{{"yaw":{},"pitch":{},"distance":{}}},"style":"clean"}}"#,
        camera.yaw, camera.pitch, camera.distance
    );
    window.event(egui::Event::Paste(state));
    window.run_steps(3);
    let view = &window.model().view;
    assert_eq!((view.camera.yaw, view.camera.pitch), (camera.yaw, camera.pitch));
    assert_eq!(view.style, gouraud::scene::Style::Clean);
}

#[test]
fn clicking_again_selects_the_face_behind() {
    let mut window = opened();
    // Back faces are drawn too, so that there is a face behind every face.
    window.send(Command::SetStyle(gouraud::scene::Style::Clean));
    // The centre of the picture shows more than sky.
    let at = window.state().scene_panel().rect().center();
    click(&mut window, at);
    let first = window.model().selection.clone().unwrap().element;
    // Waits, so that it is not a double click.
    window.run_steps(40);
    click(&mut window, at);
    let second = window.model().selection.clone().unwrap().element;
    assert!(second.is_some() && second != first, "{first:?} again");
}

#[test]
fn reloads_changed_files_and_keeps_the_selection() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    let demo = gouraud::library::Library::new().open(SAMPLE, None).unwrap();
    let mut bytes = demo.stored.bytes().to_vec();
    std::fs::write(&path, &bytes).unwrap();
    let mut window = open(&path);
    let first = window.model().doc.clone().unwrap();
    let face = Element::Face(gouraud::scene::FaceRef { node: Id::new(3), face: 5 });
    window.state_mut().push(Command::Select(SelectionTarget::Element(face)));
    window.state_mut().push(Command::LookFrom(gouraud::render::Preset::Top));
    window.until("the camera arrived", |w| w.state.view.camera.pitch > 89.0);
    let (selected, camera) =
        (window.model().selection.clone().unwrap(), window.model().view.camera);
    // The last byte of the face's flags.
    let flags = selected.span.start as usize + 1;
    bytes[flags] ^= 0x20;
    std::fs::write(&path, &bytes).unwrap();
    window.until("the file was read again", |w| {
        let doc = w.state.doc.as_ref();
        w.is_idle() && doc.is_some_and(|d| d.generation > first.generation && d.scene.is_some())
    });
    let state = window.model();
    let now = state.selection.clone().expect("the selection is found again by its path");
    assert_eq!((&now.path, now.element), (&selected.path, selected.element));
    assert_ne!(now.source, selected.source, "it is another source");
    assert_eq!(state.view.camera, camera);
    let byte = state.shown.as_ref().unwrap().document.source.bytes()[flags];
    assert_eq!(byte, bytes[flags], "the new bytes are shown");
}

#[test]
fn export_writes_the_listed_files() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = opened();
    window.chord(Modifiers::COMMAND, Key::E);
    window.get_by_label("Copy as command");
    window.press(Key::Escape);
    let options = gouraud::export::Options {
        kinds: vec![gouraud_testing::kind("png")],
        ..gouraud::export::Options::default()
    };
    let request = ExportRequest { options, folder: folder.path().to_path_buf() };
    window.state_mut().push(Command::RunExport(Box::new(request)));
    let textures = window.model().scene().unwrap().scene.textures.len();
    window.settle();
    let written = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(written >= textures, "{written} files for {textures} textures");
    window.get_by_label_contains("files written");
}

#[test]
fn settings_apply_immediately() {
    let mut window = opened();
    window.chord(Modifiers::COMMAND, Key::Comma);
    window.click("Reduce motion");
    assert!(window.model().settings.reduce_motion);
}

#[test]
fn idle_window_draws_no_frames() {
    let mut window = opened();
    window.remove_cursor();
    let settled = window.try_run_realtime();
    assert!(settled.is_ok(), "frames are requested while nothing happens");
}

/// Draws both themes. The snapshots are compared by eye; here only the brightness is checked.
#[test]
fn draws_both_themes() {
    let mut brightness = Vec::new();
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let mut window = opened();
        window.model_mut().settings.theme = theme.into();
        let settings = window.model().settings.clone();
        window.send(Command::SetSettings(Box::new(settings)));
        let picture = window.render().expect("the window can be drawn");
        let sum: u64 = picture.pixels().map(|p| u64::from(p[0]) + u64::from(p[1])).sum();
        brightness.push(sum / u64::from(picture.width() * picture.height()));
    }
    // The picture of the scene is the same in both themes.
    assert!(brightness[1] > brightness[0] + 150, "{brightness:?}");
}

#[test]
fn shows_the_file_opened_after_closing_another() {
    let drawn = |window: &mut Bench| {
        window.until("the scene is drawn", |w| {
            w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
        });
        window.run_steps(4);
        let picture = window.render().expect("the window can be drawn");
        let (x, y) = (picture.width() / 5 * 2, picture.height() / 5 * 2);
        image::imageops::crop_imm(&picture, x, y, x / 2, y / 2).to_image()
    };
    let other = drawn(&mut window(vec!["demo//plaza.psx".to_owned()]));
    let alone = drawn(&mut window(vec!["demo//skater.psx".to_owned()]));
    let mut both = window(vec!["demo//plaza.psx".to_owned()]);
    drawn(&mut both);
    both.send(Command::CloseFile);
    both.send(Command::Open("demo//skater.psx".to_owned()));
    let after = drawn(&mut both);
    let differing =
        |one: &image::RgbaImage| one.pixels().zip(after.pixels()).filter(|(a, b)| a != b).count();
    assert!(differing(&other) > 1000, "{}", differing(&other));
    assert!(differing(&alone) < 200, "{}", differing(&alone));
}

#[test]
fn opens_the_demo_battle_of_three() {
    let mut window = window(vec!["demo//plaza.psx".to_owned()]);
    window.state_mut().push(Command::OpenBattle);
    window.until("three models are in the arena", |w| {
        w.state.scene().is_some_and(|scene| scene.around.len() == 3) && w.is_idle()
    });
    let scene = &window.model().scene().unwrap().scene;
    let units = scene.nodes.iter().filter(|node| node.name.starts_with("creature.lzs"));
    let names: Vec<&str> = units.map(|node| node.name.as_str()).collect();
    assert_eq!(names, ["creature.lzs", "creature.lzs 2", "creature.lzs 3"]);
    let attack =
        |animation: &gouraud::scene::Animation| animation.name == "creature.lzs 2: action 2";
    assert!(scene.animations.iter().any(attack));
}

#[test]
fn shows_a_creature_on_a_stage_and_alone_again() {
    let folder = tempfile::tempdir().unwrap();
    let put = |name: &str, bytes: Vec<u8>| {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        path.to_string_lossy().into_owned()
    };
    let stage = put("stage.bin", creature::stage().write().unwrap());
    let mut window = window(vec![put("creature.bin", creature::player().write().unwrap())]);
    window.until("the creature is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let nodes = |w: &Window| w.state.scene().map_or(0, |scene| scene.scene.nodes.len());
    let own = nodes(window.state());
    window.send(Command::StepFrame(2));
    let (seconds, camera) = {
        let view = &window.model().view;
        (view.seconds, view.camera)
    };
    window.state_mut().push(Command::ShowWithFile(stage.clone()));
    window.until("the stage is there", |w| nodes(w) > own && w.is_idle());
    let state = window.model();
    assert_eq!((state.view.seconds, state.view.camera), (seconds, camera));
    assert_eq!(state.scene().unwrap().around, std::slice::from_ref(&stage));
    let generation = state.doc.as_ref().unwrap().generation;
    window.state_mut().push(Command::Reload);
    window.until("both are there again", |w| {
        let doc = w.state.doc.as_ref();
        doc.is_some_and(|doc| doc.generation > generation && doc.scene.is_some()) && w.is_idle()
    });
    assert_eq!(window.model().scene().unwrap().around, [stage]);
    assert!(nodes(window.state()) > own);
    window.state_mut().push(Command::ShowAlone);
    window.until("it is alone", |w| nodes(w) == own && w.is_idle());
    assert!(window.model().now().is_some_and(|now| now.key() == 2));
}

#[test]
fn selects_and_hides_a_sky_without_faces() {
    let mut window = window(vec!["demo//island.grf".to_owned()]);
    window.until("the scene is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let scene = window.model().scene().unwrap().scene.clone();
    let sky = scene.sky.as_ref().expect("the island has one");
    window.select(Element::Sky);
    let selection = window.model().selection.clone().expect("it is selected");
    assert_eq!((selection.element, &selection.path), (Some(Element::Sky), &sky.origin.path));
    window.get_all_by_label_contains("Skyt2.bmp").next().expect("its card names the texture");
    for shown in [false, true] {
        window.click("Layers");
        window.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Sky").click();
        window.run_steps(2);
        assert_eq!(window.model().view.visibility.layer(sky.layer), shown);
        window.press(Key::Escape);
    }
}

#[test]
fn activates_tabs_by_content_unless_the_user_chose_one() {
    let mut window = window(vec!["demo//island-130.pid".to_owned()]);
    let mut front = |path: &str, panel: PanelId| {
        window.state_mut().push(Command::Open(path.to_owned()));
        window.until("it is open", |w| {
            let open = w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with(path));
            open && w.state.scene().is_some() && w.is_idle()
        });
        window.run_steps(2);
        assert_eq!(window.model().focus, panel, "{path}");
    };
    front("demo//island-130.pid", PanelId::TEXTURE);
    front("demo//island.wtd", PanelId::SCENE);
    front("demo//voices.tpa", PanelId::SOUNDS);
    front("demo//island.wtd", PanelId::SCENE);
    window.show(PanelId::TABLES);
    window.state_mut().push(Command::Open("demo//skater.psx".to_owned()));
    window.until("it is open", |w| {
        w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("skater.psx"))
            && w.state.scene().is_some()
    });
    assert_eq!(window.model().focus, PanelId::TABLES);
}

#[test]
fn selecting_a_key_shows_its_frame_and_bone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("creature.bin");
    std::fs::write(&path, creature::player().write().unwrap()).unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    window.until("the creature is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let source = window.model().doc.as_ref().unwrap().opened.document.source.id();
    let path = "sections[2].frames[1].bones[1].y".to_owned();
    let target = SelectionTarget::Path { source, path: path.clone() };
    window.state_mut().push(Command::Select(target));
    window.until("the frame is shown", |w| w.state.now().is_some_and(|n| n.key() == 1));
    let selection = window.model().selection.clone().unwrap();
    assert_eq!(selection.path, path);
    assert_eq!(selection.element, Some(Element::Bone { skeleton: Id::new(0), bone: Id::new(1) }));
}

#[test]
fn files_list_shows_model_thumbnails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("creature.bin").to_string_lossy().into_owned();
    std::fs::write(&path, creature::player().write().unwrap()).unwrap();
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    window.until("the picture is there", |w| {
        matches!(w.state.files.thumbnails.get(&Item::file(&path)), Some(Thumbnail::Ready { .. }))
    });
    assert!(window.model().doc.is_none(), "nothing was opened for it");
}
