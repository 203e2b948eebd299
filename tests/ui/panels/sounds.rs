//! Sounds of the window, driven with keys and pointer like by a user, and recorded by a tap.

use std::path::Path;

use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::command::{CollisionPart, ExportRequest};
use gouraud::app::model::settings::Looping;
use gouraud::app::model::{Command, PanelId, SelectionTarget, Settings};
use gouraud::audio::{DeviceName, Route};
use gouraud::container::Names;
use gouraud::export::{Choice, Options, Subject};
use gouraud::formats::trespasser::name_hash;
use gouraud::formats::trespasser::tpa::{CollisionEntry, Line, Transfer, flags};
use gouraud::scene::{Element, Id, List, Sound};
use gouraud_testing::build::tpa;

use crate::driver::{Bench, Driver, window};

/// A window with the demo's sound bank open, audible only to the tap.
fn opened_bank() -> (Bench, gouraud::audio::Tap) {
    let mut window = window(vec!["demo//voices.tpa".to_owned()]);
    window.until("the bank is open", |w| {
        w.state.has_sounds() && w.state.sound.is_connected() && w.is_idle()
    });
    let (collector, tap) = gouraud::audio::Collector::new(1, 48_000);
    window.model_mut().sound.set_output(Box::new(collector));
    window.until("the tap is connected", |w| !w.state.sound.is_connecting());
    (window, tap)
}

/// Moves down the list until this sound plays.
fn down_to(window: &mut Bench, sound: u32) {
    for _ in 0..=sound {
        window.press(Key::ArrowDown);
    }
    window.until("the sound plays", |w| {
        let now = w.state.sound.now().is_some_and(|now| now.key.sound.number() == sound);
        now && w.is_idle() && !w.state.sound.is_connecting()
    });
}

#[test]
fn down_plays_the_next_sound_and_highlights_its_caption() {
    let (mut window, tap) = opened_bank();
    assert_eq!(window.model().focus, PanelId::SOUNDS, "a bank is there to be heard");
    let scene = window.model().scene().unwrap().scene.clone();
    let spoken = |sound: &gouraud::scene::Sound| sound.captions.len() > 1;
    let sound = scene.sounds.find(spoken).unwrap();
    down_to(&mut window, sound.number());
    let state = window.model();
    assert_eq!(state.selected_sound(), Some(sound));
    let (source, path) = state.selection.as_ref().map(|s| (s.source, s.path.clone())).unwrap();
    assert_eq!(source, state.shown.as_ref().unwrap().document.source.id());
    assert_eq!(path, scene.sounds[sound.index()].origin.path, "fields and bytes follow");
    let mut done = 0;
    for caption in &scene.sounds[sound.index()].captions {
        let middle = (caption.start_ms + caption.end_ms) / 2;
        let heard = tap.pull((middle - done) as usize * 48);
        done = middle;
        assert!(caption.is_pause() || heard.iter().any(|sample| sample.abs() > 0.01));
        window.run_steps(3);
        let lit = window.query_all_by_label_contains("Current caption: ").count();
        assert_eq!(lit, 1, "at {middle} ms");
        window.get_by_label(&format!("Current caption: {}", caption.text));
    }
}

#[test]
fn decoded_sounds_are_dropped_with_their_document() {
    let (mut window, _tap) = opened_bank();
    down_to(&mut window, 1);
    assert!(window.model().sound.memory() > 0);
    window.send(Command::CloseFile);
    window.settle();
    assert_eq!(window.model().sound.memory(), 0);
}

#[test]
fn playback_continues_when_another_panel_is_shown() {
    let (mut window, tap) = opened_bank();
    down_to(&mut window, 1);
    window.show(PanelId::FIELDS);
    tap.pull(4800);
    assert!(window.model().sound.position().is_some_and(|at| at > 0.09));
    window.click("Pause the sound");
    assert_eq!(window.model().sound.state(), gouraud::audio::State::Paused);
    window.click("Stop the sound");
    assert!(window.model().sound.now().is_none());
}

