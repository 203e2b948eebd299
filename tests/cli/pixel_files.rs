//! Textures that are added to a level's pixel file and its directory, and change their size.

use gouraud::bytes::Source;
use gouraud::formats::trespasser::pid::records::{Entry, NO_PALETTE};
use gouraud::formats::trespasser::pid::{Pid, Pixels, TexturePack, bump_normal};
use gouraud::formats::trespasser::texture_id;
use gouraud::formats::{Loaded, Records};
use gouraud::scene::Texels;
use gouraud_testing::build::pid::{Image, ImagePixels, build, bump, palette};

use crate::support::Sandbox;

const RED: [u8; 4] = [0xF0, 0x10, 0x20, 255];
const BLUE: [u8; 4] = [0x10, 0x20, 0xF0, 255];
const CLEAR: [u8; 4] = [0; 4];
/// Names of the new texture and its bump map.
const NAME: &str = r"Map\mini\Newt2.bmp";
const BUMP: &str = r"Map\mini\Newb8.bmp";

/// A level with 64 × 64 texels of indices, 16 × 16 with relief, and a part that is loaded on demand.
fn level() -> Sandbox {
    let image = |id, side: u32, pixels| Image {
        id,
        width: side,
        height: side,
        pixels,
        palette: Some(0),
        holes: false,
        mips: true,
        fill: [1, 2, 3],
        occlusion: 0,
    };
    let colours = vec![[0, 0, 0, 0], [0x20, 0x10, 0xF0, 0], [0xF0, 0x20, 0x10, 0]];
    let plain = ImagePixels::Indices((0..64 * 64).map(|at| at as u8 % 3).collect());
    let relief = ImagePixels::Bumps((0..256).map(|at| bump(at % 3, at % 64, 15)).collect());
    let (pid, pixels) = build(vec![palette(colours)], &[image(7, 64, plain), image(8, 16, relief)]);
    let sandbox = Sandbox::empty();
    sandbox.put("mini-130.pid", &pid.write().unwrap());
    sandbox.put("mini-130.swp", &pixels);
    sandbox
}

fn png(
    sandbox: &Sandbox,
    name: &str,
    width: u32,
    height: u32,
    texel: impl Fn(u32, u32) -> [u8; 4],
) {
    let picture = image::RgbaImage::from_fn(width, height, |x, y| image::Rgba(texel(x, y)));
    picture.save(sandbox.path(name)).unwrap();
}

/// The directory and the pixels of a level.
fn read(sandbox: &Sandbox, stem: &str) -> (Pid, TexturePack, Vec<u8>) {
    let open = |name: String| Source::from_bytes(name.clone(), sandbox.read(&name));
    let (file, _) = Loaded::<Pid>::open(&open(format!("{stem}.pid"))).unwrap();
    let pixels = open(format!("{stem}.swp"));
    let bytes = pixels.bytes().to_vec();
    let pid = file.records.clone();
    (pid, TexturePack::new(file.into(), Some(Pixels::plain(pixels))), bytes)
}

/// Texels of a texture from the top row down.
fn texels(pack: &TexturePack, id: u32) -> Vec<[u8; 4]> {
    let texture = pack.texture(pack.find(id).unwrap(), String::new()).unwrap();
    let mut texels = texture.pixels.decode();
    texels.flip(texture.width);
    let Texels::Rgba(texels) = texels else { panic!("RGBA") };
    texels
}

fn of(pid: &Pid, id: u32) -> Vec<&Entry> {
    pid.entries.iter().filter(|entry| entry.id == id).collect()
}

fn sizes(entries: &[&Entry]) -> Vec<(u32, u32)> {
    entries.iter().map(|entry| (entry.width, entry.height)).collect()
}

fn add(sandbox: &Sandbox, file: &str, more: &[&str]) -> crate::support::Run {
    sandbox.run_with(&[&["add", file, "textures=new.png"], more].concat())
}

/// Asserts that these files have no errors and no warnings.
#[track_caller]
fn assert_sound(sandbox: &Sandbox, files: &str) {
    let run = sandbox.run(&format!("check {files}")).ends_with(0);
    assert!(!run.out.contains("warning"), "{}", run.out);
}

