//! Fills in the classes and enums of all attributes.

use std::sync::Arc;

use super::description::*;
use super::diagnostic::Diagnostic;
use super::loader::Loader;
use super::names::nearest;
use super::scope::{class_named, enum_named, joined};

impl Loader<'_> {
    /// Fills in the classes and enums of all attributes. Opaque types are loaded when they are
    /// encountered.
    pub(super) fn resolve(&mut self) {
        let mut id = 0;
        while id < self.description.classes.len() {
            self.resolve_class(id);
            id += 1;
        }
    }

    fn resolve_class(&mut self, id: ClassId) {
        let Some(class) = self.description.classes.get_mut(id) else { return };
        let mut params = std::mem::take(&mut class.params);
        let mut seq = std::mem::take(&mut class.seq);
        let mut instances = std::mem::take(&mut class.instances);
        for param in &mut params {
            if let ParamKind::Class { path, class } = &mut param.kind {
                *class = self.find_class(id, path, &param.place.clone());
            }
            self.find_enum(id, param.enumeration.as_mut());
        }
        for attribute in seq.iter_mut().chain(&mut instances) {
            self.find_enum(id, attribute.enumeration.as_mut());
            if let Body::Parse(parse) = &mut attribute.body {
                let place = parse.type_place.clone();
                self.resolve_type(id, &mut parse.kind, &place);
            }
        }
        if let Some(class) = self.description.classes.get_mut(id) {
            class.params = params;
            class.seq = seq;
            class.instances = instances;
        }
    }

    fn resolve_type(&mut self, from: ClassId, kind: &mut Type, place: &NodePosition) {
        match kind {
            Type::Class(found) => match self.find_class(from, &found.path, place) {
                Some(class) => found.class = Some(class),
                None => *kind = Type::Unknown(joined(&found.path).into()),
            },
            Type::Switch(choice) => {
                for (key, case) in &mut choice.cases {
                    let place = key.as_ref().map_or(place, |key| &key.place).clone();
                    self.resolve_type(from, case, &place);
                }
            }
            _ => {}
        }
    }

    fn find_class(
        &mut self,
        from: ClassId,
        path: &[Arc<str>],
        place: &NodePosition,
    ) -> Option<ClassId> {
        if let Some(found) = class_named(&self.description, from, path) {
            return Some(found);
        }
        let class = self.description.classes.get(from)?;
        if class.opaque_types {
            let name = joined(path);
            let file = self.description.files.get(class.place.file).cloned().unwrap_or_default();
            let (found, text) = self.imports.find(&file, &name).ok()?;
            return self.file(&found, &text);
        }
        let known = class.types.keys().chain(self.description.tops.keys());
        let name = joined(path);
        let advice = nearest(&name, known.map(|name| &**name))
            .map(|near| format!("; did you mean `{near}`?"))
            .unwrap_or_default();
        self.report(place, format!("unknown type `{name}`{advice}"));
        None
    }

    fn find_enum(&mut self, from: ClassId, name: Option<&mut EnumName>) {
        let Some(name) = name else { return };
        name.id = enum_named(&self.description, from, &name.path);
        if name.id.is_none() {
            let place = name.place.clone();
            self.report(&place, format!("unknown enum `{}`", joined(&name.path)));
        }
    }

    fn report(&mut self, place: &NodePosition, message: String) {
        let mut found = Diagnostic::error(place.at, &*place.path, message);
        found.file = place.file;
        self.description.diagnostics.push(found);
    }
}
