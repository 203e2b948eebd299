//! The textures of the rider and of the boards.

use gouraud_testing::build::psx::reduce;
use gouraud_testing::build::ssh::{Picture, Stored, file};

use crate::make_demo::craft::canvas::{Rgb, byte, mix, rgb, scale, texels};
use crate::make_demo::craft::maths::{length, step};
use crate::make_demo::craft::noise::{cloudy, unit};

/// 1 within `half` of `middle`, with an edge of `soft`.
fn line(v: f64, middle: f64, half: f64, soft: f64) -> f64 {
    step(half + soft, half, (v - middle).abs())
}

/// A picture with `bits` (4 or 8) from `paint`, which is called with positions from 0 to 1.
fn picture(
    name: &[u8; 4],
    full: &str,
    (width, height): (u16, u16),
    bits: u32,
    paint: impl Fn(f64, f64) -> Rgb,
) -> Picture {
    let (w, h) = (usize::from(width), usize::from(height));
    let middle = |v: f64, of: usize| (v + 0.5) / of as f64;
    let wanted = texels(w, h, |x, y| paint(middle(x, w), middle(y, h)).map(byte));
    let reduced = reduce(&wanted, 1 << bits);
    let mut colours: Vec<[u8; 4]> =
        reduced.colours.iter().map(|[r, g, b]| [*r, *g, *b, 128]).collect();
    colours.resize(1 << bits, [0, 0, 0, 128]);
    let indices = reduced.indices.iter().map(|index| *index as u8).collect();
    let texels =
        if bits == 4 { Stored::Four(indices, colours) } else { Stored::Eight(indices, colours) };
    let mut picture = Picture::new(*name, width, height, texels);
    picture.full_name = Some(full.to_owned());
    picture.swizzled = true;
    picture
}

/// The texture bank of the rider.
pub fn rider() -> Vec<u8> {
    let mut helmet = picture(b"helm", "rider_helmet", (128, 64), 8, helm);
    // Its alpha is the gloss.
    helmet.metal = true;
    file(&[
        picture(b"suit", "rider_suit", (256, 256), 8, suit),
        picture(b"head", "rider_head", (128, 128), 8, head),
        helmet,
        picture(b"boot", "rider_boots", (64, 64), 4, boot),
        picture(b"bord", "rider_board", (256, 128), 8, comet),
        picture(b"bind", "rider_bindings", (32, 32), 4, bindings),
        picture(b"hm_g", "rider_helmet_gloss", (128, 64), 4, helm_gloss),
        picture(b"bd_g", "board_gloss", (32, 32), 4, board_gloss),
        picture(b"envr", "surroundings", (64, 64), 8, surroundings),
    ])
}

/// The texture bank of the boards.
pub fn board() -> Vec<u8> {
    let mut packed = picture(b"pine", "board_pine", (256, 128), 8, pine);
    packed.packed = true;
    let mut comet = picture(b"bord", "board_comet", (256, 128), 8, comet);
    comet.packed = true;
    file(&[
        comet,
        packed,
        picture(b"bind", "board_bindings", (32, 32), 4, bindings),
        picture(b"bd_g", "board_gloss", (32, 32), 4, board_gloss),
        picture(b"envr", "surroundings", (64, 64), 8, surroundings),
    ])
}

const CORAL: u32 = 0xE8_5A3C;
const TEAL: u32 = 0x12_4B5C;
const CREAM: u32 = 0xF4_E9D2;
const SAND: u32 = 0xC9_A66B;
const INK: u32 = 0x1B_2430;

/// Folds and weave of cloth at a position of the atlas.
fn cloth(colour: Rgb, u: f64, v: f64, depth: f64) -> Rgb {
    let folds = cloudy(u * 256.0, v * 256.0, 256.0, 8, 5);
    let long = cloudy(u * 256.0, v * 64.0, 256.0, 16, 9);
    scale(colour, 1.0 - depth + depth * (folds * 0.9 + long * 0.7))
}

fn suit(u: f64, v: f64) -> Rgb {
    match (u < 0.5, v) {
        (true, v) if v < 0.62 => jacket(u * 2.0, v / 0.60, u, v),
        (true, v) => cloth(rgb(TEAL), u, v, 0.35),
        (false, v) if u < 0.75 && v < 0.62 => sleeve((u - 0.5) * 4.0, v / 0.60, u, v),
        (false, v) if u < 0.75 => glove((v - 0.64) / 0.36, u, v),
        (false, v) => trousers((u - 0.75) * 4.0, v, u, v),
    }
}

