//! The binary chunk: one view per kind of attribute or other numbers, one per picture, and the indices.
//! Duplicate data is stored once.

use std::collections::HashMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::Range;

use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::buffer::{Stride, Target, View};
use gltf_json::mesh::Semantic;
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Index, Root};
use serde_json::json;

/// Bytes of the views, in order.
#[derive(Default)]
pub(super) struct Buffer {
    views: Vec<ViewBytes>,
    /// Buffer view of each kind of numbers.
    kinds: HashMap<Use, usize>,
    accessors: Vec<Accessor>,
    /// Accessors by view and hash of their bytes, and their range in the view.
    known: HashMap<(usize, u64), (Index<Accessor>, Range<usize>)>,
    /// Accessors of consecutive indices.
    windows: HashMap<Range<usize>, Index<Accessor>>,
}

struct ViewBytes {
    bytes: Vec<u8>,
    /// Stride of vertex attributes in bytes.
    stride: Option<usize>,
    target: Option<Target>,
}

/// Use of a block of numbers. Blocks with the same use share a buffer view.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(super) enum Use {
    Attribute(Semantic),
    /// Displacements of positions, which are vertex attributes too.
    Morph,
    /// Anything but vertex attributes.
    Data(&'static str),
    Indices {
        wide: bool,
    },
    /// Consecutive indices from 0.
    Numbers {
        wide: bool,
    },
}

/// Storage of the elements of an attribute.
#[derive(Clone, Copy)]
pub(super) struct Layout {
    pub component: ComponentType,
    pub shape: Type,
    pub normalized: bool,
    /// Stride in bytes, a multiple of 4.
    pub stride: usize,
}

impl Buffer {
    pub(super) fn picture(&mut self, bytes: Vec<u8>) -> Index<View> {
        self.views.push(ViewBytes { bytes, stride: None, target: None });
        Index::new(u32::try_from(self.views.len() - 1).unwrap_or(u32::MAX))
    }

    /// Appends elements with `fill` to the view of their kind and returns their accessor.
    pub(super) fn append(
        &mut self,
        kind: Use,
        layout: Layout,
        fill: impl FnOnce(&mut Vec<u8>),
    ) -> Index<Accessor> {
        let view = self.view(kind, layout);
        let Some(piece) = self.views.get_mut(view) else { return Index::new(u32::MAX) };
        let start = piece.bytes.len();
        fill(&mut piece.bytes);
        let (before, new) = piece.bytes.split_at(start);
        let mut hasher = DefaultHasher::new();
        new.hash(&mut hasher);
        let key = (view, hasher.finish());
        if let Some((known, old)) = self.known.get(&key)
            && before.get(old.clone()) == Some(new)
        {
            piece.bytes.truncate(start);
            return *known;
        }
        let range = start..start + new.len();
        let index = self.accessor(view, &range, layout);
        self.known.insert(key, (index, range));
        index
    }

    /// Sets the bounds of an accessor.
    pub(super) fn bound(&mut self, accessor: Index<Accessor>, min: &[f32], max: &[f32]) {
        if let Some(accessor) = self.accessors.get_mut(accessor.value()) {
            accessor.min = Some(json!(min));
            accessor.max = Some(json!(max));
        }
    }

    /// Returns the indices of runs of vertices. The sequence 0, 1, 2 … is stored only once; a single run
    /// refers to a part of it.
    pub(super) fn indices(&mut self, runs: &[Range<usize>]) -> Index<Accessor> {
        let end = runs.iter().map(|run| run.end).max().unwrap_or(0);
        // The highest value of a type is not a valid index.
        let wide = end > usize::from(u16::MAX);
        let component = if wide { ComponentType::U32 } else { ComponentType::U16 };
        let stride = component.size();
        let layout = Layout { component, shape: Type::Scalar, normalized: false, stride };
        let push = |bytes: &mut Vec<u8>, numbers: Range<usize>| {
            for number in numbers {
                let number = u32::try_from(number).unwrap_or(u32::MAX).to_le_bytes();
                bytes.extend(number.iter().take(stride));
            }
        };
        let [run] = runs else {
            return self.append(Use::Indices { wide }, layout, |bytes| {
                runs.iter().for_each(|run| push(bytes, run.clone()));
            });
        };
        if let Some(known) = self.windows.get(run) {
            return *known;
        }
        let view = self.view(Use::Numbers { wide }, layout);
        if let Some(piece) = self.views.get_mut(view) {
            let there = piece.bytes.len() / stride;
            push(&mut piece.bytes, there..end);
        }
        let index = self.accessor(view, &(run.start * stride..run.end * stride), layout);
        self.windows.insert(run.clone(), index);
        index
    }

    fn view(&mut self, kind: Use, layout: Layout) -> usize {
        let (stride, target) = match kind {
            Use::Attribute(_) | Use::Morph => (Some(layout.stride), Some(Target::ArrayBuffer)),
            Use::Indices { .. } | Use::Numbers { .. } => (None, Some(Target::ElementArrayBuffer)),
            Use::Data(_) => (None, None),
        };
        *self.kinds.entry(kind).or_insert_with(|| {
            self.views.push(ViewBytes { bytes: Vec::new(), stride, target });
            self.views.len() - 1
        })
    }

    fn accessor(&mut self, view: usize, range: &Range<usize>, layout: Layout) -> Index<Accessor> {
        self.accessors.push(Accessor {
            buffer_view: Some(Index::new(u32::try_from(view).unwrap_or(u32::MAX))),
            byte_offset: (range.start > 0).then(|| USize64::from(range.start)),
            count: USize64::from(range.len() / layout.stride),
            component_type: Valid(GenericComponentType(layout.component)),
            type_: Valid(layout.shape),
            normalized: layout.normalized,
            min: None,
            max: None,
            sparse: None,
            name: None,
            extensions: None,
            extras: None,
        });
        Index::new(u32::try_from(self.accessors.len() - 1).unwrap_or(u32::MAX))
    }

    /// Assembles the file: header, JSON chunk, binary chunk.
    pub(super) fn finish(mut self, mut root: Root) -> Result<Vec<u8>, String> {
        root.accessors = std::mem::take(&mut self.accessors);
        let mut length = 0;
        for piece in &self.views {
            root.buffer_views.push(View {
                buffer: Index::new(0),
                byte_length: USize64::from(piece.bytes.len()),
                byte_offset: (length > 0).then(|| USize64::from(length)),
                byte_stride: piece.stride.map(Stride),
                target: piece.target.map(Valid),
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
            size.map_err(|_| "larger than the 4 GiB that GLB allows".to_owned())
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
