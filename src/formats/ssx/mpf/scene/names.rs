//! Interprets model names: they contain the level of detail, the stance, and the shadow.

use std::collections::HashMap;

/// Display role of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ModelRole {
    /// The finest level of its kind.
    Finest,
    /// A coarser level.
    Detail(u32),
    /// The same board for the other stance.
    Goofy,
    Shadow,
}

/// Maximum numbers of triangles of a rider, as used in names.
const DETAILS: [u32; 3] = [3000, 1500, 750];

fn detail(name: &str) -> Option<u32> {
    DETAILS.into_iter().find(|detail| name.contains(&detail.to_string()))
}

fn has(name: &str, word: &str) -> bool {
    name.to_ascii_lowercase().contains(word)
}

/// The name without level of detail, stance and shadow.
pub fn kind(name: &str) -> String {
    let mut kind = name.to_owned();
    if let Some(detail) = detail(name) {
        kind = kind.replace(&detail.to_string(), "");
    }
    for word in ["goofy", "shdw"] {
        if let Some(at) = kind.to_ascii_lowercase().find(word) {
            // Case conversion preserves lengths in ASCII, and `find` returns a character boundary.
            kind.replace_range(at..at + word.len(), "");
        }
    }
    kind.trim_matches(['_', '-', ' ']).to_owned()
}

/// The display roles of these models.
pub fn display_roles(names: &[String]) -> Vec<ModelRole> {
    let kinds: Vec<_> = names.iter().map(|name| (kind(name), has(name, "goofy"))).collect();
    let mut best: HashMap<&(String, bool), Option<u32>> = HashMap::new();
    for (name, kind) in names.iter().zip(&kinds).filter(|(name, _)| !has(name, "shdw")) {
        let best = best.entry(kind).or_default();
        *best = detail(name).max(*best);
    }
    names
        .iter()
        .zip(&kinds)
        .map(|(name, kind)| {
            let best = best.get(kind).copied().flatten();
            match detail(name) {
                _ if has(name, "shdw") => ModelRole::Shadow,
                Some(detail) if Some(detail) != best => ModelRole::Detail(detail),
                _ if kind.1 => ModelRole::Goofy,
                _ => ModelRole::Finest,
            }
        })
        .collect()
}
