//! Checks the types of the expressions in entries.

use super::entry::{Entry, Setting};
use super::load::{is_word, unknown_word};
use super::schema::{Type, ValueForm};
use crate::ksy::description::{ClassId, Code};
use crate::ksy::expr::{Expr, Kind};
use crate::ksy::infer::{Checker, Scope};
use crate::ksy::lexer::Mistake;
use crate::ksy::scope::{enum_named, joined};
use crate::ksy::ty::Ty;

impl Checker<'_> {
    /// Checks an entry inside an entry with this scope.
    pub(in crate::ksy) fn entry(&self, entry: &Entry, enclosing: &Scope) {
        let scope = self.scope_of(entry, enclosing);
        for (name, setting) in &entry.settings {
            let Some(key) = entry.kind.key(name).filter(|_| *name != "each") else { continue };
            match (setting, key.takes) {
                (Setting::Entries(entries), _) => {
                    entries.iter().for_each(|inner| self.entry(inner, &scope));
                }
                (Setting::Columns(columns), _) => {
                    let cells = columns.iter();
                    cells.for_each(|(_, code)| self.value_of(code, &scope, Type::Cell, entry));
                }
                (Setting::Enum(path, id), _) => {
                    match enum_named(self.description, scope.class.unwrap_or(0), path) {
                        Some(found) => drop(id.set(found)),
                        None => {
                            self.report(&entry.place, format!("unknown enum `{}`", joined(path)));
                        }
                    }
                }
                (Setting::Code(code), ValueForm::Word(words)) => {
                    self.word_of(code, &scope, words, |_| false);
                }
                (Setting::Code(code), ValueForm::Coding(words, is_other)) => {
                    self.word_of(code, &scope, words, is_other);
                }
                (Setting::Code(code), ValueForm::OuterList) => self.outer_list(code, &scope),
                (Setting::Code(code), ValueForm::Value(of)) => {
                    self.value_of(code, &scope, of, entry);
                }
                (Setting::Code(code), ValueForm::EntriesOrList(_)) => {
                    self.value_of(code, &scope, Type::Numbers(0, u8::MAX), entry);
                }
                _ => {}
            }
        }
    }

    /// Scope of the expressions in an entry.
    pub(super) fn scope_of(&self, entry: &Entry, enclosing: &Scope) -> Scope {
        let outer = enclosing.element.clone();
        let Some(code) = entry.code("each") else { return Scope { outer, ..enclosing.clone() } };
        let element = match self.code(code, enclosing) {
            Some(Ty::Array(element)) => *element,
            Some(Ty::Bytes) => Ty::Byte,
            Some(Ty::Any) | None => Ty::Any,
            Some(found) => {
                let found = found.name(self.description);
                let message = format!("expected a list, found {found}");
                self.mistake(code, Mistake::new(code.expr.at, message));
                Ty::Any
            }
        };
        let (class, is_bare) = match element {
            Ty::Object(class) => (Some(class), false),
            Ty::Any | Ty::Struct => (None, false),
            _ => (enclosing.class, true),
        };
        Scope { class, element: Some(element), outer, is_bare }
    }

    /// Checks a list of the class or of an enclosing one.
    fn outer_list(&self, code: &Code, scope: &Scope) {
        let mut classes: Vec<ClassId> = scope.class.into_iter().collect();
        let mut next = 0;
        while let Some(id) = classes.get(next).copied() {
            if self.infer(&code.expr, &Scope::of(id)).is_ok_and(|found| is_list(&found)) {
                return;
            }
            let parents = self.description.classes.get(id).map(|class| class.parents.as_deref());
            // Unknown parents may have any member.
            let Some(Some(parents)) = parents else { return };
            let new = parents.iter().filter(|id| !classes.contains(id)).copied();
            classes.extend(new.collect::<Vec<_>>());
            next += 1;
        }
        let message = format!(
            "expected a list of this type or an enclosing one, found `{}`",
            &*code.text.value
        );
        self.mistake(code, Mistake::new(code.expr.at, message));
    }

    fn word_of(
        &self,
        code: &Code,
        scope: &Scope,
        words: &[&'static str],
        is_other: fn(&str) -> bool,
    ) {
        let text = &code.text.value;
        match self.infer(&code.expr, scope) {
            Ok(Ty::Text | Ty::Any) => each_text(&code.expr, &mut |at, text| {
                if !words.contains(&text) && !is_other(text) {
                    self.mistake(code, Mistake::new(at, unknown_word(text, words)));
                }
            }),
            Ok(_) | Err(_) if is_word(text) => {
                self.mistake(code, Mistake::new(0, unknown_word(text, words)));
            }
            Ok(found) => {
                let found = found.name(self.description);
                let message = format!("expected a word or a text, found {found}");
                self.mistake(code, Mistake::new(code.expr.at, message));
            }
            Err(mistake) => self.mistake(code, mistake),
        }
    }

    fn value_of(&self, code: &Code, scope: &Scope, of: Type, entry: &Entry) {
        let Some(found) = self.code(code, scope) else { return };
        let (expected, fits) = match of {
            Type::Corners(1, 1) if entry.has("each") => expectation(Type::Int, &found),
            Type::Corners(min, max) if entry.has("each") => {
                expectation(Type::Numbers(min, max), &found)
            }
            Type::Corners(..) => expectation(Type::Numbers(0, u8::MAX), &found),
            _ => expectation(of, &found),
        };
        let count = list_len(&code.expr);
        let range = match of {
            Type::Numbers(min, max) => Some((min, max)),
            Type::Corners(min, max) if entry.has("each") && max > 1 => Some((min, max)),
            _ => None,
        };
        if !fits {
            let found = found.name(self.description);
            let message = format!("expected {expected}, found {found}");
            self.mistake(code, Mistake::new(code.expr.at, message));
        } else if let (Some(count), Some((min, max))) = (count, range)
            && max < u8::MAX
            && !(usize::from(min)..=usize::from(max)).contains(&count)
        {
            let message = format!("expected {expected}, found {count}");
            self.mistake(code, Mistake::new(code.expr.at, message));
        }
    }
}

