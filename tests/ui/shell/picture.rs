//! The dialog for a picture of the scene.

use egui::{Key, Modifiers, vec2};
use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::app::model::export::picture::{Background, PictureChoices};
use gouraud::app::model::view::state_string;
use image::{Rgba, RgbaImage};

use crate::driver::{Bench, Driver, open};

/// The dialog for a character, opened with its key; pictures are saved in `folder`.
fn dialog(path: &str, folder: &std::path::Path) -> Bench {
    let mut window = open(path);
    window.settle_scene();
    let folder = folder.to_string_lossy().into_owned();
    window.set(|settings| settings.pictures = folder);
    window.chord(Modifiers::SHIFT, Key::F12);
    window
}

/// The only file in a folder.
fn saved(folder: &std::path::Path) -> RgbaImage {
    let files: Vec<_> = std::fs::read_dir(folder).unwrap().map(Result::unwrap).collect();
    let [file] = &files[..] else { panic!("one file expected, found {}", files.len()) };
    image::open(file.path()).unwrap().to_rgba8()
}

/// The top left pixel of a square picture in the preview, a few pixels from its corner.
fn corner(window: &mut Bench) -> Rgba<u8> {
    let area = window.get_by_label_contains("Preview of the picture").rect();
    let at = area.center() - vec2(area.height() / 2.0 - 6.0, area.height() / 2.0 - 6.0);
    let at = at * window.ctx.pixels_per_point();
    *window.render().expect("the window can be drawn").get_pixel(at.x as u32, at.y as u32)
}

#[test]
fn preview_follows_the_settings_and_the_file_has_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = dialog("demo//skater.psx", folder.path());
    window.wait_for("Preview of the picture, 1920×1080");
    window.get_by_label("1920×1080 PNG");
    window.click("Square");
    window.wait_for("Preview of the picture, 1024×1024");
    let displayed = corner(&mut window);
    window.click("Colour");
    let mut drawn = displayed;
    for _ in 0..20_000 {
        drawn = corner(&mut window);
        if drawn != displayed {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
        window.run_steps(1);
    }
    assert_eq!(drawn, Rgba([255; 4]));
    window.click("Transparent");
    window.click("Off");
    window.click("Save");
    window.settle();

    let picture = saved(folder.path());
    assert_eq!(picture.dimensions(), (1024, 1024));
    assert_eq!(picture.get_pixel(0, 0).0, [0; 4]);
    let opaque = picture.pixels().filter(|pixel| pixel.0[3] == 255).count();
    assert!((10_000..1_000_000).contains(&opaque), "{opaque}");
    let stored = window.model().settings.picture;
    assert_eq!((stored.size, stored.samples), ((1024, 1024), 1));
    assert_eq!(stored.background, Background::Transparent);
}

#[test]
fn refuses_pictures_that_need_too_much_memory() {
    let mut window = open("demo//skater.psx");
    window.set(|settings| {
        settings.picture.size = (16_384, 16_384);
        settings.picture.samples = 8;
    });
    window.send(Command::ComposePicture);
    window.get_by_label_contains("exceeds the graphics adapter");
    window.press(Key::Enter);
    window.settle();
    window.get_by_label_contains("exceeds the graphics adapter");
}

#[test]
fn enter_saves_only_without_a_focused_control() {
    let folder = tempfile::tempdir().unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut window = dialog("demo//skater.psx", folder.path());
    window.click("Square");
    window.get_by_label("Cancel").focus();
    window.run_steps(2);
    window.press(Key::Enter);
    window.settle();
    assert_eq!((files(), window.query_by_label("Copy as command").is_some()), (0, false));
    window.chord(Modifiers::SHIFT, Key::F12);
    // A clicked choice does not keep the focus.
    window.click("Off");
    window.press(Key::Enter);
    window.settle();
    assert_eq!(files(), 1);
}