#[test]
fn filters_and_exports_starred_sounds() {
    let (mut window, _tap) = opened_bank();
    down_to(&mut window, 2);
    window.press(Key::S);
    let state = window.model();
    assert_eq!(state.own_sidecar().unwrap().stars.len(), 1);
    assert!(state.is_starred(Id::new(2)));
    window.chord(Modifiers::COMMAND, Key::Z);
    assert!(!window.model().is_starred(Id::new(2)));
    window.chord(Modifiers::COMMAND, Key::Y);
    assert!(window.model().is_starred(Id::new(2)));
    window.click("Starred sounds only");
    window.get_by_label_contains("Sound 2, ");
    assert!(window.query_by_label_contains("Sound 1, ").is_none());
    window.chord(Modifiers::COMMAND, Key::E);
    assert_eq!(window.query_all_by_label_contains(".wav").count(), 1, "only the sound with a star");
    window.get_by_label_contains("VO_ORIGIN.wav");
}

#[test]
fn list_keys_change_volume_loop_and_pitch() {
    let (mut window, tap) = opened_bank();
    down_to(&mut window, 1);
    for key in [Key::L, Key::M, Key::Num9, Key::CloseBracket] {
        window.press(key);
    }
    let settings = window.model().settings.clone();
    assert_eq!(settings.looping, Looping::On);
    assert!(settings.muted && settings.speed > 1.05);
    assert!((settings.volume - 0.9).abs() < 1e-5);
    tap.pull(480);
    assert!(tap.pull(4800).iter().all(|sample| *sample == 0.0), "muted");
    let before = window.model().sound.position().unwrap();
    window.press(Key::ArrowRight);
    let after = window.model().sound.position().unwrap();
    let length = window.model().sound.now().unwrap().track.seconds();
    assert!((after - before - length / 10.0).abs() < 0.01, "{before} to {after} of {length}");
}

#[test]
fn plays_collisions_at_the_engine_speed() {
    let (mut window, tap) = opened_bank();
    let collisions = window.model().scene().unwrap().scene.collisions.clone();
    let velocity = 0.2;
    let odd = |hit: &gouraud::scene::CollisionSound| {
        let speed = hit.transfer.speed(velocity);
        hit.sound.is_some() && hit.transfer.is_heard(velocity) && (speed - 1.0).abs() > 0.1
    };
    let collision = collisions.find(|c| c.hits.first().is_some_and(odd)).unwrap();
    let hit = collisions[collision.index()].hits[0].clone();
    window.state_mut().push(Command::PlayCollision {
        collision,
        heard: CollisionPart::Hit(0),
        velocity,
    });
    window.until("the hit plays", |w| {
        w.state.sound.now().is_some_and(|now| Some(now.key.sound) == hit.sound)
    });
    tap.pull(4800);
    let at = window.model().sound.position().unwrap();
    let expected = 0.1 * f64::from(hit.transfer.speed(velocity));
    assert!((at - expected).abs() < 0.002, "{at} s played in 0.1 s, not {expected}");
}

/// A bank file with one sound per name, each at a different level.
fn bank(names: &[&str], collisions: Vec<CollisionEntry>) -> Vec<u8> {
    let sound = |level: i16| tpa::pcm16(48_000, 1, &[level; 48_000]);
    let sounds = (1i16..).take(names.len()).map(|at| sound(at * 1_000)).collect();
    let ids = names.iter().enumerate().map(|(at, name)| tpa::id(name_hash(name), at)).collect();
    tpa::bank(ids, sounds, collisions).write().unwrap()
}

/// A window with this bank, audible only to the tap.
fn opened_file(path: &Path) -> (Bench, gouraud::audio::Tap) {
    let mut window = window(vec![path.to_str().unwrap().to_owned()]);
    window.until("the bank is open", |w| {
        w.state.has_sounds() && w.state.sound.is_connected() && w.is_idle()
    });
    let (collector, tap) = gouraud::audio::Collector::new(1, 48_000);
    window.model_mut().sound.set_output(Box::new(collector));
    window.until("the tap is connected", |w| !w.state.sound.is_connecting());
    (window, tap)
}

