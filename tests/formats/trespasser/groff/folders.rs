//! Files of a game in several folders: companions are found whichever file is opened.

use std::path::PathBuf;

use assert_cmd::Command;
use gouraud::formats::trespasser::groff::Groff;
use gouraud::formats::trespasser::{name_hash, spz};
use gouraud::library::{Library, Opened};
use gouraud::scene::Scene;
use gouraud_testing::build::groff::{InstanceTransform, Level, Property, header as header_of};
use gouraud_testing::build::tpa;

use super::fixture::{add_things, bytes, savegame, scene, textures};

/// The document's 3 × 3 points.
const TERRAIN: &str = "0000e903 00000500 00000900 00000f00 00000000 00020000 00020000 00000000
    000042c8 00004348 00004000 00004000 00003f80 000042c8 00003f80 00004348
    00003f80 0000c2c8 00003f80 0000c348 00003f80 00003f80 00803f80 00009a00 00643200";

fn terrain() -> Vec<u8> {
    let digits: String = TERRAIN.split_whitespace().collect();
    let byte = |at: usize| u8::from_str_radix(&digits[at..at + 2], 16).unwrap();
    (0..digits.len()).step_by(2).map(byte).collect()
}

/// The small level, with a terrain of this name.
fn level(terrain: &str) -> Groff {
    let mut level = Level::default();
    let model = add_things(&mut level);
    let class = Property::text("TerrainPlacement");
    let file = vec![("Class", class), ("File", Property::text(terrain))];
    let group = level.values("Ground", file);
    level.instance("Ground", model, InstanceTransform::at(0.0, 0.0, 0.0), group);
    level.finish()
}

fn bank() -> Vec<u8> {
    let voice = tpa::pcm8(11025, 1, &[0x80; 64]);
    let ids = vec![tpa::id(name_hash("MISSING"), 0), tpa::id(name_hash(r"VO\AM01"), 1)];
    tpa::bank(ids, vec![voice.clone(), voice], Vec::new()).write().unwrap()
}

/// An installation on disk.
struct Game(tempfile::TempDir);

impl Game {
    /// Creates the given files of a level, each in its folder.
    fn of(files: &[&str]) -> Self {
        let game = Self(tempfile::tempdir().unwrap());
        for file in files {
            let name = file.rsplit('/').next().unwrap().to_lowercase();
            let (pid, swp) = textures();
            let made = match name.as_str() {
                "mini.grf" => bytes(&level("mini")),
                "mini.scn" => bytes(&scene()),
                "savegame.000" => bytes(&savegame()),
                "mini-130.pid" => pid,
                "mini-130.swp" => swp,
                "mini-130.spz" => spz::pack(&swp),
                "stream.tpa" => bank(),
                name if name.ends_with(".wtd") => terrain(),
                name => panic!("{name}"),
            };
            let path = game.path(file);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, made).unwrap();
        }
        game
    }

    fn path(&self, file: &str) -> PathBuf {
        self.0.path().join(file)
    }

    fn open(&self, library: &Library, file: &str) -> Shown {
        let opened = library.open(self.path(file).to_str().unwrap(), None).unwrap();
        let scene = (*opened.scene(library).expect(file)).clone();
        Shown { scene, missing_files: missing_files(library, &opened) }
    }

    /// Output of `gouraud info --json` for a file.
    fn info(&self, file: &str) -> String {
        let mut command = Command::cargo_bin("gouraud").unwrap();
        let output = command.args(["info", "--json"]).arg(self.path(file)).output().unwrap();
        String::from_utf8(output.stdout).unwrap()
    }
}

/// Messages about missing files.
fn missing_files(library: &Library, opened: &Opened) -> Vec<String> {
    let problems = opened.problems(library);
    let messages = problems.iter().map(|problem| problem.message.clone());
    messages
        .filter(|text| ["not in ", "missing", "no sound"].iter().any(|w| text.contains(w)))
        .collect()
}

