//! Facts that no standard format carries: what animates colours, textures and bones.

use super::super::animation::{Animations, Clip, Start};
use super::super::chunk::{Body, ObjectPointer, Pulse, Sprite, Wibble};
use super::Part;
use crate::scene::{Origin, Scene, Table, TableRow};

/// Adds a table for every chunk that animates something.
pub fn add(scene: &mut Scene, part: &Part<'_>) {
    let chunks = part.file.library.as_ref().map_or(&[][..], |library| &library.chunks);
    for (index, chunk) in chunks.iter().enumerate() {
        let (name, array, columns, rows) = match &chunk.body {
            Body::Wibble(wibbles) => {
                let columns: &[_] = &["object", "u_speed", "v_speed", "frequency", "faces"];
                let rows = wibbles.records.iter().map(wibble_cells).collect::<Vec<_>>();
                ("Texture wibbles", "records", columns, rows)
            }
            Body::Pulse(pulses) => {
                let columns: &[_] = &["entry", "keys", "current", "elapsed"];
                ("Colour pulses", "pulses", columns, pulses.iter().map(pulse_cells).collect())
            }
            Body::Animation(animations) => {
                let columns: &[_] = &["clip", "frames", "bones", "tween", "offset"];
                ("Animations", "clips", columns, clip_rows(animations))
            }
            Body::Sprites(sprites) => {
                let columns: &[_] = &["name", "frames", "textures"];
                ("Named sprites", "sprites", columns, sprites.iter().map(sprite_cells).collect())
            }
            _ => continue,
        };
        let span = part.places.chunks.get(index).copied().unwrap_or_default();
        let row = |(row, cells)| TableRow {
            cells,
            origin: Origin::new(span, format!("chunks[{index}].{array}[{row}]")),
        };
        scene.tables.push(Table {
            name: name.to_owned(),
            columns: columns.iter().map(|column| (*column).to_owned()).collect(),
            rows: rows.into_iter().enumerate().map(row).collect(),
        });
    }
}

fn wibble_cells(wibble: &Wibble) -> Vec<String> {
    let object = match wibble.object {
        ObjectPointer::Object(index) => index.to_string(),
        ObjectPointer::Stale(offset) => format!("{offset:#x}"),
    };
    vec![
        object,
        wibble.u_speed.to_string(),
        wibble.v_speed.to_string(),
        wibble.frequency.to_string(),
        wibble.faces.len().to_string(),
    ]
}

fn pulse_cells(pulse: &Pulse) -> Vec<String> {
    let key = |key: &super::super::chunk::PulseKey| {
        format!("{:02x}{:02x}{:02x} {}", key.r, key.g, key.b, key.interval)
    };
    let keys: Vec<String> = pulse.keys.iter().map(key).collect();
    vec![
        pulse.entry.to_string(),
        keys.join(", "),
        pulse.current.to_string(),
        pulse.elapsed.to_string(),
    ]
}

fn clip_rows(animations: &Animations) -> Vec<Vec<String>> {
    let cells = |(index, clip): (usize, &Clip)| {
        let offset = match clip.start {
            Start::At(at) => animations.data_offset() as u64 + u64::from(at),
            Start::Stale(offset) => offset.into(),
        };
        vec![
            index.to_string(),
            clip.frames.to_string(),
            animations.bones.to_string(),
            clip.tween.to_string(),
            format!("{offset:#x}"),
        ]
    };
    animations.clips.iter().enumerate().map(cells).collect()
}

fn sprite_cells(sprite: &Sprite) -> Vec<String> {
    let end = sprite.name.iter().position(|byte| *byte == 0).unwrap_or(sprite.name.len());
    let name = String::from_utf8_lossy(sprite.name.get(..end).unwrap_or(&[])).into_owned();
    let textures: Vec<String> = sprite.frames.iter().map(|f| f.texture.to_string()).collect();
    vec![name, sprite.frames.len().to_string(), textures.join(", ")]
}
