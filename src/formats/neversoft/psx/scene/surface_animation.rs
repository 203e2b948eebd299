//! Converts wibbles and pulses to surface animations (sections 10.3 and 10.4).
//!
//! A wibble names an object, but animates the faces of its model: all instances of the model move.
//! Version 6 takes the base coordinates from the face itself, in 512ths of the texture, and scrolls twice
//! as fast.

use super::super::chunk::{Body, ObjectPointer, Wibble, WibbleCorner};
use super::super::face::Face as Stored;
use super::super::records::{File, Version};
use crate::formats::Loaded;
use crate::scene::{
    ColourTableId, CornerWave, Face, Mesh, MeshId, Origin, PaletteAnimation, Scene, UvAnimatedFace,
    UvAnimatedFaces, UvAnimation,
};

/// Pulses of a file, independent of the colour table.
pub fn pulses(file: &Loaded<File>) -> Vec<PaletteAnimation> {
    let found = file.records.last(|chunk| match &chunk.body {
        Body::Pulse(pulses) => Some(pulses),
        _ => None,
    });
    let Some((index, list)) = found else { return Vec::new() };
    let numbered = list.iter().enumerate();
    let pulse = numbered.map(|(number, stored)| PaletteAnimation {
        origin: file.origin(format!("chunks[{index}].pulses[{number}]")),
        ..stored.moving()
    });
    pulse.collect()
}

/// Adds the pulses for each of the file's tables, which start at `first_table` in the scene.
pub fn add_pulses(scene: &mut Scene, file: &Loaded<File>, first_table: ColourTableId) {
    let pulses = pulses(file);
    for (table, stored) in scene.colour_tables.pairs().skip(first_table.index()) {
        let own = pulses.iter().filter(|pulse| usize::from(pulse.entry) < stored.colours.len());
        scene
            .palette_animations
            .extend(own.map(|pulse| PaletteAnimation { table, ..pulse.clone() }));
    }
}

/// Adds UV animations to the file's meshes, which start at `first_mesh` in the scene.
pub fn add_flows(
    scene: &mut Scene,
    file: &Loaded<File>,
    first_mesh: MeshId,
    model_of: impl Fn(usize) -> Option<usize>,
) {
    let version = file.records.version;
    let found = file.records.last(|chunk| match &chunk.body {
        Body::Wibble(wibbles) => Some(&wibbles.records),
        _ => None,
    });
    let Some((index, list)) = found else { return };
    for (number, wibble) in list.iter().enumerate() {
        let ObjectPointer::Object(object) = wibble.object else { continue };
        let model = usize::try_from(object).ok().and_then(&model_of);
        let Some(mesh) = model.and_then(|model| scene.meshes.get_mut(first_mesh.plus(model)))
        else {
            continue;
        };
        let stored = model.and_then(|model| file.records.models.get(model));
        let stored = stored.map_or(&[][..], |model| &model.faces);
        let list = flow_faces(wibble, mesh, stored, version);
        if list.is_empty() {
            continue;
        }
        let path = format!("chunks[{index}].records[{number}]");
        let spans = file.spans(&format!("{path}.faces"));
        let faces = UvAnimatedFaces::Faces { list, spans };
        mesh.uv_animations.push(flow(wibble, version, faces, file.origin(path)));
    }
}

/// Texture coordinate units: 512ths of the texture in version 6.
fn unit(version: Version) -> f32 {
    if version == Version::V6 { 512.0 } else { 1.0 }
}

fn flow(wibble: &Wibble, version: Version, faces: UvAnimatedFaces, origin: Origin) -> UvAnimation {
    let doubled = if version == Version::V6 { 2.0 } else { 1.0 };
    // A speed is in 1/16 of 1/256 per tick, a frequency in 1/1024 of a step of 64.
    let scroll = |speed: i16| f32::from(speed) * doubled / 4096.0 / unit(version);
    UvAnimation {
        faces,
        scroll: [scroll(wibble.u_speed), scroll(wibble.v_speed)],
        course: None,
        turns: wibble.frequency as f32 / 65_536.0,
        round: 0,
        grain: 1.0 / 256.0 / unit(version),
        origin,
    }
}

/// Textured faces that are in the mesh. The record counts all faces of the model.
fn flow_faces(
    wibble: &Wibble,
    mesh: &Mesh,
    stored: &[Stored],
    version: Version,
) -> Vec<UvAnimatedFace> {
    let swing = |wave: u8| CornerWave {
        reach: f32::from(wave >> 4) / unit(version),
        phase: f32::from(wave & 15) / 16.0,
    };
    let swings = |corner: &WibbleCorner| [swing(corner.u_wave), swing(corner.v_wave)];
    let texels = |corner: &WibbleCorner| [f32::from(corner.u), f32::from(corner.v)];
    let face = |(number, face): (u32, Face)| {
        stored.get(face.index as usize)?.uv()?;
        let corners = wibble.faces.get(face.index as usize)?;
        let wide = version == Version::V6;
        let base = if wide { face.uvs } else { corners.each_ref().map(texels) };
        Some(UvAnimatedFace { face: number, base, swings: corners.each_ref().map(swings) })
    };
    (0u32..).zip(&mesh.faces).filter_map(face).collect()
}
