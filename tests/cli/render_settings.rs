//! `render`: field of view, background and supersampling.

use image::RgbaImage;

use crate::support::Sandbox;

const BASE: &str = "--adapter cpu --size 64x48 --style clean --view -150,-20,40";

fn draw(sandbox: &Sandbox, options: &str) -> RgbaImage {
    sandbox.run(&format!("render level.psx -o x.png {BASE} {options}")).ends_with(0);
    image::load_from_memory(&sandbox.read("x.png")).unwrap().to_rgba8()
}

#[test]
fn background_is_a_colour_or_transparent() {
    let sandbox = Sandbox::new();
    let coloured = draw(&sandbox, "--background ff8000");
    assert_eq!(coloured.get_pixel(0, 0).0, [255, 128, 0, 255]);
    let cut_out = draw(&sandbox, "--transparent");
    assert_eq!(cut_out.get_pixel(0, 0).0, [0; 4]);
    let opaque = |picture: &RgbaImage| picture.pixels().filter(|p| p.0[3] == 255).count();
    assert!((1..64 * 48).contains(&opaque(&cut_out)));
    for (pixel, on_colour) in cut_out.pixels().zip(coloured.pixels()) {
        let is_background = on_colour.0 == [255, 128, 0, 255];
        assert_eq!(pixel.0[3] == 0, is_background, "{pixel:?} {on_colour:?}");
    }
}

#[test]
fn field_of_view_is_an_option_and_a_key_of_the_state() {
    let sandbox = Sandbox::new();
    let (usual, wide) = (draw(&sandbox, ""), draw(&sandbox, "--fov 90"));
    assert_eq!(draw(&sandbox, "--fov 45"), usual);
    let size = |picture: &RgbaImage| {
        picture.pixels().filter(|pixel| *pixel != picture.get_pixel(0, 0)).count()
    };
    assert!(size(&wide) * 4 < size(&usual), "{} of {}", size(&wide), size(&usual));
    let state =
        r#"{"style":"clean","camera":{"yaw":-150,"pitch":-20,"distance":40,"field_of_view":90}}"#;
    let base = "--adapter cpu --size 64x48";
    sandbox.run(&format!("render level.psx -o b.png {base} --state {state}")).ends_with(0);
    let by_state = image::load_from_memory(&sandbox.read("b.png")).unwrap().to_rgba8();
    assert_eq!(by_state, wide);
}

#[test]
fn distance_does_not_change_sizes_in_a_parallel_projection() {
    let sandbox = Sandbox::new();
    let draw = |projection: &str, z: i32| {
        let camera = r#"{"yaw":180,"pitch":0,"distance":40,"target""#;
        let camera = format!(r#"{camera}:[0,0,{z}],"projection":"{projection}"}}"#);
        let state = format!(r#"{{"style":"clean","camera":{camera}}}"#);
        let base = "--adapter cpu --size 64x48";
        sandbox.run(&format!("render level.psx -o p.png {base} --state {state}")).ends_with(0);
        image::load_from_memory(&sandbox.read("p.png")).unwrap().to_rgba8()
    };
    assert_eq!(draw("orthographic", 0), draw("orthographic", -20));
    assert_ne!(draw("perspective", 0), draw("perspective", -20));
}

#[test]
fn transparent_picture_leaves_out_the_sky() {
    let sandbox = Sandbox::empty();
    let island = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/demo/island.grf");
    let base = "--adapter cpu --size 64x48";
    let draw = |options: &str| {
        sandbox.run(&format!("render {island} -o sky.png {base} {options}")).ends_with(0);
        image::load_from_memory(&sandbox.read("sky.png")).unwrap().to_rgba8()
    };
    let (plain, cut_out) = (draw(""), draw("--transparent"));
    let is_sky = |x| plain.get_pixel(x, 0).0[..3] != [74; 3] && cut_out.get_pixel(x, 0).0[3] == 0;
    assert!((0..64).all(is_sky));
    assert!(cut_out.pixels().any(|pixel| pixel.0[3] == 255));
}

#[test]
fn supersampling_mixes_the_pixels_of_edges() {
    let sandbox = Sandbox::new();
    let colours = |picture: &RgbaImage| {
        let all: std::collections::HashSet<[u8; 4]> = picture.pixels().map(|p| p.0).collect();
        all.len()
    };
    let (plain, fine) = (draw(&sandbox, "--samples 1"), draw(&sandbox, "--samples 4"));
    assert_eq!(plain, draw(&sandbox, ""));
    assert_eq!(fine.dimensions(), (64, 48));
    assert!(colours(&fine) > colours(&plain), "{} and {}", colours(&fine), colours(&plain));
}

#[test]
fn refuses_settings_that_do_not_fit() {
    let sandbox = Sandbox::new();
    for options in [
        "x.png --samples 9",
        "x.png --fov 0",
        "x.png --fov wide",
        "x.png --background red",
        "x.png --transparent --background ff0000",
        "x.png --transparent --turn",
        "x.gif --transparent --anim walk",
    ] {
        sandbox.run(&format!("render level.psx -o {options}")).ends_with(2);
    }
}
