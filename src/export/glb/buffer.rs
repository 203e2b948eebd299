//! The binary chunk: one view for each kind of attribute and of other numbers, one for each
//! picture.

use std::collections::HashMap;

use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Stride, Target, View};
use gltf_json::mesh::Semantic;
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Index, Root};

/// Bytes of the views, in order.
#[derive(Default)]
pub(super) struct Buffer {
    views: Vec<Piece>,
    /// The view of each kind of numbers.
    kinds: HashMap<Use, usize>,
}

struct Piece {
    bytes: Vec<u8>,
    /// Bytes from element to element of vertex attributes.
    stride: Option<usize>,
}

/// What numbers are for: those of one kind lie in one view.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    Attribute(Semantic),
    /// Displacements of positions, which are vertex attributes too.
    Morph,
    /// Anything that is not an attribute of vertices.
    Data(&'static str),
}

/// How the elements of an attribute are stored.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub component: ComponentType,
    pub shape: Type,
    pub normalized: bool,
    /// Bytes from element to element, a multiple of 4.
    pub stride: usize,
}

impl Buffer {
    pub(super) fn picture(&mut self, bytes: Vec<u8>) -> Index<View> {
        self.views.push(Piece { bytes, stride: None });
        Index::new(u32::try_from(self.views.len() - 1).unwrap_or(u32::MAX))
    }

    /// The accessor of the elements that `fill` appends to the view of their kind.
    pub(super) fn append(
        &mut self,
        kind: Use,
        layout: Layout,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> Accessor {
        let stride = (!matches!(kind, Use::Data(_))).then_some(layout.stride);
        let view = *self.kinds.entry(kind).or_insert_with(|| {
            self.views.push(Piece { bytes: Vec::new(), stride });
            self.views.len() - 1
        });
        let (mut start, mut count) = (0, 0);
        if let Some(piece) = self.views.get_mut(view) {
            start = piece.bytes.len();
            fill(&mut piece.bytes);
            count = (piece.bytes.len() - start) / layout.stride;
        }
        Accessor {
            buffer_view: Some(Index::new(u32::try_from(view).unwrap_or(u32::MAX))),
            byte_offset: (start > 0).then(|| USize64::from(start)),
            count: USize64::from(count),
            component_type: Valid(GenericComponentType(layout.component)),
            type_: Valid(layout.shape),
            normalized: layout.normalized,
            min: None,
            max: None,
            sparse: None,
            name: None,
            extensions: None,
            extras: None,
        }
    }

    /// The file: header, JSON chunk, binary chunk.
    pub(super) fn finish(self, mut root: Root) -> Result<Vec<u8>, String> {
        let mut length = 0;
        for piece in &self.views {
            root.buffer_views.push(View {
                buffer: Index::new(0),
                byte_length: USize64::from(piece.bytes.len()),
                byte_offset: (length > 0).then(|| USize64::from(length)),
                byte_stride: piece.stride.map(Stride),
                target: piece.stride.map(|_| Valid(Target::ArrayBuffer)),
                name: None,
                extensions: None,
                extras: None,
            });
            length += piece.bytes.len().next_multiple_of(4);
        }
        if length > 0 {
            root.buffers.push(gltf_json::Buffer {
                byte_length: USize64::from(length),
                uri: None,
                name: None,
                extensions: None,
                extras: None,
            });
        }
        let mut json = root.to_vec().map_err(|error| error.to_string())?;
        json.resize(json.len().next_multiple_of(4), b' ');
        self.container(&json, length)
    }

    fn container(self, json: &[u8], length: usize) -> Result<Vec<u8>, String> {
        let binary = if length > 0 { 8 + length } else { 0 };
        let total = 12 + 8 + json.len() + binary;
        let size = |bytes: usize| {
            let size = u32::try_from(bytes).map(u32::to_le_bytes);
            size.map_err(|_| "it would be larger than the 4 GiB that GLB allows".to_owned())
        };
        let mut file = Vec::with_capacity(total);
        file.extend(b"glTF");
        file.extend(2u32.to_le_bytes());
        file.extend(size(total)?);
        file.extend(size(json.len())?);
        file.extend(b"JSON");
        file.extend(json);
        if length > 0 {
            file.extend(size(length)?);
            file.extend(b"BIN\0");
            for piece in self.views {
                file.extend(piece.bytes);
                file.resize(file.len().next_multiple_of(4), 0);
            }
        }
        Ok(file)
    }
}
