//! Texts of a row of the field tree.

use std::borrow::Cow;

use egui::Color32;

use super::bits::{self, BitRow};
use super::outline::Path;
use crate::app::model::{
    SelectionTarget, edits::changed::Changed, numbers, selection::field_reference::referred,
};
use crate::bytes::{Field, FieldId, FieldKind, Hint, Severity, Tree, Value, float_text};

/// A field, or one bit of it, with its formatted texts.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    pub field: Field,
    pub bit: Option<BitRow>,
    /// Stored value.
    pub value: String,
    /// Numbers are right-aligned.
    pub is_number: bool,
    pub meaning: String,
    pub offset: String,
    pub swatch: Option<Color32>,
    /// Number of child rows.
    pub children: u32,
    pub trouble: Option<FieldProblem>,
    /// Target of the field's reference.
    pub target: Option<SelectionTarget>,
    /// Replaces the value while a colour is being edited.
    pub edited: Option<u16>,
    /// `true` if some of its bytes differ from the saved file.
    pub is_changed: bool,
    /// Value in the saved file, if it differs.
    pub saved: Option<String>,
}

/// A problem of a field.
#[derive(Clone, Debug, PartialEq)]
pub struct FieldProblem {
    pub severity: Severity,
    pub text: String,
}

impl Row {
    /// The row at `path`.
    pub fn at(tree: &Tree, path: &[u32]) -> Option<Self> {
        let (id, bit) = locate(tree, path)?;
        let field = tree.field(&id)?;
        let Some(bit) = bit else { return Some(Self::of_field(tree, field)) };
        let bit = bits::rows(&field).into_iter().nth(bit as usize)?;
        Some(Self::of_bit(field, bit))
    }

    /// The row of a field, without the names of hashes and labels.
    pub fn of_field(tree: &Tree, field: Field) -> Self {
        let children = match field.children {
            0 => bits::rows(&field).len(),
            count => count,
        };
        Self {
            bit: None,
            value: value(tree, &field),
            is_number: matches!(field.kind, FieldKind::Scalar(_) | FieldKind::Bits),
            meaning: field.meaning.clone(),
            offset: numbers::offset(field.span.start),
            swatch: swatch(tree, &field),
            children: u32::try_from(children).unwrap_or(u32::MAX),
            trouble: None,
            target: referred(tree, &field),
            edited: None,
            is_changed: false,
            saved: None,
            field,
        }
    }

    fn of_bit(field: Field, bit: BitRow) -> Self {
        Self {
            value: bit.value.to_string(),
            is_number: true,
            meaning: bit.meaning.to_owned(),
            offset: String::new(),
            swatch: None,
            children: 0,
            trouble: None,
            target: None,
            edited: None,
            is_changed: false,
            saved: None,
            bit: Some(bit),
            field,
        }
    }

    pub fn name(&self) -> &str {
        self.bit.as_ref().map_or(&self.field.name, |bit| &bit.name)
    }

    /// The row with its differences from the saved file.
    pub fn compared(&self, changed: &Changed) -> Self {
        let is_changed = changed.touches(self.field.span);
        let before = changed.saved_field(&self.field).filter(|before| before.children == 0);
        let saved = before.and_then(|before| match &self.bit {
            Some(bit) => {
                let mut bits = bits::rows(&before).into_iter();
                bits.find(|other| other.mask == bit.mask).map(|other| other.value.to_string())
            }
            None => Some(value(&changed.saved.document.tree, &before)),
        });
        let saved = saved.filter(|saved| *saved != self.value);
        let is_changed = is_changed && (self.bit.is_none() || saved.is_some());
        Self { is_changed, saved, ..self.clone() }
    }