fn selected(window: &Bench) -> Vec<u32> {
    window.model().selected_sounds().map(Id::number).collect()
}

fn sounds(window: &Bench) -> List<Sound> {
    window.model().scene().unwrap().scene.sounds.clone()
}

#[test]
fn selects_ranges_single_sounds_and_all() {
    let (mut window, _tap) = opened_bank();
    let click = |window: &mut Bench, sound: u32, modifiers: Modifiers| {
        window.get_by_label_contains(&format!("Sound {sound}, ")).click_modifiers(modifiers);
        window.run_steps(3);
    };
    click(&mut window, 1, Modifiers::NONE);
    click(&mut window, 4, Modifiers::SHIFT);
    assert_eq!(selected(&window), [1, 2, 3, 4]);
    click(&mut window, 0, Modifiers::SHIFT);
    assert_eq!(selected(&window), [1, 0], "the first one clicked stays the anchor");
    click(&mut window, 3, Modifiers::COMMAND);
    assert_eq!(selected(&window), [1, 0, 3]);
    click(&mut window, 1, Modifiers::NONE);
    for _ in 0..2 {
        window.chord(Modifiers::SHIFT, Key::ArrowDown);
    }
    assert_eq!(selected(&window), [1, 2, 3]);
    window.chord(Modifiers::SHIFT, Key::ArrowUp);
    assert_eq!(selected(&window), [1, 2]);
    window.chord(Modifiers::COMMAND, Key::A);
    let all = sounds(&window).len();
    assert_eq!((selected(&window).len(), selected(&window)[0]), (all, 1));
}

