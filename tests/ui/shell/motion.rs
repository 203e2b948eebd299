//! Animation in the window: the transport, bones, weapons, and how often it draws.

use std::sync::Arc;
use std::time::Duration;

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;

use gouraud::app::model::view::play_direction::{PlayDirection, PlayLength, PlayPosition};
use gouraud::app::model::{
    ColourBy, Command, FirstFaces, SelectionTarget, Settings, Switch, View, view::state_string,
};
use gouraud::bytes::{Endian, Source, SourceId, Tree};
use gouraud::formats::{Content, Counts, Document, FormatInfo};
use gouraud::library::Opened;
use gouraud::scene::{
    ColourTable, CornerRefs, Element, FaceRef, FlashLimit, Id, Origin, PaletteAnimation,
    PaletteKey, Scene, Spans, SurfaceState,
};

use gouraud_testing::puppet;

use crate::driver::{Bench, Driver, window};

static INFO: FormatInfo =
    FormatInfo { id: "test", name: "puppet", extensions: &[], versions: &[], can: &[] };

struct Nothing;
impl Content for Nothing {}

fn opened() -> Arc<Opened> {
    let source = Source::from_bytes("puppet", vec![0; 0x2000]);
    let (tree, problems, _) = Tree::record(&source, Endian::Little, "puppet", |cur| {
        cur.records::<u32>("words", 0x800).unwrap();
    });
    Arc::new(Opened::of_document(Document {
        format: &INFO,
        version: String::new(),
        source,
        tree: tree.into(),
        problems,
        counts: Counts::default(),
        usable: true,
        content: Arc::new(Nothing),
    }))
}

/// A window that shows the puppet, drawn and with the focus in the scene.
fn bench() -> Bench {
    bench_of(puppet::puppet_in)
}

fn bench_of(scene: fn(SourceId) -> Scene) -> Bench {
    let mut bench = window(vec!["/nowhere".to_owned()]);
    settle(&mut bench);
    let opened = opened();
    let scene = scene(opened.document.source.id());
    bench.state_mut().present(opened, scene);
    settle(&mut bench);
    bench
}

fn settle(bench: &mut Bench) {
    bench.step();
    bench.until("the window comes to rest", |w| {
        w.is_idle() && (w.state.scene().is_none() || w.scene_panel().is_settled())
    });
    bench.run_steps(3);
}

fn key_of(bench: &Bench) -> u32 {
    bench.model().now().expect("an animation is shown").key()
}

/// Transform of the tail's tip, which every frame of the first animation moves.
fn tip(bench: &Bench) -> glam::Mat4 {
    bench.model().motion.posed.bones()[puppet::TIP.index()]
}

#[test]
fn opens_paused_at_the_first_frame_of_the_first_animation() {
    let bench = bench();
    let state = bench.model();
    assert_eq!(
        (state.view.animation, state.view.playing, key_of(&bench)),
        (Some(Id::new(0)), false, 0)
    );
    // The menu of that name, and the transport's selector.
    assert!(bench.get_all_by_label("Animation").count() > 1);
    bench.get_by_label("Position in the animation");
}

#[test]
fn space_plays_and_pauses() {
    let mut bench = bench();
    let rest = tip(&bench);
    bench.key_press(Key::Space);
    bench.run_steps(12);
    assert!(bench.model().view.playing);
    assert_ne!(tip(&bench), rest, "time passes");
    bench.press(Key::Space);
    let paused = tip(&bench);
    bench.run_steps(12);
    assert!(!bench.model().view.playing);
    assert_eq!(tip(&bench), paused);
}

#[test]
fn playback_loops_or_stops_at_the_end() {
    let mut bench = bench();
    bench.key_press(Key::Space);
    // Four frames at 15 per second end after 17 steps of a sixtieth.
    bench.run_steps(40);
    assert!(bench.model().view.playing);
    bench.key_press(Key::R);
    bench.run_steps(40);
    let state = bench.model();
    assert_eq!((state.view.playing, key_of(&bench)), (false, 3));
}