/// The expected value in words, and `true` if a type fits it.
fn expectation(of: Type, found: &Ty) -> (String, bool) {
    let is_any = *found == Ty::Any;
    let has_numbers = match found {
        Ty::Array(element) => element.is_number(),
        Ty::Bytes | Ty::Any => true,
        _ => false,
    };
    let fits = match of {
        Type::Bool => found.is_bool(),
        Type::Int => found.is_int() || matches!(found, Ty::Enum(_)),
        Type::Number => found.is_number(),
        Type::Text => is_any || *found == Ty::Text,
        Type::Bytes => is_any || *found == Ty::Bytes,
        Type::Label => *found == Ty::Text || found.is_number(),
        Type::Reference => *found == Ty::Text || found.is_int(),
        Type::Colour => has_numbers || found.is_int(),
        Type::Scale => has_numbers || found.is_number(),
        Type::List => is_list(found),
        Type::Cell => !matches!(found, Ty::Array(_) | Ty::Object(_) | Ty::Struct | Ty::Stream),
        Type::Any => true,
        Type::Numbers(..) | Type::Corners(..) => has_numbers,
    };
    (of.name(), fits)
}

fn is_list(found: &Ty) -> bool {
    matches!(found, Ty::Array(_) | Ty::Bytes | Ty::Any)
}

/// Number of items of a literal list.
fn list_len(expr: &Expr) -> Option<usize> {
    match &expr.kind {
        Kind::List(list) => Some(list.items.len()),
        _ => None,
    }
}

/// Calls `visit` with the literal texts that an expression may yield.
fn each_text(expr: &Expr, visit: &mut impl FnMut(usize, &str)) {
    match &expr.kind {
        Kind::Text(text) => visit(expr.at, text),
        Kind::Choice(_, yes, no) => {
            each_text(yes, visit);
            each_text(no, visit);
        }
        _ => {}
    }
}
