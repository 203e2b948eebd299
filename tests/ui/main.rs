//! The whole window, driven with pointer and keys like by a user.

mod cells;
mod common;
mod contrast;
mod editing;
mod export;
mod file_list;
mod hidden;
mod jobs;
mod model;
mod opening;
mod panels;
mod pieces;
mod places;
mod placing;
mod selection;
mod sharing;
mod shell;
mod streaming;
mod theme;
mod visits;
mod walk;
mod widgets;

use common::{until, window};
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use gouraud::app::Window;
use gouraud::app::model::Command;
use gouraud::app::model::PanelId;
use gouraud::app::model::Target;
use gouraud::app::model::command::ExportRequest;
use gouraud::app::model::document::thumbnails::{Item, Thumbnail};
use gouraud::formats::Records;
use gouraud::scene::{Element, Id};
use gouraud_testing::small::ff7 as creature;

type Bench = Harness<'static, Window>;

/// The file that most tests open.
const SAMPLE: &str = gouraud::library::demo::FIRST;

/// A window with the sample open and drawn.
fn opened() -> Harness<'static, Window> {
    let mut window = window(vec![SAMPLE.to_owned()]);
    until(&mut window, "the scene is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    window
}

/// Position of the first face below the pointer, searched on a coarse grid.
fn find_face(window: &mut Harness<'static, Window>) -> Pos2 {
    let rect = window.state().scene_panel().rect();
    for step in 1..30 {
        for along in 1..30 {
            let part = vec2(along as f32 / 30.0, step as f32 / 30.0);
            let at = rect.min + rect.size() * part;
            window.hover_at(at);
            window.run_steps(3);
            until(window, "the pick is answered", |w| w.scene_panel().is_settled());
            let hover = window.state().state.hover.as_ref().and_then(|h| h.element);
            if matches!(hover, Some(Element::Face(_))) {
                return at;
            }
        }
    }
    panic!("no face in the picture");
}

fn click(window: &mut Harness<'static, Window>, at: Pos2) {
    window.drag_at(at);
    window.step();
    window.drop_at(at);
    window.run_steps(2);
    until(window, "the click is answered", |w| w.scene_panel().is_settled());
}

#[test]
fn clicking_a_face_selects_geometry_field_and_bytes() {
    let mut window = opened();
    let at = find_face(&mut window);
    click(&mut window, at);
    let state = &window.state().state;
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
    let face = window.state().state.selection.clone().unwrap();
    window.state_mut().push(Command::Deselect);
    window.run_steps(2);
    assert!(window.state().state.selection.is_none());
    let byte = Target::Byte { source: face.source, offset: face.span.start };
    window.state_mut().push(Command::Select(byte));
    window.run_steps(2);
    let found = window.state().state.selection.clone().unwrap();
    assert_eq!(found.element, face.element);
    assert!(found.path.starts_with(&face.path), "{} in {}", found.path, face.path);
}

#[test]
fn escape_deselects_and_back_selects_again() {
    let mut window = opened();
    let at = find_face(&mut window);
    click(&mut window, at);
    let face = window.state().state.selection.clone();
    window.key_press(Key::Escape);
    window.run_steps(2);
    assert!(window.state().state.selection.is_none());
    window.key_press_modifiers(Modifiers::ALT, Key::ArrowLeft);
    window.run_steps(2);
    assert_eq!(window.state().state.selection, face);
}

#[test]
fn f1_shows_the_keys_and_escape_closes_them() {
    let mut window = window(Vec::new());
    window.run_steps(2);
    window.key_press(Key::F1);
    window.run_steps(4);
    window.get_by_label_contains("Frame all, Home");
    window.key_press(Key::Escape);
    window.run_steps(3);
    assert!(window.query_by_label_contains("Frame all, Home").is_none());
}

#[test]
fn dialogs_open_one_after_another() {
    let mut window = opened();
    for _ in 0..2 {
        window.key_press(Key::F1);
        window.run_steps(4);
        window.get_by_label_contains("Frame all, Home");
        window.key_press(Key::Escape);
        window.run_steps(4);
        window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
        window.run_steps(4);
        window.get_by_label("Run a command");
        window.key_press(Key::Escape);
        window.run_steps(4);
    }
}