#[test]
fn adds_a_texture_with_all_smaller_versions_to_both_files() {
    let sandbox = level();
    png(&sandbox, "new.png", 32, 64, |x, y| if (x + y) % 2 == 0 { RED } else { BLUE });
    add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "more-130.swp"]).ends_with(0);
    let (before, _, old) = read(&sandbox, "mini-130");
    let (pid, pack, pixels) = read(&sandbox, "more-130");
    let id = texture_id(NAME, "", 1.0);
    let new = of(&pid, id);
    assert_eq!(sizes(&new), [(32, 64), (16, 32), (8, 16)]);
    assert_eq!(pid.entries[..before.entries.len()], before.entries);
    assert_eq!(pid.palettes, before.palettes, "a palette with all its colours is shared");
    for entry in &new {
        assert_eq!((entry.bits, entry.palette, entry.image_type, entry.stride), (8, 0, 0, 512));
    }
    let (resident, pageable) = (pid.header.resident_bytes, pid.header.pageable_offset);
    assert!(new[2].end() <= u64::from(resident) && resident <= pageable, "{:x?}", pid.header);
    assert!(new[0].offset >= pageable && new[1].offset >= pageable);
    assert_eq!(pixels[..old.len()].len(), old.len());
    let expected: Vec<_> = (0..64 * 32)
        .map(|at: u32| if (at % 32 + at / 32).is_multiple_of(2) { RED } else { BLUE })
        .collect();
    assert_eq!(texels(&pack, id), expected);
    for known in [7, 8] {
        assert_eq!(texels(&pack, known), texels(&read(&sandbox, "mini-130").1, known));
    }
    assert_sound(&sandbox, "more-130.pid more-130.swp");
    // Adding to the directory or to the packed pixel file gives the same files.
    add(&sandbox, "mini-130.pid", &["--name", NAME, "-o", "other-130.pid"]).ends_with(0);
    assert_eq!(sandbox.read("other-130.pid"), sandbox.read("more-130.pid"));
    assert_eq!(sandbox.read("other-130.swp"), pixels);
    sandbox.run("rewrite mini-130.swp -o packed-130.spz").ends_with(0);
    sandbox.put("packed-130.pid", &sandbox.read("mini-130.pid"));
    let name = ["--name", NAME, "-o", "again-130.spz"];
    add(&sandbox, "packed-130.spz", &name).ends_with(0);
    assert_eq!(sandbox.read("again-130.pid"), sandbox.read("more-130.pid"));
    sandbox.run("rewrite again-130.spz -o again-130.swp").ends_with(0);
    assert_eq!(sandbox.read("again-130.swp"), pixels);
    // Several are added one after the other.
    add(&sandbox, "more-130.swp", &["--name", "Othert2", "-o", "two-130.swp"]).ends_with(0);
    let two = read(&sandbox, "two-130").0;
    assert_eq!(of(&two, texture_id(r"Map\more\Othert2.bmp", "", 1.0)).len(), 3);
    assert_sound(&sandbox, "two-130.pid");
}

#[test]
fn new_colours_get_a_palette_and_clear_texels_are_holes() {
    let sandbox = level();
    let green = |x: u32| [0, x as u8 * 8, 0, 255];
    png(&sandbox, "new.png", 16, 16, |x, y| if y == 0 { CLEAR } else { green(x) });
    add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "more-130.swp"]).ends_with(0);
    let (pid, pack, _) = read(&sandbox, "more-130");
    let id = texture_id(NAME, "", 1.0);
    let new = of(&pid, id);
    assert_eq!((new[0].palette, pid.palettes.len(), new[0].transparency), (1, 2, 8));
    assert_eq!(pid.palettes[1].colours.len(), 17, "colour 0 is the hole");
    let shown = texels(&pack, id);
    assert!(shown[..16].iter().all(|texel| texel[3] == 0));
    assert_eq!(shown[16..32], (0..16).map(green).collect::<Vec<_>>());
    assert_ne!(pid.entries.last().unwrap().palette, NO_PALETTE);
    assert_sound(&sandbox, "more-130.pid");
}

#[test]
fn adds_a_bump_map() {
    let sandbox = level();
    png(&sandbox, "new.png", 32, 32, |_, _| RED);
    // A slope to the right in the left half, flat in the right half.
    png(&sandbox, "bump.png", 32, 32, |x, _| {
        if x < 16 { [218, 128, 218, 255] } else { [128, 128, 255, 255] }
    });
    let names = format!("{NAME} + {BUMP}");
    let more = ["--name", &names, "--bump", "bump.png", "-o", "more-130.swp"];
    add(&sandbox, "mini-130.swp", &[&more[..], &["--recipe", "r.jsonl"]].concat()).ends_with(0);
    let (pid, pack, _) = read(&sandbox, "more-130");
    let id = texture_id(NAME, BUMP, 1.0);
    let new = of(&pid, id);
    assert_eq!(sizes(&new), [(32, 32), (16, 16), (8, 8)]);
    assert!(new.iter().all(|entry| (entry.bits, entry.image_type, entry.stride) == (16, 16, 1024)));
    assert!(texels(&pack, id).iter().all(|texel| *texel == RED));
    let texture = pack.texture(pack.find(id).unwrap(), String::new()).unwrap();
    let normals = texture.pixels.normals().unwrap();
    let near = |[x, y, z]: [u8; 3], expected: [u8; 3]| {
        [x, y, z].iter().zip(expected).all(|(a, b)| a.abs_diff(b) <= 6)
    };
    assert!(near(normals[0], [218, 128, 218]) && near(normals[31], [128, 128, 255]), "{normals:?}");
    assert!(bump_normal(15)[2] > 0.99);
    assert_sound(&sandbox, "more-130.pid");
    sandbox.run("apply r.jsonl mini-130.swp -o again-130.swp").ends_with(0);
    assert_eq!(sandbox.read("again-130.pid"), sandbox.read("more-130.pid"));
    assert_eq!(sandbox.read("again-130.swp"), sandbox.read("more-130.swp"));
}

