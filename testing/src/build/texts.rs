//! Builds Trespasser's texts with the shortest numbers that stay distinct, and packed scripts.

use std::collections::HashMap;

use gouraud::bytes::cp1252;
use gouraud::formats::trespasser::asa::{Asa, Frame, FrameText, Statement, VERSION};
use gouraud::formats::trespasser::asb::{Asb, Object};
use gouraud::formats::trespasser::groff::instance_hash;
use gouraud::formats::trespasser::tpm::{Block, Line};
use gouraud::formats::trespasser::tri::Tri;
use gouraud::formats::trespasser::trr::Trr;
use gouraud::formats::trespasser::wtd::Terrain;
use gouraud::formats::trespasser::{Number, Numbers, Word};

fn word(space: &str, text: impl Into<String>) -> Word {
    Word { space: space.as_bytes().into(), text: text.into().into_bytes() }
}

fn number(space: &str, value: f64) -> Number {
    Number { word: word(space, format!("{value}")), value }
}

/// A line of numbers, which begins with `first`.
fn line<const N: usize>(values: [f64; N], first: &str) -> Numbers<N> {
    let mut space = first;
    Numbers(values.map(|value| number(std::mem::replace(&mut space, " "), value)))
}

/// Points, one per line.
pub fn trr(points: &[[f64; 3]]) -> Trr {
    let point =
        |(index, point): (usize, &[f64; 3])| line(*point, if index == 0 { "" } else { "\n" });
    Trr { points: points.iter().enumerate().map(point).collect(), tail: b"\n".to_vec() }
}

/// Triangles of vertices, with twelve significant digits, as printed by the game's tools.
pub fn tri(triangles: &[[u32; 3]], vertices: &[[f64; 3]]) -> Tri {
    let digits = |number: f64| format!("{number:.11e}").parse().unwrap_or(number);
    let counted = |space, count: usize| number(space, count as f64);
    Tri {
        triangle_count: counted("", triangles.len()),
        triangles: triangles.iter().map(|corners| line(corners.map(f64::from), "\n")).collect(),
        vertex_count: Some(counted("\n", vertices.len())),
        vertices: vertices.iter().map(|vertex| line(vertex.map(digits), "\n")).collect(),
        tail: b"\n".to_vec(),
    }
}

/// Triangles of the finest level of a terrain.
pub fn tri_of_terrain(terrain: &Terrain) -> Tri {
    let rows = terrain.heights().rows();
    let numbers: HashMap<_, _> =
        (0u32..).zip(&rows).map(|(number, (x, y, _))| ((*x, *y), number)).collect();
    let number = |corner| numbers.get(&corner).copied().unwrap_or(0);
    let triangles: Vec<_> =
        terrain.triangles().iter().map(|triangle| triangle.corners.map(number)).collect();
    let vertices: Vec<_> = rows.iter().map(|(x, y, z)| terrain.world((*x, *y), *z)).collect();
    tri(&triangles, &vertices)
}

/// A block of a text model with these properties.
pub fn block(kind: &str, name: &str, properties: &[(&str, String)]) -> Block {
    let text = |text: &str| Line {
        value: cp1252::encode(text),
        after: b"\r\n".to_vec(),
        ..Line::default()
    };
    let property = |(key, value): &(&str, String)| Line {
        before: b"\t".to_vec(),
        key: key.as_bytes().into(),
        between: b" = ".to_vec(),
        ..text(value)
    };
    let head = if name.is_empty() { kind.to_owned() } else { format!("{kind} \"{name}\"") };
    let mut lines = vec![text(&head), text("{")];
    lines.extend(properties.iter().map(property));
    lines.push(text("}"));
    Block { lines }
}

/// A script of objects with their frames. A rate of 0 forces no rate.
pub fn asa(forced_rate: f32, objects: &[(&str, Vec<Frame>)]) -> Asa {
    let statement = |space, keyword: &str, value| Statement {
        keyword: word(space, keyword),
        value,
        ..Statement::default()
    };
    let mut statements = vec![statement("", "version", number(" ", VERSION.into()))];
    if forced_rate > 0.0 {
        statements.push(statement("\n", "forced_rate", number(" ", forced_rate.into())));
    }
    statements.extend(objects.iter().map(|(name, frames)| Statement {
        frames: frames.iter().map(frame).collect(),
        end: Some(word("\n", "end_object")),
        ..statement("\n", "object", Number { word: word(" ", *name), value: 0.0 })
    }));
    Asa { statements, tail: b"\n".to_vec() }
}

fn frame(frame: &Frame) -> FrameText {
    let keyword = |space, text: &str| Number { word: word(space, text), value: 0.0 };
    // The shortest text that single precision allows.
    let value = |value: f32| Number { word: word(" ", value.to_string()), value: value.into() };
    let ([px, py, pz], [w, x, y, z]) = (frame.position.map(value), frame.rotation.map(value));
    FrameText(Numbers([
        keyword("\n  ", "frame"),
        value(frame.seconds),
        keyword(" ", "pos"),
        px,
        py,
        pz,
        keyword(" ", "rot"),
        x,
        y,
        z,
        w,
        keyword(" ", "scale"),
        value(frame.scale),
    ]))
}

/// The compiled form of a script, as made by the game.
pub fn asb(forced_rate: f32, objects: &[(&str, Vec<Frame>)]) -> Asb {
    let object = |(name, frames): &(&str, Vec<Frame>)| Object {
        name: instance_hash(name),
        frames: frames.clone(),
        stale_count: None,
    };
    let objects = objects.iter().map(object).collect();
    Asb { version: VERSION, forced_rate, objects, ..Asb::default() }
}

/// The height of the ground at a world position; `None` outside the terrain.
pub fn height_at(terrain: &Terrain, x: f64, y: f64) -> Option<f64> {
    let world = |corner: (u32, u32)| {
        let height = terrain.heights().get(corner.0, corner.1)?;
        Some(terrain.world(corner, height))
    };
    terrain.triangles().iter().find_map(|triangle| {
        let [a, b, c] = triangle.corners.map(world);
        let (a, b, c) = (a?, b?, c?);
        let side =
            |p: [f64; 3], q: [f64; 3]| (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
        let weights = [side(b, c), side(c, a), side(a, b)];
        let is_inside = weights.iter().all(|weight| *weight >= 0.0);
        let sum = weights[0] * a[2] + weights[1] * b[2] + weights[2] * c[2];
        is_inside.then(|| sum / weights.iter().sum::<f64>())
    })
}