#[test]
fn comma_and_period_step_frames_and_wrap() {
    let mut bench = bench();
    let mut seen = Vec::new();
    for _ in 0..4 {
        seen.push((key_of(&bench), tip(&bench).to_cols_array()));
        bench.press(Key::Period);
    }
    let keys: Vec<u32> = seen.iter().map(|(key, _)| *key).collect();
    assert_eq!((keys.as_slice(), key_of(&bench)), (&[0, 1, 2, 3][..], 0));
    assert!(seen.windows(2).all(|pair| pair[0].1 != pair[1].1), "each picture shows another pose");
    bench.press(Key::Comma);
    assert_eq!(key_of(&bench), 3);
}

#[test]
fn plays_backwards_and_back_and_forth() {
    let mut bench = bench();
    bench.send(Command::PlayIn(PlayDirection::Backwards));
    bench.key_press(Key::R);
    bench.key_press(Key::Space);
    let mut keys = Vec::new();
    for _ in 0..40 {
        bench.step();
        keys.push(key_of(&bench));
    }
    keys.dedup();
    assert!(keys.ends_with(&[3, 2, 1, 0]), "from the end to the start: {keys:?}");
    assert!(!bench.model().view.playing);

    bench.send(Command::PlayIn(PlayDirection::BackAndForth));
    bench.key_press(Key::R);
    bench.key_press(Key::Space);
    keys.clear();
    for _ in 0..60 {
        bench.step();
        keys.push(key_of(&bench));
    }
    keys.dedup();
    assert_eq!(keys[..8], [0, 1, 2, 3, 2, 1, 0, 1]);
    bench.send(Command::LastFrame);
    assert_eq!((bench.model().view.playing, key_of(&bench)), (false, 3));
}

#[test]
fn positions_stay_in_the_animation() {
    let all = PlayDirection::ALL.map(|(direction, _)| direction);
    let lengths = [(0.0, 0.0), (0.0, 0.1), (0.2, 0.3), (5.0, 5.5)];
    for (direction, (last, whole)) in all.into_iter().flat_map(|d| lengths.map(|l| (d, l))) {
        for looped in [false, true] {
            let mut now = PlayPosition::default();
            for step in (0..200).map(|at| f64::from(at % 13) * 0.07) {
                now = direction.advance(now, step, PlayLength { last, whole, looped });
                let most = f64::max(last, whole);
                assert!((0.0..=most).contains(&now.seconds), "{direction:?} {last} {now:?}");
            }
        }
    }
}

#[test]
fn draws_only_when_frames_change() {
    let mut bench = bench();
    let wish = |bench: &Bench| {
        let output = bench.output();
        output.viewport_output[&egui::ViewportId::ROOT].repaint_delay
    };
    bench.run_steps(3);
    assert_eq!(wish(&bench), Duration::MAX, "an idle window asks for no frame");
    bench.press(Key::Space);
    let held = wish(&bench);
    assert!(held > Duration::from_millis(10) && held < Duration::from_millis(70), "{held:?}");
    bench.press(Key::Space);
    assert_eq!(wish(&bench), Duration::MAX);
}

#[test]
fn interpolates_poses_between_keys() {
    let mut bench = bench();
    let between = Command::SeekAnimation(0.5 / puppet::RATE);
    let at_rest = tip(&bench);
    bench.state_mut().push(between.clone());
    bench.run_steps(2);
    assert_eq!(tip(&bench), at_rest, "poses at keys are not interpolated");
    bench.press(Key::J);
    assert_ne!(tip(&bench), at_rest);
}

#[test]
fn choosing_an_animation_decodes_and_shows_it() {
    let mut bench = bench();
    bench.key_press(Key::A);
    settle(&mut bench);
    assert_eq!(bench.model().view.animation, Some(Id::new(1)));
    assert_eq!(bench.model().now().unwrap().clip.frames, 2);
    bench
        .state_mut()
        .push(Command::Select(SelectionTarget::Element(Element::Animation(Id::new(0)))));
    settle(&mut bench);
    assert_eq!(bench.model().view.animation, Some(Id::new(0)), "as in Contents");
}