#[test]
fn command_palette_runs_the_typed_command() {
    let mut window = opened();
    assert!(!window.state().state.view.marks.wireframe);
    window.key_press_modifiers(Modifiers::COMMAND | Modifiers::SHIFT, Key::P);
    window.run_steps(4);
    window.get_by_label("Run a command").type_text("wirefr");
    window.run_steps(3);
    window.key_press(Key::Enter);
    window.run_steps(3);
    assert!(window.state().state.view.marks.wireframe);
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
    window.get_by_label("More tools").click();
    window.run_steps(3);
    window.get_by_label_contains("Parallel projection").click();
    window.run_steps(3);
    let projection = window.state().state.view.camera.projection;
    assert_eq!(projection, gouraud::render::Projection::Orthographic);
}

#[test]
fn typing_in_a_filter_triggers_no_shortcuts() {
    let mut window = opened();
    window.get_by_label("Filter contents").click();
    window.run_steps(2);
    window.get_by_label("Filter contents").type_text("wgb");
    window.key_press(Key::W);
    window.run_steps(2);
    let marks = window.state().state.view.marks;
    assert!(!marks.wireframe && !marks.grid && !marks.bounds);
}

#[test]
fn keys_apply_to_the_focused_panel() {
    let mut window = opened();
    window.state_mut().push(Command::ShowPanel(PanelId::SCENE));
    window.run_steps(2);
    window.key_press(Key::W);
    window.run_steps(2);
    assert!(window.state().state.view.marks.wireframe);
    window.state_mut().push(Command::ShowPanel(PanelId::PROBLEMS));
    window.run_steps(2);
    window.key_press(Key::W);
    window.run_steps(2);
    assert!(window.state().state.view.marks.wireframe, "W means nothing in Problems");
}

#[test]
fn view_round_trips_through_a_string() {
    let mut window = opened();
    let camera = window.state().state.view.camera;
    window.key_press(Key::Num7);
    until(&mut window, "the camera arrived", |w| w.state.view.camera.pitch > 89.0);
    let state = format!(
        r#"{{"v":1,"camera":{{"yaw":{},"pitch":{},"distance":{}}},"style":"clean"}}"#,
        camera.yaw, camera.pitch, camera.distance
    );
    window.event(egui::Event::Paste(state));
    window.run_steps(3);
    let view = &window.state().state.view;
    assert_eq!((view.camera.yaw, view.camera.pitch), (camera.yaw, camera.pitch));
    assert_eq!(view.style, gouraud::scene::Style::Clean);
}

#[test]
fn clicking_again_selects_the_face_behind() {
    let mut window = opened();
    // Back faces are drawn too, so that there is a face behind every face.
    window.state_mut().push(Command::SetStyle(gouraud::scene::Style::Clean));
    window.run_steps(3);
    // The centre of the picture shows more than sky.
    let at = window.state().scene_panel().rect().center();
    click(&mut window, at);
    let first = window.state().state.selection.clone().unwrap().element;
    // Waits, so that it is not a double click.
    window.run_steps(40);
    click(&mut window, at);
    let second = window.state().state.selection.clone().unwrap().element;
    assert!(second.is_some() && second != first, "{first:?} again");
}

