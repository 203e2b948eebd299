//! Loads the key `meta`: names, byte orders and encodings.

use super::description::*;
use super::loader::{At, Defaults, Loader, join};
use super::yaml::Node;

pub(super) const META_KEYS: &[&str] = &[
    "id",
    "title",
    "application",
    "file-extension",
    "xref",
    "license",
    "tags",
    "ks-version",
    "ks-debug",
    "ks-opaque-types",
    "ks-zero-copy-substream",
    "imports",
    "encoding",
    "endian",
    "bit-endian",
];

impl Loader<'_> {
    pub(super) fn meta(
        &mut self,
        at: At<'_>,
        inner: &mut Defaults,
        is_top: bool,
    ) -> (Endian, Option<String>) {
        let own = |defaults: &Defaults| match (defaults.endian_is_chosen, defaults.little) {
            (true, _) => Endian::Outer,
            (_, Some(true)) => Endian::Little,
            (_, Some(false)) => Endian::Big,
            _ => Endian::Unset,
        };
        let Some(node) = at.node.get("meta") else {
            if is_top {
                self.error(at, "expected the key `meta` with an `id`");
            }
            return (own(inner), None);
        };
        let path = join(at.path, "meta");
        let meta = At { node, path: &path };
        if node.map().is_none() {
            self.error(meta, format!("expected a map, found {}", node.kind()));
            return (own(inner), None);
        }
        self.keys(meta, META_KEYS);
        if let Some(id) = node.get("id") {
            let path = join(&path, "id");
            let name = id.text().map_or("", |text| &text.value);
            self.check_id(At { node: id, path: &path }, name, "a description");
        }
        if let Some(encoding) = node.get("encoding").and_then(Node::text) {
            inner.encoding = Some(encoding.value.clone());
        }
        if let Some(encoding) = node.get("encoding") {
            let path = join(&path, "encoding");
            self.check_encoding(At { node: encoding, path: &path });
        }
        if let Some(node) = node.get("bit-endian") {
            let path = join(&path, "bit-endian");
            match node.text().map(|text| &*text.value) {
                Some("le") => inner.bits_little = true,
                Some("be") => inner.bits_little = false,
                _ => self.error(
                    At { node, path: &path },
                    format!("expected `le` or `be`, found {}", node.kind()),
                ),
            }
        }
        if let Some(opaque) = node.get("ks-opaque-types") {
            inner.opaque_types = opaque.is("true");
        }
        let title = node.get("title").and_then(Node::text).map(|text| text.value.to_string());
        let Some(node) = node.get("endian") else { return (own(inner), title) };
        let path = join(&path, "endian");
        let at = At { node, path: &path };
        if node.map().is_some() {
            inner.endian_is_chosen = true;
            inner.little = None;
            let choice = self.choice(at, |loader, case| loader.byte_order(case));
            return (
                choice.map_or(Endian::Unset, |choice| Endian::Chosen(Box::new(choice))),
                title,
            );
        }
        inner.endian_is_chosen = false;
        inner.little = self.byte_order(at);
        (own(inner), title)
    }

    /// `true` for little-endian.
    fn byte_order(&mut self, at: At<'_>) -> Option<bool> {
        match at.node.text().map(|text| &*text.value) {
            Some("le") => Some(true),
            Some("be") => Some(false),
            _ => {
                let found = at.node.kind();
                self.error(
                    at,
                    format!("expected `le`, `be` or a map with `switch-on`, found {found}"),
                );
                None
            }
        }
    }
}