#[test]
fn exports_chosen_sounds_and_lists_them_on_the_command_line() {
    let (mut window, _tap) = opened_bank();
    let ids: Vec<String> = sounds(&window).iter().map(|sound| sound.ids[0].name.hex()).collect();
    let these = vec![Subject::Sound(Id::new(2)), Subject::Sound(Id::new(0))];
    window.send(Command::ExportThese(these.clone()));
    window.click("Copy as command");
    let copied = window.output().platform_output.commands.iter().find_map(|c| match c {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    if let Some(line) = copied {
        assert!(line.ends_with(&format!("--only {} --only {}", ids[2], ids[0])), "{line}");
    }
    let folder = tempfile::tempdir().unwrap();
    let options = Options { choice: Choice::These(these), ..Options::default() };
    let request = ExportRequest { options, folder: folder.path().to_owned() };
    window.send(Command::RunExport(Box::new(request)));
    window.settle();
    let mut written: Vec<String> = std::fs::read_dir(folder.path())
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .filter(|name| name.ends_with(".wav"))
        .collect();
    written.sort();
    assert_eq!(written.len(), 2);
    assert!(written[0].starts_with(&format!("000_{}", ids[0])), "{written:?}");
    assert!(written[1].starts_with(&format!("002_{}", ids[2])), "{written:?}");
}

/// Two hits at full level and normal pitch, and a slide that follows the velocity.
fn collision(hits: [u32; 2], slide: u32) -> CollisionEntry {
    let level = |slope: f32, zero: f32| Line { max: 1.0, min: 0.0, slope, zero };
    let flat = Line { max: 1.0, min: -1.0, slope: 0.0, zero: 0.0 };
    let transfer = |volume: Line, min_velocity: f32| Transfer {
        volume,
        pitch: flat,
        attenuation: 1.0,
        min_velocity,
    };
    let [a, b] = ["WATER", "TERRAIN"].map(name_hash);
    CollisionEntry {
        material_a: a.min(b),
        material_b: a.max(b),
        flags: 2 | flags::SLIDE,
        hit_1: hits[0],
        hit_2: hits[1],
        slide,
        hit_1_transfer: transfer(level(0.0, 1.0), 0.0),
        hit_2_transfer: transfer(level(0.0, 1.0), 0.5),
        slide_transfer: transfer(level(1.0, 0.0), 0.0),
        ..CollisionEntry::default()
    }
}

#[test]
fn plays_all_hits_of_an_impact_together_and_continues_slides() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("effects.tpa");
    let names = ["MISSING", "BIRD 01", "BIRD 02", "BIRD 03"];
    let ids = names.map(name_hash);
    std::fs::write(&file, bank(&names, vec![collision([ids[1], ids[2]], ids[3])])).unwrap();
    let (mut window, tap) = opened_file(&file);
    let play = |heard: CollisionPart, velocity: f32, window: &mut Bench| {
        window.send(Command::PlayCollision { collision: Id::new(0), heard, velocity });
        window.until("it plays", |w| {
            let sound = &w.state.sound;
            w.is_idle() && sound.position().is_some() && !sound.is_connecting()
        });
        tap.pull(480);
        (tap.pull(1)[0] * 32768.0).round()
    };
    // Levels of the sounds: 1000, 2000, 3000, 4000.
    assert_eq!(play(CollisionPart::Hits, 0.6, &mut window), 5_000.0, "both hits");
    assert_eq!(play(CollisionPart::Hits, 0.4, &mut window), 2_000.0, "too slow for the second");
    assert_eq!(play(CollisionPart::Hit(1), 0.6, &mut window), 3_000.0);
    let settings = window.model().settings.clone();
    let far = Settings { distance: 20.0, ..settings.clone() };
    window.send(Command::SetSettings(Box::new(far)));
    assert_eq!(play(CollisionPart::Hit(1), 0.6, &mut window), 300.0, "1 dB less for each metre");
    window.send(Command::SetSettings(Box::new(settings)));
    let slide = play(CollisionPart::Slide, 1.0, &mut window);
    assert_eq!(slide, 4_000.0);
    tap.pull(96_000);
    assert_eq!((tap.pull(1)[0] * 32768.0).round(), 4_000.0, "it continues until it is stopped");
    let slower = play(CollisionPart::Slide, 0.5, &mut window);
    assert_eq!(slower, 400.0, "20 dB quieter, without restarting");
    assert!(window.model().sound.is_looped());
    let users = &window.model().scene().unwrap().sound_users;
    let user = vec![Element::Collision(Id::new(0))];
    assert_eq!(users, &[vec![], user.clone(), user.clone(), user]);
    window.select(Element::Collision(Id::new(0)));
    window.get_by_label("Hit (2 of 2 sounds)");
    // Fields show the names of hashes.
    let source = window.model().selection.as_ref().unwrap().source;
    let path = "collisions[0].material_a".to_owned();
    window.send(Command::Select(SelectionTarget::Path { source, path }));
    window.get_by_label_contains("material_a 0xc87653b1 TERRAIN");
}

#[test]
fn clipping_light_shows_overflow() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("loud.tpa");
    let loud = |_| tpa::pcm16(48_000, 1, &[30_000; 48_000]);
    let names = ["MISSING", "BIRD 01", "BIRD 02"];
    let ids = names.map(name_hash);
    let sounds = (0..3).map(loud).collect();
    let entries = (0..3).map(|at| tpa::id(ids[at], at)).collect();
    let collisions = vec![collision([ids[1], ids[2]], ids[1])];
    std::fs::write(&file, tpa::bank(entries, sounds, collisions).write().unwrap()).unwrap();
    let (mut window, tap) = opened_file(&file);
    down_to(&mut window, 1);
    tap.pull(4_800);
    window.run_steps(2);
    assert!(window.query_by_label("CLIP").is_none(), "one alone fits");
    let hits =
        Command::PlayCollision { collision: Id::new(0), heard: CollisionPart::Hits, velocity: 0.9 };
    window.state_mut().push(hits);
    window.settle();
    tap.pull(4_800);
    window.run_steps(2);
    assert!(window.query_all_by_label("CLIP").next().is_some(), "in the bar and the panel");
}

