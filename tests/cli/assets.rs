//! `export` and `render`.

use gouraud::formats::Records;
use gouraud::formats::ps1::vram::Depth;
use gouraud_testing::build::disc::{IsoFile, iso, zip};
use gouraud_testing::build::tim;
use serde_json::Value;

use crate::support::{FLAGS, Run, Sandbox, level};

#[test]
fn export_prints_written_files_and_keeps_others() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("export level.psx -o out").ends_with(0).quietly();
    let written: Vec<&str> = run.out.lines().collect();
    assert!(written.iter().any(|file| file.ends_with(".glb")), "{written:?}");
    assert!(written.contains(&"out/aabbccdd.png"), "{written:?}");
    for file in &written {
        assert!(sandbox.has(file), "{file}");
    }
    sandbox.put("out/aabbccdd.png", b"mine");
    let run = sandbox.run("export level.psx -o out").ends_with(0).reports("exists; skipped");
    assert_eq!((run.out.as_str(), sandbox.read("out/aabbccdd.png")), ("", b"mine".to_vec()));
    sandbox.run("export level.psx -o out --force").ends_with(0);
    assert_ne!(sandbox.read("out/aabbccdd.png"), b"mine");
}

#[test]
fn export_filters_by_kind_and_name() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("export level.psx -o out --to png").ends_with(0);
    assert_eq!(run.out, "out/aabbccdd.png\n");
    let run = sandbox.run("export level.psx -o out2 --only aabb*").ends_with(0);
    assert_eq!(run.out, "out2/aabbccdd.png\n");
    sandbox
        .run("export level.psx -o out3 --only moon*")
        .ends_with(1)
        .reports("no matching assets to export");
    sandbox
        .run("export level.psx -o out3 --to wav")
        .ends_with(1)
        .reports("no matching assets to export");
    assert!(!sandbox.has("out3"));
}

#[test]
fn exports_textures_in_all_palettes_on_request() {
    let sandbox = Sandbox::empty();
    let mut picture: Vec<u8> = [0x10u32, 8, 12 + 64].map(u32::to_le_bytes).concat();
    picture.extend([0u16, 480, 16, 2].map(u16::to_le_bytes).as_flattened());
    picture.extend((0..32u16).flat_map(|colour| (colour * 31).to_le_bytes()));
    picture.extend(20u32.to_le_bytes());
    picture.extend([320u16, 0, 1, 4].map(u16::to_le_bytes).as_flattened());
    picture.extend([0x10, 0x32, 0x54, 0x76, 0x98, 0xba, 0xdc, 0xfe]);
    sandbox.put("two.tim", &picture);
    let files = |more: &str| {
        let run =
            sandbox.run(&format!("export two.tim -o out --force --to png {more}")).ends_with(0);
        run.out.lines().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(files(""), ["out/two.png"]);
    assert_eq!(files("--palettes used"), ["out/two.png"]);
    assert_eq!(files("--palettes all"), ["out/two.png", "out/two.p1.png"]);
    assert_ne!(sandbox.read("out/two.png"), sandbox.read("out/two.p1.png"));
    sandbox
        .run("export two.tim -o out --palettes some")
        .ends_with(2)
        .reports("expected `used` or `all`");
}

#[test]
fn export_accepts_names_of_lists() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_with(&["export", "level.psx", "-o", "out", "--only", "model 0*"]);
    assert!(run.ends_with(0).out.lines().all(|file| file.ends_with(".glb")));
    let run = sandbox.run_with(&["export", "level.psx", "-o", "out2", "--only", "object 0"]);
    assert_eq!(run.ends_with(0).out.lines().count(), 1);
}

#[test]
fn files_of_one_run_do_not_overwrite_each_other() {
    let sandbox = Sandbox::new();
    sandbox.put("level2.psx", &level());
    let run = sandbox.run("export level.psx level2.psx -o out --to png --force").ends_with(0);
    assert_eq!(run.out, "out/aabbccdd.png\nout/aabbccdd~2.png\n");
}

