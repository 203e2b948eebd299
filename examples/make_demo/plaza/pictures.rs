//! Textures that do not repeat, or only in one direction.

use super::letters;
use crate::make_demo::craft::canvas::{Canvas, Kind, Rgb, mix, rgb, scale};
use crate::make_demo::craft::maths::{cos, length, sin, step};
use crate::make_demo::craft::noise::{cloudy, unit};

/// A bough: leaves with transparent texels between them.
pub fn leaves() -> Canvas {
    const COUNT: i64 = 90;
    // Number of the frontmost leaf that covers a texel.
    let leaf_at = |x: f64, y: f64| {
        (0..COUNT).rev().find_map(|i| {
            let turn = unit(i, 0, 201);
            // More frequent near the centre.
            let far = 25.0 * (0.15 + 0.85 * unit(i, 1, 202).max(unit(i, 2, 203)));
            let (cx, cy) = (32.0 + far * cos(turn), 32.0 + far * 0.92 * sin(turn));
            let lean = unit(i, 3, 204);
            let (dx, dy) = (x - cx, y - cy);
            let (a, b) = (dx * cos(lean) + dy * sin(lean), dy * cos(lean) - dx * sin(lean));
            let inside = (a / 5.6) * (a / 5.6) + (b / 3.0) * (b / 3.0);
            (inside < 1.0).then_some((i, b))
        })
    };
    Canvas::new(64, 64, |x, y| match leaf_at(x, y) {
        Some((i, b)) => {
            let own = unit(i, 4, 205);
            let front = i as f64 / COUNT as f64;
            let c = mix(rgb(0x2C4A22), rgb(0x88A83C), 0.25 + 0.45 * front + 0.3 * own);
            let lit = step(50.0, 10.0, y);
            scale(c, (if b.abs() < 0.6 { 0.8 } else { 1.0 }) * (0.8 + 0.35 * lit))
        }
        None => [0.0; 3],
    })
    .kinds(move |x, y| if leaf_at(x, y).is_some() { Kind::Plain } else { Kind::Hole })
}

/// Stripes with a scalloped edge.
pub fn awning() -> Canvas {
    let edge = |x: f64| 26.0 + 4.0 * cos((x - 4.0) / 8.0);
    Canvas::new(32, 32, move |x, y| {
        let red = (x / 8.0).floor() % 2.0 == 0.0;
        let c = if red { rgb(0xB83A34) } else { rgb(0xE8DCC4) };
        scale(c, if y > 21.0 { 0.82 } else { 1.0 - 0.1 * step(12.0, 21.0, y) })
    })
    .kinds(move |x, y| if y < edge(x) { Kind::Plain } else { Kind::Hole })
}

/// A sash window with its frame, placed on a wall.
pub fn window(lit: bool) -> Canvas {
    Canvas::new(64, 64, move |x, y| {
        let (fx, fy) = ((x - 31.5).abs(), (y - 30.0).abs());
        if y >= 57.0 {
            return scale(rgb(0xC2B6A2), 1.1 - 0.06 * (y - 57.0));
        }
        if fx > 25.0 || fy > 27.0 {
            return scale(rgb(0xB4A692), 0.8 + 0.2 * unit(x as i64, y as i64, 211));
        }
        if fx > 22.0 || fy > 24.0 || fx < 1.2 || (y - 30.0).abs() < 1.4 {
            return if lit { rgb(0x6A4C3A) } else { rgb(0x4A4048) };
        }
        if lit {
            let warm = mix(rgb(0xFFE09A), rgb(0xE8964A), step(6.0, 56.0, y));
            let curtain = if fx > 14.0 { 0.62 + 0.2 * sin(x / 5.0) } else { 1.0 };
            return scale(warm, curtain);
        }
        // The evening in the panes.
        let sky = mix(rgb(0x5A6490), rgb(0xE0A078), step(8.0, 54.0, y));
        let streak = if (x + y * 0.6) % 34.0 < 7.0 { 1.25 } else { 1.0 };
        scale(sky, 0.62 * streak)
    })
}

