//! Compares two documents field by field.
//!
//! Two trees are traversed in parallel. Named children are matched by name, and the elements of lists are
//! aligned, so that an inserted element does not shift the others. Runs with equal bytes are skipped, so
//! that comparing two large levels with one changed face costs little more than reading them.

mod align;
mod by_element;
mod bytes;
mod counterpart;
mod derived;
mod digest;
mod element_path;
mod face_change;
mod files;
mod scene_digest;
mod scenes;
mod sounds;
mod texture_pictures;

use std::collections::HashMap;
use std::io;

use serde::Serialize;

pub use by_element::{ElementChange, ElementChanges, ElementCounts, ElementTotals};
pub use bytes::{BytePairs, MAX_PAIRED, PairedFile};
use counterpart::Alignments;
use element_path::{ElementPath, parts};
pub use face_change::FaceChange;
pub use files::{FileChange, FileChanges, MAX_NESTED, file_changes, files_to_compare};
pub use scene_digest::ElementPair;
pub use scenes::SceneDifference;
pub use sounds::{differing_sounds, sound_difference};
pub use texture_pictures::{
    TexturePictures, is_changed_entry, is_differing_pixel, reduced_picture,
};

use crate::bytes::{Field, FieldId, FieldKind, Plain, Source, Span, Tree, display_value, plain};
use crate::formats::Document;

/// Kind of a difference.
#[derive(Serialize, Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// The value differs.
    Changed,
    /// Only the second document has the field.
    Added,
    /// Only the first document has the field.
    Removed,
}

impl Kind {
    /// The kind as a word.
    pub fn word(self) -> &'static str {
        match self {
            Self::Changed => "changed",
            Self::Added => "added",
            Self::Removed => "removed",
        }
    }
}

/// One difference.
#[derive(Debug)]
pub struct Difference {
    /// Field path; empty for a whole file. If both documents have the field, the path in the first one.
    pub path: String,
    /// Path in the second document, if it differs.
    pub b_path: Option<String>,
    /// Kind of the difference.
    pub kind: Kind,
    /// Value in the first document.
    pub a: Plain,
    /// Value in the second document.
    pub b: Plain,
    /// Offset of the field, or of the first differing byte of a byte field.
    pub a_offset: Option<u64>,
    /// Offset in the second document.
    pub b_offset: Option<u64>,
    /// Readable form: `0x0003 → 0x0013`.
    pub shown: String,
    /// Readable meaning of the values.
    pub note: String,
    /// The number follows from another difference: it refers to the same element as before, at another
    /// position, or counts elements or bytes.
    pub is_derived: bool,
    /// The element that contains the field.
    pub element: ElementPath,
}

impl Difference {
    /// A difference of a whole file.
    pub fn whole(kind: Kind) -> Self {
        Self {
            path: String::new(),
            b_path: None,
            is_derived: false,
            element: ElementPath::default(),
            kind,
            a: Plain::None,
            b: Plain::None,
            a_offset: None,
            b_offset: None,
            shown: match kind {
                Kind::Changed => "the file",
                Kind::Added => "only in B",
                Kind::Removed => "only in A",
            }
            .to_owned(),
            note: String::new(),
        }
    }
}

type Sink<'a> = &'a mut dyn FnMut(Difference) -> io::Result<()>;

/// Calls `found` with every difference, in the order of the first file.
///
/// # Errors
/// The first error of `found`.
pub fn differences(a: &Document, b: &Document, found: Sink<'_>) -> io::Result<()> {
    let mut walk = Compare {
        a: Side { tree: &a.tree },
        b: Side { tree: &b.tree },
        // In different versions the same bytes may be different fields.
        same_layout: a.version == b.version,
        alignments: Alignments::default(),
        found,
    };
    let root = FieldId::root();
    match (a.tree.field(&root), b.tree.field(&root)) {
        (Some(a), Some(b)) => walk.fields(&a, &b),
        _ => Ok(()),
    }
}

