//! Palettes as files of paint programs, compared byte by byte.

use super::*;

/// Red, green, the key and white.
fn coloured() -> Scene {
    let mut scene = level();
    scene.palettes[0].stored = vec![0x001f, 0x03e0, 0x7c1f, 0xffff];
    scene.palettes[0].name = "wall".to_owned();
    scene
}

fn file(kind_name: &str) -> Vec<u8> {
    let scene = coloured();
    let palette = Subject::Palette(Id::new(0));
    let options = Options { choice: Choice::These(vec![palette]), ..only(&[kind(kind_name)]) };
    files(&scene, options).remove(&format!("wall.{kind_name}")).unwrap()
}

#[test]
fn writes_text_for_jasc_and_gimp() {
    let jasc = "JASC-PAL\r\n0100\r\n4\r\n255 0 0\r\n0 255 0\r\n255 0 255\r\n255 255 255\r\n";
    assert_eq!(file("pal"), jasc.as_bytes());
    let gimp = "GIMP Palette\nName: wall\nColumns: 16\n#\n255   0   0\t0\n  0 255   0\t1\n\
                255   0 255\t2\n255 255 255\t3\n";
    assert_eq!(String::from_utf8(file("gpl")).unwrap(), gimp);
}

#[test]
fn writes_a_table_of_256_and_the_count_for_adobe() {
    let act = file("act");
    assert_eq!(act.len(), 772);
    assert_eq!(act[..12], [255, 0, 0, 0, 255, 0, 255, 0, 255, 255, 255, 255]);
    assert!(act[12..768].iter().all(|byte| *byte == 0));
    assert_eq!(act[768..], [0, 4, 0xff, 0xff]);
}

#[test]
fn writes_palettes_only_on_request() {
    let all = names(&coloured(), Options::default());
    assert!(all.iter().all(|name| !name.ends_with(".gpl") && !name.ends_with(".act")));
    let asked = names(&coloured(), only(&[kind("gpl")]));
    assert!(asked.contains(&"wall.gpl".to_owned()) && asked.len() == coloured().palettes.len());
}
