//! Types of members and methods.

use std::cell::RefCell;
use std::sync::Arc;

use super::description::*;
use super::expr::{Expr, Kind, TypeName};
use super::infer::{Checker, Scope, Slot};
use super::lexer::Mistake;
use super::names::nearest;
use super::scope::{class_named, joined};
use super::size::{bits_of_attribute, bits_of_class, bytes_of, size_of_class};
use super::ty::Ty;

impl Checker<'_> {
    pub(super) fn param(&self, param: &Param) -> Ty {
        let base = match &param.kind {
            ParamKind::Int => match param.enumeration.as_ref().and_then(|name| name.id) {
                Some(id) => Ty::Enum(id),
                None => Ty::Int,
            },
            ParamKind::Float => Ty::Float,
            ParamKind::Bool => Ty::Bool,
            ParamKind::Text => Ty::Text,
            ParamKind::Bytes => Ty::Bytes,
            ParamKind::Stream => Ty::Stream,
            ParamKind::Struct => Ty::Struct,
            ParamKind::Any => Ty::Any,
            ParamKind::Class { class, .. } => class.map_or(Ty::Any, Ty::Object),
        };
        if param.is_array { Ty::Array(Box::new(base)) } else { base }
    }

    /// Type of one element of an attribute.
    pub(super) fn element(&self, attribute: &Attribute, parse: &Parse) -> Ty {
        let has_enum = attribute.enumeration.is_some();
        match attribute.enumeration.as_ref().and_then(|name| name.id) {
            Some(id) => Ty::Enum(id),
            None => self.stored(&parse.kind, parse.is_sized(), has_enum),
        }
    }

    pub(super) fn stored(&self, kind: &Type, is_sized: bool, has_enum: bool) -> Ty {
        match kind {
            Type::Bytes => Ty::Bytes,
            Type::Text { .. } => Ty::Text,
            Type::Int { size: 1, signed: false, .. } => Ty::Byte,
            Type::Int { .. } => Ty::Int,
            Type::Float { .. } => Ty::Float,
            Type::Bits { count: 1, .. } if !has_enum => Ty::Bool,
            Type::Bits { .. } => Ty::Int,
            Type::Class(found) => found.class.map_or(Ty::Any, Ty::Object),
            Type::Unknown(_) => Ty::Any,
            Type::Switch(choice) => {
                let cases =
                    choice.cases.iter().map(|(_, case)| self.stored(case, is_sized, has_enum));
                let is_open = is_sized && choice.cases.iter().all(|(key, _)| key.is_some());
                let open = is_open.then_some(Ty::Bytes);
                cases.chain(open).reduce(Ty::or).unwrap_or(Ty::Any)
            }
        }
    }

    /// Type of a member.
    pub(super) fn member(&self, class: ClassId, slot: usize) -> Ty {
        let Some(owner) = self.description.classes.get(class) else { return Ty::Any };
        if let Some(param) = owner.params.get(slot) {
            return self.param(param);
        }
        let Some(at) = slot.checked_sub(owner.params.len()) else { return Ty::Any };
        let instance = || owner.instances.get(at.checked_sub(owner.seq.len())?);
        let Some(attribute) = owner.seq.get(at).or_else(instance) else { return Ty::Any };
        match &attribute.body {
            Body::Parse(parse) => {
                let element = self.element(attribute, parse);
                match parse.repeat {
                    Repeat::Once => element,
                    _ => Ty::Array(Box::new(element)),
                }
            }
            Body::Value(code) => match attribute.enumeration.as_ref().and_then(|name| name.id) {
                Some(id) => Ty::Enum(id),
                None => self.value(class, slot, code),
            },
        }
    }

    /// Type of a value instance. If it depends on itself, its type is only known when reading.
    pub(super) fn value(&self, class: ClassId, slot: usize, code: &Code) -> Ty {
        let known = |slots: &RefCell<Vec<Vec<Slot>>>| {
            slots.borrow().get(class).and_then(|slots| slots.get(slot)).cloned().unwrap_or_default()
        };
        match known(&self.known) {
            Slot::Known(found) => return found,
            Slot::InProgress => return Ty::Any,
            Slot::Unknown => {}
        }
        let set = |to: Slot| {
            let mut known = self.known.borrow_mut();
            if let Some(slot) = known.get_mut(class).and_then(|slots| slots.get_mut(slot)) {
                *slot = to;
            }
        };
        set(Slot::InProgress);
        let found = match self.infer(&code.expr, &Scope::of(class)) {
            // A literal as the value of an instance is an integer, not an element of a byte array.
            Ok(Ty::Byte) if matches!(code.expr.kind, Kind::Int(_)) => Ty::Int,
            Ok(found) => found,
            Err(_) => Ty::Any,
        };
        set(Slot::Known(found.clone()));
        found
    }
    pub(super) fn name(&self, name: &Arc<str>, at: usize, scope: &Scope) -> Result<Ty, Mistake> {
        match &**name {
            "_index" => return Ok(Ty::Int),
            "_" => {
                let none =
                    || Mistake::new(at, "`_` is only available in `repeat-until` and `valid`");
                return scope.element.clone().ok_or_else(none);
            }
            "_outer" => {
                let none = || Mistake::new(at, "`_outer` is only available inside an entry");
                return scope.outer.clone().ok_or_else(none);
            }
            _ if scope.is_bare && !name.starts_with('_') => {
                let element = scope.element.as_ref().unwrap_or(&Ty::Any).name(self.description);
                let message = format!("{element} has no member `{name}`; use `_outer.{name}`");
                return Err(Mistake::new(at, message));
            }
            _ => {}
        }
        let Some(class) = scope.class else { return Ok(Ty::Any) };
        self.member_of(&Ty::Object(class), name, None, at)
    }

    /// Type of `owner.name`, or of `owner.name(arguments)`.
    pub(super) fn member_of(
        &self,
        owner: &Ty,
        name: &Arc<str>,
        arguments: Option<(&[Expr], Vec<Ty>)>,
        at: usize,
    ) -> Result<Ty, Mistake> {
        let given = arguments.as_ref().map_or(&[][..], |(_, types)| types);
        let none = given.is_empty();
        let found = match (owner, &**name) {
            (Ty::Any | Ty::Struct, _) => Some(Ty::Any),
            (Ty::Object(class), _) => return self.member_of_object(*class, name, at),
            (Ty::Int | Ty::Byte, "to_s") if none => Some(Ty::Text),
            (Ty::Float | Ty::Bool | Ty::Enum(_), "to_i") if none => Some(Ty::Int),
            (Ty::Text, "length") | (Ty::Bytes, "length" | "size") if none => Some(Ty::Int),
            (Ty::Text, "reverse") if none => Some(Ty::Text),
            (Ty::Text, "substring") if matches!(given, [a, b] if a.is_int() && b.is_int()) => {
                Some(Ty::Text)
            }
            (Ty::Text, "to_i") if none || matches!(given, [radix] if radix.is_int()) => {
                Some(Ty::Int)
            }
            (Ty::Text, "to_b") if self.is_encoding(arguments.as_ref())? => Some(Ty::Bytes),
            (Ty::Bytes, "to_s") if self.is_encoding(arguments.as_ref())? => Some(Ty::Text),
            (Ty::Bytes, "first" | "last" | "min" | "max") if none => Some(Ty::Byte),
            (Ty::Bytes, "index_of") if matches!(given, [byte] if byte.is_int()) => Some(Ty::Int),
            (Ty::Array(_), "size" | "length") if none => Some(Ty::Int),
            (Ty::Array(element), "first" | "last" | "min" | "max") if none => {
                Some((**element).clone())
            }
            (Ty::Stream, "size" | "pos") if none => Some(Ty::Int),
            (Ty::Stream, "eof") if none => Some(Ty::Bool),
            _ => None,
        };
        found.ok_or_else(|| {
            let owner = owner.name(self.description);
            let call = match given.len() {
                0 => String::new(),
                count => format!(" with {count} arguments"),
            };
            Mistake::new(at, format!("{owner} has no `{name}`{call}"))
        })
    }

    /// `true` if the only argument is a literal text, the name of an encoding. Another single argument is
    /// a mistake.
    fn is_encoding(&self, arguments: Option<&(&[Expr], Vec<Ty>)>) -> Result<bool, Mistake> {
        let Some(([argument], _)) = arguments else { return Ok(false) };
        match &argument.kind {
            Kind::Text(_) => Ok(true),
            _ => {
                Err(Mistake::new(argument.at, "expected the name of an encoding as a literal text"))
            }
        }
    }

    pub(super) fn member_of_object(
        &self,
        id: ClassId,
        name: &Arc<str>,
        at: usize,
    ) -> Result<Ty, Mistake> {
        let Some(class) = self.description.classes.get(id) else { return Ok(Ty::Any) };
        if let Some(slot) = class.members.get(name) {
            return Ok(self.member(id, *slot));
        }
        match &**name {
            "_root" => return Ok(Ty::Object(class.top)),
            "_parent" => {
                return Ok(match class.parents.as_deref() {
                    Some([parent]) => Ty::Object(*parent),
                    _ => Ty::Struct,
                });
            }
            "_io" => return Ok(Ty::Stream),
            "_sizeof" => {
                let none = || Mistake::new(at, format!("`{}` has no fixed size", class.name));
                return size_of_class(self.description, id).map(|_| Ty::Int).ok_or_else(none);
            }
            _ => {}
        }
        let lower = name.to_ascii_lowercase();
        let advice = match &*lower {
            "true" | "false" | "and" | "or" | "not" => format!("; use `{lower}`"),
            _ => nearest(name, class.members.keys().map(|name| &**name))
                .map(|near| format!("; did you mean `{near}`?"))
                .unwrap_or_default(),
        };
        Err(Mistake::new(at, format!("`{}` has no member `{name}`{advice}", class.name)))
    }

    pub(super) fn type_named(&self, target: &TypeName, scope: &Scope) -> Result<Ty, Mistake> {
        if let [name] = target.path.as_slice() {
            let simple = match &**name {
                "str" | "strz" => Some(Ty::Text),
                "bytes" => Some(Ty::Bytes),
                "bool" | "b1" => Some(Ty::Bool),
                "io" => Some(Ty::Stream),
                "struct" => Some(Ty::Struct),
                "any" => Some(Ty::Any),
                "u1" => Some(Ty::Byte),
                "f4" | "f8" | "f4le" | "f4be" | "f8le" | "f8be" => Some(Ty::Float),
                _ if super::numbers::is_number(name) => Some(Ty::Int),
                _ => None,
            };
            if let Some(found) = simple {
                return Ok(found);
            }
        }
        let from = scope.class.unwrap_or(0);
        match class_named(self.description, from, &target.path) {
            Some(class) => {
                target.class.get_or_init(|| class);
                Ok(Ty::Object(class))
            }
            None => {
                Err(Mistake::new(target.at, format!("unknown type `{}`", joined(&target.path))))
            }
        }
    }

    /// Size in bytes of the field that `on` names, or of the object to which it evaluates; `None` if it
    /// is not fixed.
    pub(super) fn size_of_value(&self, on: &Expr, owner: &Ty, scope: &Scope) -> Option<i128> {
        let (class, name) = match &on.kind {
            Kind::Name(name) => (scope.class, name),
            Kind::Member { on, name, .. } => match self.infer(on, scope) {
                Ok(Ty::Object(class)) => (Some(class), name),
                _ => return None,
            },
            _ => (None, &Arc::from("")),
        };
        let class = class.and_then(|id| self.description.classes.get(id));
        let attribute = class.and_then(|class| {
            let at = class.members.get(name)?.checked_sub(class.params.len())?;
            class.seq.get(at).or_else(|| class.instances.get(at.checked_sub(class.seq.len())?))
        });
        match attribute.map(|attribute| &attribute.body) {
            Some(Body::Parse(parse)) => bits_of_attribute(self.description, parse).map(bytes_of),
            Some(Body::Value(_)) => None,
            None => match owner {
                Ty::Object(class) => size_of_class(self.description, *class),
                _ => None,
            },
        }
    }

    pub(super) fn size_of(
        &self,
        of: &TypeName,
        in_bits: bool,
        scope: &Scope,
    ) -> Result<i128, Mistake> {
        let number = match of.path.as_slice() {
            [name] => super::numbers::bits_of(name),
            _ => None,
        };
        let found = match number {
            Some(found) => Some(found),
            None => match self.type_named(of, scope)? {
                Ty::Object(class) => bits_of_class(self.description, class),
                _ => None,
            },
        };
        let Some(found) = found else {
            let message = format!("`{}` has no fixed size", joined(&of.path));
            return Err(Mistake::new(of.at, message));
        };
        Ok(if in_bits { found } else { bytes_of(found) })
    }
}