#[test]
fn export_of_a_folder_takes_known_files() {
    let sandbox = Sandbox::empty();
    sandbox.put("in/level.psx", &level());
    sandbox.put("in/note.txt", b"no");
    sandbox.run("export in -o out --to png").ends_with(0);
    assert!(sandbox.has("out/aabbccdd.png"));
    sandbox.run("export in/note.txt -o out").ends_with(1);
}

/// A level on a disc in an archive, next to a loose level.
fn nested() -> Sandbox {
    let sandbox = Sandbox::empty();
    let disc = iso("LEVELS", &[IsoFile::new("DATA/LEVEL.PSX", &level())]).bytes();
    sandbox.put("game.zip", &zip(&[("disc.iso", &disc), ("level.psx", &level())]));
    sandbox
}

fn written(run: &Run) -> Vec<&str> {
    run.out.lines().collect()
}

#[test]
fn export_enters_archives_on_request_with_a_folder_per_file() {
    let sandbox = nested();
    let arguments = "export -r game.zip --folders --to png -o out";
    let first = sandbox.run(arguments).ends_with(0);
    let folders = ["out/game.zip/disc.iso/DATA/LEVEL.PSX", "out/game.zip/level.psx"];
    let expected = folders.map(|folder| format!("{folder}/aabbccdd.png"));
    assert_eq!(written(&first), expected);
    // Existing files stay, and the new ones get a number.
    let again = sandbox.run(&format!("{arguments} --rename")).ends_with(0);
    let expected = folders.map(|folder| format!("{folder}/aabbccdd~2.png"));
    assert_eq!(written(&again), expected);
    assert!(sandbox.run("export game.zip --to png -o out").ends_with(1).out.is_empty());
}

#[test]
fn extract_separates_paths_and_copies_raw_files_on_request() {
    let sandbox = nested();
    sandbox.put("note.txt", b"plain");
    let run = sandbox.run("extract game.zip note.txt --folders --plain -o out").ends_with(0);
    assert_eq!(written(&run), ["out/game.zip/disc.iso", "out/game.zip/level.psx", "out/note.txt"]);
    let run = sandbox.run("extract game.zip --stored -o stored").ends_with(0);
    assert_eq!(written(&run), ["stored/game.zip"]);
    let run = sandbox.run("extract game.zip//disc.iso --rename --folders -o out").ends_with(0);
    assert_eq!(written(&run), ["out/disc.iso/DATA/LEVEL.PSX"]);
    sandbox.run("extract game.zip -o out --force --rename").ends_with(2);
}

fn picture(sandbox: &Sandbox, name: &str) -> image::RgbaImage {
    image::open(sandbox.path(name)).unwrap().to_rgba8()
}

#[test]
fn render_needs_no_desktop() {
    let sandbox = Sandbox::new();
    let run = sandbox.run_without_desktop("render level.psx -o a.png --adapter cpu --size 64x48");
    assert_eq!((run.status, picture(&sandbox, "a.png").dimensions()), (0, (64, 48)), "{}", run.err);
}

#[test]
fn render_writes_a_picture_of_the_requested_size() {
    let sandbox = Sandbox::new();
    sandbox
        .run("render level.psx -o a.png --adapter cpu --size 64x48 --view 0,-60,40")
        .ends_with(0);
    let a = picture(&sandbox, "a.png");
    assert_eq!(a.dimensions(), (64, 48));
    let background = *a.get_pixel(0, 0);
    assert!(a.pixels().any(|pixel| *pixel != background), "something is drawn");
    // The output file is replaced, with the same bytes every time.
    let first = sandbox.read("a.png");
    sandbox.put("a.png", b"old");
    sandbox
        .run("render level.psx -o a.png --adapter cpu --size 64x48 --view 0,-60,40")
        .ends_with(0);
    assert_eq!(sandbox.read("a.png"), first);
}

