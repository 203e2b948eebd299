//! Sizes that are known before reading.

use std::collections::HashMap;

use super::description::{Body, ClassId, Description, Parse, Repeat, Type};
use super::expr::{Binary, Expr, Kind, Unary};

/// Maximum depth of nested classes.
const MAX_LEVELS: usize = 512;

/// Size of the objects of a class that stay bytes until they are used.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlainSize {
    pub(super) bytes: usize,
    /// `true` if values are checked when they are first read.
    pub(super) is_checked: bool,
    /// `true` if the objects, or objects in them, have instances.
    pub(super) has_instances: bool,
    /// `true` if an instance may have bytes, or another value when it is evaluated again.
    pub(super) must_be_stored: bool,
}

/// Size in bytes of an object of fixed size.
pub fn size_of_class(description: &Description, class: ClassId) -> Option<i128> {
    bits_of_class(description, class).map(bytes_of)
}

/// Number of whole bytes that hold this many bits.
pub fn bytes_of(bits: i128) -> i128 {
    bits.saturating_add(7).div_euclid(8)
}

/// Size in bits of an object of fixed size.
pub(super) fn bits_of_class(description: &Description, class: ClassId) -> Option<i128> {
    Sizes::new(description).class(class)
}

/// Size in bits of an attribute of fixed size.
pub(super) fn bits_of_attribute(description: &Description, parse: &Parse) -> Option<i128> {
    Sizes::new(description).attribute(parse)
}

/// Sizes of classes in bits, each computed once.
struct Sizes<'a> {
    description: &'a Description,
    /// Classes whose size is not fixed, or that contain themselves, have none.
    known: HashMap<ClassId, Option<i128>>,
    level: usize,
}

impl<'a> Sizes<'a> {
    fn new(description: &'a Description) -> Self {
        Self { description, known: HashMap::new(), level: 0 }
    }

    fn class(&mut self, id: ClassId) -> Option<i128> {
        if let Some(known) = self.known.get(&id) {
            return *known;
        }
        self.known.insert(id, None);
        let class = self.description.classes.get(id).filter(|_| self.level < MAX_LEVELS)?;
        self.level += 1;
        let total = class.seq.iter().try_fold(0i128, |total, attribute| {
            let Body::Parse(parse) = &attribute.body else { return Some(total) };
            total.checked_add(self.attribute(parse)?)
        });
        self.level -= 1;
        self.known.insert(id, total);
        total
    }

    fn attribute(&mut self, parse: &Parse) -> Option<i128> {
        let times = match &parse.repeat {
            Repeat::Once => 1,
            Repeat::Times(code) => constant(&code.expr)?,
            Repeat::ToEnd | Repeat::Until(_) => return None,
        };
        let one = match (&parse.contents, &parse.size) {
            (Some(contents), None) => i128::try_from(contents.len()).ok()?.checked_mul(8)?,
            (_, Some(size)) => constant(&size.expr)?.checked_mul(8)?,
            _ if parse.size_eos || parse.terminator.is_some() => return None,
            _ => self.kind(&parse.kind)?,
        };
        one.checked_mul(times)
    }

    fn kind(&mut self, kind: &Type) -> Option<i128> {
        match kind {
            Type::Int { size, .. } | Type::Float { size, .. } => Some(i128::from(*size) * 8),
            Type::Bits { count, .. } => Some(i128::from(*count)),
            Type::Class(found) => self.class(found.class?),
            Type::Switch(choice) => {
                let mut sizes = choice.cases.iter().map(|(_, case)| self.kind(case));
                let first = sizes.next()??;
                sizes.all(|size| size == Some(first)).then_some(first)
            }
            Type::Bytes | Type::Text { .. } | Type::Unknown(_) => None,
        }
    }
}

/// Value of an expression of literals.
pub(super) fn constant(expr: &Expr) -> Option<i128> {
    match &expr.kind {
        Kind::Int(value) => Some(*value),
        Kind::Unary(Unary::Minus, operand) => constant(operand)?.checked_neg(),
        Kind::Unary(Unary::Plus, operand) => constant(operand),
        Kind::SizeOf { value, .. } => value.get().copied(),
        Kind::Binary(operator, a, b) => {
            let (a, b) = (constant(a)?, constant(b)?);
            match operator {
                Binary::Add => a.checked_add(b),
                Binary::Sub => a.checked_sub(b),
                Binary::Mul => a.checked_mul(b),
                Binary::Div => a.checked_div_euclid(b),
                _ => None,
            }
        }
        _ => None,
    }
}
