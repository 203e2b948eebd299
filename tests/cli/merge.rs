//! `merge`: edits of an exported GLB; exporting and importing palettes.

use gltf::Semantic;
use gouraud::bytes::ColourWord;
use gouraud::formats::Records;
use gouraud::formats::totem::Platform;
use gouraud_testing::build::totem::{self, indexed_bitmap};

use crate::support::{Sandbox, level};

/// The exported level as `out/level.glb`, and its bytes.
fn exported() -> (Sandbox, Vec<u8>) {
    let sandbox = Sandbox::new();
    sandbox.run("export level.psx --to glb --only level -o out").ends_with(0);
    let glb = sandbox.read("out/level.glb");
    (sandbox, glb)
}

/// Changes the floats of each corner of the first mesh; `change` gets its `_CORNER` and its `_OFFSET`.
fn change(glb: &mut [u8], semantic: &Semantic, change: impl Fn(f32, f32, &mut [f32])) {
    let read = gltf::Gltf::from_slice(glb).unwrap();
    let start = glb.len() - read.blob.as_ref().unwrap().len();
    let primitive = read.meshes().next().unwrap().primitives().next().unwrap();
    let sandbox = |semantic: &Semantic| {
        let accessor = primitive.get(semantic).unwrap();
        let view = accessor.view().unwrap();
        let width = accessor.size();
        (start + view.offset() + accessor.offset(), view.stride().unwrap_or(width), width)
    };
    let own = |name: &str| sandbox(&Semantic::Extras(name.to_owned()));
    let (corners, offsets, target) = (own("CORNER"), own("OFFSET"), sandbox(semantic));
    let float = |glb: &[u8], at: usize| f32::from_le_bytes(glb[at..at + 4].try_into().unwrap());
    for vertex in 0..primitive.get(semantic).unwrap().count() {
        let corner = float(glb, corners.0 + vertex * corners.1);
        let offset = float(glb, offsets.0 + vertex * offsets.1);
        let at = target.0 + vertex * target.1;
        let mut floats: Vec<f32> =
            (0..target.2 / 4).map(|number| float(glb, at + 4 * number)).collect();
        change(corner, offset, &mut floats);
        for (number, float) in floats.iter().enumerate() {
            glb[at + 4 * number..at + 4 * number + 4].copy_from_slice(&float.to_le_bytes());
        }
    }
}

#[test]
fn unedited_export_changes_nothing() {
    let (sandbox, _) = exported();
    let run = sandbox.run("merge level.psx out/level.glb -o same.psx").ends_with(0);
    assert_eq!((run.out.as_str(), sandbox.read("same.psx") == level()), ("", true));
}