struct Shown {
    scene: Scene,
    missing_files: Vec<String>,
}

impl Shown {
    /// Checks that instances, texture pixels, terrain and sounds of the level are all present.
    #[track_caller]
    fn is_whole(&self) {
        assert_eq!(self.missing_files, [""; 0]);
        let names: Vec<&str> = self.scene.nodes.iter().map(|node| node.name.as_str()).collect();
        let terrain = names.iter().any(|name| name.eq_ignore_ascii_case("mini"));
        assert!(names.contains(&"Crate-00") && terrain, "{names:?}");
        // A savegame adds its own picture.
        let textures = self.scene.textures.len() - usize::from(self.scene.cover.is_some());
        assert_eq!((textures, self.scene.sounds.len()), (2, 1));
        assert!(self.scene.tables.iter().any(|table| table.name == "Hierarchies"));
    }
}

const SPREAD: [&[&str]; 4] = [
    // The demo, an installed game, a patched one, and one with upper-case names.
    &[
        "Data/mini.grf",
        "Data/mini.scn",
        "Data/mini.wtd",
        "Data/mini-130.pid",
        "Data/mini-130.swp",
        "Data/Stream.tpa",
        "savegame.000",
    ],
    &[
        "data/mini.grf",
        "data/mini.scn",
        "data/mini.wtd",
        "data/mini-130.pid",
        "data/mini-130.spz",
        "mini-130.swp",
        "stream.tpa",
        "savegame.000",
    ],
    &[
        "patch/mini.grf",
        "patch/mini.scn",
        "patch/mini.wtd",
        "data/mini-130.pid",
        "mini-130.swp",
        "data/stream.tpa",
        "savegame.000",
    ],
    &[
        "PATCH/MINI.GRF",
        "PATCH/MINI.SCN",
        "PATCH/MINI.WTD",
        "DATA/MINI-130.PID",
        "DATA/MINI-130.SPZ",
        "STREAM.TPA",
        "SAVEGAME.000",
    ],
];

#[test]
fn opening_any_file_of_a_level_finds_the_others() {
    for files in SPREAD {
        let game = Game::of(files);
        let is =
            |file: &str, ends: &[&str]| ends.iter().any(|end| file.to_lowercase().ends_with(end));
        for file in files.iter().filter(|file| is(file, &[".grf", ".scn", ".000"])) {
            game.open(&Library::new(), file).is_whole();
        }
        let grf = game.path(files[0]).canonicalize().unwrap();
        for file in files.iter().filter(|file| is(file, &[".pid", ".swp", ".spz", ".wtd"])) {
            let shown = game.open(&Library::new(), file);
            assert_eq!(shown.missing_files, [""; 0], "{file}");
            let whole = PathBuf::from(shown.scene.part_of.as_ref().expect(file));
            assert_eq!(whole.canonicalize().unwrap(), grf, "{file}");
            let opened = Library::new().open(whole.to_str().unwrap(), None);
            assert!(opened.is_ok_and(|opened| opened.document.format.id == "trespasser.groff.grf"));
            if !is(file, &[".wtd"]) {
                let names: Vec<&str> =
                    shown.scene.textures.iter().map(|t| t.name.as_str()).collect();
                assert_eq!(names, ["Cratet2.bmp", "Leaft2.bmp"], "{file}: named by the level");
            } else {
                assert_eq!(shown.scene.textures.len(), 1, "textured by the level");
            }
        }
    }
}

