//! Checks the types of a description's expressions.

use super::description::*;
use super::diagnostic::Diagnostic;
use super::expr::Comparison;
use super::infer::{Checker, Scope};
use super::lexer::Mistake;
use super::ty::Ty;

/// Checks all classes; reports what it finds in the description's diagnostics.
pub fn check(description: &mut Description) {
    find_parents(description);
    let checker = Checker::new(description);
    (0..description.classes.len()).for_each(|id| checker.class(id));
    if let Some(views) = &description.views {
        checker.entry(views, &Scope { element: Some(Ty::Object(0)), ..Scope::of(0) });
    }
    let found = checker.found.into_inner();
    description.diagnostics.extend(found);
}

/// Fills in [`Class::parents`].
fn find_parents(description: &mut Description) {
    let mut parents: Vec<Option<Vec<ClassId>>> = vec![Some(Vec::new()); description.classes.len()];
    let mut add = |child: ClassId, parent: Option<ClassId>| {
        let Some(list) = parents.get_mut(child) else { return };
        match parent {
            None => *list = None,
            Some(parent) => {
                if let Some(list) = list.as_mut().filter(|list| !list.contains(&parent)) {
                    list.push(parent);
                }
            }
        }
    };
    let checker = Checker::new(description);
    for (id, class) in description.classes.iter().enumerate() {
        for attribute in class.seq.iter().chain(&class.instances) {
            let Body::Parse(parse) = &attribute.body else { continue };
            let parent = match &parse.parent {
                Parent::This => Some(id),
                Parent::Absent => continue,
                Parent::Given(code) => match checker.infer(&code.expr, &Scope::of(id)) {
                    Ok(Ty::Object(class)) => Some(class),
                    _ => None,
                },
            };
            each_class(&parse.kind, &mut |child| {
                let is_own =
                    description.classes.get(child).is_some_and(|found| found.top == class.top);
                if is_own {
                    add(child, parent);
                }
            });
        }
    }
    for (class, parents) in description.classes.iter_mut().zip(parents) {
        class.parents = parents;
    }
}

fn each_class(kind: &Type, visit: &mut impl FnMut(ClassId)) {
    match kind {
        Type::Class(found) => found.class.into_iter().for_each(visit),
        Type::Switch(choice) => choice.cases.iter().for_each(|(_, case)| each_class(case, visit)),
        _ => {}
    }
}

