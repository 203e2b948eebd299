//! `list`, `extract`, `rewrite`.

use std::io::Write;

use gouraud::formats::ea::big::{Archive, Form};
use gouraud::formats::ea::refpack;
use gouraud::formats::ff7::lzs;
use gouraud::formats::ms::szdd;
use gouraud_testing::build::ff7::lgp::lgp;
use serde_json::json;

use gouraud_testing::fixtures;

use crate::support::{FLAGS, Sandbox, level, level_with};

#[test]
fn list_matches_info() {
    let sandbox = Sandbox::new();
    sandbox.put("more/level2.psx", &level());
    let rows = sandbox.run("list --json .").ends_with(0).json();
    let names: Vec<&str> = rows.iter().map(|row| row["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["more", "cut.psx", "level.psx", "note.txt"]);
    assert_eq!(
        rows[2],
        json!({
            "path": "./level.psx", "name": "level.psx", "size": 256, "offset": null,
            "format": "neversoft.psx", "wrapped": []
        })
    );
    assert_eq!(rows[3]["format"], json!(null));

    let rows = sandbox.run("list --json -r .").ends_with(0).json();
    let paths: Vec<&str> = rows.iter().map(|row| row["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["./more/level2.psx", "./cut.psx", "./level.psx", "./note.txt"]);
}

#[test]
fn list_shows_contents_of_wrappers() {
    let sandbox = Sandbox::new();
    sandbox.put("packed/level.psx_", &szdd::pack(&level(), 0));
    sandbox.put("packed/level.qfs", &refpack::pack(&level()));
    sandbox.put("packed/noise.bi_", &szdd::pack(&[1, 2, 3], b'n'));
    let rows = sandbox.run("list --json packed").ends_with(0).json();
    let told: Vec<_> = rows.iter().map(|row| (&row["format"], &row["wrapped"])).collect();
    let (level, nothing) = (json!("neversoft.psx"), json!([]));
    let codecs = [json!(["szdd"]), json!(["refpack"])];
    let expected = [(&level, &codecs[0]), (&level, &codecs[1]), (&json!("ms.szdd"), &nothing)];
    assert_eq!(told, expected);
}

#[test]
fn list_matches_info_for_every_demo_file() {
    let sandbox = Sandbox::new();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo");
    for flags in ["", " -r"] {
        let rows = sandbox.run(&format!("list --json{flags} {demo}")).ends_with(0).json();
        assert!(rows.iter().any(|row| row["wrapped"] != json!([])), "packed files are among them");
        for row in rows.iter().filter(|row| flags.is_empty() || row["offset"].is_null()) {
            let path = row["path"].as_str().unwrap();
            let info = sandbox.run(&format!("info --json {path}")).json();
            assert_eq!(
                (&row["format"], &row["wrapped"]),
                (&info[0]["format"], &info[0]["wrapped"]),
                "{path}"
            );
        }
    }
}

#[test]
fn only_containers_have_members() {
    let sandbox = Sandbox::new();
    sandbox.run("list level.psx").ends_with(1).reports("contains no files");
    sandbox.run("info level.psx//inside").ends_with(1).reports("contains no files");
    sandbox
        .run("extract level.psx -o out")
        .ends_with(1)
        .reports("neither a container nor a wrapper");
    assert!(!sandbox.has("out"));
}

#[test]
fn extract_copies_a_folder_and_replaces_nothing() {
    let sandbox = Sandbox::new();
    sandbox.put("in/a.bin", b"a");
    sandbox.put("in/sub/b.bin", b"b");
    let run = sandbox.run("extract in -o out").ends_with(0);
    assert_eq!(run.out.lines().count(), 2);
    assert_eq!(
        (sandbox.read("out/a.bin"), sandbox.read("out/sub/b.bin")),
        (b"a".into(), b"b".into())
    );

    sandbox.put("in/a.bin", b"new");
    let run = sandbox.run("extract in -o out").ends_with(0).reports("exists; skipped");
    assert_eq!((run.out.as_str(), sandbox.read("out/a.bin")), ("", b"a".to_vec()));
    sandbox.run("extract in -o out --force").ends_with(0);
    assert_eq!(sandbox.read("out/a.bin"), b"new");
    assert_eq!(std::fs::read_dir(sandbox.path("out")).unwrap().count(), 2, "nothing else is left");
}

#[test]
fn members_never_leave_the_output_folder() {
    let members = [
        ("DATA/A.BIN", "DATA/A.BIN"),
        ("../../evil", "_/_/evil"),
        ("/DATA/A.BIN", "DATA/A~2.BIN"),
        ("a/../../b", "a/_/_/b"),
        ("..\\c", "_/c"),
        ("B", "B"),
        ("./B", "B~2"),
    ];
    let mut archive = Archive::new(Form::BigF);
    for (at, (name, _)) in (0u8..).zip(&members) {
        archive.add(name, vec![at]);
    }
    let sandbox = Sandbox::empty();
    sandbox.put("in/names.big", &archive.write().unwrap());
    sandbox.run("extract in/names.big -o in/out").ends_with(0);
    for (at, (name, path)) in (0u8..).zip(members) {
        assert_eq!(sandbox.read(&format!("in/out/{path}")), [at], "{name}");
    }
    assert_eq!(std::fs::read_dir(sandbox.path("in")).unwrap().count(), 2);
    assert_eq!(std::fs::read_dir(sandbox.path("")).unwrap().count(), 1);
}

#[test]
fn rewrite_gives_the_same_bytes() {
    let sandbox = Sandbox::new();
    sandbox.run("rewrite level.psx -o again.psx").ends_with(0).quietly();
    assert_eq!(sandbox.read("again.psx"), level());
    // The output file is replaced.
    sandbox.put("again.psx", b"old");
    sandbox.run("rewrite level.psx -o again.psx").ends_with(0);
    assert_eq!(sandbox.read("again.psx"), level());
}

#[test]
fn rewrite_never_overwrites_its_input() {
    let sandbox = Sandbox::new();
    sandbox.put("sub/note", b"");
    sandbox.run("rewrite level.psx -o sub/../level.psx").ends_with(1).reports("is the input");
    assert_eq!(sandbox.read("level.psx"), level());
}

#[test]
fn rewrite_refuses_data_missing_in_the_records() {
    let sandbox = Sandbox::new();
    let run = sandbox.run("rewrite cut.psx -o out.psx").ends_with(1);
    assert!(!sandbox.has("out.psx"));
    run.reports("cannot be written faithfully");
    sandbox.run("rewrite note.txt -o out.psx").ends_with(1);
    assert!(!sandbox.has("out.psx"));
}

#[test]
fn rewrite_preserves_a_changed_level() {
    let sandbox = Sandbox::new();
    let changed = level_with(|file| {
        let face = file.models[0].faces[0].clone();
        file.models[0].faces.push(face);
    });
    assert_eq!(changed.len(), level().len() + 28);
    sandbox.put("changed.psx", &changed);
    sandbox.run("rewrite changed.psx -o out.psx").ends_with(0);
    assert_eq!(sandbox.read("out.psx"), changed);
    assert_eq!(changed[FLAGS..FLAGS + 28], changed[FLAGS + 28..FLAGS + 56]);
}

#[test]
fn rewrites_samples_byte_for_byte() {
    let names = ["gm_sample1", "tv_minimal_v3", "tv_minimal_v4", "tv_minimal_v6"];
    for name in names.map(|name| format!("neversoft/{name}.psx")) {
        let path = fixtures::path(&name);
        let sandbox = Sandbox::empty();
        sandbox.run_with(&["rewrite", path.to_str().unwrap(), "-o", "out.psx"]).ends_with(0);
        assert_eq!(sandbox.read("out.psx"), std::fs::read(path).unwrap(), "{name}");
    }
}

/// Other compressors find other matches; their streams cannot be written back byte for byte, which is
/// reported.
#[test]
fn rewrite_reports_streams_that_it_packs_differently() {
    let sandbox = Sandbox::new();
    // All literals: a control byte for every eight bytes.
    let stream: Vec<u8> = level().chunks(8).flat_map(|eight| [&[0xFF], eight].concat()).collect();
    let size = u32::try_from(stream.len()).unwrap();
    let loose = [size.to_le_bytes().to_vec(), stream].concat();
    sandbox.put("loose.lzs", &loose);
    let sentence = format!(
        "loose.lzs: packed differently from the original, unpacks to the same bytes ({} bytes, \
         the original has {})",
        lzs::wrap(&level()).len(),
        loose.len(),
    );
    sandbox.run("rewrite loose.lzs -o again.lzs").ends_with(0).reports(&sentence);
    assert_eq!(sandbox.read("again.lzs"), lzs::wrap(&level()));
    sandbox.run("rewrite again.lzs -o third.lzs").ends_with(0).quietly();
}

#[test]
fn unwraps_and_wraps_files() {
    let sandbox = Sandbox::new();
    sandbox.put("LEVEL.LZS", &lzs::wrap(&level()));
    let info = sandbox.run("info --json LEVEL.LZS").ends_with(0).object();
    assert_eq!((&info["format"], &info["wrapped"]), (&json!("neversoft.psx"), &json!(["lzs"])));
    assert_eq!(info["size"], json!(sandbox.read("LEVEL.LZS").len()));
    sandbox.run("extract LEVEL.LZS -o out").ends_with(0).quietly();
    assert_eq!(sandbox.read("out/LEVEL"), level());
    sandbox.run("rewrite LEVEL.LZS -o again.lzs").ends_with(0).quietly();
    sandbox.run("extract again.lzs -o out").ends_with(0);
    assert_eq!(sandbox.read("out/again"), level());
    // Wrapped twice, and with unknown contents.
    sandbox.put("twice.lzs", &lzs::wrap(&lzs::wrap(&level())));
    let info = sandbox.run("info --json twice.lzs").ends_with(0).object();
    assert_eq!(info["wrapped"], json!(["lzs", "lzs"]));
    sandbox.run("rewrite twice.lzs -o twice2.lzs").ends_with(0);
    sandbox.run("extract twice2.lzs -o out").ends_with(0);
    assert_eq!(sandbox.read("out/twice2"), level());
    sandbox.put("words.lzs", &lzs::wrap(b"words, words, words"));
    let info = sandbox.run("info --json words.lzs").ends_with(0).object();
    assert_eq!((&info["format"], &info["wrapped"]), (&json!("ff7.lzs"), &json!([])));
    sandbox.run("rewrite words.lzs -o words2.lzs").ends_with(0);
    sandbox.run("extract words2.lzs -o out").ends_with(0);
    assert_eq!(sandbox.read("out/words2"), b"words, words, words");
}

/// Any file can be packed, and each packing is recognised and unpacked again.
#[test]
fn rewrite_packs_any_file_as_requested() {
    let sandbox = Sandbox::new();
    let words = b"words, words, words and other words that no format would claim".repeat(9);
    sandbox.put("words.bin", &words);
    let packings = [("spz", "spz"), ("szdd", "bi_"), ("lzs", "lzs"), ("refpack", "qfs")];
    for (packing, extension) in packings {
        for (name, plain) in [("words.bin", words.clone()), ("level.psx", level())] {
            let out = format!("{packing}.{extension}");
            let run =
                sandbox.run(&format!("rewrite {name} --wrap {packing} -o {out}")).ends_with(0);
            let sizes = format!("bytes, {} unpacked)", plain.len());
            run.reports(&format!("{name}: packed as {packing} (")).reports(&sizes);
            assert!(sandbox.read(&out).len() < plain.len(), "{packing} of {name}");
            sandbox.run(&format!("extract {out} -o {packing}")).ends_with(0);
            let unpacked = std::fs::read_dir(sandbox.path(packing)).unwrap().next().unwrap();
            assert_eq!(std::fs::read(unpacked.unwrap().path()).unwrap(), plain, "{packing}");
            std::fs::remove_dir_all(sandbox.path(packing)).unwrap();
        }
    }
    let szdd = sandbox.read("szdd.bi_");
    assert_eq!(szdd[9], 0, "level.psx is not called .bi?");
    sandbox.run("rewrite words.bin --wrap szdd -o words.bi_").ends_with(0);
    assert_eq!(sandbox.read("words.bi_")[9], b'n', "the character that the name has lost");
    sandbox.put("empty.bin", b"");
    let run = sandbox.run("rewrite empty.bin --wrap spz -o empty.spz").ends_with(1);
    run.reports("spz: the file is empty");
    assert!(!sandbox.has("empty.spz"));
}

/// An output whose extension states a packing is packed; otherwise it could not be read under its
/// name.
#[test]
fn rewrite_packs_as_the_extension_of_the_output_promises() {
    let sandbox = Sandbox::new();
    for (out, packing) in [
        ("a.spz", "spz"),
        ("A.PSX_", "szdd"),
        ("a.ps_", "szdd"),
        ("a.lzs", "lzs"),
        ("a.qfs", "refpack"),
    ] {
        sandbox.run(&format!("rewrite level.psx -o {out}")).ends_with(0).reports("packed as");
        let info = sandbox.run(&format!("info --json {out}")).ends_with(0).object();
        assert_eq!(info["wrapped"], json!([packing]), "{out}");
        // The same packing is kept, another one replaced, and `none` removed.
        sandbox
            .run(&format!("rewrite {out} -o again.{packing} --wrap {packing}"))
            .ends_with(0)
            .quietly();
        assert_eq!(sandbox.read(&format!("again.{packing}")), sandbox.read(out));
        sandbox.run(&format!("rewrite {out} -o other.lzs --wrap lzs")).ends_with(0);
        assert_eq!(sandbox.read("other.lzs"), lzs::wrap(&level()));
        sandbox.run(&format!("rewrite {out} -o plain.psx --wrap none")).ends_with(0);
        assert_eq!(sandbox.read("plain.psx"), level());
    }
    sandbox.run("rewrite a.spz -o pixels.swp").ends_with(0);
    assert_eq!(sandbox.read("pixels.swp"), level(), "the game reads these files unpacked");
    sandbox.run("rewrite a.ps_ -o packed.psx").ends_with(0).quietly();
    assert_eq!(sandbox.read("packed.psx"), sandbox.read("a.ps_"), "packed levels keep their name");
}

#[test]
fn lists_enters_and_extracts_archives() {
    let sandbox = Sandbox::new();
    let files: [(&str, &[u8]); 2] = [("wall.psx", &level()), ("note", b"text")];
    sandbox.put("battle.lgp", &lgp(&files).unwrap().write().unwrap());
    let rows = sandbox.run("list --json battle.lgp").ends_with(0).json();
    let formats: Vec<_> = rows.iter().map(|row| (&row["name"], &row["format"])).collect();
    let expected = [(json!("note"), json!(null)), (json!("wall.psx"), json!("neversoft.psx"))];
    assert_eq!(formats, expected.each_ref().map(|(name, format)| (name, format)));
    let info = sandbox.run("info --json battle.lgp//wall.psx").ends_with(0).object();
    assert_eq!(info["format"], json!("neversoft.psx"));
    sandbox.run("extract battle.lgp -o out").ends_with(0).quietly();
    assert_eq!(sandbox.read("out/wall.psx"), level());
}

#[test]
fn list_names_the_path_in_each_row() {
    let sandbox = Sandbox::empty();
    sandbox.put("one/same.psx", &level());
    sandbox.put("other/same.psx", &level());
    let rows = sandbox.run("list --json one other").ends_with(0).json();
    let paths: Vec<&str> = rows.iter().map(|row| row["path"].as_str().unwrap()).collect();
    assert_eq!(paths, ["one/same.psx", "other/same.psx"]);
    let run = sandbox.run("list one nowhere other").ends_with(1).reports("nowhere");
    assert_eq!(run.out.matches("PATH").count(), 1, "one title: {}", run.out);
    assert!(run.out.contains("other/same.psx"), "the rest is done: {}", run.out);
    sandbox.run("list").ends_with(2);
}

#[test]
fn extract_of_several_paths_overwrites_nothing() {
    let sandbox = Sandbox::empty();
    for (archive, text) in [("a.lgp", b"first"), ("b.lgp", b"other")] {
        sandbox.put(archive, &lgp(&[("note", text)]).unwrap().write().unwrap());
    }
    for _ in 0..2 {
        sandbox.run("extract a.lgp b.lgp -o out --force").ends_with(0).quietly();
        assert_eq!(sandbox.read("out/note"), b"first");
        assert_eq!(sandbox.read("out/note~2"), b"other");
    }
    sandbox.run("extract nowhere b.lgp -o rest").ends_with(1);
    assert_eq!(sandbox.read("rest/note"), b"other", "the rest is done");
}

/// An archive of these files in which the data of `missing` is not where the directory expects it.
fn archive_without(missing: &[&str], files: &[(&str, &[u8])]) -> Vec<u8> {
    let mut bytes = gouraud_testing::build::disc::zip(files);
    let entries = (0..bytes.len()).filter(|at| bytes[*at..].starts_with(b"PK\x01\x02"));
    for (at, (name, _)) in entries.collect::<Vec<_>>().into_iter().zip(files) {
        if missing.contains(name) {
            bytes[at + 42] ^= 1;
        }
    }
    bytes
}

#[test]
fn extract_ends_with_3_if_a_member_is_unreadable_and_with_1_if_all_are() {
    let sandbox = Sandbox::empty();
    let files: [(&str, &[u8]); 2] = [("a.bin", b"first"), ("b.bin", b"second")];
    sandbox.put("one.zip", &archive_without(&["b.bin"], &files));
    sandbox.put("none.zip", &archive_without(&["a.bin", "b.bin"], &files));
    sandbox.run("extract one.zip -o out").ends_with(3).reports("b.bin skipped");
    assert_eq!(sandbox.read("out/a.bin"), b"first");
    sandbox
        .run("extract none.zip -o all")
        .ends_with(1)
        .reports("a.bin skipped")
        .reports("b.bin skipped");
    // Files that exist are not missing.
    sandbox.put("whole.zip", &archive_without(&[], &files));
    sandbox.run("extract whole.zip -o out").ends_with(0).reports("a.bin exists; skipped");
    sandbox.run("extract whole.zip -o out").ends_with(0).reports("b.bin exists; skipped");
}

#[test]
fn list_of_a_packed_tar_archive_names_it() {
    let mut tar = vec![0; 1024];
    tar[..5].copy_from_slice(b"a.bin");
    tar[257..262].copy_from_slice(b"ustar");
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
    packed.write_all(&tar).unwrap();
    let sandbox = Sandbox::empty();
    sandbox.put("x.tar.gz", &packed.finish().unwrap());
    let run = sandbox.run("list x.tar.gz").ends_with(1);
    run.reports("x.tar.gz (gzip file) contains a tar archive, which is not supported");
    sandbox.run("info x.tar.gz//a.bin").ends_with(1).reports("contains a tar archive");
}