#[test]
fn info_command_finds_companions_and_reports_searched_folders() {
    let game = Game::of(SPREAD[2]);
    for file in ["patch/mini.grf", "savegame.000", "data/mini-130.pid"] {
        let text = game.info(file);
        assert!(!text.contains("not in ") && !text.contains("missing"), "{file}: {text}");
    }
    std::fs::remove_file(game.path("data/mini-130.pid")).unwrap();
    std::fs::remove_file(game.path("patch/mini.wtd")).unwrap();
    for file in ["patch/mini.grf", "savegame.000"] {
        let text = game.info(file);
        for what in ["the textures mini-130.pid are not in", "the terrain mini.wtd is not in"] {
            let at = text.find(what).unwrap_or_else(|| panic!("{file}: {what} in {text}"));
            let sentence = text[at..].split('"').next().unwrap();
            let root = game.0.path().canonicalize().unwrap();
            for folder in [root.clone(), root.join("data"), root.join("patch")] {
                let folder = folder.to_str().unwrap();
                // The file's own folder is printed as the user typed it.
                let own = game.path(file).parent().unwrap().to_str().unwrap().to_owned();
                assert!(sentence.contains(folder) || own == folder, "{folder} in {sentence}");
            }
        }
    }
}

#[test]
fn savegame_finds_its_level_after_that_folder_was_opened() {
    let disc = Game::of(&["data/mini.grf", "data/mini.scn", "data/mini.wtd", "data/mini-130.pid"]);
    let installed = Game::of(&["savegame.000", "mini-130.swp", "stream.tpa"]);
    let library = Library::new();
    let alone = installed.open(&library, "savegame.000");
    assert!(alone.missing_files.join("\n").contains("missing level mini.grf, looked for in "));
    let library = Library::new();
    library.record_game_folders(library.game_folders());
    library.list(disc.0.path().to_str().unwrap(), false).unwrap();
    installed.open(&library, "savegame.000").is_whole();
    let later = Library::new();
    later.set_game_folders(library.game_folders());
    installed.open(&later, "savegame.000").is_whole();
    // The reverse also works: the pixels are next to the savegame.
    disc.open(&later, "data/mini.grf").is_whole();
}

#[test]
fn savegame_with_a_foreign_path_finds_its_level_through_its_scene() {
    let game = Game::of(SPREAD[2]);
    let mut saved = savegame();
    for section in &mut saved.sections {
        use gouraud::formats::trespasser::groff::body::Body;
        if let Body::SaveHeader(header) = &mut section.body {
            *header = header_of(r"C:\Fan\Renamed.grf");
        }
    }
    std::fs::write(game.path("savegame.000"), bytes(&saved)).unwrap();
    game.open(&Library::new(), "savegame.000").is_whole();
}

#[test]
fn reports_terrain_of_another_number_used_as_substitute() {
    let folder =
        super::folder::Folder::default().with("as4.wtd", terrain()).with("be.wtd", terrain());
    let (scene, problems) = folder.scene("as2.grf", &bytes(&level(r"Map\as2")));
    assert!(scene.nodes.iter().any(|node| node.name == "as4"));
    let text = super::folder::messages(&problems).join("\n");
    let expected = "the terrain as2.wtd is not in the folder; as4.wtd is used instead";
    assert!(text.contains(expected), "{text}");
    let (scene, problems) = folder.scene("lab.grf", &bytes(&level("lab.wtd")));
    assert!(scene.height_fields.is_empty());
    let text = super::folder::messages(&problems).join("\n");
    assert!(text.contains("the terrain lab.wtd is not in the folder"), "{text}");
}

#[test]
fn savegame_lists_its_name_and_picture() {
    let game = Game::of(&["savegame.000"]);
    let library = Library::new();
    let path = game.path("savegame.000");
    let sniffed = library.sniff(path.to_str().unwrap()).unwrap();
    assert_eq!(sniffed.format.id, "trespasser.groff.save");
    assert_eq!(sniffed.title.as_deref(), Some("By the entrance"));
    let mut command = Command::cargo_bin("gouraud").unwrap();
    let stdout = command.arg("info").arg(&path).output().unwrap().stdout;
    assert!(String::from_utf8(stdout).unwrap().contains("name      By the entrance"));
    let shown = game.open(&library, "savegame.000");
    let cover = &shown.scene.textures[shown.scene.cover.expect("a picture").index()];
    assert_eq!((cover.width, cover.height, cover.name.as_str()), (100, 75, "By the entrance"));
}