#[test]
fn clicking_a_bone_selects_it_and_its_curve_seeks_keys() {
    let mut bench = bench();
    bench.press(Key::K);
    assert!(bench.model().view.is_on(Switch::Bones));
    let bone = Element::Bone { skeleton: Id::new(0), bone: Id::new(2) };
    let window = bench.state();
    let place = window.state.motion.posed.bones()[puppet::ARM.index()];
    let middle = place.transform_point3(glam::Vec3::X * 1.2);
    let rect = window.scene_panel().rect();
    let clip = window.state.view.camera.matrix(rect.width() / rect.height())
        * glam::Vec4::from((middle, 1.0));
    let at = rect.center() + vec2(clip.x, -clip.y) / clip.w * rect.size() * 0.5;
    bench.hover_at(at);
    bench.run_steps(2);
    bench.drag_at(at);
    bench.step();
    bench.drop_at(at);
    bench.run_steps(3);
    let selection = bench.model().selection.clone().expect("the bone is selected");
    assert_eq!(selection.element, Some(bone));
    bench.get_by_label("Angles over time");
    bench.send(Command::SeekKey { track: 2, frame: 2 });
    let selection = bench.model().selection.clone().unwrap();
    let source = bench.model().doc.as_ref().unwrap().opened.document.source.id();
    assert_eq!(selection.span, puppet::key_span(source, 2, 2));
    assert_eq!((selection.element, key_of(&bench)), (Some(bone), 2));
}

#[test]
fn weights_follow_the_selected_bone() {
    let mut bench = bench();
    bench.state_mut().push(Command::ColourBy(Some(ColourBy::Weight { node: puppet::BODY })));
    let arm = Element::Bone { skeleton: Id::new(0), bone: Id::new(2) };
    bench.select(arm);
    let by = bench.model().view.colour_by;
    assert_eq!(by, Some(ColourBy::Weight { node: puppet::ARM }));
    bench.get_by_label_contains("to 100 %, 6 faces");
}

#[test]
fn choosing_a_weapon_shows_it() {
    let mut bench = bench();
    let shown = |bench: &Bench| {
        let state = bench.model();
        let scene = state.scene().unwrap().scene.clone();
        [puppet::SWORD, puppet::CLUB].map(|node| state.view.visibility.node(&scene, node))
    };
    assert_eq!(shown(&bench), [true, false]);
    bench.click_part("Model: variants");
    bench.click("weapon");
    bench.click("none");
    assert_eq!(shown(&bench), [false, false]);
    bench
        .state_mut()
        .push(Command::ChooseVariant { variant: Id::new(0), option: Some(Id::new(1)) });
    bench.run_steps(3);
    assert_eq!(shown(&bench), [false, true]);
}

