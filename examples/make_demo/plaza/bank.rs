//! The object bank: the sky, and models that the triggers place.

use glam::{DVec3, dvec3};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::hash::model_name;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Polygon};

use super::library::{TextureFile, Textures};
use super::light::TO_SUN;
use super::shapes::{Cuboid, Grid};
use super::stage::{Look, turned};
use super::triggers::LETTERS;
use crate::make_demo::craft::canvas::{Rgb, mix, rgb};
use crate::make_demo::craft::maths::{cos, sin, step};

/// Models of the sky, farthest first.
pub const SKY: [&str; 3] = ["sky_dome", "sky_clouds", "sky_city"];
/// A moving platform, and a gem to pick up, which the engine lights.
pub const PLATFORM: &str = "platform";
const GEM: &str = "gem";

const FAR: f64 = 12000.0;

pub fn file(textures: &Textures) -> Result<Vec<u8>, Refusal> {
    let mut builder = Builder::new(Version::V4);
    for (name, polygons) in [
        (SKY[0], dome()),
        (SKY[1], clouds(&mut builder)),
        (SKY[2], city(&mut builder)),
        (PLATFORM, platform(&mut builder)),
    ] {
        let model = builder.model(model_name(name.as_bytes()), &polygons);
        // Skies and platforms are placed by the triggers: these positions are not used.
        builder.object(model, [0; 3]);
    }
    let model = builder.model(model_name(GEM.as_bytes()), &gem());
    for (number, (_, place)) in (0i16..).zip(LETTERS) {
        let place = turned(DVec3::from(place)).map(i32::from);
        builder.turned_object(model, place, [0, number * 300, 0]);
    }
    textures.add_to(&mut builder, TextureFile::Bank);
    builder.finish()?.write()
}

/// Colours of the evening sky by height (−1 to 1), warmer towards the sun.
fn evening(way: DVec3) -> Rgb {
    let flat = dvec3(TO_SUN.x, 0.0, TO_SUN.z).normalize();
    let towards = 0.5 + 0.5 * dvec3(way.x, 0.0, way.z).normalize_or_zero().dot(flat);
    let horizon = mix(rgb(0xC87A86), rgb(0xFFBE6A), towards * towards);
    let low = mix(rgb(0x8E6494), rgb(0xE88A6A), towards);
    let middle = mix(rgb(0x54508E), rgb(0x8A6A9A), towards);
    let stops = [
        (-1.0, rgb(0x241C38)),
        (-0.5, rgb(0x342848)),
        (-0.22, rgb(0x46385E)),
        (-0.06, mix(rgb(0x6E5474), rgb(0x8E6070), towards)),
        (0.0, mix(horizon, rgb(0xA87480), 0.35)),
        (0.05, horizon),
        (0.16, low),
        (0.42, middle),
        (1.0, rgb(0x2A2E66)),
    ];
    for pair in stops.windows(2) {
        let ((from, a), (to, b)) = (pair[0], pair[1]);
        if way.y <= to {
            return mix(a, b, step(from, to, way.y) * 0.5 + 0.5 * (way.y - from) / (to - from));
        }
    }
    rgb(0x2A2E66)
}

/// A sphere seen from inside, with corner colours only.
fn dome() -> Vec<Polygon> {
    const AROUND: usize = 24;
    let heights = [1.0, 0.7, 0.45, 0.28, 0.16, 0.07, 0.0, -0.06, -0.2, -0.45, -0.8, -1.0f64];
    let at = |i: usize, y: f64| {
        let turn = i as f64 / AROUND as f64;
        let wide = (1.0 - y * y).sqrt();
        dvec3(sin(turn) * wide, y, -cos(turn) * wide)
    };
    let byte = |c: f64| (c * 255.0).round().clamp(0.0, 255.0) as u8;
    let mut polygons = Vec::new();
    for rows in heights.windows(2) {
        for i in 0..AROUND {
            let ways = [at(i, rows[0]), at(i + 1, rows[0]), at(i, rows[1]), at(i + 1, rows[1])];
            let corners = ways.map(|way| turned(way * FAR));
            let colours = ways.map(|way| evening(way).map(byte));
            let polygon = if rows[0] == 1.0 {
                Polygon::triangle([corners[0], corners[3], corners[2]])
                    .gouraud([colours[0], colours[3], colours[2], [0; 3]])
            } else if rows[1] == -1.0 {
                Polygon::triangle([corners[0], corners[1], corners[2]])
                    .gouraud([colours[0], colours[1], colours[2], [0; 3]])
            } else {
                Polygon::quad(corners).gouraud(colours)
            };
            polygons.push(polygon.surface(1));
        }
    }
    polygons
}