#[test]
fn state_equals_options() {
    let sandbox = Sandbox::new();
    let base = "--adapter cpu --size 64x48";
    sandbox.run(&format!("render level.psx -o a.png {base} --view -150,-20,40")).ends_with(0);
    let state = r#"{"v":1,"camera":{"yaw":-150,"pitch":-20,"distance":40}}"#;
    sandbox.run(&format!("render level.psx -o b.png {base} --state {state}")).ends_with(0);
    assert_eq!(sandbox.read("a.png"), sandbox.read("b.png"));
    let state = r#"{"moon":1,"style":"clean"}"#;
    sandbox
        .run(&format!("render level.psx -o c.png {base} --state {state}"))
        .ends_with(0)
        .reports("unknown key `moon`");
}

#[test]
fn state_includes_read_options() {
    let sandbox = Sandbox::new();
    let base = "--adapter cpu --size 64x48";
    let draw = |name: &str, take: &str, options: &str| {
        let state = format!(r#"{{"camera":{{"yaw":-150,"pitch":-20,"distance":40}},{take}}}"#);
        let run = format!("render level.psx -o {name} {base} --state {state} {options}");
        sandbox.run(&run).ends_with(0)
    };
    draw("plain.png", r#""take":{}"#, "");
    draw("option.png", r#""take":{}"#, "--take scale=sixteenths");
    draw("state.png", r#""take":{"scale":"sixteenths"}"#, "");
    draw("both.png", r#""take":{"scale":"sixteenths"}"#, "--take scale=units");
    assert_ne!(sandbox.read("plain.png"), sandbox.read("option.png"));
    assert_eq!(sandbox.read("state.png"), sandbox.read("option.png"));
    assert_eq!(sandbox.read("both.png"), sandbox.read("plain.png"), "options count more");
    draw("other.png", r#""take":{"weather":"fine"}"#, "")
        .reports("unknown read option \"weather\"");
    draw("other.png", r#""take":{"scale":"half"}"#, "")
        .reports("scale: expected one of kind, units, sixteenths");
}

#[test]
fn renders_a_level_from_its_restarts_with_fog() {
    let sandbox = Sandbox::new();
    for name in ["plaza.psx", "plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        sandbox.put(name, &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    let draw = |name: &str, options: &str| {
        let base = format!("-o {name} --adapter cpu --size 96x72 --from plaza {options}");
        sandbox.run(&format!("render plaza_t.trg {base}")).ends_with(0);
        picture(&sandbox, name)
    };
    let clear = draw("clear.png", "");
    assert_eq!(clear, draw("off.png", "--fog off"), "fog is off by default");
    let foggy = draw("foggy.png", "--fog on");
    let black = draw("black.png", "--fog on --fade-colour off");
    assert!(clear != foggy && foggy != black);
    // Without options a level is rendered from its first start, like in the window.
    sandbox.run("render plaza_t.trg -o first.png --adapter cpu --size 96x72").ends_with(0);
    assert_eq!(picture(&sandbox, "first.png"), clear);
    let view = "--view 30,30,9000 -o view.png --adapter cpu --size 96x72";
    sandbox.run(&format!("render plaza_t.trg {view}")).ends_with(0);
    assert_ne!(picture(&sandbox, "view.png"), clear);
    // The level and its triggers give the same picture.
    let base = "-o level.png --adapter cpu --size 96x72 --from Plaza";
    sandbox.run(&format!("render plaza.psx {base}")).ends_with(0);
    assert_eq!(picture(&sandbox, "level.png"), clear);
    let run = sandbox.run("render plaza_t.trg -o x.png --from Moon").ends_with(1);
    run.reports("there is no start \"Moon\" in this file; it has Plaza, ");
    sandbox.run("render plaza_t.trg -o x.png --variant Set").ends_with(2);
    let nobody = "render plaza_t.trg -o x.png --adapter cpu --size 32x32 --variant Set=Nobody";
    sandbox.run(nobody).ends_with(0).reports("no variant \"Nobody\" in this file");
}

#[test]
fn finds_hash_named_files_by_name() {
    let (named, hashed) = (Sandbox::empty(), Sandbox::empty());
    for name in ["plaza.psx", "plaza_2.psx", "plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        let bytes = std::fs::read(format!("{demo}{name}")).unwrap();
        named.put(name, &bytes);
        hashed.put(&extracted(name), &bytes);
    }
    let list = hashed.run("list . --json").ends_with(0).json();
    let names: Vec<&str> = list.iter().map(|row| row["name"].as_str().unwrap()).collect();
    for name in ["plaza.psx", "plaza_2.psx", "plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
        assert!(names.contains(&name), "{name} of {names:?}");
    }
    assert!(list.iter().all(|row| row["named_by"] == extracted("plaza_t.trg").as_str()));
    // The level and its triggers find all their companions.
    for name in ["plaza.psx", "plaza_t.trg"] {
        let counts = |sandbox: &Sandbox, file: &str| {
            let info = sandbox.run(&format!("info {file} --json")).ends_with(0).object();
            (info["counts"].clone(), info["problems"].as_array().unwrap().len())
        };
        assert_eq!(counts(&hashed, &extracted(name)), counts(&named, name), "{name}");
        let draw = |sandbox: &Sandbox, file: &str| {
            let options = "-o x.png --adapter cpu --size 64x48";
            sandbox.run(&format!("render {file} {options}")).ends_with(0);
            picture(sandbox, "x.png")
        };
        assert!(draw(&hashed, &extracted(name)) == draw(&named, name), "{name}");
    }
}

#[test]
fn reports_real_names_of_hash_named_files() {
    let sandbox = Sandbox::empty();
    let all = ["plaza.psx", "plaza_l.psx", "plaza_t.trg"].map(|name| {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        (extracted(name), std::fs::read(format!("{demo}{name}")).unwrap())
    });
    all.iter().for_each(|(name, bytes)| sandbox.put(name, bytes));
    let source = extracted("plaza_t.trg");
    let info =
        sandbox.run(&format!("info {} --json", extracted("plaza.psx"))).ends_with(0).object();
    assert_eq!(
        (&info["real_name"], &info["named_by"]),
        (&"plaza.psx".into(), &source.clone().into())
    );
    let run = sandbox.run(&format!("info {}", extracted("plaza.psx"))).ends_with(0);
    assert!(run.out.contains("plaza.psx, from "), "{run:#?}");
    // In an archive as well.
    let members: Vec<(&str, &[u8])> = all.iter().map(|(n, b)| (n.as_str(), &b[..])).collect();
    sandbox.put("levels.zip", &zip(&members));
    let list = sandbox.run("list levels.zip --json").ends_with(0).json();
    let names: Vec<&str> = list.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["plaza.psx", "plaza_l.psx", "plaza_t.trg"]);
    assert!(list.iter().all(|row| row["named_by"] == source.as_str()));
}

#[test]
fn lists_sounds_by_the_names_of_their_hashes() {
    let sandbox = Sandbox::empty();
    let list = sandbox.run("list demo//voices.tpa --json").ends_with(0).json();
    assert_eq!(list[0]["path"], "demo//voices.tpa//000_F0A07BD9.cau");
    assert_eq!(list[0]["name"], "MISSING.cau");
}

/// Name that an extraction tool gives the file `name`, from its hash: `D01C4010.psx`.
fn extracted(name: &str) -> String {
    let hash = gouraud::formats::neversoft::hash::file_name(name.as_bytes());
    let (_, extension) = name.rsplit_once('.').unwrap();
    format!("{hash:08X}.{extension}")
}

#[test]
fn overlay_changes_only_faces_with_the_bit() {
    let sandbox = Sandbox::new();
    let base = "render level.psx --adapter cpu --size 64x48 --style ps1 --view 0,-60,40";
    sandbox.run(&format!("{base} -o plain.png")).ends_with(0);
    // The face has bit 4 (triangle) and not bit 7 (invisible).
    sandbox.run(&format!("{base} -o set.png --overlay flags:4")).ends_with(0);
    sandbox.run(&format!("{base} -o unset.png --overlay flags:7")).ends_with(0);
    let plain = picture(&sandbox, "plain.png");
    let background = *plain.get_pixel(0, 0);
    assert_eq!(plain, picture(&sandbox, "unset.png"));
    let set = picture(&sandbox, "set.png");
    let mut painted = 0;
    for (before, after) in plain.pixels().zip(set.pixels()) {
        if before == after {
            continue;
        }
        assert_ne!(*before, background, "only the face changes");
        painted += 1;
    }
    assert!(painted > 0);
    sandbox
        .run(&format!("{base} -o x.png --overlay moons"))
        .ends_with(1)
        .reports("its faces have no field \"moons\"; they have flags");
}

#[test]
fn bench_prints_one_object() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("render level.psx --bench 3 --size 32x32 --adapter cpu").ends_with(0);
    let bench = run.object();
    assert_eq!((&bench["frames"], &bench["width"]), (&Value::from(3), &Value::from(32)));
    assert_eq!(bench["triangles"], 1);
    let ms = ["min_ms", "median_ms", "max_ms"].map(|key| bench[key].as_f64().unwrap());
    assert!(ms[0] <= ms[1] && ms[1] <= ms[2] && ms[0] > 0.0, "{ms:?}");
    assert!(bench["adapter"].is_string());
}

#[test]
fn render_refuses_missing_inputs() {
    let sandbox = Sandbox::new();
    let base = "--adapter cpu --size 32x32";
    let run = sandbox.run(&format!("render level.psx -o x.png --anim walk {base}")).ends_with(1);
    run.reports("there is no animation \"walk\"").reports("it has none");
    sandbox.run(&format!("render level.psx -o x.png --time 1 {base}")).ends_with(2);
    let run = sandbox.run("render level.psx -o x.png --sheet 4 --adapter cpu").ends_with(1);
    run.reports("no animation of this file could be decoded");
    sandbox.run(&format!("render note.txt -o x.png {base}")).ends_with(1);
    assert!(!sandbox.has("x.png"));
    sandbox
        .run("render level.psx -o x.jpg")
        .ends_with(2)
        .quiet_and("expected a file name ending in .png, .gif, .apng");
    assert!(!sandbox.has("x.jpg"));
    sandbox.run("render level.psx -o level.psx").ends_with(1).reports("is the input");
    assert_eq!(sandbox.read("level.psx"), level());
    // A folder with more than one picture is ambiguous.
    sandbox.run(&format!("render . -o x.png {base}")).ends_with(1).reports("choose one of them");
}

#[test]
fn draws_the_readable_part_of_a_damaged_level() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("render cut.psx -o a.png --adapter cpu --size 64x48").ends_with(3);
    run.reports("the data has errors");
    assert_eq!(picture(&sandbox, "a.png").dimensions(), (64, 48));
    assert_eq!(level()[FLAGS], 0x13);
}

#[test]
fn render_shows_all_textures_of_a_texture_file() {
    let sandbox = Sandbox::empty();
    // Two by four red texels under a transparent row.
    let mut palette = vec![0; 16];
    palette[1] = 0x001F;
    let indices = [0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1];
    let tim = tim::indexed(Depth::Four, (0, 0), 4, &indices, (0, 480), &[palette]).unwrap();
    sandbox.put("red.tim", &tim.write().unwrap());
    // The adapter is started while the file is read.
    let run = sandbox.run("render red.tim -o red.png --size 80x40");
    run.ends_with(0).says_nothing_itself();
    let drawn = picture(&sandbox, "red.png");
    assert_eq!(drawn.dimensions(), (80, 40));
    let red = drawn.enumerate_pixels().filter(|(_, _, pixel)| pixel.0 == [255, 0, 0, 255]);
    let red: Vec<(u32, u32)> = red.map(|(x, y, _)| (x, y)).collect();
    // 4 × 3 texels in 36 pixels: nine times as large.
    assert_eq!(red.len(), 8 * 81);
    assert_eq!((red.first(), red.last()), (Some(&(22, 15)), Some(&(57, 32))));
    let run = sandbox.run("render red.tim -o x.png --anim walk").ends_with(1);
    run.reports("this file has only pictures; --anim cannot be used");
    let run = sandbox.run("render red.tim -o x.png --transparent").ends_with(1);
    run.reports("this file has only pictures; --transparent cannot be used");
}
