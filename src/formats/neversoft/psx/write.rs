//! Writes the records. Every offset is recomputed.

use std::collections::BTreeMap;

use super::chunk::payloads;
use super::records::{ColourPointer, File, FileBlock, Header, Object, tables};
use crate::bytes::layout::{Layout, Writing};
use crate::bytes::{Endian, Gap, Result, Shaped, Writer, count32};
use crate::formats::EditResult;

/// Pieces start at multiples of 4.
pub(super) const USUAL_GAP: Gap = Gap::Align(4);

impl File {
    /// Serialises the file.
    ///
    /// # Errors
    /// Returns an error if a list is too long for its count field.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        // Placeholder of the final length.
        out.bytes(&self.head(&BTreeMap::new(), &[])?);
        let mut written = Vec::new();
        let mut library_end = 0;
        for piece in self.layout.order(self.usual_order()) {
            self.layout.write_gap(piece, &USUAL_GAP, &mut out);
            written.push((piece, count32(out.pos())));
            self.write_piece(piece, &mut out)?;
            if piece == FileBlock::Library {
                library_end = out.pos();
            }
        }
        out.bytes(&self.layout.tail);
        if self.library.is_none() {
            // A mesh-only file ends at its tag offset.
            written.push((FileBlock::Library, count32(out.pos())));
        }
        let offsets = self.layout.offsets(written);
        let textures = self.library.as_ref().map_or(0, |library| library.textures.len());
        for index in 0..textures {
            // Texture offsets are at the end of the library.
            let at = library_end.saturating_sub((textures - index) * u32::SIZE);
            out.patch_at(at, offsets.get(&FileBlock::Texture(index)).copied().unwrap_or(0));
        }
        let mut bytes = out.finish();
        let library = offsets.get(&FileBlock::Library).copied().unwrap_or(0);
        let head = self.head(&offsets, &payloads(&bytes, library as usize))?;
        if let Some(start) = bytes.get_mut(..head.len()) {
            start.copy_from_slice(&head);
        }
        Ok(bytes)
    }

    fn usual_order(&self) -> impl Iterator<Item = FileBlock> {
        let models = (0..self.models.len()).map(FileBlock::Model);
        let library = self.library.as_ref();
        let textures =
            (0..library.map_or(0, |library| library.textures.len())).map(FileBlock::Texture);
        models.chain(library.map(|_| FileBlock::Library)).chain(textures)
    }

    /// Serialises everything before the pieces.
    fn head(&self, offsets: &BTreeMap<FileBlock, u32>, payloads: &[u32]) -> Result<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        let offset = |piece| offsets.get(&piece).copied().unwrap_or(0);
        let object = |(index, object): (usize, &Object)| {
            let pointer = self.colour_pointers.get(index).copied().unwrap_or_default();
            let colours = match pointer {
                ColourPointer::None => 0,
                ColourPointer::Chunk(chunk) => payloads.get(chunk).copied().unwrap_or(0),
                ColourPointer::Stale(offset) => offset,
            };
            Object { colours, ..*object }
        };
        let mut objects: Vec<Object> = self.objects.iter().enumerate().map(object).collect();
        let mut models: Vec<u32> =
            (0..self.models.len()).map(|index| offset(FileBlock::Model(index))).collect();
        out.shaped(&Header {
            version: self.version.number(),
            minor: 2,
            tag_offset: offset(FileBlock::Library),
            object_count: count32(objects.len()),
        });
        let count = objects.len();
        tables(&mut Writing::new(&mut out), &mut objects, count, &mut models)?;
        Ok(out.finish())
    }

    fn write_piece(&self, piece: FileBlock, out: &mut Writer) -> Result<()> {
        let pass = &mut Writing::new(out);
        let library = self.library.as_ref();
        let texture = |index: usize| library?.textures.get(index);
        match (piece, library) {
            (FileBlock::Model(index), _) => match self.models.get(index) {
                Some(model) => model.clone().pass(pass, self.version),
                None => Ok(()),
            },
            (FileBlock::Library, Some(library)) => {
                let counts = (self.models.len(), self.objects.len());
                let mut textures = vec![0; library.textures.len()];
                library.clone().pass(pass, counts, &mut textures)
            }
            (FileBlock::Library, None) => Ok(()),
            (FileBlock::Texture(index), _) => match texture(index) {
                Some(texture) => texture.clone().pass(pass, ()),
                None => Ok(()),
            },
        }
    }
}