#[test]
fn unedited_export_of_a_level_on_terrain_merges_without_a_message() {
    let sandbox = Sandbox::empty();
    let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
    for name in ["island.grf", "island.scn", "island.wtd", "island-130.pid", "island-130.spz"] {
        sandbox.put(name, &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    sandbox.run("export island.grf --to glb --only island -o out").ends_with(0);
    let run = sandbox.run("merge island.grf out/island.glb -o same.grf").ends_with(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
    assert!(sandbox.read("same.grf") == sandbox.read("island.grf"));
}

#[test]
fn unedited_export_of_hash_named_files_merges_without_a_message() {
    let sandbox = Sandbox::empty();
    let hashed = |name: &str| {
        let hash = gouraud::formats::neversoft::hash::file_name(name.as_bytes());
        format!("{hash:08X}.{}", name.rsplit_once('.').unwrap().1)
    };
    for name in ["plaza.psx", "plaza_l.psx", "plaza_o.psx", "plaza_t.trg"] {
        let demo = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/");
        sandbox.put(&hashed(name), &std::fs::read(format!("{demo}{name}")).unwrap());
    }
    let level = hashed("plaza.psx");
    sandbox.run(&format!("export {level} --to glb --only plaza -o out")).ends_with(0);
    let run = sandbox.run(&format!("merge {level} out/plaza.glb -o same.psx")).ends_with(0);
    assert_eq!((run.out.as_str(), run.err.as_str()), ("", ""));
}

#[test]
fn writes_edits_to_fields_and_a_recipe() {
    let (sandbox, mut glb) = exported();
    // Y points down in the file.
    change(&mut glb, &Semantic::Positions, |_, _, position| position[1] += 2.0);
    change(&mut glb, &Semantic::Extras("SURFACE".to_owned()), |_, _, number| number[0] = 3.0);
    sandbox.put("edited.glb", &glb);
    let command = "merge level.psx edited.glb -o new.psx --recipe r.jsonl --json";
    let mut rows = sandbox.run(command).ends_with(0).json();
    assert_eq!(rows.pop().unwrap()["written"], "new.psx");
    let of = |end: &str| {
        let ends = |row: &&serde_json::Value| row["path"].as_str().unwrap().ends_with(end);
        rows.iter().filter(ends).collect::<Vec<_>>()
    };
    let moved = of(".y");
    assert!(!moved.is_empty());
    for row in &moved {
        let (was, now) = (row["a"].as_i64().unwrap(), row["b"].as_i64().unwrap());
        assert!(was - now > 0, "{row}");
    }
    assert!(of(".surface").iter().all(|row| row["b"] == 3));
    assert_eq!(rows.len(), moved.len() + of(".surface").len(), "nothing else differs");
    // The recipe requests the same.
    sandbox.run("apply r.jsonl level.psx -o again.psx").ends_with(0);
    assert!(sandbox.read("again.psx") == sandbox.read("new.psx"));
    // Merging again changes nothing.
    let again = sandbox.run("merge new.psx edited.glb --dry-run").ends_with(0);
    assert_eq!(again.out, "");
}

#[test]
fn refuses_other_glbs() {
    let (sandbox, mut glb) = exported();
    change(&mut glb, &Semantic::Extras("OFFSET".to_owned()), |_, _, number| number[0] = 1.0);
    sandbox.put("other.glb", &glb);
    sandbox.put("no.glb", b"glTF");
    sandbox.run("merge level.psx no.glb -o x.psx").ends_with(1).reports("not a GLB");
    sandbox.run("merge level.psx none.glb -o x.psx").ends_with(1);
    sandbox.run("merge level.psx other.glb -o x.psx --force").ends_with(1).reports("no match");
    assert!(!sandbox.has("x.psx"));
}

#[test]
fn refuses_values_that_do_not_fit_and_writes_nothing() {
    let (sandbox, glb) = exported();
    let refused = |semantic: Semantic, to: fn(f32, &mut [f32]), why: &str| {
        let mut glb = glb.clone();
        change(&mut glb, &semantic, |corner, _, numbers| to(corner, numbers));
        sandbox.put("edited.glb", &glb);
        sandbox.run("merge level.psx edited.glb -o new.psx").ends_with(1).reports(why);
        assert!(!sandbox.has("new.psx"));
    };
    let own = |name: &str| Semantic::Extras(name.to_owned());
    let positions = || Semantic::Positions;
    refused(positions(), |_, at| at[0] = 99_999.0, ".x must be from -32768 to 32767");
    refused(positions(), |_, at| at[1] = f32::NAN, "cannot store NaN");
    refused(own("FLAGS"), |_, flags| flags[0] = 70_000.0, "flags must be from 0 to 65535");
    refused(own("SURFACE"), |_, surface| surface[0] = f32::NAN, "_SURFACE of 1 faces");
    refused(own("SURFACE"), |_, surface| surface[0] = -1.0, "_SURFACE of 1 faces");
    refused(
        own("FLAGS"),
        |corner, flags| flags[0] += corner,
        "different on the corners of one face",
    );
    // Values that an editor averages are skipped and reported.
    let mut averaged = glb.clone();
    change(&mut averaged, &own("SURFACE"), |_, _, surface| surface[0] = 0.5);
    sandbox.put("edited.glb", &averaged);
    let run = sandbox.run("merge level.psx edited.glb -o new.psx").ends_with(0);
    run.reports("not a whole number");
    // Another file with the same layout: reported, and merged.
    sandbox.run("set level.psx models[0].vertices[0].x=-7 -o other.psx").ends_with(0);
    sandbox.put("same.glb", &glb);
    sandbox.run("merge other.psx same.glb -o back.psx").ends_with(0).reports("file with CRC-32");
    assert!(sandbox.read("back.psx") == level());
}

#[test]
fn merges_texture_coordinates_of_a_totem_mesh_as_floats() {
    let sandbox = Sandbox::new();
    let mut mesh = totem::mesh();
    let corner = |at: [f32; 3]| totem::Corner {
        position: at,
        texcoord: [at[0], at[2]],
        normal: [0.0, 1.0, 0.0],
    };
    let square = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 0.0, 1.0], [1.0, 0.0, 1.0]].map(corner);
    totem::add_strip(&mut mesh, 0, &square);
    let old = mesh.write().unwrap();
    sandbox.put("box.TMESH", &old);
    sandbox.run("export box.TMESH --to glb -o out").ends_with(0);
    let file = std::fs::read_dir(sandbox.path("out")).unwrap().next().unwrap().unwrap();
    let glb = std::fs::read(file.path()).unwrap();
    sandbox.put("same.glb", &glb);
    sandbox.run("merge box.TMESH same.glb -o same.TMESH").ends_with(0);
    assert!(sandbox.read("same.TMESH") == old);
    // The corner that both triangles of the square share: 1, 1 becomes a half and a quarter.
    let mut edited = glb.clone();
    change(&mut edited, &Semantic::TexCoords(0), |_, _, uv| {
        if uv == [1.0, 1.0] {
            uv.copy_from_slice(&[0.5, 0.25]);
        }
    });
    assert!(edited != glb);
    sandbox.put("edited.glb", &edited);
    sandbox.run("merge box.TMESH edited.glb -o new.TMESH").ends_with(0);
    // After the header of 100 bytes, four vertices with their count, and three texture coordinates with
    // theirs; in the byte order of the GameCube.
    let at = 100 + 4 + 4 * 12 + 4 + 3 * 8;
    let mut wanted = old.clone();
    assert_eq!(wanted[at..at + 8], [0x3F, 0x80, 0, 0, 0x3F, 0x80, 0, 0]);
    wanted[at..at + 8].copy_from_slice(&[0x3F, 0, 0, 0, 0x3E, 0x80, 0, 0]);
    assert!(sandbox.read("new.TMESH") == wanted);
}

#[test]
fn exports_and_imports_a_palette() {
    let sandbox = Sandbox::new();
    for kind in ["gpl", "pal", "act"] {
        sandbox.run(&format!("export level.psx --to {kind} -o {kind}")).ends_with(0);
        let file = std::fs::read_dir(sandbox.path(kind)).unwrap().next().unwrap().unwrap();
        let file = format!("{kind}/{}", file.file_name().to_string_lossy());
        let with = format!("replace level.psx palettes16[0]={file} -o {kind}.psx");
        let run = sandbox.run(&with).ends_with(0);
        assert_eq!(run.out, "", "{kind}");
        assert!(sandbox.read(&format!("{kind}.psx")) == level());
    }
}

#[test]
fn rounds_new_colours_to_15_bits_and_keeps_stp() {
    let sandbox = Sandbox::new();
    let old = sandbox.run("tree level.psx --at palettes16[0].colours --json").ends_with(0).object();
    let count = old["children"].as_array().unwrap().len();
    // 10, 20, 30 of 255 are 1, 2 and 4 of 31 (rounded).
    let lines = "10 20 30\n".repeat(count);
    sandbox.put("new.gpl", format!("GIMP Palette\nName: x\n#\n{lines}").as_bytes());
    let rows = sandbox.run("replace level.psx palettes16[0]=new.gpl --dry-run --json").ends_with(0);
    let mut rows = rows.json();
    assert_eq!(rows.pop().unwrap()["changed"], count);
    assert_eq!(rows.len(), count);
    for row in rows {
        let (was, now) = (row["a"].as_u64().unwrap(), row["b"].as_u64().unwrap());
        assert_eq!(now, 1 | 2 << 5 | 4 << 10 | (was & 0x8000), "{row}");
    }
    sandbox.put("few.gpl", b"GIMP Palette\n#\n1 2 3\n");
    sandbox
        .run("replace level.psx palettes16[0]=few.gpl --dry-run")
        .ends_with(1)
        .reports("expected 16 colours, found 1");
}

#[test]
fn imports_32_bit_colours_and_keeps_alpha() {
    let sandbox = Sandbox::new();
    let colours: Vec<[u8; 4]> = (0..16).map(|i| [i, 2 * i, 3 * i, 255 - i]).collect();
    let (size, indices) = ((16, 8), [1; 128]);
    let old = indexed_bitmap(Platform::GAMECUBE, size, &indices, &colours, ColourWord::Rgba8888);
    let old = old.write().unwrap();
    sandbox.put("wood.TBITMAP", &old);
    // Unchanged, except for entry 1.
    let line = |[r, g, b, _]: &[u8; 4]| format!("{r} {g} {b}\n");
    let mut lines: Vec<String> = colours.iter().map(line).collect();
    lines[1] = "200 100 50\n".to_owned();
    sandbox.put("new.gpl", format!("GIMP Palette\nName: x\n#\n{}", lines.concat()).as_bytes());
    // After 18 bytes of header and 64 of texels.
    let mut wanted = old.clone();
    wanted[82 + 4..82 + 8].copy_from_slice(&[200, 100, 50, 254]);
    sandbox.run("replace wood.TBITMAP palette=new.gpl -o new.TBITMAP").ends_with(0);
    assert!(sandbox.read("new.TBITMAP") == wanted);
    sandbox.run("set wood.TBITMAP palette[1]=#c86432 -o set.TBITMAP").ends_with(0);
    assert!(sandbox.read("set.TBITMAP") == wanted);
    sandbox.run("set wood.TBITMAP palette[1]=#c8643200 -o clear.TBITMAP").ends_with(0);
    wanted[82 + 7] = 0;
    assert!(sandbox.read("clear.TBITMAP") == wanted);
}

#[test]
fn imports_colours_into_a_corner_colour_table() {
    let sandbox = Sandbox::new();
    let old = sandbox.run("tree level.psx --at chunks[0].colours --json").ends_with(0).object();
    let count = old["children"].as_array().unwrap().len();
    sandbox.put("new.gpl", format!("GIMP Palette\n#\n{}", "10 20 30\n".repeat(count)).as_bytes());
    for asset in ["chunks[0].colours", "palette 1"] {
        let with = format!("{asset}=new.gpl");
        sandbox.run_with(&["replace", "level.psx", &with, "-o", "new.psx"]).ends_with(0);
        let row =
            sandbox.run("tree new.psx --at chunks[0].colours[0] --json").ends_with(0).object();
        let parts: Vec<_> =
            row["children"].as_array().unwrap().iter().map(|c| &c["value"]).collect();
        assert_eq!(parts[..3], [10, 20, 30], "{asset}");
    }
}

#[test]
fn reads_palettes_of_other_programs() {
    let sandbox = Sandbox::new();
    let colours = "1 2 3\r\n".repeat(16);
    let told = |name: &str, bytes: &[u8]| {
        sandbox.put(name, bytes);
        sandbox.run(&format!("replace level.psx palettes16[0]={name} --dry-run"))
    };
    let marked = format!("\u{feff}GIMP Palette\r\nName: x\r\n#\r\n{colours}");
    told("bom.gpl", marked.as_bytes()).ends_with(0);
    let latin = [b"GIMP Palette\nName: caf\xe9\n".as_slice(), colours.as_bytes()].concat();
    told("latin.gpl", &latin).ends_with(0);
    let short = format!("JASC-PAL\r\n0100\r\n17\r\n{colours}");
    told("short.pal", short.as_bytes()).ends_with(1).reports("expected 17 colours, found 16");
    let riff = [b"RIFF\x54\0\0\0PAL data\x44\0\0\0\0\x03\x10\0".as_slice(), &[9; 64]].concat();
    told("ms.pal", &riff).ends_with(0);
}
