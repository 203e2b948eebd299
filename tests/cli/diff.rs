//! `diff`.

use serde_json::{Value, json};

use crate::support::{FLAGS, Sandbox, level, level_with};

/// Differences between [`level`] and `other`.
fn differences(other: &[u8]) -> Vec<Value> {
    let sandbox = Sandbox::new();
    sandbox.put("other.psx", other);
    sandbox.run("diff --json level.psx other.psx").ends_with(3).json()
}

#[test]
fn equal_files_exit_with_0() {
    let sandbox = Sandbox::new();
    sandbox.put("same.psx", &level());
    assert_eq!(sandbox.run("diff --json level.psx same.psx").ends_with(0).out, "");
    let run = sandbox.run("diff level.psx same.psx").ends_with(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", "no differences\n"));
}

#[test]
fn prints_one_line_for_a_changed_flag_word() {
    let mut other = level();
    other[FLAGS] ^= 0x80;
    assert_eq!(
        differences(&other),
        [json!({
            "path": "models[0].faces[0].flags", "kind": "changed", "a": 0x1013, "b": 0x1093,
            "a_offset": FLAGS, "b_offset": FLAGS
        })]
    );
}

#[test]
fn prints_one_line_for_a_changed_texel() {
    let mut other = level();
    other[0xFA] ^= 0xFF;
    let found = differences(&other);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["a_offset"], 0xFA);
    assert!(found[0]["path"].as_str().unwrap().starts_with("textures[0]"), "{found:?}");
}

#[test]
fn reports_an_added_face_and_changed_pointers() {
    let found = differences(&level_with(|file| {
        let face = file.models[0].faces[0].clone();
        file.models[0].faces.push(face);
    }));
    let added: Vec<&Value> = found.iter().filter(|row| row["kind"] == "added").collect();
    assert_eq!(added.len(), 1, "{found:?}");
    assert_eq!(added[0]["path"], "models[0].faces[1]");
    assert_eq!((&added[0]["a_offset"], &added[0]["b_offset"]), (&json!(null), &json!(FLAGS + 28)));
    let changed: Vec<&str> = found
        .iter()
        .filter(|row| row["kind"] == "changed")
        .map(|row| row["path"].as_str().unwrap())
        .collect();
    assert_eq!(changed, ["header.tag_offset", "models[0].face_count", "texture_offsets[0]"]);
}

/// The texture index and the coordinates become surplus when the flags no longer claim them; their bytes
/// are the same, so that the flags are the only difference.
#[test]
fn ignores_unchanged_bytes_with_another_meaning() {
    let sandbox = Sandbox::new();
    let mut other = level();
    other[FLAGS] ^= 0x03;
    let changes = differences(&other);
    assert_eq!(changes.len(), 1, "{changes:?}");
    assert_eq!(changes[0]["path"], "models[0].faces[0].flags");
    sandbox.put("other.psx", &other);
    let run = sandbox.run("diff level.psx other.psx").ends_with(3);
    assert_eq!(run.out.lines().count(), 1, "{run:?}");
}

#[test]
fn swapping_the_files_swaps_added_and_removed() {
    let sandbox = Sandbox::new();
    sandbox.put(
        "other.psx",
        &level_with(|file| {
            let face = file.models[0].faces[0].clone();
            file.models[0].faces.push(face);
        }),
    );
    let run = sandbox.run("diff other.psx level.psx").ends_with(3);
    assert!(run.out.contains("- models[0].faces[1]"), "{run:?}");
    assert!(run.err.ends_with("0 changed, 0 added, 1 removed, 3 dependent numbers\n"), "{run:?}");
}

#[test]
fn incomparable_files_exit_with_1() {
    let sandbox = Sandbox::new();
    sandbox.run("diff level.psx note.txt").ends_with(1).reports("unknown format");
    sandbox.run("diff level.psx nowhere.psx").ends_with(1);
    sandbox.run("diff level.psx .").ends_with(1).reports("a folder and a file");
}

#[test]
fn compares_folders_file_by_file() {
    let sandbox = Sandbox::empty();
    let mut other = level();
    other[FLAGS] ^= 0x80;
    sandbox.put("a/same.txt", b"no format, but equal");
    sandbox.put("b/same.txt", b"no format, but equal");
    sandbox.put("a/level.psx", &level());
    sandbox.put("b/level.psx", &other);
    sandbox.put("a/old.psx", &level());
    sandbox.put("b/new.psx", &level());
    let found = sandbox.run("diff --json a b").ends_with(3).json();
    let seen: Vec<[&str; 3]> = found
        .iter()
        .map(|row| ["file", "kind", "path"].map(|key| row[key].as_str().unwrap()))
        .collect();
    assert_eq!(
        seen,
        [
            ["level.psx", "changed", "models[0].faces[0].flags"],
            ["new.psx", "added", ""],
            ["old.psx", "removed", ""]
        ]
    );
}