#[test]
fn typed_names_and_words_in_texts_name_sounds() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stream.tpa");
    std::fs::write(&file, bank(&["MISSING", "VO/Own 7", "amb - own"], Vec::new())).unwrap();
    let (mut window, _tap) = opened_file(&file);
    let name = |window: &Bench, at: usize| sounds(window)[at].name.clone();
    assert_eq!(name(&window, 1), format!("{:08X}", name_hash("VO/Own 7")));
    window.set(|settings| settings.names = vec!["vo\\OWN 7".to_owned()]);
    window.settle();
    assert_eq!(name(&window, 1), "vo\\OWN 7");
    assert_eq!(sounds(&window)[1].ids[0].name.known[0].from, "typed");
    window.get_by_label_contains("Sound 1, vo\\OWN 7");

    let list = folder.path().join("level.eel");
    std::fs::write(&list, "play(\"AMB - OWN\")\r\n").unwrap();
    window.send(Command::LearnNames(list.to_str().unwrap().to_owned()));
    window.until("the text is read", |w| {
        w.is_idle() && w.state.scene().unwrap().scene.sounds[2].name == "AMB - OWN"
    });
    assert_eq!(sounds(&window)[2].ids[0].name.known[0].from, "level.eel");
    assert!(window.model().doc.as_ref().unwrap().opened.path.ends_with("stream.tpa"));

    window.set(|settings| settings.names.clear());
    window.settle();
    assert_eq!(name(&window, 1), format!("{:08X}", name_hash("VO/Own 7")));
    assert_eq!(name(&window, 2), "AMB - OWN");
}

#[test]
fn names_dialog_counts_matches_and_stores_names() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("stream.tpa");
    std::fs::write(&file, bank(&["MISSING", "Dodo"], Vec::new())).unwrap();
    let (mut window, _tap) = opened_file(&file);
    window.send(Command::SoundNames);
    window.type_into("Names, one per line", "dodo\nno such thing\nDODO");
    // The case matters for names of models.
    window.get_by_label("3 names, 2 of them in this file");
    window.click("Keep");
    window.settle();
    assert_eq!(window.model().settings.names, ["dodo", "no such thing", "DODO"]);
    assert_eq!(sounds(&window)[1].name, "dodo");
}

#[test]
fn distinguishes_an_identifier_in_two_banks() {
    let folder = tempfile::tempdir().unwrap();
    let (one, two) = (folder.path().join("menu.tpa"), folder.path().join("stream.tpa"));
    std::fs::write(&one, bank(&["MISSING", "BIRD 01", "BIRD 02"], Vec::new())).unwrap();
    // BIRD 02 is sound 1 here, and thus of another level; WATER meets TERRAIN with a BIRD 01 that is
    // missing in this bank.
    let ids = ["BIRD 02", "BIRD 01"].map(name_hash);
    let entry = collision([ids[0], ids[1]], ids[0]);
    std::fs::write(&two, bank(&["MISSING", "BIRD 02"], vec![entry])).unwrap();
    let (mut window, _tap) = opened_file(&two);
    window.state_mut().push(Command::Open(one.to_str().unwrap().to_owned()));
    window.until("the other bank is open", |w| {
        let path = w.state.doc.as_ref().map(|doc| doc.opened.path.clone());
        path.is_some_and(|path| path.ends_with("menu.tpa")) && w.is_idle() && w.state.has_sounds()
    });
    let all = sounds(&window);
    let elsewhere = &window.model().other_banks;
    let same =
        |sound: &Sound| elsewhere.same_ids(sound).map(|twin| twin.is_same).collect::<Vec<_>>();
    assert_eq!(same(&all[0]), [true]);
    assert_eq!(same(&all[1]), [false; 0]);
    assert_eq!(same(&all[2]), [false]);
    assert_eq!(all.iter().map(|s| elsewhere.users(s)).collect::<Vec<_>>(), [0, 1, 0]);
}