impl Checker<'_> {
    pub(super) fn report(&self, place: &NodePosition, message: String) {
        let mut found = Diagnostic::error(place.at, &*place.path, message);
        found.file = place.file;
        self.found.borrow_mut().push(found);
    }

    pub(super) fn mistake(&self, code: &Code, mistake: Mistake) {
        let at = code.text.position(mistake.at);
        let mut found = Diagnostic::error(at, &*code.place.path, mistake.message);
        found.file = code.place.file;
        self.found.borrow_mut().push(found);
    }

    /// Type of an expression; `None` after a mistake, which is reported.
    pub(super) fn code(&self, code: &Code, scope: &Scope) -> Option<Ty> {
        match self.infer(&code.expr, scope) {
            Ok(found) => Some(found),
            Err(mistake) => {
                self.mistake(code, mistake);
                None
            }
        }
    }

    fn require(&self, code: &Code, scope: &Scope, expected: &str, fits: impl Fn(&Ty) -> bool) {
        let Some(found) = self.code(code, scope) else { return };
        if !fits(&found) {
            let message = format!("expected {expected}, found {}", found.name(self.description));
            self.mistake(code, Mistake::new(code.expr.at, message));
        }
    }

    fn class(&self, id: ClassId) {
        let Some(class) = self.description.classes.get(id) else { return };
        let scope = Scope::of(id);
        if let Endian::Chosen(choice) = &class.endian {
            self.choice(choice, &scope);
        }
        if let Some(code) = &class.to_string {
            self.require(code, &scope, "a text", |ty| matches!(ty, Ty::Text | Ty::Any));
        }
        for attribute in class.seq.iter().chain(&class.instances) {
            self.attribute(attribute, &scope);
        }
        let hints = class.params.iter().filter_map(|param| param.hints.as_ref());
        hints.for_each(|hints| self.entry(hints, &scope));
    }

    fn attribute(&self, attribute: &Attribute, scope: &Scope) {
        if let Some(code) = &attribute.condition {
            self.require(code, scope, "a boolean", Ty::is_bool);
        }
        if let Some(hints) = &attribute.hints {
            self.entry(hints, scope);
        }
        match &attribute.body {
            Body::Value(code) => {
                if let (Some(found), Some(name)) = (self.code(code, scope), &attribute.enumeration)
                {
                    self.check_enum(&found, name);
                }
            }
            Body::Parse(parse) => self.parse(attribute, parse, scope),
        }
    }

    fn check_enum(&self, on: &Ty, name: &EnumName) {
        if !on.is_int() && *on != Ty::Bool {
            let message =
                format!("expected an integer for `enum`, found {}", on.name(self.description));
            self.report(&name.place, message);
        }
    }

    fn parse(&self, attribute: &Attribute, parse: &Parse, scope: &Scope) {
        let int = |code: &Option<Code>| {
            if let Some(code) = code {
                self.require(code, scope, "an integer", Ty::is_int);
            }
        };
        int(&parse.size);
        int(&parse.pos);
        if let Some(code) = &parse.io {
            self.require(code, scope, "a stream", |ty| matches!(ty, Ty::Stream | Ty::Any));
        }
        if let Parent::Given(code) = &parse.parent {
            let is_object = |ty: &Ty| matches!(ty, Ty::Object(_) | Ty::Struct | Ty::Any);
            self.require(code, scope, "an object", is_object);
        }
        match &parse.repeat {
            Repeat::Once | Repeat::ToEnd => {}
            Repeat::Times(code) => self.require(code, scope, "an integer", Ty::is_int),
            Repeat::Until(code) => {
                let element = self.element(attribute, parse);
                let scope = Scope { element: Some(element), ..scope.clone() };
                self.require(code, &scope, "a boolean", Ty::is_bool);
            }
        }
        self.kind(&parse.kind, &parse.type_place, scope);
        if let Some(name) = &attribute.enumeration {
            self.check_enum(&self.stored(&parse.kind, parse.is_sized(), true), name);
        }
        match &parse.process {
            Some(Process::Xor(code)) => {
                let fits = |ty: &Ty| ty.is_int() || *ty == Ty::Bytes;
                self.require(code, scope, "an integer or bytes", fits);
            }
            Some(Process::Rotate { by: code, .. } | Process::Unpack(_, Some(code))) => {
                self.require(code, scope, "an integer", Ty::is_int);
            }
            _ => {}
        }
        if let Some(valid) = &parse.valid {
            self.valid(valid, attribute, parse, scope);
        }
    }

    fn valid(&self, valid: &Valid, attribute: &Attribute, parse: &Parse, scope: &Scope) {
        let element = self.element(attribute, parse);
        let own = Scope { element: Some(element.clone()), ..scope.clone() };
        let compare = |code: &Code, operator: Comparison| {
            let Some(found) = self.code(code, scope) else { return };
            if let Err(message) = self.comparable(operator, &element, &found) {
                self.mistake(code, Mistake::new(code.expr.at, message));
            }
        };
        match valid {
            Valid::Equal(code) => compare(code, Comparison::Equal),
            Valid::Range { min, max } => {
                min.iter().chain(max).for_each(|code| compare(code, Comparison::Less));
            }
            Valid::AnyOf(codes) => codes.iter().for_each(|code| compare(code, Comparison::Equal)),
            Valid::InEnum(place) => {
                if attribute.enumeration.is_none() {
                    self.report(place, "expected the key `enum` with `in-enum`".to_owned());
                }
            }
            Valid::Holds(code) => self.require(code, &own, "a boolean", Ty::is_bool),
        }
    }

    fn kind(&self, kind: &Type, place: &NodePosition, scope: &Scope) {
        match kind {
            Type::Class(found) => self.arguments(found, place, scope),
            Type::Switch(choice) => {
                self.choice(choice, scope);
                for (key, case) in &choice.cases {
                    self.kind(case, key.as_ref().map_or(place, |key| &key.place), scope);
                }
            }
            _ => {}
        }
    }

    fn choice<T>(&self, choice: &Choice<T>, scope: &Scope) {
        let on = self.code(&choice.on, scope);
        for key in choice.cases.iter().filter_map(|(key, _)| key.as_ref()) {
            let (Some(found), Some(on)) = (self.code(key, scope), &on) else { continue };
            if let Err(message) = self.comparable(Comparison::Equal, on, &found) {
                self.mistake(key, Mistake::new(key.expr.at, message));
            }
        }
    }

    fn arguments(&self, on: &ClassRef, place: &NodePosition, scope: &Scope) {
        let Some(class) = on.class.and_then(|id| self.description.classes.get(id)) else { return };
        let given: Vec<Option<Ty>> =
            on.arguments.iter().map(|code| self.code(code, scope)).collect();
        if given.len() != class.params.len() {
            let message = format!(
                "expected {} for `{}`, found {}",
                numbered(class.params.len()),
                class.name,
                given.len()
            );
            match on.arguments.first() {
                Some(code) => self.mistake(code, Mistake::new(code.expr.at, message)),
                None => self.report(place, message),
            }
            return;
        }
        for ((param, code), given) in class.params.iter().zip(&on.arguments).zip(given) {
            let (wanted, Some(given)) = (self.param(param), given) else { continue };
            if !self.fits(&given, &wanted) {
                let message = format!(
                    "expected {} for the parameter `{}`, found {}",
                    wanted.name(self.description),
                    param.name,
                    given.name(self.description)
                );
                self.mistake(code, Mistake::new(code.expr.at, message));
            }
        }
    }

    fn fits(&self, given: &Ty, wanted: &Ty) -> bool {
        match (given, wanted) {
            (_, Ty::Any) | (Ty::Any, _) => true,
            (Ty::Array(given), Ty::Array(wanted)) => self.fits(given, wanted),
            (Ty::Object(_), Ty::Struct) | (Ty::Struct, Ty::Object(_)) => true,
            (given, Ty::Float) => given.is_number(),
            (given, wanted) if given.is_int() => wanted.is_int(),
            _ => given == wanted,
        }
    }
}

/// `1 argument`, `2 arguments`.
fn numbered(count: usize) -> String {
    format!("{count} argument{}", if count == 1 { "" } else { "s" })
}
