//! Wibbles and pulses to surfaces that move (sections 10.3 and 10.4).
//!
//! A wibble names an object, but it is the faces of the model that move: whatever else shows the
//! model moves with it. Version 6 takes the base from the face itself, in 512ths of the texture, and
//! scrolls twice as fast.

use super::super::chunk::{self, Body, Chunk, ObjectPointer, Wibble, WibbleCorner};
use super::super::face::Face as Stored;
use super::super::records::Version;
use super::Part;
use crate::bytes::Span;
use crate::scene::{Face, Flow, FlowFace, Flowing, Mesh, Origin, Pulse, Scene, Spans, Swing};

/// Bytes of a record before its faces, and of a face.
const WIBBLE_HEAD: u64 = 16;
const WIBBLE_FACE: u64 = 16;
/// Bytes of a pulse before its keys, and of a key.
const PULSE_HEAD: u64 = 4;
const PULSE_KEY: u64 = 4;

/// The last chunk of a kind, with its number and the bytes of its payload.
fn last<'a, T>(
    part: &Part<'a>,
    pick: impl Fn(&'a Chunk) -> Option<&'a [T]>,
) -> Option<(usize, Span, &'a [T])> {
    let chunks = &part.file.library.as_ref()?.chunks;
    let (index, list) =
        chunks.iter().enumerate().rev().find_map(|(index, chunk)| Some((index, pick(chunk)?)))?;
    Some((index, part.places.chunks.get(index).copied().unwrap_or_default(), list))
}

/// The pulses of a file, of whichever table.
pub fn pulses(part: &Part<'_>) -> Vec<Pulse> {
    let found = last(part, |chunk| match &chunk.body {
        Body::Pulse(pulses) => Some(pulses.as_slice()),
        _ => None,
    });
    let Some((index, span, list)) = found else { return Vec::new() };
    let mut start = span.start;
    let pulse = |(number, stored): (usize, &chunk::Pulse)| {
        let len = PULSE_HEAD + PULSE_KEY * stored.keys.len() as u64;
        let own = part.span(start, len);
        start += len;
        let origin = Origin::new(own, format!("chunks[{index}].pulses[{number}]"));
        Pulse { origin, ..stored.moving() }
    };
    list.iter().enumerate().map(pulse).collect()
}

/// Adds the pulses for each of the file's tables, of which the scene has them from `first_table`
/// on.
pub fn add_pulses(scene: &mut Scene, part: &Part<'_>, first_table: usize) {
    let pulses = pulses(part);
    for (table, stored) in (0u32..).zip(&scene.colour_tables).skip(first_table) {
        let own = pulses.iter().filter(|pulse| usize::from(pulse.entry) < stored.colours.len());
        scene.pulses.extend(own.map(|pulse| Pulse { table, ..pulse.clone() }));
    }
}

/// Lets the coordinates of the file's meshes flow, which are in the scene from `first_mesh` on.
pub fn add_flows(
    scene: &mut Scene,
    part: &Part<'_>,
    first_mesh: usize,
    model_of: impl Fn(usize) -> Option<usize>,
) {
    let found = last(part, |chunk| match &chunk.body {
        Body::Wibble(wibbles) => Some(wibbles.records.as_slice()),
        _ => None,
    });
    let Some((index, span, list)) = found else { return };
    let mut start = span.start;
    for (number, wibble) in list.iter().enumerate() {
        let faces = wibble.faces.len() as u64;
        let path = format!("chunks[{index}].records[{number}]");
        let len = WIBBLE_HEAD + WIBBLE_FACE * faces;
        let own = Origin::new(part.span(start, len), path.clone());
        let source = part.source.id();
        let spans =
            Spans::even(source, start + WIBBLE_HEAD, WIBBLE_FACE, faces, format!("{path}.faces"));
        start += len;
        let ObjectPointer::Object(object) = wibble.object else { continue };
        let model = usize::try_from(object).ok().and_then(&model_of);
        let Some(mesh) = model.and_then(|model| scene.meshes.get_mut(first_mesh + model)) else {
            continue;
        };
        let stored = model.and_then(|model| part.file.models.get(model));
        let stored = stored.map_or(&[][..], |model| &model.faces);
        let list = flow_faces(wibble, mesh, stored, part.file.version);
        if list.is_empty() {
            continue;
        }
        mesh.flows.push(flow(wibble, part.file.version, Flowing::Faces { list, spans }, own));
    }
}

/// The parts of the unit in which version 6 counts: 512ths of the texture.
fn unit(version: Version) -> f32 {
    if version == Version::V6 { 512.0 } else { 1.0 }
}

fn flow(wibble: &Wibble, version: Version, faces: Flowing, origin: Origin) -> Flow {
    let doubled = if version == Version::V6 { 2.0 } else { 1.0 };
    // A speed is in 16ths of a 256th a tick, a frequency in 1024ths of a step of 64.
    let scroll = |speed: i16| f32::from(speed) * doubled / 4096.0 / unit(version);
    Flow {
        faces,
        scroll: [scroll(wibble.u_speed), scroll(wibble.v_speed)],
        turns: wibble.frequency as f32 / 65_536.0,
        grain: 1.0 / 256.0 / unit(version),
        origin,
    }
}

/// The faces that are in the mesh and have a texture. The record counts all faces of the model.
fn flow_faces(wibble: &Wibble, mesh: &Mesh, stored: &[Stored], version: Version) -> Vec<FlowFace> {
    let swing = |wave: u8| Swing {
        reach: f32::from(wave >> 4) / unit(version),
        phase: f32::from(wave & 15) / 16.0,
    };
    let swings = |corner: &WibbleCorner| [swing(corner.u_wave), swing(corner.v_wave)];
    let texels = |corner: &WibbleCorner| [f32::from(corner.u), f32::from(corner.v)];
    let face = |(number, face): (u32, Face)| {
        stored.get(face.index as usize)?.uv?;
        let corners = wibble.faces.get(face.index as usize)?;
        let wide = version == Version::V6;
        let base = if wide { face.uvs } else { corners.each_ref().map(texels) };
        Some(FlowFace { face: number, base, swings: corners.each_ref().map(swings) })
    };
    (0u32..).zip(&mesh.faces).filter_map(face).collect()
}
