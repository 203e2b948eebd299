//! Bytes by which files of a description are recognised: leading fields with a fixed offset and constant
//! content.

use super::description::*;
use super::encoding::Encoding;
use super::expr::{Expr, Kind};
use super::size::{bits_of_attribute, constant};

/// Maximum depth of nested classes that are examined.
const MAX_LEVELS: usize = 8;

/// A field with constant content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Magic {
    /// Offset of the field.
    pub offset: usize,
    /// Possible contents, all of the same length.
    pub options: Vec<Vec<u8>>,
}

impl Magic {
    /// Number of bytes.
    pub fn len(&self) -> usize {
        self.options.first().map_or(0, Vec::len)
    }

    /// `true` if there are no bytes.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Description {
    /// Leading fields with constant content.
    pub fn magic(&self) -> Vec<Magic> {
        let mut found = Search { description: self, bits: 0, magic: Vec::new() };
        found.class(0, MAX_LEVELS);
        found.magic
    }
}

struct Search<'a> {
    description: &'a Description,
    /// Offset in bits.
    bits: i128,
    magic: Vec<Magic>,
}

impl Search<'_> {
    /// Examines the fields of a class; `None` once offsets are no longer fixed.
    fn class(&mut self, id: ClassId, levels: usize) -> Option<()> {
        let class = self.description.classes.get(id).filter(|_| levels > 0)?;
        class.seq.iter().try_for_each(|attribute| self.attribute(class, attribute, levels))
    }

    fn attribute(&mut self, class: &Class, attribute: &Attribute, levels: usize) -> Option<()> {
        let Body::Parse(parse) = &attribute.body else { return None };
        if attribute.condition.is_some() || !matches!(parse.repeat, Repeat::Once) {
            return None;
        }
        if let Type::Class(found) = &parse.kind
            && !parse.is_sized()
        {
            return self.class(found.class?, levels - 1);
        }
        let bits = bits_of_attribute(self.description, parse)?;
        let options = contents(class, parse, bits);
        let offset = usize::try_from(self.bits / 8).ok()?;
        if let Some(options) = options.filter(|_| self.bits % 8 == 0) {
            self.magic.push(Magic { offset, options });
        }
        self.bits = self.bits.checked_add(bits)?;
        Some(())
    }
}

/// The possible contents of an attribute of this size.
fn contents(class: &Class, parse: &Parse, bits: i128) -> Option<Vec<Vec<u8>>> {
    if parse.process.is_some() {
        return None;
    }
    if let Some(contents) = &parse.contents {
        return Some(vec![contents.to_vec()]);
    }
    let expected: Vec<&Expr> = match parse.valid.as_ref()? {
        Valid::Equal(code) => vec![&code.expr],
        Valid::AnyOf(codes) => codes.iter().map(|code| &code.expr).collect(),
        _ => return None,
    };
    let len = usize::try_from(bits / 8).ok()?;
    let stored = expected.into_iter().map(|expr| stored(class, parse, expr, len));
    stored.collect::<Option<Vec<_>>>().filter(|all| !all.is_empty())
}

/// The bytes of a constant in a field of `len` bytes.
fn stored(class: &Class, parse: &Parse, expr: &Expr, len: usize) -> Option<Vec<u8>> {
    let bytes = match (&parse.kind, &expr.kind) {
        (Type::Int { little, .. }, _) => {
            let is_little = match (little, &class.endian) {
                (Some(little), _) => *little,
                (None, Endian::Little) => true,
                (None, Endian::Big) => false,
                (None, _) if len == 1 => true,
                _ => return None,
            };
            let number = constant(expr)?.to_le_bytes();
            let mut bytes = number.get(..len)?.to_vec();
            if !is_little {
                bytes.reverse();
            }
            bytes
        }
        (kind, _) => constant_bytes(kind, expr)?,
    };
    (bytes.len() == len).then_some(bytes)
}

/// The bytes of a constant text or byte array.
pub(super) fn constant_bytes(kind: &Type, expr: &Expr) -> Option<Vec<u8>> {
    match (kind, &expr.kind) {
        (Type::Text { encoding, .. }, Kind::Text(text)) => Encoding::of(encoding)?.encode(text),
        (Type::Bytes, Kind::List(list)) => {
            let byte = |item: &Expr| u8::try_from(constant(item)?).ok();
            list.items.iter().map(byte).collect()
        }
        _ => None,
    }
}