#[test]
fn enter_in_a_field_only_ends_the_input() {
    let folder = tempfile::tempdir().unwrap();
    let files = || std::fs::read_dir(folder.path()).unwrap().count();
    let mut window = dialog("demo//skater.psx", folder.path());
    window.get_by_label("Folder").focus();
    window.run_steps(2);
    window.press(Key::Enter);
    window.settle();
    assert_eq!((files(), window.query_by_label("Copy as command").is_some()), (0, true));
    window.press(Key::Enter);
    window.settle();
    assert_eq!(files(), 1);
}

/// Words of a command line; single quotes join words.
pub fn words(line: &str) -> Vec<String> {
    let parts = line.split('\'').enumerate();
    let mut words = vec![String::new()];
    for (at, part) in parts {
        let mut pieces = part.split(if at % 2 == 0 { ' ' } else { '\'' });
        words.last_mut().unwrap().push_str(pieces.next().unwrap());
        words.extend(pieces.map(str::to_owned));
    }
    words
}

#[test]
fn command_draws_the_same_picture_as_the_dialog() {
    let folder = tempfile::tempdir().unwrap();
    let path = format!("{}/assets/demo/skater.psx", env!("CARGO_MANIFEST_DIR"));
    let mut window = dialog(&path, folder.path());
    window.get_by_label("Copy as command");
    window.send(Command::ToggleParallel);
    let choices = PictureChoices {
        size: (160, 120),
        field_of_view: 30.0,
        samples: 2,
        background: Background::Colour,
        colour: [10, 200, 30],
        overlays: false,
    };
    let view = state_string::of(window.model()).unwrap();
    let line = choices.command_line(&path, view);
    let destination = folder.path().join("dialog").to_string_lossy().into_owned();
    std::fs::create_dir(&destination).unwrap();
    window.send(Command::SavePicture { choices, folder: destination.clone() });
    window.settle();
    let dialog = saved(destination.as_ref());

    let output = folder.path().join("command.png");
    let line = line.replace("picture.png", &output.to_string_lossy());
    let run = std::process::Command::new(env!("CARGO_BIN_EXE_gouraud"))
        .args(words(&line).into_iter().skip(1))
        .output()
        .unwrap();
    assert!(run.status.success(), "{line}: {}", String::from_utf8_lossy(&run.stderr));
    let command = image::open(output).unwrap().to_rgba8();
    assert_eq!(dialog.dimensions(), command.dimensions());
    // The console's colours have 15 bits.
    let [red, green, blue, _] = dialog.get_pixel(0, 0).0;
    assert!(red < 20 && green > 190 && blue < 40, "{red} {green} {blue}");
    // Adapters may round differently.
    let differ = dialog.iter().zip(command.iter()).filter(|(a, b)| a.abs_diff(**b) > 8).count();
    assert!(differ * 100 < dialog.len(), "{differ} of {} values differ, {line}", dialog.len());
}

#[test]
fn states_why_nothing_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = dialog("demo//skater.psx", folder.path());
    window.get_by_label("Folder").focus();
    window.run_steps(2);
    window.chord(Modifiers::COMMAND, Key::A);
    window.press(Key::Backspace);
    window.get_by_label("Enter or choose a folder");
    window.press(Key::Escape);
    window.send(Command::CloseFile);
    let choices = PictureChoices::default();
    let folder = folder.path().to_string_lossy().into_owned();
    window.send(Command::SavePicture { choices, folder });
    window.wait_for("Picture not saved: no file is open");
}

#[test]
fn enter_saves_while_a_control_behind_the_dialog_has_the_focus() {
    let folder = tempfile::tempdir().unwrap();
    let mut window = open("demo//skater.psx");
    window.settle_scene();
    let path = folder.path().to_string_lossy().into_owned();
    window.set(|settings| settings.pictures = path);
    window.get_by_label("Filter files").focus();
    window.run_steps(2);
    window.send(Command::ComposePicture);
    window.press(Key::Enter);
    window.settle();
    saved(folder.path());
}