#[test]
fn errors_name_expected_and_found() {
    let sandbox = level();
    png(&sandbox, "new.png", 32, 32, |_, _| RED);
    png(&sandbox, "bump.png", 16, 32, |_, _| BLUE);
    png(&sandbox, "wide.png", 1025, 8, |_, _| RED);
    let fails = |more: &[&str], text: &str| {
        let more = [more, &["-o", "x-130.swp"]].concat();
        add(&sandbox, "mini-130.swp", &more).ends_with(1).quiet_and(text);
        assert!(!sandbox.has("x-130.swp") && !sandbox.has("x-130.pid"));
    };
    fails(&[], "needs a name");
    fails(&["--name", NAME, "--bump", "bump.png"], "joined by +, found one");
    let both = format!("{NAME}+{BUMP}");
    fails(&["--name", &both], "but no picture of it was provided");
    fails(
        &["--name", &both, "--bump", "bump.png"],
        "expected a bump map of 32 × 32 texels, found 16 × 32",
    );
    let wide = ["add", "mini-130.swp", "textures=wide.png", "--name", NAME, "-o", "x-130.swp"];
    sandbox
        .run_with(&wide)
        .ends_with(1)
        .reports("expected 1 to 1024 texels per side, found 1025 × 8");
    add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "y-130.swp"]).ends_with(0);
    let again = ["--name", NAME, "-o", "z-130.swp"];
    add(&sandbox, "y-130.swp", &again).ends_with(1).reports("is already the texture entries[6]");
}

#[test]
fn reports_a_part_without_room() {
    let sandbox = level();
    png(&sandbox, "new.png", 16, 16, |_, _| RED);
    // All bytes before the part that is loaded on demand are used.
    add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "a-130.swp"]).ends_with(0);
    sandbox.run("set a-130.pid header.pageable_offset=0x1000 -o full-130.pid").ends_with(0);
    sandbox.put("full-130.swp", &sandbox.read("a-130.swp"));
    let run = add(&sandbox, "full-130.swp", &["--name", "Othert2", "-o", "x-130.swp"]).ends_with(1);
    run.reports("no room for 8 × 8 pixels of 8 bits among the resident textures");
}

#[test]
fn replaces_a_texture_with_another_size() {
    let sandbox = level();
    png(&sandbox, "new.png", 128, 32, |x, _| if x < 64 { RED } else { BLUE });
    let refused = sandbox.run("replace mini-130.swp entries[0]=new.png -o x-130.swp").ends_with(1);
    refused.reports("expected a picture of 64×64 texels, found 128×32");
    for (file, out) in [("mini-130.swp", "a-130.swp"), ("mini-130.pid", "b-130.pid")] {
        let run = sandbox.run(&format!("replace {file} entries[0]=new.png --resize -o {out}"));
        run.ends_with(0);
    }
    assert_eq!(sandbox.read("a-130.pid"), sandbox.read("b-130.pid"));
    assert_eq!(sandbox.read("a-130.swp"), sandbox.read("b-130.swp"));
    let (pid, pack, _) = read(&sandbox, "a-130");
    assert_eq!(sizes(&of(&pid, 7)), [(128, 32), (64, 16), (32, 8)]);
    assert_eq!(of(&pid, 8).len(), of(&read(&sandbox, "mini-130").0, 8).len());
    let expected: Vec<_> = (0..128 * 32).map(|at| if at % 128 < 64 { RED } else { BLUE }).collect();
    assert_eq!(texels(&pack, 7), expected);
    assert_eq!(texels(&pack, 8), texels(&read(&sandbox, "mini-130").1, 8));
    assert_sound(&sandbox, "a-130.pid a-130.swp");
    let bumpy = sandbox.run("replace mini-130.swp 00000008=new.png --resize -o x-130.swp");
    bumpy
        .ends_with(1)
        .reports("the texture has a bump map: expected one of the new size, 128 × 32");
    // Heights that fall to the right: the directions point there.
    png(&sandbox, "bump.png", 128, 32, |x, _| {
        let height = 255 - (x % 32) as u8 * 8;
        [height, height, height, 255]
    });
    let command = "replace mini-130.swp 00000008=new.png --resize --bump bump.png -o d-130.swp";
    sandbox.run(command).ends_with(0);
    let (pid, pack, _) = read(&sandbox, "d-130");
    assert_eq!(sizes(&of(&pid, 8)), [(128, 32), (64, 16), (32, 8)]);
    let relief = pack.texture(pack.find(8).unwrap(), String::new()).unwrap().pixels.normals();
    let relief = relief.unwrap();
    assert!(relief[1][0] > 128 && relief[1][1].abs_diff(128) < 3, "{:?}", relief[1]);
    let plain = "replace mini-130.swp entries[0]=new.png --resize --bump bump.png -o e-130.swp";
    sandbox.run(plain).ends_with(1).reports("the texture has no bump map");
    // The same size in the directory changes only the pixels.
    png(&sandbox, "same.png", 64, 64, |_, _| BLUE);
    sandbox.run("replace mini-130.pid entries[0]=same.png -o c-130.pid").ends_with(0);
    assert_eq!(sandbox.read("c-130.pid"), sandbox.read("mini-130.pid"));
    assert!(texels(&read(&sandbox, "c-130").1, 7).iter().all(|texel| *texel == BLUE));
}