#[test]
fn a_removed_element_does_not_shift_the_others() {
    let sandbox = Sandbox::empty();
    sandbox.run("remove demo//plaza.psx objects[7] -o after.psx").ends_with(0);
    let found = sandbox.run("diff --json demo//plaza.psx after.psx").ends_with(3).json();
    let plain: Vec<&Value> = found.iter().filter(|row| row["derived"] != true).collect();
    assert_eq!(plain.len(), 1, "{plain:#?}");
    assert_eq!((&plain[0]["path"], &plain[0]["kind"]), (&json!("objects[7]"), &json!("removed")));

    let run = sandbox.run("diff --summary demo//plaza.psx after.psx").ends_with(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(lines[0], "objects: 1 removed: objects[7]");
    assert_eq!(lines.len(), 2, "{run:?}");
    let summary =
        sandbox.run("diff --summary --json after.psx demo//plaza.psx").ends_with(3).object();
    assert_eq!(summary["elements"].as_array().unwrap().len(), 1);
    assert_eq!(summary["elements"][0]["kind"], "added");
    assert_eq!(summary["elements"][0]["path"], "objects[7]");
}

#[test]
fn a_summary_names_changed_elements_with_their_fields() {
    let sandbox = Sandbox::new();
    let mut other = level();
    other[FLAGS] ^= 0x80;
    sandbox.put("other.psx", &other);
    let run = sandbox.run("diff --summary level.psx other.psx").ends_with(3);
    assert_eq!(run.out, "faces: 1 changed: models[0].faces[0] (flags 0x1013 → 0x1093)\n");
}

/// A Quake archive of these members.
fn pak(members: &[(&str, &[u8])]) -> Vec<u8> {
    let (mut data, mut table) = (Vec::new(), Vec::new());
    for (name, bytes) in members {
        let mut entry = name.as_bytes().to_vec();
        entry.resize(56, 0);
        entry.extend((12 + data.len() as u32).to_le_bytes());
        entry.extend((bytes.len() as u32).to_le_bytes());
        table.extend(entry);
        data.extend(*bytes);
    }
    let mut file = b"PACK".to_vec();
    file.extend((12 + data.len() as u32).to_le_bytes());
    file.extend((table.len() as u32).to_le_bytes());
    [file, data, table].concat()
}

/// Changes one flag.
fn flagged() -> Vec<u8> {
    let mut other = level();
    other[FLAGS] ^= 0x80;
    other
}

#[test]
fn names_renamed_files() {
    let sandbox = Sandbox::empty();
    sandbox.put("a/old.psx", &level());
    sandbox.put("b/new.psx", &level());
    let found = sandbox.run("diff --json a b").ends_with(3).json();
    let row = |at: usize| ["file", "kind", "renamed"].map(|key| found[at][key].as_str().unwrap());
    assert_eq!(found.len(), 2, "{found:?}");
    assert_eq!(row(0), ["new.psx", "added", "old.psx"]);
    assert_eq!(row(1), ["old.psx", "removed", "new.psx"]);
    let run = sandbox.run("diff a b").ends_with(3);
    assert_eq!(
        run.out,
        "+ new.psx  only in B, named old.psx in A\n- old.psx  only in A, named new.psx in B\n"
    );

    let run = sandbox.run("diff --summary a b").ends_with(3);
    assert_eq!(run.out, "old.psx → new.psx\n");
    assert!(run.err.ends_with("0 changed, 0 added, 0 removed, 1 renamed\n"), "{run:?}");
    let summary = sandbox.run("diff --summary --json a b").ends_with(3).object();
    let expected = json!({"file": "old.psx", "b_file": "new.psx", "elements": [], "derived": 0});
    assert_eq!(summary, expected);
}

#[test]
fn recognises_a_renamed_file_with_a_change() {
    let sandbox = Sandbox::empty();
    // Long enough to be recognised by its content.
    let text = |last: &str| -> Vec<u8> {
        let lines = (0..200).map(|line| format!("line {line} of a long text\n"));
        lines.chain([last.to_owned()]).collect::<String>().into_bytes()
    };
    sandbox.put("a/one.txt", &text("the end"));
    sandbox.put("b/two.txt", &[b"inserted\n", &*text("the end")].concat());
    sandbox.put("b/other.txt", &b"something else\n".repeat(99));
    let found = sandbox.run("diff --json a b").ends_with(3).json();
    let renamed: Vec<_> = found.iter().map(|row| (&row["file"], &row["renamed"])).collect();
    assert!(renamed.contains(&(&json!("one.txt"), &json!("two.txt"))), "{renamed:?}");
    assert!(renamed.contains(&(&json!("other.txt"), &Value::Null)), "{renamed:?}");
}

#[test]
fn a_summary_compares_archives_by_member() {
    let sandbox = Sandbox::empty();
    let [one, two] = [level(), flagged()];
    let text = b"a text that moves to another name".as_slice();
    sandbox.put("a.pak", &pak(&[("notes.txt", text), ("level.psx", &one), ("gone.txt", b"gone")]));
    sandbox.put("b.pak", &pak(&[("extra.txt", b"extra"), ("level.psx", &two), ("read.me", text)]));
    let run = sandbox.run("diff --summary a.pak b.pak").ends_with(3);
    assert_eq!(
        run.out,
        "+ extra.txt  only in B\n\
         - gone.txt  only in A\n\
         level.psx\n\
         faces: 1 changed: models[0].faces[0] (flags 0x1013 → 0x1093)\n\
         notes.txt → read.me\n"
    );
    assert!(run.err.ends_with("1 changed, 1 added, 1 removed, 1 renamed\n"), "{run:?}");
}

#[test]
fn archives_that_are_written_as_folders_are_compared_by_member() {
    let sandbox = Sandbox::empty();
    sandbox.put("a.pak", &pak(&[("level.psx", &level()), ("gone.txt", b"gone")]));
    sandbox.put("b.pak", &pak(&[("extra.txt", b"extra"), ("level.psx", &flagged())]));
    sandbox.put("folder/level.psx", &flagged());
    let files = |command: &str| -> Vec<String> {
        let rows = sandbox.run(command).ends_with(3).json();
        rows.iter().map(|row| format!("{} {}", row["file"], row["kind"])).collect()
    };
    let level = r#""level.psx" "changed""#;
    let [gone, extra] = [r#""gone.txt" "removed""#, r#""extra.txt" "added""#];
    assert_eq!(files("diff --json a.pak// b.pak//"), [extra, gone, level]);
    assert_eq!(files("diff --json a.pak// folder"), [gone, level]);
}

#[test]
fn an_archive_with_moved_members_differs_only_in_its_bytes() {
    let sandbox = Sandbox::empty();
    let [one, two] = [("one.txt", b"1".as_slice()), ("two.txt", b"22")];
    sandbox.put("a.pak", &pak(&[one, two]));
    sandbox.put("b.pak", &pak(&[two, one]));
    let run = sandbox.run("diff --summary a.pak b.pak").ends_with(3);
    assert_eq!(run.out, "~ the file  the stored bytes differ, the fields do not\n");
}

#[test]
fn compares_members_of_archives_inside_archives() {
    let sandbox = Sandbox::empty();
    let outer = |inner: &[u8]| pak(&[("inner.pak", &pak(&[("level.psx", inner)]))]);
    sandbox.put("a.pak", &outer(&level()));
    sandbox.put("b.pak", &outer(&flagged()));
    let found = sandbox.run("diff --summary --json a.pak b.pak").ends_with(3).json();
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!(found[0]["file"], "inner.pak//level.psx");
}

#[test]
fn writes_a_page_with_pictures() {
    let sandbox = Sandbox::new();
    sandbox.put("other.psx", &flagged());
    let run = sandbox.run("diff level.psx other.psx --html page").ends_with(3);
    assert_eq!(run.out, "faces: 1 changed: models[0].faces[0] (flags 0x1013 → 0x1093)\n");
    let page = std::fs::read_to_string(sandbox.path("page/index.html")).unwrap();
    let row = "<td>models[0].faces[0]<td class=changed>changed<td>flags 0x1013 → 0x1093";
    assert!(page.contains(row), "{page}");
    assert!(page.contains("other flags<td>1<td>1"), "{page}");
    let pictures = page.matches("<img src=").count();
    assert_eq!(pictures, 4, "{page}");
    for picture in 1..=pictures {
        let file = std::fs::read(sandbox.path(&format!("page/{picture:04}.png"))).unwrap();
        assert!(file.starts_with(b"\x89PNG"));
    }
}

#[test]
fn a_page_shows_names_as_text() {
    let sandbox = Sandbox::empty();
    sandbox.put("a/<b>.psx", &level());
    sandbox.put("b/<b>.psx", &flagged());
    sandbox.run("diff a b --html page").ends_with(3);
    let page = std::fs::read_to_string(sandbox.path("page/index.html")).unwrap();
    assert!(page.contains("<h2>&lt;b&gt;.psx</h2>"), "{page}");
    sandbox.run("diff a b --html a/<b>.psx/page").ends_with(1);
}

#[test]
fn folders_that_cannot_be_read_are_an_error_and_not_a_difference() {
    let sandbox = Sandbox::empty();
    let part = "d".repeat(200);
    let deep = vec![part.as_str(); 18].join("/");
    // The path of the innermost folder is too long to be listed below the longer name.
    let long = "b".repeat(200);
    sandbox.put(&format!("a/{deep}/{part}/{part}/file.txt"), b"in A only");
    sandbox.put("a/alone.txt", b"alone");
    sandbox.put(&format!("{long}/{deep}/other.txt"), b"another text");
    let mut made = std::process::Command::new("mkdir");
    let folder = sandbox.path(&format!("{long}/{deep}"));
    let made = made.args(["-p", &format!("{part}/{part}")]).current_dir(folder).status();
    assert!(made.unwrap().success());
    for summary in ["", "--summary"] {
        let run = sandbox.run(&format!("diff {summary} a {long}")).ends_with(1);
        let named = |name: &str| run.out.lines().any(|line| line.contains(name));
        let found = ["alone.txt", "other.txt", "file.txt"].map(named);
        assert_eq!(found, [true, true, false]);
        assert_eq!(run.err.matches("no such file or folder").count(), 1);
    }
}

/// A level with three faces; and one without the last face, with other flags, corners and colours.
fn edited_levels() -> Sandbox {
    let sandbox = Sandbox::empty();
    for (name, count) in [("before.psx", 3), ("shorter.psx", 2)] {
        let level = level_with(|file| {
            let face = file.models[0].faces[0].clone();
            file.models[0].faces.resize(count, face);
        });
        sandbox.put(name, &level);
    }
    let edits = "models[0].faces[0].flags^=0x80 models[0].faces[0].colour[0]^=1 \
                 models[0].faces[0].colour[1]^=1 models[0].faces[1].uv[1].u^=4 \
                 palettes16[0].colours[1]^=1 palettes16[0].colours[2]^=1";
    sandbox.run(&format!("set shorter.psx {edits} -o after.psx")).ends_with(0);
    sandbox
}

#[test]
fn totals_count_elements_with_and_without_a_summary() {
    let sandbox = edited_levels();
    let totals = "3 changed, 0 added, 1 removed, 3 dependent numbers\n";
    let run = sandbox.run("diff before.psx after.psx").ends_with(3);
    assert!(run.err.ends_with(totals), "{run:?}");
    let lines = run.out.lines().filter(|line| line.starts_with('~')).count();
    assert_eq!(lines, 6 + 3, "a line for each field: {run:?}");
    let run = sandbox.run("diff --summary before.psx after.psx").ends_with(3);
    assert!(run.err.ends_with(totals), "{run:?}");
}

#[test]
fn corners_and_colours_are_fields_of_their_element() {
    let sandbox = edited_levels();
    let run = sandbox.run("diff --summary before.psx after.psx").ends_with(3);
    let lines: Vec<&str> = run.out.lines().collect();
    assert_eq!(
        lines,
        [
            "faces: 2 changed: models[0].faces[0] (flags, colour), models[0].faces[1] (uv[1].u 3 → 7)",
            "faces: 1 removed: models[0].faces[2]",
            "palettes16: 1 changed: palettes16[0] (colours)",
            "3 dependent counts, offsets and references changed",
        ]
    );
    let found = sandbox.run("diff --summary --json before.psx after.psx").ends_with(3).object();
    let fields: Vec<&Value> =
        found["elements"].as_array().unwrap().iter().map(|element| &element["fields"]).collect();
    assert_eq!(fields[0], &json!(["flags", "colour[0]", "colour[1]"]));
}

#[test]
fn a_page_shows_a_shared_texture_once() {
    let sandbox = Sandbox::empty();
    let mut other = level();
    // A texel and a colour of the palette.
    other[0xFA] ^= 0xFF;
    other[0xBE] ^= 1;
    for (folder, bytes) in [("a", &level()), ("b", &other)] {
        sandbox.put(&format!("{folder}/one.psx"), bytes);
        sandbox.put(&format!("{folder}/two.psx"), bytes);
    }
    sandbox.run("diff a b --html page").ends_with(3);
    let page = std::fs::read_to_string(sandbox.path("page/index.html")).unwrap();
    assert_eq!(page.matches("<h3>Textures</h3>").count(), 1, "{page}");
    assert_eq!(page.matches("<figcaption>Difference</figcaption>").count(), 1, "{page}");
    assert_eq!(page.matches("Textures shown above: 1").count(), 1, "{page}");
    assert_eq!(page.matches("class=palette>").count(), 2, "{page}");
}
