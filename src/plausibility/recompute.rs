//! Stored derived values equal the computed ones: a difference in an original file means that our
//! computation is wrong.

use super::{Check, Rule, Tally, Unit};
use crate::formats::Document;
use crate::scene::Origin;

pub(super) static RULE: Rule = Rule {
    key: "recompute",
    title: "recompute",
    meaning: "Recomputing derived values changes nothing",
    things: ["file", "files"],
    unit: Unit::Fields,
    tolerance: 0.0,
    check: Check::Document(check),
};

fn check(document: &Document, tally: &mut Tally) {
    if !document.content.computable().has_computed() {
        return;
    }
    let fields = document.audit().computed.into_iter().map(|(path, _)| path);
    let changed: Vec<String> = fields.chain(document.audit().to_rebuild).collect();
    let excess = (!changed.is_empty()).then_some(changed.len() as f64);
    tally.count(excess, || {
        let first = changed.into_iter().next().unwrap_or_default();
        let span = document.tree.span(&first).unwrap_or_else(|| document.source.span());
        (String::new(), Origin::new(span, first))
    });
}
