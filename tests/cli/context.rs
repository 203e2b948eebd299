//! Context of the files: `--root`, `--names`, and the game they belong to.

use gouraud::formats::neversoft::hash::{extracted_names, model_name};
use gouraud::formats::trespasser::name_hash;
use gouraud_testing::build::ff7::lgp::lgp;
use gouraud_testing::fixtures;
use serde_json::{Value, json};

use crate::support::{Sandbox, level};

const SHEET: &[u8] = b"FILE \"gone.bin\" BINARY\nTRACK 01 MODE2/2352\nINDEX 01 00:00:00\n";

fn image() -> Vec<u8> {
    fixtures::read("disc/ps1mini.bin")
}

fn messages(info: &Value) -> Vec<String> {
    let problems = info["problems"].as_array().unwrap().iter();
    problems.map(|problem| problem["message"].as_str().unwrap().to_owned()).collect()
}

/// A sheet whose image is elsewhere: in a folder, in a folder below it, or in an archive.
#[test]
fn finds_companions_in_a_root_and_info_shows_where() {
    let sandbox = Sandbox::empty();
    sandbox.put("sheets/x.cue", SHEET);
    sandbox.put("images/deep/GONE.BIN", &image());
    sandbox.put("packed.lgp", &lgp(&[("gone.bin", &image())]).unwrap().write().unwrap());
    sandbox.run("info sheets/x.cue").ends_with(1).reports("gone.bin");
    for (root, found) in
        [("images", "images/deep/GONE.BIN"), ("packed.lgp", "packed.lgp//gone.bin")]
    {
        let info =
            sandbox.run(&format!("info --json --root {root} sheets/x.cue")).ends_with(0).object();
        assert_eq!(info["disc"]["serial"], "SLUS-99901", "{root}");
        let expected = format!("gone.bin not found next to the file; using {found}");
        assert!(messages(&info).contains(&expected), "{info}");
    }
}

#[test]
fn prefers_siblings_then_roots_in_order() {
    let sandbox = Sandbox::empty();
    sandbox.put("x/x.cue", SHEET);
    sandbox.put("one/gone.bin", &image());
    sandbox.put("two/gone.bin", &image());
    let found = |arguments: &str| {
        let info = sandbox.run(&format!("info --json {arguments} x/x.cue")).ends_with(0).object();
        messages(&info).into_iter().find_map(|message| {
            message.strip_prefix("gone.bin not found next to the file; using ").map(str::to_owned)
        })
    };
    assert_eq!(found("--root one --root two").as_deref(), Some("one/gone.bin"));
    assert_eq!(found("--root two --root one").as_deref(), Some("two/gone.bin"));
    sandbox.put("x/gone.bin", &image());
    assert_eq!(found("--root one"), None, "it is beside");
}

/// Collections of extracted files contain the same hash in a folder per game.
#[test]
fn prefers_hashed_files_in_a_folder_of_the_same_name() {
    let sandbox = Sandbox::empty();
    let [hash, _] = extracted_names("gone.bin");
    let games = ["one", "two", "three"];
    for game in games {
        sandbox.put(&format!("sheets/{game}/x.cue"), SHEET);
        sandbox.put(&format!("images/{game}/{hash}"), &image());
    }
    for game in games {
        let info = sandbox.run(&format!("info --json --root images sheets/{game}/x.cue")).object();
        let expected = format!("gone.bin not found next to the file; using images/{game}/{hash}");
        assert!(messages(&info).contains(&expected), "{info}");
    }
}

#[test]
fn reports_empty_roots_by_name() {
    let sandbox = Sandbox::new();
    sandbox.run("info level.psx --root nowhere").ends_with(1).reports("nowhere");
    sandbox.run("info level.psx --root level.psx").ends_with(1).reports("contains no files");
}

#[test]
fn identifies_the_game_of_a_disc_and_its_files() {
    let sandbox = Sandbox::empty();
    for name in ["ps1mini.cue", "ps1mini.bin"] {
        sandbox.put(name, &fixtures::read(&format!("disc/{name}")));
    }
    let game =
        |arguments: &str| sandbox.run(&format!("info --json {arguments}")).object()["game"].clone();
    let unknown = json!({"title": "SLUS-99901", "platform": null, "region": null, "build": null});
    assert_eq!(game("ps1mini.cue"), unknown, "a serial that no table has");
    sandbox.put(
        "mine.txt",
        b"# games\nslus-99901 | PlayStation | Nowhere | The Small Disc | ff7 | 1.1\n",
    );
    let known = json!({"title": "The Small Disc", "platform": "PlayStation", "region": "Nowhere", "build": "1.1"});
    for path in ["ps1mini.cue", "ps1mini.cue//ENEMY1/A.TIM"] {
        assert_eq!(game(&format!("--names mine.txt {path}")), known, "{path}");
    }
    let run = sandbox.run("info --names mine.txt ps1mini.cue");
    assert!(run.out.contains("The Small Disc (PlayStation, Nowhere, 1.1)"), "{}", run.out);
}

#[test]
fn identifies_a_folder_by_unique_files() {
    let sandbox = Sandbox::new();
    let game =
        |arguments: &str| sandbox.run(&format!("info --json {arguments} level.psx")).object();
    assert_eq!(game("").get("game"), None, "nothing is known");
    sandbox.put(
        "mine.txt",
        b"# games\nfiles CUT.PSX, note.txt | PC | | A Folder\nfiles none.txt | | | No\n",
    );
    assert_eq!(game("--names mine.txt")["game"]["title"], "A Folder");
}

