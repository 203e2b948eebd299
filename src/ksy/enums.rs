//! Loads enums.

use std::sync::Arc;

use super::description::{Enum, EnumId};
use super::loader::{At, Loader, join};
use super::numbers::integer;
use super::yaml::Node;

impl Loader<'_> {
    pub(super) fn enumeration(&mut self, name: Arc<str>, at: At<'_>) -> EnumId {
        let mut found = Enum { name, ..Enum::default() };
        let pairs: Vec<(Node, Node)> = at.node.map().unwrap_or_default().to_vec();
        if at.node.map().is_none() {
            self.error(at, format!("expected a map, found {}", at.node.kind()));
        }
        for (key, value) in &pairs {
            let text = key.text().map_or("", |text| &text.value);
            let path = join(at.path, text);
            let number =
                integer(text).filter(|number| (-(1i128 << 63)..1i128 << 64).contains(number));
            let Some(number) = number else {
                let message = format!("expected a number of at most 64 bits, found `{text}`");
                self.error(At { node: key, path: &path }, message);
                continue;
            };
            let label = match value.map() {
                Some(_) => {
                    self.keys(At { node: value, path: &path }, &["id", "doc", "doc-ref"]);
                    value.get("id").unwrap_or(value)
                }
                None => value,
            };
            let at = At { node: label, path: &path };
            let Some(text) = label.text() else {
                self.error(at, format!("expected a name, found {}", label.kind()));
                continue;
            };
            self.check_id(at, &text.value, "a value");
            if let Some(first) = found.values.get(&text.value) {
                let message =
                    format!("duplicate name `{}`; it is also the name of {first}", text.value);
                self.error(at, message);
                continue;
            }
            found.values.insert(text.value.clone(), number);
            found.labels.insert(number, text.value.clone());
            if value.map().is_some() {
                found.docs.insert(number, self.docs(value));
            }
        }
        self.description.enums.push(found);
        self.description.enums.len() - 1
    }
}