#[derive(Clone, Copy)]
struct Side<'a> {
    tree: &'a Tree,
}

impl<'a> Side<'a> {
    /// The source of a field's bytes.
    fn of(self, field: &Field) -> &'a Source {
        self.tree.source_of_span(field.span)
    }

    fn bytes(self, span: Span) -> &'a [u8] {
        self.tree.source_of_span(span).slice(span)
    }

    fn children(self, field: &Field) -> Vec<Field> {
        self.tree.children(&field.id, 0..field.children)
    }

    fn element(self, run: &Field, index: usize) -> Option<Field> {
        self.tree.field(&self.tree.child(&run.id, index)?)
    }

    fn is_run(self, field: &Field) -> bool {
        self.tree.element_span(&field.id, 0).is_some()
    }
}

struct Compare<'a> {
    a: Side<'a>,
    b: Side<'a>,
    same_layout: bool,
    alignments: Alignments,
    found: Sink<'a>,
}

impl Compare<'_> {
    fn fields(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        use FieldKind::*;
        match (a.kind, b.kind) {
            (Array, Array) if self.a.is_run(a) && self.b.is_run(b) => self.runs(a, b),
            (Group | Array, Group | Array) => self.groups(a, b),
            (Scalar(_) | Bits, Scalar(_) | Bits) => {
                let same = a.value == b.value || self.same_bytes(a, b);
                if same { Ok(()) } else { self.changed(a, b) }
            }
            (Text, Text) | (Value, Value) if a.value != b.value => self.changed(a, b),
            (Text, Text) | (Bytes, Bytes) | (Padding, Padding) | (Unread, Unread) => {
                self.blobs(a, b)
            }
            // The pointer to the target is a separate field.
            (Link(_), Link(_)) | (Value, Value) => Ok(()),
            _ => self.changed_type(a, b),
        }
    }

    fn same_bytes(&self, a: &Field, b: &Field) -> bool {
        self.same_layout && self.a.bytes(a.span) == self.b.bytes(b.span)
    }

    /// Compares runs of records by element, without reading elements with equal bytes.
    fn runs(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        // `Face[12]` and `Face[13]` have the same elements.
        let element = |field: &Field| field.type_name.split('[').next().map(str::to_owned);
        let same_layout = self.same_layout && element(a) == element(b);
        if same_layout && a.children == b.children && self.same_bytes(a, b) {
            return Ok(());
        }
        let alignment = self.alignment(&a.id, &b.id);
        for (one, two) in (0..alignment.len()).map(|at| alignment.pair(at)) {
            let spans = (
                one.and_then(|index| self.a.tree.element_span(&a.id, index)),
                two.and_then(|index| self.b.tree.element_span(&b.id, index)),
            );
            if let (true, (Some(one), Some(two))) = (same_layout, spans)
                && self.a.bytes(one) == self.b.bytes(two)
            {
                continue;
            }
            if let (true, Some(index)) = (same_layout && one == two, one)
                && self.same_shape(a, b, index)?
            {
                continue;
            }
            let one = one.and_then(|index| self.a.element(a, index));
            let two = two.and_then(|index| self.b.element(b, index));
            self.pair(one.as_ref(), two.as_ref(), [a, b])?;
        }
        Ok(())
    }

    /// Compares elements of the arrays `around`.
    fn pair(
        &mut self,
        a: Option<&Field>,
        b: Option<&Field>,
        around: [&Field; 2],
    ) -> io::Result<()> {
        match (a, b) {
            (Some(one), Some(two)) => self.fields(one, two),
            (Some(one), None) => self.only(one, Kind::Removed, around),
            (None, Some(two)) => self.only(two, Kind::Added, around),
            (None, None) => Ok(()),
        }
    }

    /// Compares an element of both runs leaf by leaf, the fastest method for many elements. Returns
    /// `false` if the fields have different positions in the two.
    fn same_shape(&mut self, a: &Field, b: &Field, index: usize) -> io::Result<bool> {
        let ids = (self.a.tree.child(&a.id, index), self.b.tree.child(&b.id, index));
        let (Some(id), true) = (&ids.0, ids.0 == ids.1) else { return Ok(false) };
        let Some(leaves) = self.a.tree.differing(self.b.tree, id) else { return Ok(false) };
        for leaf in leaves {
            if let (Some(one), Some(two)) = (self.a.tree.field(&leaf), self.b.tree.field(&leaf)) {
                self.fields(&one, &two)?;
            }
        }
        Ok(true)
    }

    /// The elements of arrays are aligned; named children are matched by name, those with the same name in
    /// order.
    fn groups(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        let (mut ones, mut twos) = (self.a.children(a), self.b.children(b));
        if a.kind == FieldKind::Array && b.kind == FieldKind::Array {
            let counts = (self.a.tree.element_count(&a.id), self.b.tree.element_count(&b.id));
            let others = (
                ones.split_off(counts.0.min(ones.len())),
                twos.split_off(counts.1.min(twos.len())),
            );
            let alignment = self.alignment(&a.id, &b.id);
            for (one, two) in (0..alignment.len()).map(|at| alignment.pair(at)) {
                let one = one.and_then(|index| ones.get(index));
                let two = two.and_then(|index| twos.get(index));
                self.pair(one, two, [a, b])?;
            }
            (ones, twos) = others;
        }
        let keys = |fields: &[Field]| -> Vec<(String, usize)> {
            let mut seen: HashMap<String, usize> = HashMap::new();
            let next = |field: &Field| {
                let count = seen.entry(field.name.clone()).or_default();
                *count += 1;
                (field.name.clone(), *count)
            };
            fields.iter().map(next).collect()
        };
        let (one_keys, two_keys) = (keys(&ones), keys(&twos));
        let mut partners: HashMap<&(String, usize), &Field> = two_keys.iter().zip(&twos).collect();
        for (key, one) in one_keys.iter().zip(&ones) {
            match partners.remove(key) {
                Some(two) if self.unchanged(one, a, (a, b)) && self.unchanged(two, b, (a, b)) => {}
                Some(two) => self.fields(one, two)?,
                None if self.unchanged(one, a, (a, b)) => {}
                None => self.only(one, Kind::Removed, [a, b])?,
            }
        }
        for (key, two) in two_keys.iter().zip(&twos) {
            if partners.contains_key(key) && !self.unchanged(two, b, (a, b)) {
                self.only(two, Kind::Added, [a, b])?;
            }
        }
        Ok(())
    }

    /// `true` if the records `a` and `b` have the same bytes at the position of `field`, which is in
    /// `own`, one of the two. The stored data is equal then, although another field, such as a flag, may
    /// change its interpretation: that field is the difference. Fields with parts elsewhere are never
    /// skipped.
    fn unchanged(&self, field: &Field, own: &Field, (a, b): (&Field, &Field)) -> bool {
        use FieldKind::*;
        let leaf = !matches!(field.kind, Group | Array | Link(_));
        let side = if std::ptr::eq(own, a) { self.a } else { self.b };
        let inside = field.span.source == own.span.source
            && field.span.start >= own.span.start
            && field.span.end() <= own.span.end();
        let similar = self.same_layout && a.type_name == b.type_name && a.span.len == b.span.len;
        if !similar || field.span.len == 0 || !inside || !(leaf || side.is_run(field)) {
            return false;
        }
        let at = field.span.start - own.span.start;
        let part =
            |record: &Field| Span::new(record.span.source, record.span.start + at, field.span.len);
        self.a.bytes(part(a)) == self.b.bytes(part(b))
    }

    /// Compares byte fields: one line, with the first differing byte.
    fn blobs(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        let (one, two) = (self.a.bytes(a.span), self.b.bytes(b.span));
        if one == two {
            return Ok(());
        }
        let at = one.iter().zip(two).take_while(|(x, y)| x == y).count();
        let byte = |bytes: &[u8]| bytes.get(at).map_or(Plain::None, |b| Plain::Uint((*b).into()));
        let shown = if one.len() == two.len() {
            let differing = one.iter().zip(two).filter(|(x, y)| x != y).count();
            format!("{differing} of {} bytes differ", one.len())
        } else {
            format!("{} bytes → {} bytes", one.len(), two.len())
        };
        let element = self.element_of(a, b);
        (self.found)(Difference {
            path: a.path.clone(),
            b_path: b_path(a, b),
            element,
            is_derived: false,
            kind: Kind::Changed,
            a: byte(one),
            b: byte(two),
            a_offset: Some(a.span.start + at as u64),
            b_offset: Some(b.span.start + at as u64),
            shown,
            note: String::new(),
        })
    }

    fn changed(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        let note = if a.meaning == b.meaning {
            a.meaning.clone()
        } else {
            format!("{} → {}", a.meaning, b.meaning)
        };
        let is_derived = self.is_derived(a, b);
        let element = self.element_of(a, b);
        (self.found)(Difference {
            path: a.path.clone(),
            b_path: b_path(a, b),
            element,
            is_derived,
            kind: Kind::Changed,
            a: plain(a, self.a.of(a)),
            b: plain(b, self.b.of(b)),
            a_offset: Some(a.span.start),
            b_offset: Some(b.span.start),
            shown: format!(
                "{} → {}",
                display_value(a, self.a.of(a)),
                display_value(b, self.b.of(b))
            ),
            note,
        })
    }

    /// A field that has another type in the other file.
    fn changed_type(&mut self, a: &Field, b: &Field) -> io::Result<()> {
        let element = self.element_of(a, b);
        (self.found)(Difference {
            path: a.path.clone(),
            b_path: b_path(a, b),
            element,
            is_derived: false,
            kind: Kind::Changed,
            a: Plain::Text(a.type_name.clone()),
            b: Plain::Text(b.type_name.clone()),
            a_offset: Some(a.span.start),
            b_offset: Some(b.span.start),
            shown: format!("{} → {}", a.type_name, b.type_name),
            note: String::new(),
        })
    }

    /// The element that contains a field of both documents.
    fn element_of(&self, a: &Field, b: &Field) -> ElementPath {
        let (element, field) = parts(self.a.tree, &a.path);
        let (other, _) = parts(self.b.tree, &b.path);
        ElementPath::of([element, other], field)
    }

    /// Reports a field that only one document has, inside the fields `around`.
    fn only(&mut self, field: &Field, kind: Kind, around: [&Field; 2]) -> io::Result<()> {
        let side = if kind == Kind::Added { self.b } else { self.a };
        let element = match parts(side.tree, &field.path) {
            (_, "") => ElementPath::default(),
            (_, inside) => {
                let [a, b] = around;
                let [a, b] = [(self.a, a), (self.b, b)]
                    .map(|(side, around)| parts(side.tree, &around.path).0);
                ElementPath::of([a, b], inside)
            }
        };
        let value = plain(field, side.of(field));
        let mut text = display_value(field, side.of(field));
        if text.is_empty() {
            text = format!("{}, {} bytes", field.type_name, field.span.len);
        }
        let at = Some(field.span.start);
        let (a, b, a_offset, b_offset) = match kind {
            Kind::Added => (Plain::None, value, None, at),
            _ => (value, Plain::None, at, None),
        };
        let (path, note) = (field.path.clone(), field.meaning.clone());
        let is_derived = self.refers_to_unpaired(field, kind == Kind::Removed);
        (self.found)(Difference {
            path,
            b_path: None,
            element,
            kind,
            a,
            b,
            a_offset,
            b_offset,
            shown: text,
            note,
            is_derived,
        })
    }
}

/// The path of `b` if it is not that of `a`.
fn b_path(a: &Field, b: &Field) -> Option<String> {
    (a.path != b.path).then(|| b.path.clone())
}
