//! Tiling textures, 64 texels per side.

use crate::make_demo::craft::canvas::{Canvas, Kind, Rgb, mix, rgb, scale};
use crate::make_demo::craft::maths::{length, sin, step};
use crate::make_demo::craft::noise::{cloudy, smooth, unit};

const SIZE: f64 = 64.0;

fn surface(paint: impl Fn(f64, f64) -> Rgb) -> Canvas {
    Canvas::new(64, 64, paint)
}

/// Brighter at the top and left of a block, darker at its bottom and right, `joint` wide.
fn bevel(x: f64, y: f64, width: f64, height: f64, joint: f64) -> f64 {
    if x < joint || y < joint {
        return -1.0;
    }
    if x < joint + 1.0 || y < joint + 1.0 {
        return 0.5;
    }
    if x >= width - 1.0 || y >= height - 1.0 { -0.4 } else { 0.0 }
}

/// Four slabs with different greys.
pub fn pavers() -> Canvas {
    surface(|x, y| {
        let (cx, cy) = ((x / 32.0).floor(), (y / 32.0).floor());
        let own = unit(cx as i64, cy as i64, 11);
        let base = mix(rgb(0xB3A698), rgb(0xA29A92), own);
        let grain = cloudy(x, y, SIZE, 8, 12) - 0.5;
        let speck = unit(x as i64, y as i64, 13) - 0.5;
        let stone = scale(base, 1.0 + grain * 0.16 + speck * 0.08);
        match bevel(x - cx * 32.0, y - cy * 32.0, 32.0, 32.0, 1.0) {
            b if b <= -1.0 => scale(stone, 0.66),
            b => scale(stone, 1.0 + b * 0.14),
        }
    })
}

/// Polished stone with a joint.
pub fn granite() -> Canvas {
    surface(|x, y| {
        let speck = unit(x as i64, y as i64, 21);
        let cloud = cloudy(x, y, SIZE, 4, 22);
        let base = mix(rgb(0x8C8890), rgb(0xA8A2A4), cloud);
        let stone = scale(base, 0.86 + 0.26 * speck);
        match bevel(x, y % 32.0, 64.0, 32.0, 1.0) {
            b if b <= -1.0 => scale(stone, 0.72),
            b => scale(stone, 1.0 + b * 0.1),
        }
    })
}

/// Cast, with the marks of its boards and four anchor holes.
pub fn concrete() -> Canvas {
    surface(|x, y| {
        let cloud = cloudy(x, y, SIZE, 4, 31);
        let fine = unit(x as i64, y as i64, 32) - 0.5;
        let base = mix(rgb(0xA09A92), rgb(0xC2BAAE), cloud);
        let mut c = scale(base, 1.0 + fine * 0.07);
        if y % 32.0 < 1.0 {
            c = scale(c, 0.84);
        }
        let (dx, dy) = (x % 32.0 - 16.0, y % 32.0 - 16.0);
        let hole = length(dx, dy);
        scale(c, 0.7 + 0.3 * step(1.2, 2.4, hole))
    })
}

/// Dark, with grit and a crack.
pub fn asphalt() -> Canvas {
    surface(|x, y| {
        let cloud = cloudy(x, y, SIZE, 4, 41);
        let grit = unit(x as i64, y as i64, 42);
        let base = mix(rgb(0x4A4852), rgb(0x5E5A60), cloud);
        let c = scale(base, 0.84 + 0.3 * grit);
        let way = 30.0 + 9.0 * sin(y / 64.0) + 5.0 * sin(y / 32.0 + 0.3);
        if (x - way).abs() < 0.8 { scale(c, 0.7) } else { c }
    })
}

/// Bricks in running bond.
pub fn bricks() -> Canvas {
    surface(|x, y| {
        let row = (y / 8.0).floor();
        let shift = if row % 2.0 == 0.0 { 0.0 } else { 8.0 };
        let across = (x + shift) % SIZE;
        let column = (across / 16.0).floor();
        let own = unit(column as i64, row as i64, 51);
        let fine = cloudy(x, y, SIZE, 16, 52) - 0.5;
        let brick = mix(rgb(0x8E4A36), rgb(0xB4684A), own);
        match bevel(across - column * 16.0, y - row * 8.0, 16.0, 8.0, 1.0) {
            b if b <= -1.0 => scale(rgb(0x9A8C80), 0.92 + fine * 0.2),
            b => scale(brick, 1.0 + b * 0.16 + fine * 0.3),
        }
    })
}