/// `turn` runs from the back by the rider's right, `down` from the collar to the hem.
fn jacket(turn: f64, down: f64, u: f64, v: f64) -> Rgb {
    // A wave of two bands around the chest, teal above, coral below.
    let front = (turn - 0.5).abs() * 2.0;
    let bend = 0.40 + 0.10 * step(0.0, 0.55, front) - 0.06 * step(0.5, 1.0, front);
    let mut colour = rgb(CORAL);
    if down < bend {
        colour = rgb(TEAL);
    }
    colour = mix(colour, rgb(CREAM), line(down, bend, 0.028, 0.008));
    colour = mix(colour, rgb(0xF2_A93B), line(down, bend + 0.065, 0.016, 0.008));
    colour = cloth(colour, u, v, 0.34);
    // A zip, pockets, and a hem that is sewn.
    let zip = line(turn, 0.5, 0.008, 0.004);
    colour = mix(colour, rgb(INK), zip * step(0.14, 0.16, down));
    let teeth = line((down * 60.0).fract(), 0.5, 0.25, 0.1) * line(turn, 0.5, 0.004, 0.002);
    colour = mix(colour, rgb(0xB8_BCC0), teeth);
    for middle in [0.36, 0.64] {
        let pocket = line(down, 0.70, 0.008, 0.004) * line(turn, middle, 0.055, 0.004);
        colour = mix(colour, scale(colour, 0.45), pocket);
    }
    colour = mix(colour, scale(rgb(TEAL), 0.8), step(0.945, 0.955, down));
    colour = mix(colour, scale(colour, 0.6), line(down, 0.95, 0.004, 0.004));
    // The collar has a lining.
    mix(colour, rgb(CREAM), step(0.075, 0.06, down))
}

fn sleeve(turn: f64, along: f64, u: f64, v: f64) -> Rgb {
    let mut colour = mix(rgb(TEAL), rgb(CORAL), step(0.50, 0.505, along));
    colour = mix(colour, rgb(CREAM), line(along, 0.48, 0.022, 0.006));
    colour = mix(colour, rgb(0xF2_A93B), line(along, 0.545, 0.012, 0.006));
    colour = cloth(colour, u, v, 0.34);
    // A patch on the shoulder.
    let patch = step(0.11, 0.10, length((turn - 0.5) * 2.4, along - 0.28));
    colour = mix(colour, rgb(0xF2_A93B), patch);
    mix(colour, rgb(INK), step(0.93, 0.94, along))
}

fn trousers(turn: f64, along: f64, u: f64, v: f64) -> Rgb {
    let mut colour = cloth(rgb(SAND), u, v, 0.36);
    // Knees and seams.
    let knee = line(along, 0.50, 0.10, 0.01) * step(0.30, 0.29, (turn - 0.5).abs());
    colour = mix(
        colour,
        scale(rgb(0x8A_6C3E), 0.75 + 0.4 * cloudy(u * 256.0, v * 256.0, 256.0, 16, 3)),
        knee,
    );
    for seam in [0.25, 0.75] {
        colour = mix(colour, scale(colour, 0.62), line(turn, seam, 0.012, 0.008));
    }
    let pocket = line(along, 0.26, 0.006, 0.003) * line(turn, 0.75, 0.10, 0.005);
    colour = mix(colour, scale(colour, 0.5), pocket);
    mix(colour, rgb(INK), step(0.955, 0.96, along))
}

fn glove(along: f64, u: f64, v: f64) -> Rgb {
    let colour = mix(rgb(INK), rgb(0x33_4152), step(0.25, 0.4, along));
    let colour = mix(colour, rgb(0xF2_A93B), line(along, 0.24, 0.035, 0.01));
    cloth(colour, u, v, 0.45)
}

