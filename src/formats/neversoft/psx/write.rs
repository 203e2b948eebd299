//! Records to bytes. Every offset is computed; nothing of the source's bytes is kept.

use std::collections::HashMap;

use super::chunk::tag;
use super::layout::{Gap, Piece};
use super::records::{
    ColourPointer, Escape, File, Library, Model, Object, Palette, Pixels, Texture, Version,
};
use crate::bytes::{Endian, Slot, Writer, count32};
use crate::formats::Refusal;

impl File {
    /// The file as bytes.
    ///
    /// # Errors
    /// Where a list is longer than its count can say.
    pub fn write(&self) -> Result<Vec<u8>, Refusal> {
        let mut state = State::default();
        let mut out = Writer::new(Endian::Little);
        out.put(self.version.number());
        out.put(2u16);
        let tag_offset = out.slot();
        out.put(count32(self.objects.len()));
        self.write_objects(&mut out, &mut state);
        out.put(count32(self.models.len()));
        state.models = (0..self.models.len()).map(|_| out.slot()).collect();
        let textures = self.library.as_ref().map_or(0, |library| library.textures.len());
        for (gap, piece) in self.layout.order(self.models.len(), textures, self.library.is_some()) {
            match gap {
                Gap::Align => out.align(4),
                Gap::Bytes(bytes) => out.bytes(&bytes),
            }
            self.write_piece(piece, tag_offset, &mut out, &mut state)?;
        }
        if let Some(stale) = self.layout.stale_tag_offset {
            out.patch(tag_offset, stale);
        }
        self.patch_pointers(&mut out, &state);
        out.bytes(&self.layout.tail);
        if self.library.is_none() && self.layout.stale_tag_offset.is_none() {
            // A mesh-only file ends at its tag offset.
            out.patch_here(tag_offset);
        }
        Ok(out.finish())
    }

    fn write_objects(&self, out: &mut Writer, state: &mut State) {
        for (index, object) in self.objects.iter().enumerate() {
            out.shaped(&Object { colours: 0, ..*object });
            let pointer = self.colour_pointers.get(index).copied().unwrap_or_default();
            state.colours.push((out.pos() - 4, pointer));
        }
    }

    fn write_piece(
        &self,
        piece: Piece,
        tag_offset: Slot,
        out: &mut Writer,
        state: &mut State,
    ) -> Result<(), Refusal> {
        let here = count32(out.pos());
        match piece {
            Piece::Model(index) => {
                state.placed.push((piece, here));
                if let Some(model) = self.models.get(index) {
                    model.write(self.version, out);
                }
            }
            Piece::Library => {
                out.patch(tag_offset, here);
                if let Some(library) = &self.library {
                    self.write_library(library, out, state)?;
                }
            }
            Piece::Texture(index) => {
                state.placed.push((piece, here));
                let texture = self.library.as_ref().and_then(|l| l.textures.get(index));
                if let Some(texture) = texture {
                    texture.write(out);
                }
            }
        }
        Ok(())
    }

    fn write_library(
        &self,
        library: &Library,
        out: &mut Writer,
        state: &mut State,
    ) -> Result<(), Refusal> {
        for chunk in &library.chunks {
            // The payload starts behind type and length.
            state.payloads.push(count32(out.pos() + 8));
            chunk.write(out)?;
        }
        if !self.layout.unterminated {
            out.put(tag::END);
        }
        out.all(&library.model_names);
        out.put(count32(library.texture_names.len()));
        out.all(&library.texture_names);
        for palettes in [&library.palettes16, &library.palettes256] {
            out.put(count32(palettes.len()));
            palettes.iter().for_each(|palette| palette.write(out));
        }
        if let Some(escape) = &library.escape {
            escape.write(out);
        }
        out.put(count32(library.textures.len()));
        state.textures = (0..library.textures.len()).map(|_| out.slot()).collect();
        Ok(())
    }

    fn patch_pointers(&self, out: &mut Writer, state: &State) {
        let shared: HashMap<Piece, Piece> = self.layout.shared.iter().copied().collect();
        let placed = state.placed.iter().chain(&self.layout.stale);
        let offsets: HashMap<Piece, u32> = placed.copied().collect();
        let stored_as = |piece: Piece| {
            let piece = shared.get(&piece).unwrap_or(&piece);
            offsets.get(piece).copied().unwrap_or(0)
        };
        for (index, slot) in state.models.iter().enumerate() {
            out.patch(*slot, stored_as(Piece::Model(index)));
        }
        for (index, slot) in state.textures.iter().enumerate() {
            out.patch(*slot, stored_as(Piece::Texture(index)));
        }
        for (at, pointer) in &state.colours {
            let offset = match pointer {
                ColourPointer::None => 0,
                ColourPointer::Chunk(chunk) => state.payloads.get(*chunk).copied().unwrap_or(0),
                ColourPointer::Stale(offset) => *offset,
            };
            out.patch_at(*at, offset);
        }
    }
}

/// Places that are known only while writing.
#[derive(Default)]
struct State {
    models: Vec<Slot>,
    textures: Vec<Slot>,
    /// Where each object's colour pointer is, and what it means.
    colours: Vec<(usize, ColourPointer)>,
    /// Offset of each chunk's payload.
    payloads: Vec<u32>,
    placed: Vec<(Piece, u32)>,
}

impl Model {
    fn write(&self, version: Version, out: &mut Writer) {
        let counts = [self.vertices.len(), self.normals.len(), self.faces.len()];
        if version.is_wide() {
            out.put(self.flags);
            counts.iter().for_each(|n| out.put(count32(*n)));
        } else {
            out.put(self.flags as u16);
            counts.iter().for_each(|n| out.put(u16::try_from(*n).unwrap_or(u16::MAX)));
        }
        out.put(self.radius);
        out.shaped(&self.bounds);
        if let Some(lod) = &self.lod {
            out.shaped(lod);
        }
        out.all(&self.vertices);
        out.all(&self.normals);
        self.faces.iter().for_each(|face| face.write(version, out));
    }
}

impl Palette {
    fn write(&self, out: &mut Writer) {
        out.put(self.name);
        out.all(&self.colours);
    }
}

impl Escape {
    fn write(&self, out: &mut Writer) {
        out.put(u32::MAX);
        for list in [&self.details, &self.cube_maps] {
            out.put(count32(list.len()));
            for entry in list {
                out.bytes(&entry.name);
                out.put(entry.value);
            }
        }
    }
}

impl Texture {
    fn write(&self, out: &mut Writer) {
        out.put(self.flags);
        out.put(self.colours);
        out.put(self.palette);
        out.put(self.name);
        out.put(self.width);
        out.put(self.height);
        match &self.pixels {
            Pixels::Indexed(rows) => out.bytes(rows),
            Pixels::Direct { extra, format, data } => {
                out.bytes(extra);
                out.put(*format);
                out.put(count32(data.len()));
                out.bytes(data);
            }
            Pixels::Pvr(file) => out.bytes(file),
            Pixels::Unknown => {}
        }
    }
}
