//! The faces of a mesh in memory: one row of bytes for each. What a row holds is decided for the
//! whole mesh, and each field takes as little as the faces so far need: nothing where all are as
//! the first one, one byte for small numbers, and so on up to the width of [`Face`]'s own field.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use super::numbers::{Width, take};
use super::{CornerRefs, Face};

/// A list of faces. They are handed out by value, and exactly as they were put in.
#[derive(Clone, Default)]
pub struct Faces {
    len: usize,
    rows: Vec<u8>,
    forms: Forms,
    first: Face,
    /// The table that [`Face::colour_refs`] index.
    table: Option<Arc<[[u8; 3]]>>,
}

/// How a row holds each field, in the order of the row.
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

/// How one number, or the four numbers of the corners, are kept.
#[derive(Clone, Copy, Default, PartialEq)]
enum Form {
    /// As the first face has them.
    #[default]
    First,
    /// As follows from the rest: the index is the position in the list, normals are those of the
    /// same numbers as the corners.
    Implied,
    /// All are equal.
    Flat(Width),
    Each(Width),
}

/// How colours and their references are kept.
#[derive(Clone, Copy, Default, PartialEq)]
enum Colours {
    #[default]
    First,
    /// One colour without a reference.
    Flat,
    /// As a [`Word`].
    Word,
    /// Four colours without references.
    Corners,
    /// Colours, and references that do not say the same.
    Both,
}

/// How texture coordinates are kept.
#[derive(Clone, Copy, Default, PartialEq)]
enum Uvs {
    #[default]
    First,
    Bytes,
    /// Two bytes: multiples of the share of a whole.
    Steps(u16),
    Floats,
}

impl Faces {
    /// An empty list for faces whose [`CornerRefs`] index this table: their colours need no bytes
    /// beside the references.
    pub fn with_table(table: Arc<[[u8; 3]]>) -> Self {
        Self { table: Some(table), ..Self::default() }
    }