/// The face, from the back of the head around: the front is in the middle.
fn head(u: f64, v: f64) -> Rgb {
    let skin = rgb(0xC9_8A62);
    let high = -15.0 + (1.0 - v) * 24.6;
    let x = (u - 0.5) * 46.0;
    let mut colour = scale(skin, 0.94 + 0.12 * cloudy(u * 128.0, v * 128.0, 128.0, 8, 21));
    let spot = |cx: f64, cz: f64, wide: f64, tall: f64| {
        let (dx, dz) = ((x.abs() - cx) / wide, (high - cz) / tall);
        (1.0 - dx * dx - dz * dz).max(0.0)
    };
    // Cold cheeks, a nose, a chin in shade.
    colour = mix(colour, rgb(0xD8_6A52), spot(5.6, -2.0, 4.0, 3.0) * 0.55);
    colour = mix(colour, rgb(0xD4_7058), spot(0.0, -1.6, 2.6, 2.0) * 0.5);
    colour = mix(colour, scale(skin, 0.62), step(-8.6, -10.5, high));
    // Stubble, then the lips with the line between them.
    let beard = step(3.5, 0.0, (high + 7.0).abs()) * step(9.5, 7.0, x.abs());
    colour = mix(
        colour,
        rgb(0x7A_553F),
        beard * (0.35 + 0.25 * unit((u * 128.0) as i64, (v * 128.0) as i64, 77)),
    );
    let half = 2.9;
    let bow = 0.25 * (x / half) * (x / half);
    let lips =
        line(high, -4.5 + bow * 0.6, 0.72 - bow * 1.6, 0.25) * step(half + 0.3, half, x.abs());
    colour = mix(colour, rgb(0xA8_4A45), lips);
    colour = mix(
        colour,
        rgb(0x5A_2326),
        line(high, -4.35 + bow * 1.4, 0.13, 0.15) * step(half + 0.2, half - 0.2, x.abs()),
    );
    // Nostrils.
    colour = mix(colour, rgb(0x5C_3324), step(0.7, 0.3, length(x.abs() - 1.0, (high + 2.5) * 1.6)));
    // Ears and hair under the helmet.
    let hair = step(11.5, 13.0, x.abs()) * step(-9.0, -7.5, high + unit((u * 64.0) as i64, 1, 5));
    mix(colour, rgb(0x3A_241A), hair)
}

/// Shell above, then the strap, then the lens.
fn helm(u: f64, v: f64) -> Rgb {
    if v < 0.58 {
        let mut colour = mix(rgb(0x25_6E7F), rgb(TEAL), step(0.0, 0.6, v / 0.56));
        // A stripe over the crown, and vents beside it.
        let front = (u - 0.5).abs().min(1.0 - (u - 0.5).abs());
        let stripe = step(0.035, 0.028, front).max(step(0.465, 0.472, (u - 0.5).abs()));
        colour = mix(colour, rgb(CORAL), stripe);
        for middle in [0.11, 0.89, 0.39, 0.61] {
            let vent = line(u, middle, 0.016, 0.006) * line(v, 0.24, 0.07, 0.01);
            colour = mix(colour, rgb(0x0B_1E26), vent);
        }
        return mix(colour, rgb(0x0E_2129), step(0.50, 0.52, v));
    }
    if v < 0.72 {
        let pattern = step(0.5, 0.55, (u * 12.0 + v * 8.0).fract());
        return mix(rgb(INK), mix(rgb(CORAL), rgb(0xF2_A93B), pattern), line(v, 0.65, 0.025, 0.01));
    }
    let down = (v - 0.74) / 0.26;
    let frame =
        step(0.14, 0.10, down).max(step(0.86, 0.90, down)).max(step(0.44, 0.46, (u - 0.5).abs()));
    // The lens reflects a sky at sunset, and a ridge.
    let ridge = 0.62 + 0.12 * cloudy(u * 128.0, 3.0, 128.0, 8, 40);
    let sky = mix(rgb(0x5B_2A86), rgb(0xFF_9A3D), step(0.1, ridge, down));
    let lens = mix(sky, rgb(0x2A_1440), step(ridge, ridge + 0.02, down));
    let glint =
        line(u + down * 0.12, 0.34, 0.022, 0.015).max(line(u + down * 0.12, 0.40, 0.008, 0.008));
    mix(mix(lens, rgb(0xFF_F4DC), glint * 0.75), rgb(0xEE_E6D8), frame)
}

/// Reflectivity of the helmet: strong on the lens, none on cloth.
fn helm_gloss(_: f64, v: f64) -> Rgb {
    let shell = step(0.52, 0.50, v) * 0.35;
    let lens = step(0.77, 0.78, v) * step(0.98, 0.97, v);
    [255.0 * shell.max(lens); 3]
}

/// A varnish over everything but the edge.
fn board_gloss(_: f64, v: f64) -> Rgb {
    [255.0 * (0.2 + 0.5 * step(0.96, 0.98, v)); 3]
}

/// Surroundings on a mirroring sphere: a bright sky with clouds, ridges, and snow below.
fn surroundings(u: f64, v: f64) -> Rgb {
    let up = 0.5 - v;
    let cloud = step(0.45, 0.75, cloudy(u * 64.0, v * 128.0, 64.0, 4, 90));
    let sky = mix(rgb(0x2E_6FB0), rgb(0xC4_DDEE), step(0.5, 0.05, up));
    let sky = mix(sky, rgb(0xFF_FFFF), cloud * 0.8);
    let sun = step(0.09, 0.05, length(u - 0.30, v - 0.22));
    let sky = mix(sky, rgb(0xFF_F6DE), sun);
    let ridge = 0.02 + 0.10 * cloudy(u * 64.0, 3.0, 64.0, 8, 91);
    let hills = mix(sky, rgb(0x3A_4A66), step(ridge + 0.01, ridge - 0.01, up));
    mix(hills, rgb(0x9C_AFC6), step(-0.03, -0.10, up))
}

