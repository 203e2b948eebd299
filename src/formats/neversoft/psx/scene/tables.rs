//! Tables of data without equivalent in standard formats: animations of colours, textures and bones.

use super::super::animation::Animations;
use super::super::chunk::{Body, ObjectPointer, Pulse, PulseKey, Sprite, Wibble};
use super::super::records::File;
use crate::formats::Loaded;
use crate::scene::{Scene, Table, TableRow};

/// Adds a table for every chunk of a file with shared clips, with the file name in its title.
pub fn add_shared(scene: &mut Scene, file: &Loaded<File>, name: &str) {
    let first = scene.tables.len();
    add(scene, file);
    for table in scene.tables.iter_mut().skip(first) {
        table.name = format!("{} of {name}", table.name);
    }
}

/// Adds a table for every chunk with animation data.
pub fn add(scene: &mut Scene, file: &Loaded<File>) {
    for (index, chunk) in file.records.chunks().iter().enumerate() {
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
        let row = |(row, cells)| {
            let origin = file.origin(format!("chunks[{index}].{array}[{row}]"));
            TableRow { cells, origin }
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
    let key = |key: &PulseKey| format!("{:02x}{:02x}{:02x} {}", key.r, key.g, key.b, key.interval);
    let keys: Vec<String> = pulse.keys.iter().map(key).collect();
    vec![
        pulse.entry.to_string(),
        keys.join(", "),
        pulse.current.to_string(),
        pulse.elapsed.to_string(),
    ]
}

fn clip_rows(animations: &Animations) -> Vec<Vec<String>> {
    let clips = animations.clips.iter().enumerate();
    let cells = clips.map(|(index, clip)| {
        vec![
            index.to_string(),
            clip.frames.to_string(),
            animations.bones.to_string(),
            clip.tween.to_string(),
            format!("{:#x}", clip.offset),
        ]
    });
    cells.collect()
}

fn sprite_cells(sprite: &Sprite) -> Vec<String> {
    let textures: Vec<String> = sprite.frames.iter().map(|f| f.texture.to_string()).collect();
    vec![sprite.name(), sprite.frames.len().to_string(), textures.join(", ")]
}
