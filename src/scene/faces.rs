//! Compact storage of the faces of a mesh: one row of bytes per face. The layout of rows is the same for
//! the whole mesh, and each field takes as little as the faces so far need: nothing if all equal the
//! first one, one byte for small numbers, and so on up to the width of [`Face`]'s own field.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::face_forms::{Colours, Form, Uvs, is_flat, smallest};
use super::packed_ints::{put, take};
use super::{CornerRefs, Face, Id, MaterialId};

/// A list of faces. They are returned by value, exactly as they were added.
#[derive(Clone, Default)]
pub struct Faces {
    len: usize,
    rows: Vec<u8>,
    forms: Forms,
    first: Face,
    /// The table that [`Face::colour_refs`] refer to.
    table: Option<Arc<[[u8; 3]]>>,
}

/// Storage form of each field, in the order of the row.
#[derive(Clone, Copy, Default, PartialEq)]
struct Forms {
    material: Form,
    layer: Form,
    index: Form,
    corners: Form,
    normals: Form,
    colours: Colours,
    uvs: Uvs,
}

impl Faces {
    /// Memory size in bytes.
    pub fn memory(&self) -> usize {
        self.rows.capacity()
    }

    /// An empty list for faces whose [`CornerRefs`] refer to this table: their colours then need no bytes
    /// in addition to the references.
    pub fn with_table(table: Arc<[[u8; 3]]>) -> Self {
        Self { table: Some(table), ..Self::default() }
    }

    /// Number of faces.
    pub fn len(&self) -> usize {
        self.len
    }

    /// `true` if there is no face.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Face at a position in the list; `None` beyond the end.
    pub fn get(&self, at: usize) -> Option<Face> {
        let (forms, first) = (&self.forms, &self.first);
        let mut row = self.row(at)?;
        let row = &mut row;
        let [material] = forms.material.take(row, [first.material.number()], [0]);
        let material = Id::new(material);
        let [layer] = forms.layer.take(row, [first.layer.into()], [0]);
        let [index] = forms.index.take(row, [first.index], [at as u32]);
        let corners = forms.corners.take(row, first.corners, [0; 4]);
        let normals = forms.normals.take(row, first.normals, corners);
        let (colours, colour_refs) = self.take_colours(row);
        let uvs = forms.uvs.take(row, first.uvs);
        let layer = layer as u16;
        Some(Face { corners, normals, colours, colour_refs, uvs, material, layer, index })
    }

    /// First face of the list.
    pub fn first(&self) -> Option<Face> {
        self.get(0)
    }