fn boot(u: f64, v: f64) -> Rgb {
    let leather = scale(rgb(0x3B_3F47), 0.8 + 0.4 * cloudy(u * 64.0, v * 64.0, 64.0, 8, 12));
    let front = (u - 0.5).abs();
    let lace =
        line((v * 11.0).fract(), 0.5, 0.2, 0.1) * step(0.13, 0.11, front) * step(0.72, 0.68, v);
    let colour = mix(leather, rgb(0xF2_A93B), lace);
    let colour = mix(colour, rgb(CREAM), step(0.80, 0.82, v));
    mix(colour, rgb(INK), step(0.90, 0.92, v))
}

fn bindings(u: f64, v: f64) -> Rgb {
    let base = mix(rgb(0x22_262E), rgb(0x3E_4650), step(0.45, 0.6, v));
    mix(base, rgb(CORAL), line(v, 0.30, 0.10, 0.02) * line(u, 0.5, 0.3, 0.02))
}

/// Top in the upper half, base in the lower.
fn comet(u: f64, v: f64) -> Rgb {
    let (half, across) =
        if v < 0.48 { (true, v / 0.46 - 0.5) } else { (false, (v - 0.5) / 0.46 - 0.5) };
    if v > 0.97 {
        return rgb(0xC8_CDD2);
    }
    // A comet over a night that turns to morning at the nose.
    let night = mix(rgb(0x0E_1B34), rgb(0x1F_5C78), step(0.1, 0.7, u));
    let sky = mix(night, rgb(0xF2_A93B), step(0.62, 1.05, u));
    let star = unit((u * 256.0) as i64, (v * 128.0) as i64, 31);
    let sky = mix(sky, rgb(CREAM), if star > 0.988 { 0.9 - u } else { 0.0 });
    // The tail widens away from the head of the comet.
    let back = (0.80 - u).max(0.0);
    let wave = 0.05 * (cloudy(u * 256.0, 9.0, 256.0, 4, 50) - 0.5);
    let tail = step(0.03 + back * 0.42, 0.0, (across - wave).abs()) * step(0.82, 0.78, u);
    let streaks = cloudy(u * 48.0, across * 300.0 + 150.0, 256.0, 32, 51);
    let fire = mix(rgb(CORAL), rgb(CREAM), step(0.45, 0.0, back));
    let sky = mix(sky, fire, tail * (0.35 + 0.65 * streaks) * step(0.75, 0.1, back));
    let ball = step(0.062, 0.05, length(u - 0.80, across * 0.46));
    let sky = mix(sky, rgb(CREAM), ball);
    let sky = mix(sky, rgb(0xFF_C65A), step(0.045, 0.03, length(u - 0.81, (across - 0.01) * 0.46)));
    // The base has the same print in other colours.
    let [r, g, b] = sky;
    if half { sky } else { [b, g, r] }
}

/// Pines on ridges, one behind the other.
fn pine(u: f64, v: f64) -> Rgb {
    if v > 0.97 {
        return rgb(0xC8_CDD2);
    }
    let down = if v < 0.48 { v / 0.46 } else { (v - 0.5) / 0.46 };
    let mut colour = mix(rgb(0xF6_D7B0), rgb(0xE8_8D67), step(0.7, 0.0, down));
    let sun = step(0.10, 0.095, length(u - 0.68, (down - 0.36) * 0.46));
    colour = mix(colour, rgb(0xFF_F1D6), sun);
    for (ridge, tone) in [(0u64, 0xA8_5F62), (1, 0x5E_4560), (2, 0x27_2F48)] {
        let base = 0.42 + 0.18 * ridge as f64;
        let hill = base + 0.22 * (cloudy(u * 256.0, 7.0, 256.0, 4, 60 + ridge) - 0.5);
        // Each tree is a triangle with a different height.
        let count = 26.0 - 6.0 * ridge as f64;
        let (tree, within) = ((u * count).floor(), (u * count).fract());
        let tall = (0.07 + 0.12 * unit(tree as i64, 2, 70 + ridge)) * (1.0 + 0.35 * ridge as f64);
        let top = hill - tall * (1.0 - (within - 0.5).abs() * 2.0);
        colour = mix(colour, rgb(tone), step(top - 0.006, top + 0.006, down));
    }
    colour
}