/// A shop front: a door between two lit windows with things in them.
pub fn shop() -> Canvas {
    Canvas::new(128, 64, |x, y| {
        let frame = rgb(0x3A4C46);
        if y < 9.0 {
            let stripe = if !(1.0..=7.0).contains(&y) { 0.7 } else { 1.0 };
            return scale(rgb(0x2C3C3A), stripe);
        }
        if y > 57.0 {
            return scale(rgb(0x6A625C), 0.8 + 0.2 * unit(x as i64, y as i64, 221));
        }
        let door = (x - 63.5).abs() < 13.0;
        let post = [0.0, 50.0, 76.0, 127.0].iter().any(|p| (x - p).abs() < 2.5);
        if post || y < 11.0 || (!door && y > 52.0) {
            return frame;
        }
        let light = mix(rgb(0xFFEBB8), rgb(0xE89A50), step(10.0, 58.0, y));
        if door {
            let handle = (x - 73.0).abs() < 1.0 && (y - 36.0).abs() < 4.0;
            return if handle {
                rgb(0xE8C890)
            } else {
                scale(light, if y > 46.0 { 0.35 } else { 0.55 })
            };
        }
        // Boards on the wall: eight decks with different colours.
        let left = if x < 63.0 { x - 5.0 } else { x - 81.0 };
        let number = (left / 10.5).floor();
        let (dx, dy) = (left - number * 10.5 - 5.0, (y - 32.0).abs());
        if dx.abs() < 2.6 && dy + dx.abs() * dx.abs() * 0.5 < 13.0 {
            let own = unit(number as i64, (x > 63.0).into(), 222);
            let hues = [0xD84A3C, 0x3A7CB8, 0xE8B83C, 0x4E9A5A, 0x8A4EA0];
            let hue = rgb(hues[(own * 4.99) as usize]);
            return scale(hue, if dy < 3.0 { 1.2 } else { 0.9 });
        }
        scale(light, 0.9)
    })
}

/// Light around a lamp, for additive blending.
pub fn glow() -> Canvas {
    Canvas::new(64, 64, |x, y| {
        let d = length(x - 31.5, y - 31.5) / 32.0;
        let fall = (1.0 - d).max(0.0);
        let halo = fall * fall * 0.62;
        let core = step(0.22, 0.05, d) * 0.5;
        [halo + core, halo * 0.72 + core, halo * 0.4 + core * 0.86]
    })
}

/// Light with a dark centre, for additive blending.
pub fn halo() -> Canvas {
    Canvas::new(32, 32, |x, y| {
        let fall = (1.0 - length(x - 15.5, y - 15.5) / 16.0).max(0.0);
        [fall * fall * 0.8; 3]
    })
}

/// A soft shadow, for subtractive blending.
pub fn blob() -> Canvas {
    Canvas::new(64, 64, |x, y| {
        let d = length(x - 31.5, y - 31.5) / 32.0;
        let patch = 0.7 + 0.6 * cloudy(x, y, 64.0, 8, 231);
        let dark = step(1.0, 0.35, d) * (patch - 0.35).clamp(0.0, 0.62);
        [dark * 0.62, dark * 0.46, dark * 0.3]
    })
}

/// A pane in its frame: the frame is opaque, the pane is blended, and one corner is broken out.
pub fn glass() -> Canvas {
    let frame = |x: f64, y: f64| {
        !(4.0..60.0).contains(&x) || !(4.0..60.0).contains(&y) || (x - 31.5).abs() < 1.6
    };
    let broken = |x: f64, y: f64| length(x - 50.0, y - 14.0) < 6.0 + 2.4 * sin((x * 0.9 + y) / 9.0);
    Canvas::new(64, 64, move |x, y| {
        if frame(x, y) {
            let edge = x < 1.0 || y < 1.0 || x >= 63.0 || y >= 63.0;
            return scale(rgb(0x8A6848), if edge { 0.6 } else { 1.0 });
        }
        let streak = (x - y * 0.7 + 80.0) % 40.0;
        let shine = step(12.0, 8.0, (streak - 14.0).abs()) * 0.35;
        let fade = 0.28 + 0.22 * (1.0 - y / 64.0);
        [fade * 0.8 + shine, fade + shine, fade * 1.15 + shine]
    })
    .kinds(move |x, y| {
        if frame(x, y) {
            Kind::Solid
        } else if broken(x, y) {
            Kind::Hole
        } else {
            Kind::Plain
        }
    })
}