    /// Faces in the order of the list.
    pub fn iter(&self) -> Iter<'_> {
        Iter { faces: self, range: 0..self.len }
    }

    /// Material of each face.
    pub fn materials(&self) -> impl Iterator<Item = MaterialId> {
        (0..self.len).filter_map(|at| {
            let [material] =
                self.forms.material.take(&mut self.row(at)?, [self.first.material.number()], [0]);
            Some(Id::new(material))
        })
    }

    /// Position of the face with `index` in the file, in a list that is sorted by it.
    pub fn position_of(&self, index: usize) -> Option<usize> {
        let stored = |at: usize| self.get(at).map(|face| face.index as usize);
        let mut range = 0..self.len;
        while !range.is_empty() {
            let middle = range.start.midpoint(range.end);
            match stored(middle)?.cmp(&index) {
                std::cmp::Ordering::Less => range.start = middle + 1,
                std::cmp::Ordering::Equal => return Some(middle),
                std::cmp::Ordering::Greater => range.end = middle,
            }
        }
        None
    }

    /// Changes each face with a callback, which gets its position.
    pub fn update(&mut self, mut change: impl FnMut(usize, &mut Face)) {
        let mut faces: Vec<Face> = self.iter().collect();
        faces.iter_mut().enumerate().for_each(|(at, face)| change(at, face));
        self.fill(faces.iter());
    }

    /// Releases unused memory.
    pub fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
    }

    fn row(&self, at: usize) -> Option<&[u8]> {
        let size = self.rows.len().checked_div(self.len)?;
        (at < self.len).then(|| self.rows.get(at * size..)).flatten()
    }

    /// Appends faces without copying them first.
    pub(super) fn append<'f>(&mut self, new: impl ExactSizeIterator<Item = &'f Face> + Clone) {
        if self.len == 0 {
            self.fill(new);
        } else if self.settled(new.clone()) == self.forms {
            self.write(new, self.rows.len() / self.len);
        } else {
            let all: Vec<Face> = self.iter().chain(new.copied()).collect();
            self.fill(all.iter());
        }
    }

    /// Replaces the content with these faces.
    fn fill<'f>(&mut self, faces: impl ExactSizeIterator<Item = &'f Face> + Clone) {
        let first = faces.clone().next().copied().unwrap_or_default();
        *self = Self { first, table: self.table.take(), ..Self::default() };
        self.forms = self.settled(faces.clone());
        let mut longest = [0; 2 * size_of::<Face>()];
        let size = longest.len() - self.write_row(&first, &mut longest).len();
        self.write(faces, size);
    }

    /// The smallest forms, starting from the current ones, that can store these faces in addition to the
    /// list.
    fn settled<'f>(&self, faces: impl Iterator<Item = &'f Face> + Clone) -> Forms {
        let (old, first) = (&self.forms, &self.first);
        let numbers = |of: fn(&Face) -> u32| faces.clone().map(move |face| ([of(face)], None));
        let positions = faces.clone().zip(self.len as u32..);
        let indices = positions.map(|(face, position)| ([face.index], Some([position])));
        let corners = faces.clone().map(|face| (face.corners, None));
        let normals = faces.clone().map(|face| (face.normals, Some(face.corners)));
        let colours = |form| faces.clone().all(|face| self.colours_fit(form, face));
        let uvs = |form: Uvs| faces.clone().all(|face| form.holds(&face.uvs, &first.uvs));
        Forms {
            material: old
                .material
                .holding(numbers(|face| face.material.number()), [first.material.number()]),
            layer: old.layer.holding(numbers(|face| face.layer.into()), [first.layer.into()]),
            index: old.index.holding(indices, [first.index]),
            corners: old.corners.holding(corners, first.corners),
            normals: old.normals.holding(normals, first.normals),
            colours: smallest(&Colours::ALL, old.colours, colours),
            uvs: smallest(&Uvs::ALL, old.uvs, uvs),
        }
    }

    /// Appends faces in the current forms, in rows of `size` bytes.
    fn write<'f>(&mut self, faces: impl ExactSizeIterator<Item = &'f Face>, size: usize) {
        let (start, count) = (self.rows.len(), faces.len());
        let mut rows = std::mem::take(&mut self.rows);
        rows.resize(start + count * size, 0);
        for (row, face) in rows[start..].chunks_exact_mut(size.max(1)).zip(faces) {
            self.write_row(face, row);
        }
        self.rows = rows;
        self.len += count;
    }

    /// Writes a row; returns the rest of it.
    fn write_row<'a>(&self, face: &Face, mut row: &'a mut [u8]) -> &'a mut [u8] {
        let (forms, out) = (&self.forms, &mut row);
        forms.material.put([face.material.number()], out);
        forms.layer.put([face.layer.into()], out);
        forms.index.put([face.index], out);
        forms.corners.put(face.corners, out);
        forms.normals.put(face.normals, out);
        let corners = |out: &mut &mut [u8]| face.colours.iter().for_each(|rgb| put(out, *rgb));
        match forms.colours {
            Colours::First => {}
            Colours::Flat => put(out, face.colours[0]),
            Colours::Word => put(out, self.word(face).unwrap_or_default()),
            Colours::Corners => corners(out),
            Colours::Both => {
                corners(out);
                put(out, refs_word(face.colour_refs));
            }
        }
        forms.uvs.put(face.uvs, out);
        row
    }

    fn colours_fit(&self, form: Colours, face: &Face) -> bool {
        let plain = face.colour_refs == CornerRefs::None;
        match form {
            Colours::First => {
                let first = (self.first.colours, self.first.colour_refs);
                (face.colours, face.colour_refs) == first
            }
            Colours::Flat => plain && is_flat(&face.colours),
            Colours::Word => self.word(face).is_some(),
            Colours::Corners => plain,
            Colours::Both => true,
        }
    }

    /// Colours of a face in five bytes, of which the first one defines the others.
    fn word(&self, face: &Face) -> Option<[u8; 5]> {
        let [[r, g, b], ..] = face.colours;
        match face.colour_refs {
            CornerRefs::Table(refs) => {
                let fits = refs.map(|entry| self.entry(entry)) == face.colours.map(Some);
                fits.then(|| refs_word(face.colour_refs))
            }
            CornerRefs::None if is_flat(&face.colours) => Some([word::FLAT, r, g, b, 0]),
            CornerRefs::None => {
                let grey = face.colours.iter().all(is_flat);
                let [a, b, c, d] = face.colours.map(|[r, ..]| r);
                grey.then_some([word::GREYS, a, b, c, d])
            }
        }
    }

    fn entry(&self, entry: u8) -> Option<[u8; 3]> {
        self.table.as_ref()?.get(usize::from(entry)).copied()
    }

    fn take_colours(&self, row: &mut &[u8]) -> ([[u8; 3]; 4], CornerRefs) {
        let corners = |row: &mut &[u8]| [take(row), take(row), take(row), take(row)];
        match self.forms.colours {
            Colours::First => (self.first.colours, self.first.colour_refs),
            Colours::Flat => ([take(row); 4], CornerRefs::None),
            Colours::Corners => (corners(row), CornerRefs::None),
            Colours::Both => (corners(row), refs_of(take(row))),
            Colours::Word => match take(row) {
                [word::FLAT, r, g, b, _] => ([[r, g, b]; 4], CornerRefs::None),
                [word::GREYS, a, b, c, d] => ([a, b, c, d].map(|v| [v; 3]), CornerRefs::None),
                [_, refs @ ..] => {
                    let colours = refs.map(|entry| self.entry(entry).unwrap_or_default());
                    (colours, CornerRefs::Table(refs))
                }
            },
        }
    }
}

