//! `set` and `apply`.

use serde_json::json;

use crate::support::{FLAGS, Sandbox, level};

/// The face's flags in a written file, after checking that all other bytes are unchanged.
fn flags_of(sandbox: &Sandbox, name: &str) -> u16 {
    let (new, mut old) = (sandbox.read(name), level());
    let flags = [new[FLAGS], new[FLAGS + 1]];
    old[FLAGS..FLAGS + 2].copy_from_slice(&flags);
    assert!(new == old, "nothing else differs");
    u16::from_le_bytes(flags)
}

#[test]
fn reports_a_missing_output_folder() {
    let run = Sandbox::new().run("set level.psx models[0].faces[0].surface=1 -o gone/o.psx");
    run.ends_with(1).reports("there is no folder gone");
}

#[test]
fn set_changes_only_the_requested_field() {
    let sandbox = Sandbox::new();
    let before = u16::from_le_bytes([level()[FLAGS], level()[FLAGS + 1]]);
    sandbox.run("set level.psx models[0].faces[0].flags|=0x8000 -o new.psx").ends_with(0);
    assert_eq!(flags_of(&sandbox, "new.psx"), before | 0x8000);
    sandbox
        .run("set level.psx models[*].faces[*].flags^=semi-transparent -o toggled.psx")
        .ends_with(0);
    assert_eq!(flags_of(&sandbox, "toggled.psx"), before ^ 0x40);
    assert!(sandbox.read("level.psx") == level());
}

#[test]
fn dry_run_lists_differences_and_writes_nothing() {
    let sandbox = Sandbox::new();
    let rows = sandbox
        .run("set level.psx models[0].faces[0].flags|=0x8000 --dry-run --json -o new.psx")
        .ends_with(0)
        .json();
    assert_eq!(rows.len(), 2);
    assert_eq!(rows[1], json!({"matched": 1, "changed": 1, "written": null}));
    assert_eq!(
        (&rows[0]["path"], &rows[0]["kind"], &rows[0]["a_offset"]),
        (&json!("models[0].faces[0].flags"), &json!("changed"), &json!(FLAGS))
    );
    assert_eq!(rows[0]["b"].as_u64(), rows[0]["a"].as_u64().map(|flags| flags | 0x8000));
    assert!(!sandbox.has("new.psx"));
    let told = sandbox.run("set level.psx models[0].faces[0].flags|=0x8000 --dry-run").ends_with(0);
    assert!(told.out.starts_with("~ models[0].faces[0].flags"), "{}", told.out);
    let odd = sandbox.run("set level.psx models[0].faces[0].flags|=0x8000 --dry-run").ends_with(0);
    odd.reports("new problem: note").reports("unknown base flag 0x8000");
    sandbox.run("set level.psx models[0].faces[0].flags=1").ends_with(2);
}