/// A side of a wooden box.
pub fn crate_side() -> Canvas {
    Canvas::new(64, 64, |x, y| {
        let grain = 0.86 + 0.2 * unit((x / 6.0) as i64, y as i64, 241);
        let rim = !(8.0..56.0).contains(&x) || !(8.0..56.0).contains(&y);
        let brace = (x - y).abs() < 6.0;
        let c = if rim {
            rgb(0xB08450)
        } else if brace {
            rgb(0xA47848)
        } else {
            rgb(0x8A6038)
        };
        let gap = !rim && !brace && x % 12.0 < 1.0;
        let line = (!rim && (x - y).abs() >= 5.0 && brace) || (rim && (x == 7.0 || y == 56.0));
        scale(c, grain * if gap || line { 0.6 } else { 1.0 })
    })
}

/// Cloth with a wheel on it.
pub fn banner() -> Canvas {
    Canvas::new(64, 128, |x, y| {
        let cloth = mix(rgb(0x2A3A6E), rgb(0x3E4E8C), unit(x as i64, y as i64, 251));
        let d = length(x - 31.5, y - 52.0);
        let gold = rgb(0xF0C05A);
        if (17.0..22.0).contains(&d) || d < 6.0 {
            return gold;
        }
        if d < 17.0 && ((x - 31.5).abs() < 1.6 || (y - 52.0).abs() < 1.6) {
            return gold;
        }
        let chevron = (y - 92.0 + (x - 31.5).abs() * 0.7) % 14.0;
        if y > 78.0 && (0.0..5.0).contains(&chevron) && y < 124.0 {
            return rgb(0xC84A48);
        }
        if !(3.0..61.0).contains(&x) || y > 124.0 { gold } else { cloth }
    })
}

/// Falling water, in strands.
pub fn spray() -> Canvas {
    Canvas::new(32, 64, |x, y| {
        let strand = unit((x / 2.0) as i64, 0, 261);
        let drop = unit(x as i64, (y / 4.0) as i64, 262);
        let v = (strand * 0.5 + drop * 0.4 - 0.25).max(0.0);
        [v * 0.75, v * 0.85, v * 0.9]
    })
}

/// GOURAUD, sprayed over an older layer.
pub fn graffiti() -> Canvas {
    let word = letters::segments("GOURAUD");
    let far = move |x: f64, y: f64| {
        // Letters lean, swell and hop.
        let sway = 0.8 * sin(x / 128.0) + 0.5 * sin(x / 46.0 + 0.2);
        let px = (x - 20.0) / 5.95 - (y - 32.0) * 0.045;
        let py = (54.0 - y) / 6.6 + sway * 0.4;
        letters::distance(&word, [px, py])
    };
    Canvas::new(256, 64, move |x, y| {
        let wall = scale(rgb(0x8C7468), 0.86 + 0.2 * cloudy(x % 64.0, y, 64.0, 8, 271));
        // An older layer: a cloud of paint.
        let puff = cloudy(x, y * 2.0, 256.0, 12, 272) - 0.004 * (y - 34.0).abs() * 2.0;
        let mut c = mix(wall, mix(rgb(0x3A2A66), rgb(0x2A7A8C), x / 256.0), step(0.34, 0.5, puff));
        let d = far(x, y);
        let behind = far(x - 5.0, y - 4.0);
        if behind < 1.02 {
            c = rgb(0x1E1430);
        }
        if d < 1.12 {
            c = rgb(0xF8F0E0);
        }
        if d < 0.92 {
            c = rgb(0x22143A);
        }
        if d < 0.74 {
            let top = mix(rgb(0xFFE45A), rgb(0xFF7A3C), step(10.0, 36.0, y));
            c = mix(top, rgb(0xE0308C), step(34.0, 56.0, y));
            // Shine at the upper left of each stroke.
            if far(x - 1.6, y - 2.0) > 0.62 && y < 32.0 {
                c = mix(c, rgb(0xFFFFF0), 0.7);
            }
        }
        // Drips.
        let column = (x / 9.0).floor();
        let drip = unit(column as i64, 0, 273);
        let under = far(x, 53.0) < 0.74 && y > 52.0 && y < 53.0 + drip * 11.0;
        if under && drip > 0.5 && (x - column * 9.0 - 4.0).abs() < 1.0 {
            c = rgb(0xC82880);
        }
        let star = [(14.0, 12.0), (243.0, 16.0), (236.0, 52.0)].iter().any(|(sx, sy)| {
            let (dx, dy) = ((x - sx).abs(), (y - sy).abs());
            dx * dy < 2.0 && dx + dy < 8.0
        });
        if star { rgb(0xFFFBE0) } else { c }
    })
}