    /// The value, followed by the saved one if they differ.
    pub fn shown_value(&self) -> Cow<'_, str> {
        match (self.edited, &self.saved) {
            (Some(word), _) => format!("0x{word:04x} ← {}", self.value).into(),
            (None, Some(saved)) => format!("{} ← {saved}", self.value).into(),
            (None, None) => self.value.as_str().into(),
        }
    }

    /// Target that selects the row's field.
    pub fn target(&self) -> SelectionTarget {
        SelectionTarget::Path { source: self.field.span.source, path: self.field.path.clone() }
    }

    /// Target of the field's reference.
    pub fn follow(&self) -> Option<SelectionTarget> {
        self.target.clone()
    }
}

/// The field at a path of child indices, and the bit if the path ends in one.
pub fn locate(tree: &Tree, path: &[u32]) -> Option<(FieldId, Option<u32>)> {
    let mut id = FieldId::root();
    for (depth, index) in path.iter().enumerate() {
        match tree.child(&id, *index as usize) {
            Some(child) => id = child,
            None if depth + 1 == path.len() => return Some((id, Some(*index))),
            None => return None,
        }
    }
    Some((id, None))
}

/// The child indices of `id`.
pub fn path_of(tree: &Tree, id: &FieldId) -> Path {
    let mut path = Path::new();
    let mut at = id.clone();
    while let (Some(parent), Some(index)) = (tree.parent(&at), tree.index_in_parent(&at)) {
        path.push(u32::try_from(index).unwrap_or(u32::MAX));
        at = parent;
    }
    path.reverse();
    path
}

/// Maximum number of raw bytes that are shown as the value of a field.
const SHOWN_BYTES: usize = 8;

/// The stored value as text.
pub fn value(tree: &Tree, field: &Field) -> String {
    match (&field.value, field.kind) {
        (_, FieldKind::Link(target)) => format!("→ {}", numbers::offset(target)),
        (_, FieldKind::Padding | FieldKind::Unread) => numbers::counted(field.span.len, "byte"),
        (Value::None, FieldKind::Bytes) => {
            let bytes = tree.source_of_span(field.span).slice(field.span);
            let shown: Vec<String> =
                bytes.iter().take(SHOWN_BYTES).map(|b| format!("{b:02x}")).collect();
            let more = if bytes.len() > SHOWN_BYTES { " …" } else { "" };
            format!("{}{more}", shown.join(" "))
        }
        (Value::None, _) => field.type_name.clone(),
        (Value::Text(text), _) => format!("{text:?}"),
        // Stored in four bytes: more digits would be meaningless.
        (Value::Float(v), _) => float_text(*v as f32),
        (Value::Uint(v), _) if field.hint.is_hex() => hex(*v, field),
        (Value::Int(v), _) if field.hint.is_hex() => hex(*v as u64, field),
        (Value::Uint(v), _) => v.to_string(),
        (Value::Int(v), _) => v.to_string(),
    }
}

fn hex(value: u64, field: &Field) -> String {
    let bytes = match field.kind {
        FieldKind::Scalar(repr) => repr.size(),
        _ => 8,
    };
    let kept = if bytes < 8 { value & ((1 << (8 * bytes)) - 1) } else { value };
    format!("0x{kept:0width$x}", width = 2 * bytes)
}

/// Colour of a single number, or of a group of three or four channels.
fn swatch(tree: &Tree, field: &Field) -> Option<Color32> {
    if let Hint::Colour(word) = field.hint {
        let [r, g, b, _] = word.rgba(field.value.as_u64()? as u32);
        return Some(Color32::from_rgb(r, g, b));
    }
    if !(field.kind == FieldKind::Group && (3..=4).contains(&field.span.len)) {
        return None;
    }
    let channel = |child: &Field| match child.hint {
        Hint::Channel => child.value.as_u64().and_then(|v| u8::try_from(v).ok()),
        _ => None,
    };
    let children = tree.children(&field.id, 0..3);
    let channels: Option<Vec<u8>> = children.iter().map(channel).collect();
    match channels?.as_slice() {
        [r, g, b] => Some(Color32::from_rgb(*r, *g, *b)),
        _ => None,
    }
}