#[test]
fn chooses_the_device_and_reports_a_missing_one() {
    let (mut window, _tap) = opened_bank();
    window.set(|settings| settings.route = Route::Silent);
    window.until("the clock runs", |w| !w.state.sound.is_connecting());
    let output = |window: &Bench| window.model().sound.output().unwrap().map_err(str::to_owned);
    assert_eq!(output(&window), Ok("no device (silent clock)".to_owned()));
    window.click("Sound device: No device (silent clock)");
    window.until("the devices are listed", |w| w.state.sound.devices.is_some() && w.is_idle());
    window.get_by_label("System default");
    let gone = DeviceName { id: "alsa:gone".to_owned(), name: "Gone box".to_owned() };
    window.set(|settings| settings.route = Route::Device(gone));
    window.until("it was looked for", |w| !w.state.sound.is_connecting());
    let message = match output(&window) {
        Ok(_) => window.model().sound.output_note().unwrap(),
        Err(why) => why,
    };
    assert!(message.starts_with("audio device Gone box not found"), "{message}");
}

#[test]
fn looping_follows_the_file_unless_forced() {
    let (mut window, _tap) = opened_bank();
    down_to(&mut window, 1);
    let state =
        |window: &Bench| (window.model().settings.looping, window.model().sound.is_looped());
    assert_eq!(state(&window), (Looping::AsStored, false));
    for expected in [(Looping::On, true), (Looping::Off, false), (Looping::AsStored, false)] {
        window.press(Key::L);
        assert_eq!(state(&window), expected);
    }
    assert!(Looping::AsStored.of(true) && !Looping::Off.of(true));
}

/// A text file of sound names.
fn list(folder: &Path, names: &[&str]) -> String {
    let file = folder.join("names.txt");
    std::fs::write(&file, names.join("\n")).unwrap();
    file.to_str().unwrap().to_owned()
}

fn names(window: &Bench) -> Vec<String> {
    sounds(window).iter().map(|sound| sound.name.clone()).collect()
}

#[test]
fn sound_names_do_not_depend_on_opening_order() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let known = ["VA56", "VH54"];
    let (one, other) = (here.path().join("Stream.tpa"), here.path().join("Menu.tpa"));
    for file in [&one, &other] {
        std::fs::write(file, bank(&known, Vec::new())).unwrap();
    }
    let hashes = known.map(|name| format!("{:08X}", name_hash(name)));
    let mut window = window(vec![one.to_str().unwrap().to_owned()]);
    let open = |window: &mut Bench, file: &Path| {
        let path = file.to_str().unwrap().to_owned();
        window.state_mut().push(Command::Open(path.clone()));
        window.until("it is open", |w| {
            w.state.doc.as_ref().is_some_and(|doc| doc.opened.path == path) && w.is_idle()
        });
    };
    for file in [&one, &other, &one] {
        open(&mut window, file);
        assert_eq!(names(&window), hashes, "no name is known yet");
    }
    let list = list(there.path(), &known);
    window.state_mut().push(Command::LearnNames(list));
    // The list is read while the bank is open, which then shows the names.
    window.until("the names are listed", |w| {
        let named = |scene: &gouraud::app::model::DocScene| scene.scene.sounds[0].name == known[0];
        w.state.scene().is_some_and(named) && w.is_idle()
    });
    assert_eq!(names(&window), known);
    open(&mut window, &other);
    assert_eq!(names(&window), known, "and so has the bank that was opened before it");
    window.set(|settings| settings.names = vec!["va56".to_owned()]);
    assert_eq!(names(&window), known, "typed names do not replace stored names");
}

#[test]
fn text_opened_after_a_bank_names_no_sounds() {
    let (here, there) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let file = here.path().join("Stream.tpa");
    std::fs::write(&file, bank(&["VA56"], Vec::new())).unwrap();
    let mut window = window(vec![file.to_str().unwrap().to_owned()]);
    let list = list(there.path(), &["VA56"]);
    window.state_mut().push(Command::Open(list.clone()));
    window.until("the text is open", |w| {
        w.state.doc.as_ref().is_some_and(|doc| doc.opened.path == list) && w.is_idle()
    });
    let mut known = Vec::new();
    let names: &dyn Names = &window.model().library.names;
    names.each(name_hash("VA56"), &mut |name, _| known.push(name.to_owned()));
    assert_eq!(known, Vec::<String>::new());
}

