//! Evaluates expressions over numbers, flags, enum values and objects that fit in 64 bits. All others are left
//! to the evaluator.

use std::sync::Arc;

use super::expr::{Binary, Comparison, Expr, Kind, Unary};
use super::reader::Reader;
use super::value::{ObjectId, Quick};

impl Reader {
    /// Value in the scope of an object; `None` if the evaluator has to decide.
    pub(super) fn quick(&mut self, expr: &Expr, object: ObjectId) -> Option<Quick> {
        self.steps += 1;
        if self.steps > self.max_steps || self.enter().is_err() {
            return None;
        }
        let value = self.quick_kind(&expr.kind, object);
        self.leave();
        value
    }

    fn quick_kind(&mut self, kind: &Kind, object: ObjectId) -> Option<Quick> {
        match kind {
            Kind::Int(number) => i64::try_from(*number).ok().map(Quick::Int),
            Kind::Bool(flag) => Some(Quick::Bool(*flag)),
            Kind::Enum(found) => {
                let (id, number) = found.value.get()?;
                Some(Quick::Enum(u32::try_from(*id).ok()?, i64::try_from(*number).ok()?))
            }
            Kind::Name(name) if matches!(&**name, "_" | "_index" | "_outer") => None,
            Kind::Name(name) => self.quick_member(object, name),
            // The size of a type needs no object.
            Kind::Member { name, .. } if &**name == "_sizeof" => None,
            Kind::Member { on, name, arguments: None, .. } => match self.quick(on, object)? {
                Quick::Object(id) => self.quick_member(id as usize, name),
                _ => None,
            },
            Kind::Unary(operator, operand) => match (operator, self.quick(operand, object)?) {
                (Unary::Not, Quick::Bool(flag)) => Some(Quick::Bool(!flag)),
                (Unary::Minus, Quick::Int(number)) => number.checked_neg().map(Quick::Int),
                (Unary::Invert, Quick::Int(number)) => Some(Quick::Int(!number)),
                _ => None,
            },
            Kind::Binary(operator @ (Binary::And | Binary::Or), left, right) => {
                let Quick::Bool(left) = self.quick(left, object)? else { return None };
                if left == (*operator == Binary::Or) {
                    return Some(Quick::Bool(left));
                }
                let right = self.quick(right, object)?;
                matches!(right, Quick::Bool(_)).then_some(right)
            }
            Kind::Binary(operator, left, right) => {
                let Quick::Int(left) = self.quick(left, object)? else { return None };
                let Quick::Int(right) = self.quick(right, object)? else { return None };
                binary(*operator, left, right).map(Quick::Int)
            }
            Kind::Compare(operator, left, right) => {
                let left = self.quick(left, object)?;
                compare(*operator, left, self.quick(right, object)?).map(Quick::Bool)
            }
            Kind::Choice(condition, yes, no) => match self.quick(condition, object)? {
                Quick::Bool(true) => self.quick(yes, object),
                Quick::Bool(false) => self.quick(no, object),
                _ => None,
            },
            _ => None,
        }
    }

    fn quick_member(&mut self, id: ObjectId, name: &Arc<str>) -> Option<Quick> {
        if id == 0 && self.pending.is_some() {
            return None;
        }
        let object = self.objects.get(id)?;
        let class = self.description.classes.get(object.class())?;
        let Some(slot) = self.member_slots.find(object.class(), name, &class.members) else {
            let found = match &**name {
                "_root" => object.root(),
                "_parent" => object.parent(),
                _ => None,
            };
            return found.and_then(|id| u32::try_from(id).ok()).map(Quick::Object);
        };
        let at = object.first + slot;
        if let Some(known) = self.slots.get(at)?.quick() {
            return Some(known);
        }
        // An instance at its first use.
        self.slots.get(at).filter(|slot| slot.is_unset())?;
        self.member(id, slot).ok()?;
        self.slots.get(at)?.quick()
    }
}

fn binary(operator: Binary, a: i64, b: i64) -> Option<i64> {
    let shift = || u32::try_from(b).ok().filter(|count| *count < i64::BITS);
    match operator {
        Binary::Add => a.checked_add(b),
        Binary::Sub => a.checked_sub(b),
        Binary::Mul => a.checked_mul(b),
        // Both round towards −∞.
        Binary::Div => {
            let found = a.checked_div(b)?;
            found.checked_sub(i64::from(a % b != 0 && (a < 0) != (b < 0)))
        }
        Binary::Rem => {
            let found = a.checked_rem(b)?;
            Some(if found != 0 && (found < 0) != (b < 0) { found + b } else { found })
        }
        Binary::ShiftLeft => i64::try_from(i128::from(a) << shift()?).ok(),
        Binary::ShiftRight => Some(a >> shift()?),
        Binary::BitAnd => Some(a & b),
        Binary::BitOr => Some(a | b),
        Binary::BitXor => Some(a ^ b),
        Binary::And | Binary::Or => None,
    }
}

fn compare(operator: Comparison, a: Quick, b: Quick) -> Option<bool> {
    let is_equality = matches!(operator, Comparison::Equal | Comparison::NotEqual);
    let order = match (a, b) {
        (Quick::Int(a), Quick::Int(b)) => a.cmp(&b),
        (Quick::Bool(a), Quick::Bool(b)) if is_equality => a.cmp(&b),
        (Quick::Enum(x, a), Quick::Enum(y, b)) if is_equality => (x, a).cmp(&(y, b)),
        _ => return None,
    };
    Some(match operator {
        Comparison::Equal => order.is_eq(),
        Comparison::NotEqual => order.is_ne(),
        Comparison::Less => order.is_lt(),
        Comparison::LessEqual => order.is_le(),
        Comparison::Greater => order.is_gt(),
        Comparison::GreaterEqual => order.is_ge(),
    })
}