/// Iterator over the faces of a list.
#[derive(Clone)]
pub struct Iter<'a> {
    faces: &'a Faces,
    range: Range<usize>,
}

impl Iterator for Iter<'_> {
    type Item = Face;

    fn next(&mut self) -> Option<Face> {
        self.faces.get(self.range.next()?)
    }

    fn nth(&mut self, n: usize) -> Option<Face> {
        self.faces.get(self.range.nth(n)?)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }
}

impl ExactSizeIterator for Iter<'_> {}

impl<'a> IntoIterator for &'a Faces {
    type Item = Face;
    type IntoIter = Iter<'a>;

    fn into_iter(self) -> Iter<'a> {
        self.iter()
    }
}

impl Extend<Face> for Faces {
    /// Adding many faces at once is cheaper than one at a time.
    fn extend<T: IntoIterator<Item = Face>>(&mut self, faces: T) {
        let new: Vec<Face> = faces.into_iter().collect();
        self.append(new.iter());
    }
}

impl FromIterator<Face> for Faces {
    fn from_iter<T: IntoIterator<Item = Face>>(faces: T) -> Self {
        let mut list = Self::default();
        list.extend(faces);
        list
    }
}

impl PartialEq for Faces {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl fmt::Debug for Faces {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self).finish()
    }
}

/// Values of the first byte of [`Colours::Word`].
mod word {
    /// The other four are references.
    pub const REFS: u8 = 0;
    /// Red, green and blue of all corners; a face without references.
    pub const FLAT: u8 = 1;
    /// A grey value per corner.
    pub const GREYS: u8 = 2;
}

fn refs_word(refs: CornerRefs) -> [u8; 5] {
    match refs {
        CornerRefs::None => [word::FLAT, 0, 0, 0, 0],
        CornerRefs::Table([a, b, c, d]) => [word::REFS, a, b, c, d],
    }
}

fn refs_of([kind, refs @ ..]: [u8; 5]) -> CornerRefs {
    if kind == word::REFS { CornerRefs::Table(refs) } else { CornerRefs::None }
}