#[test]
fn transport_shows_the_chosen_sound_without_audition() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("voices.tpa");
    let captions = [(400, "longer"), (2_000, "than the sound")];
    let sounds = vec![
        tpa::pcm16(48_000, 1, &[1_000; 4_800]),
        tpa::with_captions(tpa::pcm16(22_050, 1, &vec![1_000; 26_532]), &captions),
    ];
    let ids = vec![tpa::id(name_hash("BIRD 01"), 0), tpa::id(name_hash("BIRD 02"), 1)];
    std::fs::write(&file, tpa::bank(ids, sounds, Vec::new()).write().unwrap()).unwrap();
    let (mut window, tap) = opened_file(&file);
    down_to(&mut window, 0);
    let shown = window.query_all_by_label_contains(" / 0:00.100").count();
    assert_eq!(shown, 2, "beside the waveform, and in the status bar");
    tap.pull(9_600);
    window.run_steps(3);
    window.set(|settings| settings.audition = false);
    window.click_part("Sound 1, ");
    // The duration of its row, to the nearest millisecond, regardless of its captions.
    window.get_by_label("0:00.000 / 0:01.203");
    assert!(window.model().sound.position().is_none(), "it is not played");
}

/// A window with the demo's bank of instruments, audible only to the tap.
fn opened_instruments() -> (Bench, gouraud::audio::Tap) {
    let mut window = window(vec!["demo//plaza.vab".to_owned()]);
    window.until("the bank is open", |w| {
        w.state.has_sounds() && w.state.sound.is_connected() && w.is_idle()
    });
    let (collector, tap) = gouraud::audio::Collector::new(1, 44_100);
    window.model_mut().sound.set_output(Box::new(collector));
    window.until("the tap is connected", |w| !w.state.sound.is_connecting());
    (window, tap)
}

#[test]
fn instrument_keys_sound_while_pressed() {
    let (mut window, tap) = opened_instruments();
    let program = Element::Program(Id::new(1));
    window.select(program);
    // The second program is an organ below middle C, where its only tone loops.
    window.press(Key::Comma);
    window.key_down(Key::Q);
    window.run_steps(2);
    window.until("the note plays", |w| w.state.sound.is_playing() && w.is_idle());
    let now = window.model().sound.now().map(|now| now.name.clone());
    assert_eq!(now.as_deref(), Some("program 1, C3"));
    tap.pull(44_100);
    let held = tap.pull(4_410).iter().fold(0f32, |most, sample| most.max(sample.abs()));
    assert!(held > 0.05, "{held}: it continues beyond its recording");
    window.key_up(Key::Q);
    window.run_steps(2);
    tap.pull(44_100);
    assert!(tap.pull(4_410).iter().all(|sample| *sample == 0.0), "it has died away");
    assert!(!window.model().sound.is_playing());
}

#[test]
fn cue_plays_its_tone_and_sound_lists_its_users() {
    let (mut window, _tap) = opened_instruments();
    let scene = window.model().scene().unwrap();
    assert_eq!((scene.scene.cues.len(), scene.scene.programs.len()), (5, 3));
    let cue = scene.scene.cues.find(|cue| cue.alias == 20).unwrap();
    let users = scene.sound_users[0].clone();
    assert_eq!(users, [Element::Tone { program: Id::new(0), tone: 0 }, Element::Cue(cue)]);
    window.state_mut().push(Command::PlayCue(cue));
    window.until("the cue plays", |w| w.state.sound.is_playing() && w.is_idle());
    let now = window.model().sound.now().map(|now| now.name.clone());
    assert_eq!(now.as_deref(), Some("program 0, G4"));
}

#[test]
fn level_opens_the_bank_of_its_name() {
    let mut window = window(vec!["demo//plaza.psx".to_owned()]);
    window.until("the level is open", |w| w.state.has_sounds() && w.is_idle());
    let scene = &window.model().scene().unwrap().scene;
    assert_eq!((scene.sounds.len(), scene.programs.len(), scene.cues.len()), (7, 3, 5));
}