#[test]
fn reloads_changed_files_and_keeps_the_selection() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("level.psx");
    let demo = gouraud::library::Library::new().open(SAMPLE, None).unwrap();
    let mut bytes = demo.stored.bytes().to_vec();
    std::fs::write(&path, &bytes).unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    until(&mut window, "the scene is drawn", |w| w.state.scene().is_some() && w.is_idle());
    let first = window.state().state.doc.clone().unwrap();
    let face = Element::Face(gouraud::scene::FaceRef { node: Id::new(3), face: 5 });
    window.state_mut().push(Command::Select(Target::Element(face)));
    window.state_mut().push(Command::LookFrom(gouraud::render::Preset::Top));
    until(&mut window, "the camera arrived", |w| w.state.view.camera.pitch > 89.0);
    let (selected, camera) =
        (window.state().state.selection.clone().unwrap(), window.state().state.view.camera);
    // The last byte of the face's flags.
    let flags = selected.span.start as usize + 1;
    bytes[flags] ^= 0x20;
    std::fs::write(&path, &bytes).unwrap();
    until(&mut window, "the file was read again", |w| {
        let doc = w.state.doc.as_ref();
        w.is_idle() && doc.is_some_and(|d| d.generation > first.generation && d.scene.is_some())
    });
    let state = &window.state().state;
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
    window.key_press_modifiers(Modifiers::COMMAND, Key::E);
    window.run_steps(4);
    window.get_by_label("Copy as command");
    window.key_press(Key::Escape);
    window.run_steps(2);
    let options = gouraud::export::Options {
        kinds: vec![gouraud_testing::kind("png")],
        ..gouraud::export::Options::default()
    };
    let request = ExportRequest { options, folder: folder.path().to_path_buf() };
    window.state_mut().push(Command::RunExport(Box::new(request)));
    let textures = window.state().state.scene().unwrap().scene.textures.len();
    until(&mut window, "the export is done", |w| w.is_idle());
    let written = std::fs::read_dir(folder.path()).unwrap().count();
    assert!(written >= textures, "{written} files for {textures} textures");
    window.get_by_label_contains("files written");
}

#[test]
fn settings_apply_immediately() {
    let mut window = opened();
    window.key_press_modifiers(Modifiers::COMMAND, Key::Comma);
    window.run_steps(4);
    window.get_by_label("Reduce motion").click();
    window.run_steps(3);
    assert!(window.state().state.settings.reduce_motion);
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
        window.state_mut().state.settings.theme = theme.into();
        let settings = window.state().state.settings.clone();
        window.state_mut().push(Command::SetSettings(Box::new(settings)));
        window.run_steps(4);
        let picture = window.render().expect("the window can be drawn");
        let sum: u64 = picture.pixels().map(|p| u64::from(p[0]) + u64::from(p[1])).sum();
        brightness.push(sum / u64::from(picture.width() * picture.height()));
    }
    // The picture of the scene is the same in both themes.
    assert!(brightness[1] > brightness[0] + 150, "{brightness:?}");
}