#[test]
fn identifies_games_of_the_built_in_table() {
    let book = gouraud::library::GameBook::built_in();
    for (serial, title, region) in [
        ("SLUS-00860", "Tony Hawk's Pro Skater", "USA"),
        ("SCES-00869", "Final Fantasy VII", "Germany"),
        ("GSTE69", "SSX Tricky", "USA"),
    ] {
        let game = book.by_serial(serial);
        assert_eq!((game.title.as_str(), game.region.as_deref()), (title, Some(region)));
    }
}

#[test]
fn name_list_keeps_its_provenance() {
    let sandbox = Sandbox::empty();
    let list = format!("# mine\n{:#010x} ramp\nVO/AM01\n", model_name(b"ramp"));
    sandbox.put("list.txt", list.as_bytes());
    sandbox
        .run("names export --names list.txt --who Jane --sure likely -o pack.txt")
        .ends_with(0)
        .quietly();
    let pack = String::from_utf8(sandbox.read("pack.txt")).unwrap();
    let head = pack.lines().nth(1).unwrap();
    assert!(
        head.starts_with("# said by: Jane; when: 20")
            && head.ends_with("sure: likely; from: list.txt"),
        "{head}"
    );
    for (hash, name) in [
        (model_name(b"ramp"), "ramp"),
        (model_name(b"VO/AM01"), "VO/AM01"),
        (name_hash("VO/AM01"), "VO/AM01"),
    ] {
        assert!(pack.contains(&format!("{hash:#010x} {name}\n")), "{pack}");
    }
    // If somebody else exports it, it keeps its first author.
    let again = sandbox.run("names export --names pack.txt --who John").ends_with(0).out;
    assert_eq!(again, pack);
    sandbox.run("names compare pack.txt list.txt").ends_with(0).quietly();
    sandbox
        .run("names export --names list.txt -o pack.txt")
        .ends_with(1)
        .reports("exists; skipped");
}

#[test]
fn merges_and_compares_name_lists_and_reports_conflicts() {
    let sandbox = Sandbox::empty();
    sandbox.put("a.txt", b"0x00000001 one\n0x00000002 two\n");
    sandbox.put("b.txt", b"# said by: Jane; when: 2026-01-02; sure: guess; from: x\n0x00000002 zwei\n0x00000003 three\n");
    let run = sandbox.run("names merge a.txt b.txt").ends_with(0);
    let run = run.reports("0x00000002 has several names: two, zwei");
    let names: Vec<&str> = run.out.lines().filter(|line| !line.starts_with('#')).collect();
    assert_eq!(names, ["0x00000001 one", "0x00000002 two", "0x00000002 zwei", "0x00000003 three"]);
    assert!(run.out.contains("# said by: Jane; when: 2026-01-02; sure: guess; from: x\n"));
    let run = sandbox.run("names compare a.txt b.txt").ends_with(3);
    assert_eq!(run.out, "- 0x00000001 one\n! 0x00000002 two / zwei\n+ 0x00000003 three\n");
    sandbox.run("names merge nowhere.txt").ends_with(1).reports("nowhere.txt");
}

#[test]
fn uses_names_of_a_list_and_shows_their_origin() {
    use gouraud_testing::build::tpa;
    let sandbox = Sandbox::empty();
    let ids = vec![tpa::id(name_hash("VA56"), 0)];
    let bank = tpa::bank(ids, vec![tpa::pcm8(11_025, 1, &[1; 64])], Vec::new());
    sandbox.put("bank/Stream.tpa", &bank.write().unwrap());
    sandbox
        .put("lists/mine.txt", b"# said by: Jane; when: 2026-01-02; sure: likely; from: x\nVA56\n");
    let run = sandbox.run("info bank/Stream.tpa --names lists/mine.txt").ends_with(0);
    assert!(
        run.out.contains("1 of 1 known (mine.txt (Jane, 2026-01-02, likely)): VA56"),
        "{}",
        run.out
    );
    sandbox.run("info bank/Stream.tpa --names nowhere").ends_with(1).reports("nowhere");
}

#[test]
fn shows_the_origin_of_model_and_member_names() {
    use gouraud::formats::neversoft::hed::hash_of;
    use gouraud_testing::build::neversoft::{hed_hashed, wad};
    let sandbox = Sandbox::empty();
    let files: &[(&str, &[u8])] = &[("deck.psx", b"deck"), ("rio.vab", b"pBAV"), ("x", b"?")];
    let hash = |name: &str| hash_of(name.as_bytes());
    sandbox.put("game/cd.hed", &hed_hashed(files, hash));
    sandbox.put("game/cd.wad", &wad(files));
    let own = format!("{:#010x} rio.vab\n0xaabbccdd brick\n", hash("rio.vab"));
    sandbox.put("mine.txt", own.as_bytes());
    let rows = sandbox.run("list --json game/cd.hed --names mine.txt").json();
    let rio = rows.iter().find(|row| row["name"] == "rio.vab").unwrap();
    assert_eq!(rio["named_by"], "mine.txt");
    let unnamed = rows.iter().filter(|row| row["named_by"] == Value::Null).count();
    assert_eq!(unnamed, 2, "{rows:?}");
    let text = sandbox.run("list game/cd.hed --names mine.txt");
    assert!(text.out.contains("rio.vab  (name from mine.txt)"), "{}", text.out);

    sandbox.put("level.psx", &level());
    let run = sandbox.run("info level.psx --names mine.txt").ends_with(0);
    assert!(run.out.contains("1 of 2 known (mine.txt): brick"), "{}", run.out);
}