    /// Number of faces.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is no face.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Face at a position in the list; `None` behind the end.
    pub fn get(&self, at: usize) -> Option<Face> {
        let (forms, first) = (&self.forms, &self.first);
        let mut row = self.row(at)?;
        let row = &mut row;
        let [material] = forms.material.take(row, [first.material], [0]);
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

    /// The material of each face.
    pub fn materials(&self) -> impl Iterator<Item = u32> {
        (0..self.len).filter_map(|at| {
            let [material] =
                self.forms.material.take(&mut self.row(at)?, [self.first.material], [0]);
            Some(material)
        })
    }

    /// The position of the face that is face `index` in the file, in a list that is sorted so.
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

    /// Appends a face.
    pub fn push(&mut self, face: Face) {
        if self.len == 0 {
            self.first = face;
        }
        // Another form may hold less of what is there already, so that a wider one is needed still.
        loop {
            let forms = self.forms_for(self.len, &face);
            if forms == self.forms {
                break;
            }
            self.rewrite(|_, _| {}, forms);
        }
        self.write(&face);
        self.len += 1;
    }

    /// Changes each face, which comes with its position.
    pub fn update(&mut self, change: impl FnMut(usize, &mut Face)) {
        self.rewrite(change, Forms::default());
    }

    /// Gives room back that is not needed.
    pub fn shrink_to_fit(&mut self) {
        self.rows.shrink_to_fit();
    }

    fn row(&self, at: usize) -> Option<&[u8]> {
        let size = self.rows.len().checked_div(self.len)?;
        (at < self.len).then(|| self.rows.get(at * size..)).flatten()
    }

    fn rewrite(&mut self, mut change: impl FnMut(usize, &mut Face), forms: Forms) {
        let empty = Self { forms, first: self.first, table: self.table.clone(), ..Self::default() };
        let old = std::mem::replace(self, empty);
        let mut faces: Vec<Face> = old.iter().collect();
        faces.iter_mut().enumerate().for_each(|(at, face)| change(at, face));
        self.fill(&faces);
    }

    /// Takes all faces of a list that is still empty: each field's form is settled before the first
    /// row is written.
    fn fill(&mut self, faces: &[Face]) {
        self.first = faces.first().copied().unwrap_or_default();
        loop {
            let forms = self.forms;
            for (at, face) in faces.iter().enumerate() {
                self.forms = self.forms_for(at, face);
            }
            // A form that holds a later face may not hold an earlier one.
            if self.forms == forms {
                break;
            }
        }
        for face in faces {
            self.write(face);
            if self.len == 0 {
                self.rows.reserve_exact(self.rows.len() * (faces.len() - 1));
            }
            self.len += 1;
        }
    }

    /// The forms as they are, and where they do not hold a face, the next that does.
    fn forms_for(&self, at: usize, face: &Face) -> Forms {
        let (old, first) = (&self.forms, &self.first);
        let position = at as u32;
        Forms {
            material: old.material.holding([face.material], [first.material], None),
            layer: old.layer.holding([face.layer.into()], [first.layer.into()], None),
            index: old.index.holding([face.index], [first.index], Some([position])),
            corners: old.corners.holding(face.corners, first.corners, None),
            normals: old.normals.holding(face.normals, first.normals, Some(face.corners)),
            colours: from(&Colours::ALL, old.colours, |form| self.colours_fit(form, face)),
            uvs: from(&Uvs::ALL, old.uvs, |form| form.holds(&face.uvs, &first.uvs)),
        }
    }

    fn write(&mut self, face: &Face) {
        let forms = self.forms;
        let word = (forms.colours == Colours::Word).then(|| self.word(face)).flatten();
        let row = &mut self.rows;
        forms.material.put([face.material], row);
        forms.layer.put([face.layer.into()], row);
        forms.index.put([face.index], row);
        forms.corners.put(face.corners, row);
        forms.normals.put(face.normals, row);
        match forms.colours {
            Colours::First => {}
            Colours::Flat => row.extend(face.colours[0]),
            Colours::Word => row.extend(word.unwrap_or_default()),
            Colours::Corners => row.extend(face.colours.as_flattened()),
            Colours::Both => {
                row.extend(face.colours.as_flattened());
                row.extend(refs_word(face.colour_refs));
            }
        }
        forms.uvs.put(face.uvs, row);
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

    /// The colours of a face in five bytes, of which the first says what the others are.
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

/// What the first byte says of the colours of [`Colours::Word`].
mod word {
    /// The four others are references.
    pub const REFS: u8 = 0;
    /// Red, green and blue of all corners; a face without references.
    pub const FLAT: u8 = 1;
    /// A grey for each corner.
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

fn is_flat<T: PartialEq, const N: usize>(list: &[T; N]) -> bool {
    list.iter().all(|item| *item == list[0])
}

/// The form `own` or the first one behind it in a list that holds what it has to.
fn from<T: Copy + PartialEq>(all: &[T], own: T, holds: impl Fn(T) -> bool) -> T {
    if holds(own) {
        return own;
    }
    let behind = all.iter().copied().skip_while(|form| *form != own);
    behind.skip(1).find(|form| holds(*form)).unwrap_or(own)
}

impl Form {
    /// From the shortest to the one that holds everything.
    const ALL: [Self; 8] = [
        Self::First,
        Self::Implied,
        Self::Flat(Width::One),
        Self::Flat(Width::Two),
        Self::Each(Width::One),
        Self::Flat(Width::Four),
        Self::Each(Width::Two),
        Self::Each(Width::Four),
    ];

    fn holding<const N: usize>(
        self,
        own: [u32; N],
        first: [u32; N],
        implied: Option<[u32; N]>,
    ) -> Self {
        let within = |width: Width| own.iter().all(|number| Width::of(*number) <= width);
        from(&Self::ALL, self, |form| match form {
            Self::First => own == first,
            Self::Implied => Some(own) == implied,
            Self::Flat(width) => is_flat(&own) && within(width),
            Self::Each(width) => within(width),
        })
    }

    fn put<const N: usize>(self, own: [u32; N], row: &mut Vec<u8>) {
        match self {
            Self::First | Self::Implied => {}
            Self::Flat(width) => width.put(own[0], row),
            Self::Each(width) => own.iter().for_each(|number| width.put(*number, row)),
        }
    }

    fn take<const N: usize>(self, row: &mut &[u8], first: [u32; N], implied: [u32; N]) -> [u32; N] {
        match self {
            Self::First => first,
            Self::Implied => implied,
            Self::Flat(width) => [width.take(row); N],
            Self::Each(width) => std::array::from_fn(|_| width.take(row)),
        }
    }
}

impl Colours {
    const ALL: [Self; 5] = [Self::First, Self::Flat, Self::Word, Self::Corners, Self::Both];
}

impl Uvs {
    /// Texels, and shares of a texture as formats of whole numbers have them.
    const ALL: [Self; 5] =
        [Self::First, Self::Bytes, Self::Steps(1), Self::Steps(512), Self::Floats];

    /// Whether the very same numbers come back, −0 included.
    fn holds(self, own: &[[f32; 2]; 4], first: &[[f32; 2]; 4]) -> bool {
        let bits = |uvs: &[[f32; 2]; 4]| uvs.map(|uv| uv.map(f32::to_bits));
        let all = |kept: fn(f32, f32) -> f32, share: f32| {
            own.as_flattened().iter().all(|v| kept(*v, share).to_bits() == v.to_bits())
        };
        match self {
            Self::First => bits(own) == bits(first),
            Self::Bytes => all(|v, _| f32::from(v as u8), 1.0),
            Self::Steps(share) => {
                all(|v, share| f32::from((v * share) as u16) / share, share.into())
            }
            Self::Floats => true,
        }
    }

    fn put(self, uvs: [[f32; 2]; 4], row: &mut Vec<u8>) {
        let all = uvs.as_flattened().iter();
        match self {
            Self::First => {}
            Self::Bytes => row.extend(all.map(|v| *v as u8)),
            Self::Steps(share) => {
                all.for_each(|v| row.extend(((v * f32::from(share)) as u16).to_le_bytes()));
            }
            Self::Floats => all.for_each(|v| row.extend(v.to_le_bytes())),
        }
    }

    fn take(self, row: &mut &[u8], first: [[f32; 2]; 4]) -> [[f32; 2]; 4] {
        first.map(|uv| {
            uv.map(|v| match self {
                Self::First => v,
                Self::Bytes => f32::from(u8::from_le_bytes(take(row))),
                Self::Steps(share) => f32::from(u16::from_le_bytes(take(row))) / f32::from(share),
                Self::Floats => f32::from_le_bytes(take(row)),
            })
        })
    }
}

/// The faces of a list, one after the other.
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
    /// Many at once cost less than one by one.
    fn extend<T: IntoIterator<Item = Face>>(&mut self, faces: T) {
        if self.is_empty() {
            self.fill(&faces.into_iter().collect::<Vec<_>>());
        } else {
            faces.into_iter().for_each(|face| self.push(face));
        }
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