/// Four boards with their nails.
pub fn planks() -> Canvas {
    surface(|x, y| {
        let board = (y / 16.0).floor();
        let own = unit(board as i64, 0, 61);
        let grain = smooth(x / 16.0, y * 2.0, 4, 62) * 0.6 + smooth(x / 4.0, y * 4.0, 16, 63) * 0.4;
        let base = mix(rgb(0x9C6C42), rgb(0xBE8A56), own);
        let c = scale(base, 0.84 + 0.3 * grain);
        let end = (x + board * 24.0) % SIZE;
        let row = y % 16.0;
        if row < 1.0 || end < 1.0 {
            return scale(c, 0.5);
        }
        let nail = (end - 3.0).abs() < 1.0 || (end - 61.0).abs() < 1.0;
        if nail && ((row - 4.0).abs() < 1.0 || (row - 12.0).abs() < 1.0) {
            return scale(c, 0.76);
        }
        scale(c, if row < 2.0 { 1.12 } else { 1.0 })
    })
}

/// Brushed plates with rivets.
pub fn metal() -> Canvas {
    surface(|x, y| {
        let brush = smooth(x / 8.0, y * 4.0, 8, 71);
        let c = mix(rgb(0x84889A), rgb(0xB0B2BC), brush);
        let (dx, dy) = ((x % 32.0) - 4.0, (y % 32.0) - 4.0);
        if dx * dx + dy * dy < 4.5 {
            return if dx + dy < 0.0 { rgb(0xD8D8DC) } else { rgb(0x666878) };
        }
        match bevel(x % 32.0, y % 32.0, 32.0, 32.0, 1.0) {
            b if b <= -1.0 => rgb(0x5C5E6C),
            b => scale(c, 1.0 + b * 0.2),
        }
    })
}

pub fn grass() -> Canvas {
    surface(|x, y| {
        let cloud = cloudy(x, y, SIZE, 4, 81);
        let blade = unit(x as i64, (y / 2.0) as i64, 82);
        let c = mix(rgb(0x4C6A2C), rgb(0x7C9440), cloud * 0.6 + blade * 0.4);
        if unit(x as i64, y as i64, 83) > 0.988 { rgb(0xD8C878) } else { c }
    })
}

pub fn bark() -> Canvas {
    surface(|x, y| {
        let ridge =
            smooth(x / 4.0, y / 16.0, 16, 91) * 0.7 + smooth(x / 2.0, y / 4.0, 32, 92) * 0.3;
        mix(rgb(0x3C2A22), rgb(0x86644A), ridge)
    })
}

/// Small leaves, lit from above.
pub fn hedge() -> Canvas {
    surface(|x, y| {
        let leaf = smooth(x / 3.2, y / 3.2, 20, 101);
        let depth = cloudy(x, y, SIZE, 8, 102);
        let c = mix(rgb(0x22381E), rgb(0x6E8C3A), leaf * 0.7 + depth * 0.3);
        if leaf > 0.84 { mix(c, rgb(0xA8B860), 0.5) } else { c }
    })
}

/// Gravel on a flat roof.
pub fn roof() -> Canvas {
    surface(|x, y| {
        let stone = unit((x / 2.0) as i64, (y / 2.0) as i64, 111);
        let cloud = cloudy(x, y, SIZE, 4, 112);
        scale(mix(rgb(0x6E6670), rgb(0x968A88), stone), 0.86 + 0.2 * cloud)
    })
}

/// Wire mesh: transparent texels between diagonal wires.
pub fn fence() -> Canvas {
    let wire = |x: f64, y: f64| {
        let (a, b) = ((x + y) % 16.0, (x - y).rem_euclid(16.0));
        a < 2.0 || b < 2.0
    };
    surface(|x, y| if (x + y) % 16.0 < 1.0 { rgb(0xC8C4C4) } else { rgb(0x807E8C) })
        .kinds(move |x, y| if wire(x, y) { Kind::Plain } else { Kind::Hole })
}

/// Ripples in evening light.
pub fn water() -> Canvas {
    surface(|x, y| {
        let bend = cloudy(x, y, SIZE, 4, 121);
        let ripple = sin((y + bend * 26.0) / 16.0) * 0.5 + 0.5;
        let glint = step(0.86, 1.0, ripple * (0.6 + 0.5 * cloudy(x, y, SIZE, 8, 122)));
        let c = mix(rgb(0x2E5C7C), rgb(0x6EA6B4), ripple * 0.8);
        mix(c, rgb(0xFFE2B4), glint)
    })
}

/// Small glazed tiles.
pub fn tiles() -> Canvas {
    surface(|x, y| {
        let (cx, cy) = ((x / 8.0).floor(), (y / 8.0).floor());
        let own = unit(cx as i64, cy as i64, 131);
        let c = mix(rgb(0x4A90A8), rgb(0x76BCC4), own);
        match bevel(x % 8.0, y % 8.0, 8.0, 8.0, 1.0) {
            b if b <= -1.0 => rgb(0xC8C2B4),
            b => scale(c, 1.0 + b * 0.3),
        }
    })
}
