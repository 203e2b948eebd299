//! Alternatives of which one is shown.

use serde::Serialize;

use super::{List, NodeId, OptionId, Origin, Scene, VariantId};

/// How many options of a variant are shown, and whether they have an order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// One option or none, as of a weapon.
    #[default]
    Optional,
    /// Always one: whose word counts for where things are.
    One,
    /// Always one, each a step from the last: levels of detail.
    Step,
}

/// Alternatives: the weapons a character may hold.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Variant {
    /// Name of what is chosen: a weapon.
    pub name: String,
    /// Number of options that are shown.
    #[serde(skip)]
    pub choice: Choice,
    /// Alternatives, in the order they are offered.
    pub options: List<VariantOption>,
    /// Shown when the scene is opened; `None` shows none.
    pub chosen: Option<OptionId>,
}

/// Alternative of a variant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VariantOption {
    /// Name of the alternative.
    pub name: String,
    /// Nodes shown with this option, and hidden with the others, with all below them.
    #[serde(skip)]
    pub nodes: Vec<NodeId>,
    /// Bytes and field path of the alternative.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Variant {
    /// The nodes of all options but `chosen`, without those that it shares with them.
    pub fn unchosen(&self, chosen: Option<OptionId>) -> Vec<NodeId> {
        let kept = chosen.and_then(|chosen| self.options.get(chosen));
        let kept = kept.map_or(&[][..], |option| &option.nodes);
        let all = self.options.iter().flat_map(|option| &option.nodes).copied();
        all.filter(|node| !kept.contains(node)).collect()
    }
}

impl Scene {
    /// The nodes that other options of a variant hold: hidden until they are chosen.
    pub fn unchosen_nodes(&self) -> Vec<NodeId> {
        let variants = self.variants.iter();
        variants.flat_map(|variant| variant.unchosen(variant.chosen)).collect()
    }

    /// Which nodes are among `roots` or below them, one entry a node.
    pub fn with_all_below(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut below: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.pairs() {
            let parent = node.parent.and_then(|parent| below.get(parent.index())).copied();
            below.push(parent.unwrap_or(false) || roots.contains(&index));
        }
        below
    }

    /// The variant of this name and its option of that name; `None` for the option chooses none.
    pub fn variant_option(
        &self,
        variant: &str,
        option: Option<&str>,
    ) -> Option<(VariantId, Option<OptionId>)> {
        let at = self.variants.find(|known| known.name == variant)?;
        let Some(option) = option else { return Some((at, None)) };
        let options = &self.variants.get(at)?.options;
        Some((at, Some(options.find(|known| known.name == option)?)))
    }
}