#[test]
fn shows_the_file_opened_after_closing_another() {
    let drawn = |window: &mut Harness<'static, Window>| {
        until(window, "the scene is drawn", |w| {
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
    both.state_mut().push(Command::CloseFile);
    both.run_steps(4);
    both.state_mut().push(Command::Open("demo//skater.psx".to_owned()));
    both.run_steps(2);
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
    until(&mut window, "three models are in the arena", |w| {
        w.state.scene().is_some_and(|scene| scene.around.len() == 3) && w.is_idle()
    });
    let scene = &window.state().state.scene().unwrap().scene;
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
    until(&mut window, "the creature is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let nodes = |w: &Window| w.state.scene().map_or(0, |scene| scene.scene.nodes.len());
    let own = nodes(window.state());
    window.state_mut().push(Command::StepFrame(2));
    window.run_steps(2);
    let (seconds, camera) = {
        let view = &window.state().state.view;
        (view.seconds, view.camera)
    };
    window.state_mut().push(Command::ShowWithFile(stage.clone()));
    until(&mut window, "the stage is there", |w| nodes(w) > own && w.is_idle());
    let state = &window.state().state;
    assert_eq!((state.view.seconds, state.view.camera), (seconds, camera));
    assert_eq!(state.scene().unwrap().around, std::slice::from_ref(&stage));
    let generation = state.doc.as_ref().unwrap().generation;
    window.state_mut().push(Command::Reload);
    until(&mut window, "both are there again", |w| {
        let doc = w.state.doc.as_ref();
        doc.is_some_and(|doc| doc.generation > generation && doc.scene.is_some()) && w.is_idle()
    });
    assert_eq!(window.state().state.scene().unwrap().around, [stage]);
    assert!(nodes(window.state()) > own);
    window.state_mut().push(Command::ShowAlone);
    until(&mut window, "it is alone", |w| nodes(w) == own && w.is_idle());
    assert!(window.state().state.now().is_some_and(|now| now.key() == 2));
}

#[test]
fn selects_and_hides_a_sky_without_faces() {
    let mut window = window(vec!["demo//island.grf".to_owned()]);
    until(&mut window, "the scene is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let scene = window.state().state.scene().unwrap().scene.clone();
    let sky = scene.sky.as_ref().expect("the island has one");
    window.state_mut().push(Command::Select(Target::Element(Element::Sky)));
    window.run_steps(3);
    let selection = window.state().state.selection.clone().expect("it is selected");
    assert_eq!((selection.element, &selection.path), (Some(Element::Sky), &sky.origin.path));
    window.get_all_by_label_contains("Skyt2.bmp").next().expect("its card names the texture");
    for shown in [false, true] {
        window.get_by_label("Layers").click();
        window.run_steps(2);
        window.get_by_role_and_label(egui::accesskit::Role::CheckBox, "Sky").click();
        window.run_steps(2);
        assert_eq!(window.state().state.view.visibility.layer(sky.layer), shown);
        window.key_press(Key::Escape);
        window.run_steps(2);
    }
}

#[test]
fn activates_tabs_by_content_unless_the_user_chose_one() {
    let mut window = window(vec!["demo//island-130.pid".to_owned()]);
    let mut front = |path: &str, panel: PanelId| {
        window.state_mut().push(Command::Open(path.to_owned()));
        until(&mut window, "it is open", |w| {
            let open = w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with(path));
            open && w.state.scene().is_some() && w.is_idle()
        });
        window.run_steps(2);
        assert_eq!(window.state().state.focus, panel, "{path}");
    };
    front("demo//island-130.pid", PanelId::TEXTURE);
    front("demo//island.wtd", PanelId::SCENE);
    front("demo//voices.tpa", PanelId::SOUNDS);
    front("demo//island.wtd", PanelId::SCENE);
    window.state_mut().push(Command::ShowPanel(PanelId::TABLES));
    window.run_steps(2);
    window.state_mut().push(Command::Open("demo//skater.psx".to_owned()));
    until(&mut window, "it is open", |w| {
        w.state.doc.as_ref().is_some_and(|doc| doc.opened.path.ends_with("skater.psx"))
            && w.state.scene().is_some()
    });
    assert_eq!(window.state().state.focus, PanelId::TABLES);
}

#[test]
fn selecting_a_key_shows_its_frame_and_bone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("creature.bin");
    std::fs::write(&path, creature::player().write().unwrap()).unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    until(&mut window, "the creature is drawn", |w| {
        w.state.scene().is_some() && w.is_idle() && w.scene_panel().is_settled()
    });
    let source = window.state().state.doc.as_ref().unwrap().opened.document.source.id();
    let path = "sections[2].frames[1].bones[1].y".to_owned();
    let target = Target::Path { source, path: path.clone() };
    window.state_mut().push(Command::Select(target));
    until(&mut window, "the frame is shown", |w| w.state.now().is_some_and(|n| n.key() == 1));
    let selection = window.state().state.selection.clone().unwrap();
    assert_eq!(selection.path, path);
    assert_eq!(selection.element, Some(Element::Bone { skeleton: Id::new(0), bone: Id::new(1) }));
}

#[test]
fn files_list_shows_model_thumbnails() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("creature.bin").to_string_lossy().into_owned();
    std::fs::write(&path, creature::player().write().unwrap()).unwrap();
    let mut window = window(vec![folder.path().to_string_lossy().into_owned()]);
    until(&mut window, "the picture is there", |w| {
        matches!(w.state.files.thumbnails.get(&Item::file(&path)), Some(Thumbnail::Ready { .. }))
    });
    assert!(window.state().state.doc.is_none(), "nothing was opened for it");
}