/// A poster: SKATE.
pub fn poster_jam() -> Canvas {
    let word = letters::segments("SKATE");
    Canvas::new(64, 64, move |x, y| {
        if !(2.0..62.0).contains(&x) || !(2.0..62.0).contains(&y) {
            return rgb(0xF0E8D0);
        }
        let d = letters::distance(&word, [(x - 6.0) / 2.02, (22.0 - y) / 2.2]);
        if d < 0.62 {
            return rgb(0xFFF4D0);
        }
        // A ramp under a half-tone sun.
        let sun = length(x - 40.0, y - 40.0);
        let dots = length(x % 4.0 - 2.0, y % 4.0 - 2.0) < 1.9 - sun * 0.04;
        let curve = 62.0 - (x - 4.0) * (x - 4.0) / 74.0;
        let ramp = y > 62.0 - (60.0 - curve).clamp(0.0, 40.0) * 0.5;
        if ramp {
            return rgb(0x2A2140);
        }
        let ground = mix(rgb(0xC8402E), rgb(0x8A2440), y / 64.0);
        if sun < 15.0 && (dots || sun < 9.0) { rgb(0xFFC83C) } else { ground }
    })
}

/// A poster: rings of evening colours behind hills.
pub fn poster_sun() -> Canvas {
    Canvas::new(64, 64, |x, y| {
        if !(2.0..62.0).contains(&x) || !(2.0..62.0).contains(&y) {
            return rgb(0xE8E4DC);
        }
        let hill = 46.0 + 6.0 * sin(x / 50.0) + 3.0 * sin(x / 21.0 + 0.4);
        let near = 54.0 + 4.0 * sin(x / 37.0 + 0.6);
        if y > near {
            return rgb(0x1C2440);
        }
        if y > hill {
            return rgb(0x3C3C6A);
        }
        let ring = (length(x - 32.0, y - 40.0) / 7.0).floor();
        mix(rgb(0xFFE08A), rgb(0x46509A), ring / 6.0)
    })
}

/// Towers on the horizon, with lit windows; transparent above.
pub fn skyline() -> Canvas {
    let top = |x: f64| {
        let tower = (x / 8.0).floor();
        let wide = (x / 16.0).floor();
        let height = 12.0 + 24.0 * unit(tower as i64, 0, 281) * unit(wide as i64, 1, 282);
        let mast = x % 16.0 == 3.0 && unit(wide as i64, 2, 283) > 0.6;
        64.0 - height - if mast { 9.0 } else { 0.0 }
    };
    let lit = |x: f64, y: f64| {
        unit((x / 2.0) as i64, (y / 3.0) as i64, 284) > 0.86 && x % 2.0 == 1.0 && y % 3.0 != 0.0
    };
    Canvas::new(128, 64, move |x, y| -> Rgb {
        if lit(x, y) && y > top(x) + 2.0 {
            return rgb(0xF8C878);
        }
        let tower = unit((x / 8.0).floor() as i64, 3, 285);
        mix(mix(rgb(0x46365C), rgb(0x5A4468), tower), rgb(0x9A6A74), step(34.0, 64.0, y))
    })
    .kinds(move |x, y| if y >= top(x) { Kind::Plain } else { Kind::Hole })
}

/// Bands of clouds, for additive blending: black between them.
pub fn cloud() -> Canvas {
    Canvas::new(128, 32, |x, y| {
        let a = cloudy(x, y * 4.0, 128.0, 4, 291);
        let b = cloudy(x * 2.0, y * 8.0, 256.0, 8, 292);
        let edge = step(0.0, 10.0, y) * step(32.0, 18.0, y);
        let v = step(0.42, 0.78, a * 0.7 + b * 0.3) * edge;
        scale(mix(rgb(0xFF9A6A), rgb(0xFFD6A8), v), v * 0.9)
    })
}