#[test]
fn packs_a_changed_file_as_its_new_name_promises() {
    let sandbox = level();
    png(&sandbox, "new.png", 64, 64, |_, _| BLUE);
    let run = sandbox.run("replace mini-130.swp entries[0]=new.png -o x-130.spz").ends_with(0);
    run.reports("packed as spz");
    sandbox.run("replace mini-130.swp entries[0]=new.png -o y-130.swp").ends_with(0);
    sandbox.run("rewrite x-130.spz -o z-130.swp").ends_with(0);
    assert_eq!(sandbox.read("z-130.swp"), sandbox.read("y-130.swp"));
}

#[test]
fn changes_the_packed_and_the_unpacked_file() {
    let sandbox = level();
    sandbox.run("rewrite mini-130.swp -o mini-130.spz").ends_with(0);
    png(&sandbox, "new.png", 64, 64, |_, _| BLUE);
    let replace = |file: &str| format!("replace {file} entries[0]=new.png -o x/{file}");
    let add = |file: &str| format!("add {file} textures=new.png --name {NAME} -o x/{file}");
    for command in [replace, add]
        .iter()
        .flat_map(|command| ["mini-130.swp", "mini-130.spz", "mini-130.pid"].map(command))
    {
        std::fs::create_dir_all(sandbox.path("x")).unwrap();
        sandbox.run(&command).ends_with(0);
        sandbox.run("rewrite x/mini-130.spz -o x/unpacked.swp").ends_with(0);
        let pixels = sandbox.read("x/mini-130.swp");
        assert!(pixels == sandbox.read("x/unpacked.swp"), "{command}");
        assert!(pixels != sandbox.read("mini-130.swp"), "{command}");
        std::fs::remove_dir_all(sandbox.path("x")).unwrap();
    }
}

#[test]
fn refuses_to_change_pixels_that_the_game_replaces() {
    let sandbox = level();
    sandbox.run("rewrite mini-130.swp -o mini-130.spz").ends_with(0);
    let longer = [sandbox.read("mini-130.swp"), vec![0; 512]].concat();
    sandbox.put("mini-130.swp", &longer);
    png(&sandbox, "new.png", 64, 64, |_, _| BLUE);
    let run = sandbox.run("replace mini-130.swp entries[0]=new.png -o x-130.swp").ends_with(1);
    run.quiet_and("mini-130.spz is used: it replaces this file when the game unpacks it");
    sandbox.run("replace mini-130.spz entries[0]=new.png -o x-130.spz").ends_with(0);
    assert!(!sandbox.has("x-130.swp"), "it is unpacked by the game");
}

#[test]
fn reports_the_colours_that_a_new_texture_loses() {
    let sandbox = level();
    png(&sandbox, "new.png", 64, 64, |x, y| [x as u8 * 4, y as u8 * 4, 0, 255]);
    let run = add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "more-130.swp"]).ends_with(0);
    assert!(
        run.out.contains("Newt2.bmp: ") && run.out.contains("of 4096 texels differ"),
        "{run:?}"
    );
    png(&sandbox, "new.png", 32, 32, |_, _| RED);
    let run = add(&sandbox, "mini-130.swp", &["--name", NAME, "-o", "same-130.swp"]).ends_with(0);
    assert!(run.out.contains("all 1024 texels match new.png"), "{run:?}");
}
