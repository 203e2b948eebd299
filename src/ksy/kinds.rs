//! Loads the types of attributes.

use super::description::*;
use super::loader::{At, Defaults, Loader, join};
use super::numbers::number_type;
use super::parser::parse_type;
use super::yaml::Node;

impl Loader<'_> {
    /// The type of an attribute or of a case. `attribute` holds the keys that belong to it.
    pub(super) fn kind(
        &mut self,
        at: At<'_>,
        attribute: At<'_>,
        defaults: &Defaults,
    ) -> Option<Type> {
        if at.node.map().is_some() {
            let choice =
                self.choice(at, |loader, case| loader.simple_kind(case, attribute, defaults))?;
            return Some(Type::Switch(Box::new(choice)));
        }
        self.simple_kind(at, attribute, defaults)
    }

    fn simple_kind(&mut self, at: At<'_>, attribute: At<'_>, defaults: &Defaults) -> Option<Type> {
        let Some(text) = at.node.text().filter(|text| !text.is_null()) else {
            self.error(at, format!("expected the name of a type, found {}", at.node.kind()));
            return None;
        };
        if let Some(found) = number_type(&text.value) {
            return self.with_order(found, &text.value, at, defaults);
        }
        if matches!(&*text.value, "str" | "strz") {
            let own = attribute.node.get("encoding");
            if let Some(node) = own {
                let path = join(attribute.path, "encoding");
                self.check_encoding(At { node, path: &path });
            }
            let own = own.and_then(Node::text).map(|text| text.value.clone());
            let Some(encoding) = own.or_else(|| defaults.encoding.clone()) else {
                let message = format!("expected an `encoding` for `{}`", text.value);
                self.error(at, message);
                return None;
            };
            return Some(Type::Text { encoding, zero_terminated: &*text.value == "strz" });
        }
        let call = match parse_type(&text.value) {
            Ok(call) => call,
            Err(mistake) => {
                self.mistake(text, at.path, &mistake);
                return None;
            }
        };
        let place = self.place(at);
        let wrap = |expr| Code { expr, text: text.clone(), place: place.clone() };
        let arguments = call.arguments.into_iter().map(wrap).collect();
        Some(Type::Class(ClassRef { path: call.path, arguments, class: None }))
    }

    fn with_order(
        &mut self,
        mut kind: Type,
        text: &str,
        at: At<'_>,
        defaults: &Defaults,
    ) -> Option<Type> {
        let (size, order) = match &mut kind {
            Type::Int { size, little, .. } | Type::Float { size, little } => (*size, little),
            _ => return Some(kind),
        };
        if order.is_none() && size > 1 && !defaults.endian_is_chosen {
            *order = defaults.little;
            if order.is_none() {
                let message =
                    format!("expected a byte order: `{text}le`, `{text}be` or `meta/endian`");
                self.error(at, message);
                return None;
            }
        }
        Some(kind)
    }
}
