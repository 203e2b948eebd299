//! `replace`, and recipes with replacements.

use serde_json::json;

use crate::support::{Sandbox, level};

/// A folder with the texture of the level as `out/….png`, and the name of that file.
fn exported() -> (Sandbox, String) {
    let sandbox = Sandbox::new();
    sandbox.run("export level.psx --to png -o out").ends_with(0);
    let file = std::fs::read_dir(sandbox.path("out")).unwrap().next().unwrap().unwrap();
    (sandbox, file.file_name().into_string().unwrap())
}

/// The exported picture with one texel in another colour, as `new.png`.
fn painted(sandbox: &Sandbox, file: &str, colour: [u8; 4]) {
    let mut picture = image::open(sandbox.path(&format!("out/{file}"))).unwrap().into_rgba8();
    picture.put_pixel(0, 0, image::Rgba(colour));
    picture.save(sandbox.path("new.png")).unwrap();
}

#[test]
fn replacing_with_an_unchanged_export_changes_nothing() {
    let (sandbox, file) = exported();
    let stem = file.trim_end_matches(".png");
    let capitals = format!("{stem}.PNG");
    for asset in ["textures[0]", "texture 0", stem, &file, &capitals] {
        let with = format!("{asset}=out/{file}");
        let run = sandbox.run_with(&["replace", "level.psx", &with, "-o", "new.psx", "--force"]);
        let run = run.ends_with(0);
        assert_eq!(run.out, format!("textures[0]: all 16 texels match out/{file}\n"));
        assert!(sandbox.read("new.psx") == level());
    }
}

#[test]
fn replaces_one_texel_and_reports_its_colour() {
    let (sandbox, file) = exported();
    // Red is in the palette: the second colour.
    painted(&sandbox, &file, [255, 0, 0, 255]);
    sandbox.run("replace level.psx textures[0]=new.png -o new.psx").ends_with(0);
    let (new, old) = (sandbox.read("new.psx"), level());
    let differ: Vec<usize> = (0..old.len()).filter(|at| new[*at] != old[*at]).collect();
    assert_eq!(differ, [0xF8]);
    sandbox.run("export new.psx --to png -o again").ends_with(0);
    let open = |path: &str| image::open(sandbox.path(path)).unwrap().into_rgba8();
    assert_eq!(open(&format!("again/{file}")), open("new.png"));
    // A new colour: the nearest one is used, or the palette is rebuilt.
    painted(&sandbox, &file, [255, 130, 0, 255]);
    let rows = sandbox.run("replace level.psx textures[0]=new.png --dry-run --json").ends_with(0);
    let told = &rows.json()[0];
    assert_eq!((&told["path"], &told["kind"]), (&json!("textures[0]"), &json!("replaced")));
    assert_eq!((&told["count"], &told["differ"]), (&json!(16), &json!(1)));
    assert!(rows.json().len() > 2, "the fields that differ follow, and how many");
    let made =
        sandbox.run("replace level.psx textures[0]=new.png --palette rebuild --dry-run --json");
    let made = made.ends_with(0).json();
    assert!(made[0]["max"].as_u64() < told["max"].as_u64(), "{made:?}");
}

#[test]
fn replaces_by_recipe() {
    let (sandbox, file) = exported();
    painted(&sandbox, &file, [255, 0, 0, 255]);
    sandbox.put("r.jsonl", b"{\"replace\":\"textures[0]\",\"with\":\"new.png\"}\n");
    sandbox.run("replace level.psx textures[0]=new.png -o a.psx").ends_with(0);
    let run = sandbox.run("apply r.jsonl level.psx -o b.psx").ends_with(0);
    assert!(run.out.contains("all 16 texels"), "{}", run.out);
    assert!(sandbox.read("a.psx") == sandbox.read("b.psx"));
    sandbox.put("r.jsonl", b"{\"replace\":\"textures[0]\",\"with\":\"../new.png\"}\n");
    sandbox.run("apply r.jsonl level.psx -o c.psx").ends_with(1).reports("must be in its folder");
}

#[test]
fn refuses_unsupported_replacements_with_a_reason() {
    let (sandbox, file) = exported();
    painted(&sandbox, &file, [255, 0, 0, 255]);
    let refused = |words: &str, why: &str| {
        sandbox.run(&format!("replace {words} -o no.psx")).ends_with(1).reports(why);
        assert!(!sandbox.has("no.psx"));
    };
    refused(
        "level.psx textures[7]=new.png",
        "textures[7]: this file has no texture with this name",
    );
    refused("level.psx textures[0]=note.txt", "note.txt: not a PNG, WAV or FLAC file");
    refused("level.psx textures[0]=none.png", "none.png: ");
    refused("note.txt textures[0]=new.png", "unknown format");
    sandbox.put("loud.wav", &wav(200));
    refused("level.psx sounds[0]=loud.wav", "loud.wav: 200 channels");
    sandbox.put("quiet.wav", &wav(1));
    refused("level.psx sounds[0]=quiet.wav", "this file has no sound with this name");
    sandbox
        .run("replace level.psx textures[0] -o no.psx")
        .ends_with(2)
        .reports("expected ASSET=NEWFILE");
    sandbox.run("replace level.psx textures[0]=new.png").ends_with(2);
}

fn wav(channels: u16) -> Vec<u8> {
    let mut out = std::io::Cursor::new(Vec::new());
    let sample_format = hound::SampleFormat::Int;
    let spec = hound::WavSpec { channels, sample_rate: 22050, bits_per_sample: 16, sample_format };
    let mut writer = hound::WavWriter::new(&mut out, spec).unwrap();
    (0..i16::try_from(channels).unwrap()).for_each(|n| writer.write_sample(n).unwrap());
    writer.finalize().unwrap();
    out.into_inner()
}