/// Additively blended bands: faint ones at a quarter, the nearest at full intensity.
fn clouds(builder: &mut Builder) -> Vec<Polygon> {
    let texture = builder.texture(model_name(b"cloud"));
    let mut polygons = Vec::new();
    for (low, high, first, count, mode, strength) in [
        (0.1, 0.3, 0.0, 16, 1, 96u8),
        (0.34, 0.62, 0.03, 12, 3, 220),
        (0.02, 0.1, 0.05, 16, 3, 200),
    ] {
        for i in 0..count {
            let corner = |i: i32, y: f64| {
                let turn = first + f64::from(i) / f64::from(count);
                let wide = (1.0 - y * y).sqrt();
                turned(dvec3(sin(turn) * wide, y, -cos(turn) * wide) * (FAR - 300.0))
            };
            let corners =
                [corner(i, high), corner(i + 1, high), corner(i, low), corner(i + 1, low)];
            let u = if i % 2 == 0 { [0, 63] } else { [63, 126] };
            let uv = [[u[0], 0], [u[1], 0], [u[0], 31], [u[1], 31]];
            polygons.push(
                Polygon::quad(corners)
                    .texels(texture, uv)
                    .tiled()
                    .flat([strength; 3])
                    .blended(mode)
                    .surface(1),
            );
        }
    }
    // The low sun with its halo.
    let sun = TO_SUN.normalize();
    let way = dvec3(sun.x, 0.12, sun.z).normalize();
    let right = way.cross(DVec3::Y).normalize();
    let up = right.cross(way);
    let glow = builder.texture(model_name(b"glow"));
    for (size, colour) in [(4200.0, [120, 96, 70]), (1500.0, [255, 240, 200])] {
        let at = |a: f64, b: f64| turned(way * (FAR - 600.0) + (right * a + up * b) * size);
        let corners = [at(-1.0, 1.0), at(1.0, 1.0), at(-1.0, -1.0), at(1.0, -1.0)];
        let uv = [[0, 0], [63, 0], [0, 63], [63, 63]];
        polygons.push(
            Polygon::quad(corners)
                .texels(glow, uv)
                .flat(colour)
                .blended(1)
                .double_sided()
                .surface(1),
        );
    }
    polygons
}

/// Towers around the horizon.
fn city(builder: &mut Builder) -> Vec<Polygon> {
    let texture = builder.texture(model_name(b"skyline"));
    let mut polygons = Vec::new();
    for i in 0..24 {
        let corner = |i: i32, y: f64| {
            let turn = f64::from(i) / 24.0;
            turned(dvec3(sin(turn), y, -cos(turn)) * (FAR - 900.0))
        };
        let (high, low) = (0.105, -0.035);
        let corners = [corner(i, high), corner(i + 1, high), corner(i, low), corner(i + 1, low)];
        let u = if i % 2 == 0 { [0, 64] } else { [64, 128] };
        let uv = [[u[0], 0], [u[1], 0], [u[0], 63], [u[1], 63]];
        let shade = 116;
        polygons
            .push(Polygon::quad(corners).texels(texture, uv).tiled().flat([shade; 3]).surface(1));
    }
    polygons
}

/// Planks in an iron frame, 240 units square.
fn platform(builder: &mut Builder) -> Vec<Polygon> {
    let wood = builder.texture(model_name(b"wood"));
    let metal = builder.texture(model_name(b"metal"));
    let slab = Cuboid::standing(DVec3::ZERO, dvec3(240.0, 20.0, 240.0));
    let paint = [[150, 128, 112], [158, 132, 108], [128, 112, 104], [136, 116, 104]];
    let dress = |panels: Vec<super::stage::Panel>, texture: u32| -> Vec<Polygon> {
        let quad = |panel: super::stage::Panel| {
            let corners: Vec<[i16; 3]> = panel.corners.iter().map(|c| turned(*c)).collect();
            let corners = [corners[0], corners[1], corners[2], corners[3]];
            Polygon::quad(corners).texels(texture, panel.uv).tiled().gouraud(paint)
        };
        panels.into_iter().map(quad).collect()
    };
    let look = Look::plain([1.0; 3]);
    let mut polygons = dress(slab.top(look, 120.0, 40.0), wood);
    polygons.extend(dress(slab.sides(look, 240.0, 40.0), metal));
    polygons.extend(dress(slab.bottom(look, 240.0, 40.0), metal));
    polygons
}

/// A cut gem that the engine lights: its own colours do not count.
fn gem() -> Vec<Polygon> {
    let rings = [(44.0, 0.0), (16.0, 26.0), (-2.0, 34.0), (-46.0, 0.0)];
    let look = Look::plain([1.0; 3]);
    let panels = Grid::new(8, 3, look).on(|u, v| {
        let ring = ((v * 3.0).floor() as usize).min(2);
        let part = v * 3.0 - ring as f64;
        let ((high, wide), (low, narrow)) = (rings[ring], rings[ring + 1]);
        let radius = wide + (narrow - wide) * part;
        dvec3(sin(u) * radius, high + (low - high) * part, cos(u) * radius)
    });
    let lit = |panel: &super::stage::Panel| {
        let corners: Vec<[i16; 3]> = panel.corners.iter().map(|c| turned(*c)).collect();
        let polygon = match corners.as_slice() {
            [a, b, c, d] => Polygon::quad([*a, *b, *c, *d]),
            [a, b, c, ..] => Polygon::triangle([*a, *b, *c]),
            _ => unreachable!("a panel has three or four corners"),
        };
        polygon.flat([255; 3]).lit().surface(1)
    };
    panels.iter().map(lit).collect()
}
