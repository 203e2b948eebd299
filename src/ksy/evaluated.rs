//! The instances that were evaluated, and those that have the same value whenever they are evaluated.

use super::description::{Body, Class, ClassId};
use super::expr::{Expr, Kind};
use super::expressions::each_code;
use super::value::ObjectId;

/// Instances that were evaluated, except for those of released objects.
#[derive(Default)]
pub(super) struct Evaluated {
    /// Object of each instance; 0 if the instance may have another value when it is evaluated again.
    objects: Vec<u32>,
    /// By class, once it is needed: `true` if the instances are the same whenever they are evaluated.
    repeatable: Vec<Option<bool>>,
}

impl Evaluated {
    /// Notes that an instance of an object is evaluated.
    pub(super) fn note(&mut self, id: ObjectId, class_id: ClassId, class: &Class) {
        if class_id >= self.repeatable.len() {
            self.repeatable.resize(class_id + 1, None);
        }
        let is_repeatable = self
            .repeatable
            .get_mut(class_id)
            .is_some_and(|known| *known.get_or_insert_with(|| has_repeatable_instances(class)));
        let id = if is_repeatable { u32::try_from(id).unwrap_or(0) } else { 0 };
        self.objects.push(id);
    }

    /// Number of instances.
    pub(super) fn count(&self) -> usize {
        self.objects.len()
    }

    /// `true` if the instances after the first `count` are repeatable, and belong to objects from `first` on.
    pub(super) fn are_inside(&self, count: usize, first: ObjectId) -> bool {
        let since = self.objects.get(count..).unwrap_or_default();
        since.iter().all(|id| *id as usize >= first)
    }

    /// Forgets the instances after the first `count`.
    pub(super) fn truncate(&mut self, count: usize) {
        self.objects.truncate(count);
    }
}

/// `true` if the instances of a class have no bytes, and the same values whenever they are evaluated. Indices
/// into a list are not among them, since they are checked.
pub(super) fn has_repeatable_instances(class: &Class) -> bool {
    class.instances.iter().all(|instance| {
        let is_index = instance.hints.as_ref().is_some_and(|hints| hints.has("index"));
        let mut is_repeatable = matches!(instance.body, Body::Value(_)) && !is_index;
        each_code(instance, &mut |code| {
            code.expr.visit(&mut |expr| is_repeatable &= !uses_stream(expr));
        });
        is_repeatable
    })
}

/// `true` for a stream, and for its position.
fn uses_stream(expr: &Expr) -> bool {
    match &expr.kind {
        Kind::Name(name) => &**name == "_io",
        Kind::Member { name, .. } => matches!(&**name, "_io" | "pos" | "eof"),
        _ => false,
    }
}