#[test]
fn written_recipe_reproduces_the_edit() {
    let sandbox = Sandbox::new();
    sandbox
        .run("set level.psx models[*].faces[*].flags|=0x8000 --where flags&1 -o a.psx --recipe r.jsonl")
        .ends_with(0);
    let recipe = String::from_utf8(sandbox.read("r.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        recipe.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({"recipe": 1, "format": "neversoft.psx", "file": "level.psx"}));
    assert_eq!(
        lines[1],
        json!({"set": "models[*].faces[*].flags", "op": "|=", "value": "0x8000", "where": "flags&1"})
    );
    sandbox.run("apply r.jsonl level.psx -o b.psx").ends_with(0);
    assert!(sandbox.read("a.psx") == sandbox.read("b.psx"));
    sandbox.put("other.jsonl", b"{\"recipe\":1,\"format\":\"ssx.mpf\"}");
    let refused = sandbox.run("apply other.jsonl level.psx -o c.psx").ends_with(1);
    assert!(refused.err.contains("level.psx is neversoft.psx, but the recipe is for ssx.mpf"));
    sandbox.put("wrong.jsonl", b"{\"set\":\"a\",\"value\":1}\nnonsense\n");
    let refused = sandbox.run("apply wrong.jsonl level.psx -o c.psx").ends_with(1);
    assert!(refused.err.contains("wrong.jsonl: line 2: invalid JSON"), "{}", refused.err);
    assert!(!sandbox.has("c.psx"));
}

#[test]
fn failed_edits_exit_with_1_and_write_nothing() {
    let sandbox = Sandbox::new();
    let refused = |words: &str, why: &str| {
        let run = sandbox.run(&format!("{words} -o new.psx")).ends_with(1);
        assert!(run.err.contains(why), "{words}: {}", run.err);
        assert!(!sandbox.has("new.psx"));
    };
    refused("set level.psx models[9].faces[0].flags=1", "the deepest existing part is \"models\"");
    refused("set level.psx models[*].faces[9].flags=1", "no field matches");
    refused("set level.psx header.object_count=2", "affects the layout of the file");
    refused("set level.psx models[0].faces[0].flags=70000", "must be from 0 to 65535");
    refused(
        "set level.psx models[0].faces[0].flags=high",
        "is not a number or bit names separated by |",
    );
    refused("set note.txt a=1", "unknown format");
    sandbox.run("set level.psx models[0].faces[0].flags -o new.psx").ends_with(2);
    let wrong = sandbox.run("set level.psx models[*].faces[*].flags=1 --where flags& -o new.psx");
    assert!(wrong.ends_with(2).err.contains("invalid condition at character 7"));
    sandbox.run("set level.psx -o new.psx").ends_with(2);
}

#[test]
fn never_overwrites_other_files() {
    let sandbox = Sandbox::new();
    let set = "set level.psx models[0].faces[0].flags|=0x8000 -o";
    let refused = sandbox.run(&format!("{set} level.psx --force")).ends_with(1);
    assert!(refused.err.contains("level.psx is the input"), "{}", refused.err);
    assert!(sandbox.read("level.psx") == level());
    sandbox.run(&format!("{set} note.txt")).ends_with(0);
    assert!(
        sandbox.read("note.txt").len() == level().len(),
        "an explicitly named file is replaced"
    );
    std::fs::create_dir(sandbox.path("out")).unwrap();
    sandbox.run(&format!("{set} out")).ends_with(0);
    assert!(sandbox.has("out/level.psx"), "in a folder files keep their names");
    sandbox.run(&format!("{set} out")).ends_with(1);
    sandbox.run(&format!("{set} out --force")).ends_with(0);
    let missing = sandbox.run(&format!("{set} none/new.psx")).ends_with(1);
    assert!(!missing.err.is_empty());
}

#[test]
fn packed_files_stay_packed() {
    use gouraud::formats::ms::szdd;
    let sandbox = Sandbox::new();
    sandbox.put("level.ps_", &szdd::pack(&level(), b'x'));
    sandbox.run("set level.ps_ models[0].faces[0].flags|=0x8000 -o new.ps_").ends_with(0);
    sandbox.run("extract new.ps_ -o out").ends_with(0);
    let unpacked = std::fs::read_dir(sandbox.path("out")).unwrap().next().unwrap().unwrap();
    let (new, old) = (std::fs::read(unpacked.path()).unwrap(), level());
    assert_eq!(new[FLAGS + 1], old[FLAGS + 1] | 0x80);
    assert_eq!(new.len(), old.len());
}

#[test]
fn edits_the_wrapper_of_unknown_contents() {
    use gouraud::formats::ms::szdd;
    let sandbox = Sandbox::new();
    let stored = szdd::pack(&[1, 2, 3], b'n');
    sandbox.put("noise.bi_", &stored);
    sandbox.run("set noise.bi_ last_character=0x6f -o new.bi_").ends_with(0);
    let new = sandbox.read("new.bi_");
    let differing: Vec<usize> = (0..new.len()).filter(|at| new[*at] != stored[*at]).collect();
    assert_eq!((new.len(), differing), (stored.len(), vec![9]));
}

/// A palette's second colour, in bytes from the start of the picture.
const COLOUR: usize = 0x16;
const SET: &str = "clut.colours[1]=#00ff08";

/// The picture on the discs of the fixtures, before and after the edit.
fn picture() -> [Vec<u8>; 2] {
    let disc = gouraud_testing::fixtures::read("disc/ps1mini.bin");
    let old = disc[0x1_2618..][..112].to_vec();
    let mut new = old.clone();
    new[COLOUR..COLOUR + 2].copy_from_slice(&[0xE0, 0x07]);
    [old, new]
}

#[test]
fn edits_a_member_and_rewrites_its_archive() {
    use gouraud::formats::ea::big::{Archive, Form};
    use gouraud::formats::ea::refpack;
    let [old, new] = picture();
    let sandbox = Sandbox::empty();
    let archive = |picture: Vec<u8>| {
        let mut archive = Archive::new(Form::BigF);
        archive.add("a/plain.tim", picture.clone());
        archive.add("note.txt", b"as it was".to_vec());
        archive.add("packed.tim", refpack::pack(&picture));
        archive
    };
    sandbox.put("inner.big", &archive(old.clone()).write().unwrap());
    let mut outer = Archive::new(Form::Big4);
    outer.add("level.psx", level());
    outer.add("inner.big", archive(old.clone()).write().unwrap());
    sandbox.put("outer.big", &outer.write().unwrap());
    for file in ["inner.big", "outer.big//inner.big"] {
        for member in ["a/plain.tim", "packed.tim"] {
            let path = format!("{file}//{member}");
            sandbox.run(&format!("set {path} {SET} -o new.big --force")).ends_with(0);
            let again =
                path.replace("inner.big", "new.big").replace("outer.big//new", "new.big//inner");
            sandbox.run(&format!("extract {again} --plain -o out --force")).ends_with(0);
            let name = member.rsplit('/').next().unwrap();
            assert!(sandbox.read(&format!("out/{name}")) == new, "{path}");
            let rows = sandbox.run(&format!("diff {path} {again} --json")).ends_with(3).json();
            assert_eq!(rows.len(), 1, "{path}");
        }
    }
    let dry = sandbox.run(&format!("set inner.big//a/plain.tim {SET} --dry-run")).ends_with(0);
    assert!(dry.out.starts_with("~ clut.colours[1]"), "{}", dry.out);
}

#[test]
fn writes_both_files_of_a_split_archive() {
    use gouraud_testing::build::neversoft::{hed_plain, wad};
    let files: [(&str, &[u8]); 2] = [("town.psx", &level()), ("note.txt", b"as it was")];
    let sandbox = Sandbox::empty();
    sandbox.put("CD.HED", &hed_plain(&files, &[0xFF]));
    sandbox.put("CD.WAD", &wad(&files));
    for (half, out) in [("CD.HED", "one.HED"), ("CD.WAD", "two.WAD")] {
        let set = format!("set {half}//town.psx models[0].faces[0].flags|=0x8000");
        sandbox.run(&format!("{set} -o {out}")).ends_with(0);
        let stem = &out[..3];
        let (old, new) = (sandbox.read("CD.WAD"), sandbox.read(&format!("{stem}.WAD")));
        assert_eq!(old.iter().zip(&new).filter(|(a, b)| a != b).count(), 1);
        assert!(sandbox.read("CD.HED") == sandbox.read(&format!("{stem}.HED")));
        let taken = sandbox.run(&format!("{set} -o CD.WAD")).ends_with(1);
        assert!(!taken.err.is_empty());
    }
}

#[test]
fn in_place_edits_keep_one_backup() {
    let sandbox = Sandbox::new();
    let set = "set level.psx models[0].faces[0].flags|=0x8000 --in-place";
    let rows = sandbox.run(&format!("{set} --json")).ends_with(0).json();
    assert_eq!(rows[1], json!({"matched": 1, "changed": 1, "written": rows[1]["written"]}));
    assert!(rows[1]["written"].as_str().unwrap().ends_with("level.psx"));
    assert!(sandbox.read("level.psx") != level() && sandbox.read("level.psx.orig") == level());
    sandbox.run("set level.psx models[0].faces[0].flags&=0x7fff --in-place").ends_with(0);
    assert!(sandbox.read("level.psx.orig") == level(), "the first one stays");
    sandbox.run(&format!("{set} --dry-run")).ends_with(2);
    sandbox.run(&format!("{set} -o new.psx")).ends_with(2);
}

#[test]
fn writes_a_single_member_packed_as_before() {
    use gouraud::formats::ea::big::{Archive, Form};
    use gouraud::formats::ea::refpack;
    let [old, new] = picture();
    let sandbox = Sandbox::empty();
    let mut archive = Archive::new(Form::BigF);
    archive.add("packed.tim", refpack::pack(&old));
    sandbox.put("a.big", &archive.write().unwrap());
    sandbox.run(&format!("set a.big//packed.tim {SET} -o alone.tim --member")).ends_with(0);
    sandbox.run("extract alone.tim -o out").ends_with(0);
    let unpacked = std::fs::read_dir(sandbox.path("out")).unwrap().next().unwrap().unwrap();
    assert!(std::fs::read(unpacked.path()).unwrap() == new);
}

#[test]
fn applies_the_documented_recipe() {
    let sandbox = Sandbox::new();
    let set = r#"{"set":"models[*].faces[*].flags","op":"|=","value":32768,"where":"flags & 1"}"#;
    sandbox
        .put("r.jsonl", format!("{set}\n{{\"recompute\":[\"bounds\",\"radius\"]}}\n").as_bytes());
    sandbox.run("apply r.jsonl level.psx -o a.psx").ends_with(0);
    sandbox
        .run_with(&[
            "set",
            "level.psx",
            "models[*].faces[*].flags |= 32768",
            "--where",
            "flags & 1",
            "-o",
            "b.psx",
        ])
        .ends_with(0);
    sandbox.run("recompute b.psx --only bounds,radius -o c.psx").ends_with(0);
    assert!(sandbox.read("a.psx") == sandbox.read("c.psx"));
    sandbox.run("recompute b.psx --only height -o d.psx").ends_with(2);
    sandbox.put("r.jsonl", b"{\"recompute\":[\"height\"]}\n");
    sandbox.run("apply r.jsonl level.psx -o a.psx").ends_with(1);
}

#[test]
fn edits_files_on_a_disc_in_place_through_image_and_sheet() {
    let sandbox = Sandbox::empty();
    for name in ["ps1mini.cue", "ps1mini.bin", "mini.iso", "ps1mini.chd"] {
        sandbox.put(name, &gouraud_testing::fixtures::read(&format!("disc/{name}")));
    }
    let old = sandbox.read("ps1mini.bin");
    for disc in ["ps1mini.cue", "ps1mini.bin"] {
        sandbox.run(&format!("set {disc}//ENEMY1/A.TIM {SET} -o new.bin --force")).ends_with(0);
        let new = sandbox.read("new.bin");
        let sector = 0x1_2618 / 2352 * 2352;
        assert!(new[..sector] == old[..sector] && new[sector + 2352..] == old[sector + 2352..]);
        assert_eq!(new[0x1_2618 + COLOUR..][..2], [0xE0, 0x07]);
        let mut codes: [u8; 2352] = new[sector..sector + 2352].try_into().unwrap();
        gouraud::formats::disc::correction::form_1(&mut codes);
        assert!(codes == new[sector..sector + 2352]);
    }
    let [_, new] = picture();
    sandbox.run(&format!("set mini.iso//DATA/SUB/B.TIM {SET} -o new.iso")).ends_with(0);
    assert!(sandbox.read("new.iso")[0x1_3800..][..112] == new);
    let packed =
        sandbox.run(&format!("set ps1mini.chd//ENEMY1/A.TIM {SET} -o new.chd")).ends_with(1);
    assert!(packed.err.contains("a packed disc cannot be changed in place"), "{}", packed.err);
    assert!(!sandbox.has("new.chd"));
}

#[test]
fn rewrites_an_archive_on_a_disc_in_place() {
    use gouraud::formats::ea::big::{Archive, Form};
    use gouraud_testing::build::disc::{IsoFile, iso};
    use gouraud_testing::build::neversoft::{hed_plain, wad};
    let [old, new] = picture();
    let mut archive = Archive::new(Form::BigF);
    archive.add("x.tim", old.clone());
    let big = archive.write().unwrap();
    let files: [(&str, &[u8]); 1] = [("y.tim", &old)];
    let (hed, wad) = (hed_plain(&files, &[0xFF]), wad(&files));
    let image = iso(
        "NESTED",
        &[
            IsoFile::new("DATA/GAME.BIG", &big),
            IsoFile::new("CD.HED", &hed),
            IsoFile::new("CD.WAD", &wad),
        ],
    );
    let sandbox = Sandbox::empty();
    sandbox.put("game.iso", &image.bytes());
    sandbox
        .put("game.cue", b"FILE \"game.iso\" BINARY\n TRACK 01 MODE1/2048\n  INDEX 01 00:00:00\n");
    for disc in ["game.iso", "game.cue"] {
        for member in ["DATA/GAME.BIG//x.tim", "CD.HED//y.tim", "CD.WAD//y.tim"] {
            sandbox.run(&format!("set {disc}//{member} {SET} -o new.iso --force")).ends_with(0);
            sandbox.run(&format!("extract new.iso//{member} --plain -o out --force")).ends_with(0);
            let name = member.rsplit('/').next().unwrap();
            assert!(sandbox.read(&format!("out/{name}")) == new, "{disc}//{member}");
            let (before, after) = (sandbox.read("game.iso"), sandbox.read("new.iso"));
            assert_eq!(before.iter().zip(&after).filter(|(a, b)| a != b).count(), 2);
        }
    }
}

#[test]
fn patch_turns_one_file_into_the_other() {
    let sandbox = Sandbox::new();
    sandbox.run("set level.psx models[0].faces[0].flags|=0x8000 -o new.psx").ends_with(0);
    for patch in ["mod.bps", "mod.ppf"] {
        sandbox.run(&format!("patch create level.psx new.psx -o {patch}")).ends_with(0);
        sandbox
            .run(&format!("patch apply {patch} level.psx -o {patch}.psx"))
            .ends_with(0)
            .quietly();
        assert!(sandbox.read(&format!("{patch}.psx")) == sandbox.read("new.psx"));
        sandbox.run(&format!("patch create level.psx new.psx -o {patch}")).ends_with(1);
        let again = sandbox.run(&format!("patch apply {patch} new.psx -o x.psx")).ends_with(1);
        again.reports("has already been applied");
        let other = sandbox.run(&format!("patch apply {patch} note.txt -o x.psx")).ends_with(1);
        other.reports("the patch is for another file");
        sandbox.run(&format!("patch apply {patch} level.psx -o level.psx --force")).ends_with(1);
        assert!(sandbox.read("level.psx") == level() && !sandbox.has("x.psx"));
    }
    let told = sandbox.run("patch apply mod.bps level.psx --dry-run --json").ends_with(0).object();
    let crc = format!("{:08x}", crc32fast::hash(&sandbox.read("new.psx")));
    assert_eq!(told, json!({"kind": "bps", "size": level().len(), "crc32": crc}));
    let told = sandbox.run("patch apply mod.ppf level.psx --dry-run --json").ends_with(0).object();
    assert_eq!(told, json!({"kind": "ppf", "changes": 1, "bytes": 1}));
}

#[test]
fn failed_patches_write_nothing() {
    let sandbox = Sandbox::new();
    sandbox
        .run("patch create level.psx cut.psx -o x.ppf")
        .ends_with(1)
        .reports("cannot change the length");
    sandbox.run("patch create level.psx none.psx -o x.bps").ends_with(1);
    sandbox
        .run("patch create level.psx cut.psx -o x.zip")
        .ends_with(2)
        .reports("must end in .bps or .ppf");
    sandbox
        .run("patch apply note.txt level.psx -o x.psx")
        .ends_with(1)
        .reports("neither a BPS nor a PPF patch");
    sandbox.run("patch apply level.psx level.psx").ends_with(2);
    sandbox.run("patch create level.psx cut.psx -o mod.bps").ends_with(0);
    let mut damaged = sandbox.read("mod.bps");
    damaged[6] ^= 1;
    sandbox.put("mod.bps", &damaged);
    sandbox
        .run("patch apply mod.bps level.psx -o x.psx")
        .ends_with(1)
        .reports("the patch is damaged");
    assert!(["x.ppf", "x.bps", "x.zip", "x.psx"].iter().all(|name| !sandbox.has(name)));
}

#[test]
fn refuses_values_that_break_recognition() {
    let sandbox = Sandbox::empty();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/creature.lzs");
    sandbox.put("creature.lzs", &std::fs::read(demo).unwrap());
    // The first bone has no parent.
    let refused = sandbox.run("set creature.lzs sections[0].bones[0].parent=1 -o new.lzs");
    refused.ends_with(1).reports("would no longer be recognised as");
    assert!(!sandbox.has("new.lzs"));
}

#[test]
fn block_map_follows_moved_objects() {
    let sandbox = Sandbox::empty();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/plaza.psx");
    sandbox.put("plaza.psx", &std::fs::read(demo).unwrap());
    let current = "all computed fields are up to date";
    sandbox.run("recompute plaza.psx --dry-run").ends_with(0).reports(current);
    // To the other side of the square, and far outside it.
    for x in ["-1000000", "90000000"] {
        let moved = format!("set plaza.psx objects[67].position.x={x} -o moved.psx --force");
        sandbox.run(&moved).ends_with(0);
        let told = sandbox.run("recompute moved.psx -o new.psx --force").ends_with(0);
        assert!(!told.err.contains(current), "{}", told.err);
        sandbox.run("recompute new.psx --dry-run").ends_with(0).reports(current);
        let map = sandbox.run("tree new.psx --json --depth 9").ends_with(0).object();
        let chunks = map["children"].as_array().unwrap().iter();
        let chunks = chunks.clone().find(|node| node["path"] == "chunks").unwrap();
        let map = chunks["children"].as_array().unwrap().iter();
        let of = |node: &serde_json::Value, name: &str| -> serde_json::Value {
            let mut all = node["children"].as_array().into_iter().flatten();
            all.find(|child| child["name"] == name).cloned().unwrap_or_default()
        };
        let map = map.clone().find(|chunk| !of(chunk, "cells").is_null()).unwrap();
        let bound = |name: &str| of(map, name)["value"].as_i64();
        let lists = |cell: &serde_json::Value| {
            let objects = of(cell, "objects");
            let objects = objects["children"].as_array().cloned().unwrap_or_default();
            objects.iter().any(|object| object["value"] == 67)
        };
        let cells = of(map, "cells");
        let cells = cells["children"].as_array().unwrap();
        // The cell that contains the object's own position lists it (computed independently).
        if let (Some(least), Some(most)) = (bound("xmin"), bound("xmax")) {
            let count = (cells.len() as f64).sqrt() as i64;
            let column = (x.parse::<i64>().unwrap() - least) / ((most - least) / count);
            let listing = cells.iter().enumerate().filter(|(_, cell)| lists(cell));
            let columns: Vec<i64> = listing.map(|(at, _)| at as i64 % count).collect();
            assert!(columns.contains(&column), "{column} is not in {columns:?}");
        }
    }
}

/// The demo's island with its scene.
fn island() -> Sandbox {
    let sandbox = Sandbox::empty();
    for name in ["island.grf", "island.scn"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        sandbox.put(name, &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    sandbox
}

#[test]
fn removes_an_instance_with_its_block_in_the_companion_scene() {
    let sandbox = island();
    // Blocks are named by hashes: this is the block of 2AC6C4F2, and pairs[8] is its node.
    let node = sandbox.run("tree island.scn --at sections[2].pairs[8].node --json").ends_with(0);
    assert_eq!(node.object()["value"], 0x2AC6_C4F2);
    let name = |index: usize| {
        let path = format!("sections[1].instances[{index}].place.name");
        let name =
            sandbox.run(&format!("tree island.grf --at {path} --json")).ends_with(0).object();
        name["value"].as_u64().unwrap()
    };
    let names = sandbox.run("tree island.grf --at names --json").ends_with(0).object();
    let names = names["children"].as_array().unwrap();
    let field = |name: &serde_json::Value, wanted: &str| {
        let fields = name["children"].as_array().unwrap();
        fields.iter().find(|field| field["name"] == wanted).unwrap()["value"].clone()
    };
    let own = names.iter().find(|name| {
        crc32fast::hash(field(name, "text").as_str().unwrap().as_bytes()) == 0x2AC6_C4F2
    });
    let handle = field(own.unwrap(), "handle").as_u64().unwrap();
    let index = (0..107).find(|index| name(*index) == handle).unwrap();
    std::fs::create_dir(sandbox.path("out")).unwrap();
    let run = format!("remove island.grf sections[1].instances[{index}] -o out");
    sandbox.run(&run).ends_with(0);
    let info = |path: &str| sandbox.run(&format!("info {path} --json")).object()["counts"].clone();
    assert_eq!(info("island.grf")["instances"], 107);
    assert_eq!(info("out/island.grf")["instances"], 106);
    let (old, new) = (info("island.scn"), info("out/island.scn"));
    assert_eq!((old["sections"].as_u64(), new["sections"].as_u64()), (Some(10), Some(9)));
    // 36 bytes and a directory entry; the name, eight letters, a NUL and twelve bytes; a pair.
    let len = |path: &str| sandbox.read(path).len();
    assert_eq!(len("island.scn") - len("out/island.scn"), 36 + 32 + 21 + 8);
    let tree = sandbox.run("tree out/island.scn").ends_with(0);
    assert!(!tree.out.contains("0x2ac6c4f2"));
    sandbox.run("check out/island.scn").ends_with(0);
    // A block alone is needed by its node in the hierarchy; the node can be removed alone, and its
    // children move to its parent.
    sandbox
        .run("remove island.scn sections[6] --dry-run")
        .ends_with(1)
        .reports("sections[2].pairs[8] refers to the instance of sections[6]");
    sandbox.run("remove island.scn sections[2].pairs[1] -o cut.scn").ends_with(0);
    let parent = sandbox.run("tree cut.scn --at sections[2].pairs[2].parent --json").ends_with(0);
    assert_eq!(parent.object()["value"], 0x96F5_979Eu32);
}

#[test]
fn rebuilds_the_directory_palette_for_a_picture() {
    use gouraud_testing::build::pid::{Image, ImagePixels, build, palette};
    let image = |id: u32, of: u32| Image {
        id,
        width: 16,
        height: 16,
        pixels: ImagePixels::Indices(vec![1; 256]),
        palette: Some(of),
        holes: of == 0,
        mips: of == 0,
        fill: [0; 3],
        occlusion: 0,
    };
    let grey = |i: u8| [i, i, i, 0];
    let palettes = vec![palette((0..8).map(grey).collect()), palette((0..8).map(grey).collect())];
    let (pid, pixels) = build(palettes, &[image(1, 0), image(2, 1), image(3, 1)]);
    let sandbox = Sandbox::empty();
    sandbox.put("x-130.pid", &gouraud::formats::Records::write(&pid).unwrap());
    sandbox.put("x-130.swp", &pixels);
    let red = image::RgbaImage::from_fn(16, 16, |x, _| image::Rgba([200, 10, x as u8 / 4, 255]));
    red.save(sandbox.path("red.png")).unwrap();
    let texture = |path: &str| {
        let out = format!("png-{}", path.replace('/', "-"));
        sandbox.run(&format!("export {path}.pid --to png -o {out}")).ends_with(0);
        let mut all: Vec<_> = std::fs::read_dir(sandbox.path(&out)).unwrap().collect();
        all.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
        let read = |entry: &std::io::Result<std::fs::DirEntry>| {
            image::open(entry.as_ref().unwrap().path()).unwrap().into_rgba8()
        };
        all.iter().map(read).collect::<Vec<_>>()
    };
    // With the palette kept, it is the nearest grey; with a new palette, the requested colour.
    sandbox.run("replace x-130.swp entries[0]=red.png -o kept.swp").ends_with(0);
    std::fs::create_dir(sandbox.path("out")).unwrap();
    let run = "replace x-130.swp entries[0]=red.png --palette rebuild -o out";
    let run = sandbox.run(run).ends_with(0);
    assert_eq!(run.out, "entries[0]: all 256 texels match red.png\n");
    let (old, new) = (texture("x-130"), texture("out/x-130"));
    assert_eq!(new[0], red);
    assert_eq!(new[1..], old[1..]);
    // Hashes and keys are recomputed.
    let told = sandbox.run("check out/x-130.pid --jsonl");
    assert!(!told.out.contains("the hash of these colours"), "{}", told.out);
    assert!(!told.out.contains("the key of this size"), "{}", told.out);
    sandbox
        .run("replace x-130.swp entries[2]=red.png --palette rebuild -o no")
        .ends_with(1)
        .reports("uses palettes[1] too: keep the palette");
}