#[test]
fn copied_view_restores_time_weapon_and_morphs() {
    let mut bench = bench();
    for command in [
        Command::SeekAnimation(2.0 / puppet::RATE),
        Command::ChooseVariant { variant: Id::new(0), option: Some(Id::new(1)) },
        Command::SetMorph { mesh: puppet::SKINNED, morph: 1, weight: 0.5 },
    ] {
        bench.state_mut().push(command);
    }
    bench.run_steps(2);
    let before = bench.model().view.clone();
    let text = state_string::write(bench.model()).unwrap();
    assert!(text.contains(r#""anim":"wave""#) && text.contains("club"), "{text}");
    for command in [
        Command::NextAnimation,
        Command::ChooseVariant { variant: Id::new(0), option: None },
        Command::ResetMorphs,
    ] {
        bench.state_mut().push(command);
    }
    bench.run_steps(2);
    bench.state_mut().push(Command::Paste(text));
    settle(&mut bench);
    let after = bench.model().view.clone();
    assert_eq!((after.animation, after.morphs), (before.animation, before.morphs));
    assert_eq!((after.visibility, key_of(&bench)), (before.visibility, 2));
}

#[test]
fn draws_faces_one_by_one() {
    let mut bench = bench();
    let all = bench.model().faces_in_order().unwrap();
    let node = all.node;
    bench.send(Command::DrawFirst(Some(FirstFaces { node, count: 3 })));
    bench.chord(Modifiers::SHIFT, Key::ArrowRight);
    let state = bench.model();
    assert_eq!(state.view.first_faces, Some(FirstFaces { node, count: 4 }));
    // The last drawn face is selected, and other objects are complete.
    assert_eq!(state.selected_face(), Some(FaceRef { node, face: 3 }));
    let ids = &state.scene().unwrap().ids;
    let base = ids.base(node).unwrap();
    let overlay = bench.state().scene_panel().overlay().unwrap();
    for id in 0..ids.total() {
        let later = (base + 4..base + all.count).contains(&id);
        assert_eq!(overlay.is_hidden(id), later, "{id}");
    }
}

#[test]
fn replays_the_picture_face_by_face() {
    let mut bench = bench();
    bench.send(Command::ToggleStyle);
    bench.chord(Modifiers::SHIFT, Key::R);
    assert!(bench.model().view.replay);
    settle(&mut bench);
    bench.get_by_label("Number of drawn faces");
    // Steps backwards select the face that is drawn last, without filling the history.
    assert!(!bench.model().history.can_go_back());
    let mut seen = Vec::new();
    for _ in 0..2 {
        bench.chord(Modifiers::SHIFT, Key::ArrowLeft);
        seen.extend(bench.model().selected_face());
    }
    assert_eq!(seen.len(), 2);
    assert_ne!(seen[0], seen[1]);
    assert!(!bench.model().history.can_go_back());
    // Buckets, and the end.
    bench.chord(Modifiers::SHIFT, Key::PageDown);
    bench.get_by_label_contains("·  bucket ");
    bench.click("Overdraw");
    settle(&mut bench);
    bench.get_by_label_contains("on average, at most");
    bench.click("End the replay");
    assert!(!bench.model().view.replay);
}

#[test]
fn replay_and_stored_order_exclude_each_other() {
    let mut bench = bench();
    let all = bench.model().faces_in_order().unwrap();
    bench.send(Command::DrawFirst(Some(all)));
    bench.send(Command::ToggleReplay);
    assert_eq!((bench.model().view.replay, bench.model().view.first_faces), (true, None));
    bench.send(Command::DrawFirst(Some(all)));
    assert_eq!((bench.model().view.replay, bench.model().view.first_faces), (false, Some(all)));
}

/// The puppet without its animations, its body in a colour that pulses five times a second.
fn pulsing(source: SourceId) -> Scene {
    let mut scene = puppet::puppet_in(source);
    scene.animations.clear();
    scene.colour_tables.push(ColourTable {
        name: "table".to_owned(),
        colours: [[0; 3]].into(),
        origin: Origin::default(),
        entries: Spans::default(),
        ..Default::default()
    });
    let key = |value| PaletteKey { colour: [value; 3], ticks: 6 };
    scene.palette_animations =
        vec![PaletteAnimation { keys: vec![key(0), key(250)], ..PaletteAnimation::default() }];
    let body = &mut scene.meshes[0];
    body.colour_table = Some(Id::new(0));
    body.faces.update(|_, face| face.colour_refs = CornerRefs::Table([0; 4]));
    scene.add_surfaces();
    scene
}

#[test]
fn surface_animations_play_and_pause() {
    let mut bench = bench_of(pulsing);
    let wish =
        |bench: &Bench| bench.output().viewport_output[&egui::ViewportId::ROOT].repaint_delay;
    let moved = |bench: &Bench| bench.model().motion.moved.clone();
    assert_eq!(bench.model().now().unwrap().animation.name, "Surfaces");
    assert_eq!((wish(&bench), &*moved(&bench)), (Duration::MAX, &SurfaceState::default()));
    bench.key_press(Key::Space);
    bench.run_steps(6);
    assert!(wish(&bench) < Duration::from_millis(20));
    assert_ne!(*moved(&bench), SurfaceState::default());
    bench.press(Key::Space);
    let paused = moved(&bench);
    bench.run_steps(6);
    assert_eq!(wish(&bench), Duration::MAX, "nothing moves, nothing is drawn");
    assert!(Arc::ptr_eq(&paused, &moved(&bench)), "nor computed");
}

#[test]
fn limits_flashes_unless_allowed() {
    let mut bench = bench_of(pulsing);
    let mut colour = |change: fn(&mut Settings)| {
        change(&mut bench.model_mut().settings);
        bench.send(Command::SeekAnimation(10.0 / 60.0));
        bench.model().motion.moved.colours[&(Id::new(0), 0)]
    };
    let scene = pulsing(SourceId::default());
    let free = scene.moved(10.0 / 60.0, FlashLimit::Free).colours[&(Id::new(0), 0)];
    // Three fifths of the speed: the sixth tick.
    assert_eq!(colour(|_| {}), [250; 3]);
    assert_eq!(colour(|settings| settings.motion_speed = 2.0), [125; 3]);
    assert_eq!(colour(|settings| settings.limit_flashes = false), free);
    assert_eq!(colour(|settings| settings.reduce_motion = true), [0; 3]);
}

#[test]
fn refits_an_unmoved_camera_to_the_aspect_ratio() {
    let mut bench = bench();
    let aspect = bench.state().scene_panel().aspect();
    let fitted = |bench: &Bench| {
        let doc = bench.model().doc.clone().unwrap();
        let scene = doc.scene.as_ref().unwrap();
        let aspect = bench.state().scene_panel().aspect();
        View::of(&doc.opened.path, scene, aspect, false).camera
    };
    assert_eq!(bench.model().view.camera, fitted(&bench), "bars were added below the picture");
    // As when the scene was opened behind another tab.
    bench.set_size(vec2(700.0, 900.0));
    settle(&mut bench);
    assert!(bench.state().scene_panel().aspect() < aspect * 0.8);
    let camera = bench.model().view.camera;
    assert_eq!(camera, fitted(&bench));
    // From now on the camera stays.
    let moved = gouraud::render::Camera { yaw: 77.0, ..camera };
    bench.send(Command::SetCamera(moved));
    bench.set_size(vec2(1440.0, 900.0));
    settle(&mut bench);
    assert_eq!(bench.model().view.camera, moved);
}

#[test]
fn remembers_native_pixels() {
    let mut bench = bench();
    let is_native = |bench: &Bench| bench.model().view.is_on(Switch::NativePixels);
    bench.send(Command::SetStyle(gouraud::scene::Style::Ps1));
    assert!(!is_native(&bench), "the picture has the pixels of the window");
    assert!(bench.model().view.effects.snap && bench.model().view.effects.dither);
    bench.press(Key::N);
    assert!(is_native(&bench) && bench.model().settings.native_pixels);
    for style in [gouraud::scene::Style::Clean, gouraud::scene::Style::Ps1] {
        bench.state_mut().push(Command::SetStyle(style));
    }
    bench.run_steps(2);
    assert!(is_native(&bench));
    bench.state_mut().push(Command::ResetView);
    bench.send(Command::SetStyle(gouraud::scene::Style::Ps1));
    assert!(is_native(&bench));
}

#[test]
fn time_is_kept_when_the_file_is_read_again() {
    let mut window = crate::driver::open("demo//skater.psx");
    window.settle_scene();
    window.send(Command::NextAnimation);
    window.settle_scene();
    window.send(Command::SeekAnimation(0.2));
    window.settle_scene();
    let before = (window.model().view.animation, key_of(&window));
    assert!(before.1 > 0);
    let generation = window.model().generation();
    window.send(Command::Reload);
    window.until("it is read again", move |w| w.state.generation() > generation && w.is_idle());
    window.settle_scene();
    assert_eq!((window.model().view.animation, key_of(&window)), before);
}
