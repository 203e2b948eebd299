//! Alternatives of which one is shown.

use serde::Serialize;

use super::{Air, HelperId, List, NodeId, OptionId, Origin, Scene, VariantId};

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
    /// Helpers shown with this option, and hidden with the others.
    #[serde(skip)]
    pub helpers: Vec<HelperId>,
    /// Fog and what is behind everything with this option, where it has its own.
    #[serde(skip)]
    pub air: Option<Air>,
    /// Bytes and field path of the alternative.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Variant {
    /// The nodes of all options but `chosen`, without those that it shares with them.
    pub fn unchosen(&self, chosen: Option<OptionId>) -> Vec<NodeId> {
        self.left_out(chosen, |option| &option.nodes)
    }

    /// The helpers of all options but `chosen`, without those that it shares with them.
    pub fn unchosen_helpers(&self, chosen: Option<OptionId>) -> Vec<HelperId> {
        self.left_out(chosen, |option| &option.helpers)
    }

    fn left_out<T: Copy + PartialEq>(
        &self,
        chosen: Option<OptionId>,
        of: impl Fn(&VariantOption) -> &[T],
    ) -> Vec<T> {
        let kept = chosen.and_then(|chosen| self.options.get(chosen)).map_or(&[][..], &of);
        let all = self.options.iter().flat_map(&of).copied();
        all.filter(|one| !kept.contains(one)).collect()
    }
}

impl Scene {
    /// The variants, each with the option that is chosen: at first, or by `chosen`, which may end
    /// early.
    fn chosen(
        &self,
        chosen: &[Option<OptionId>],
    ) -> impl Iterator<Item = (&Variant, Option<OptionId>)> {
        let own = |at: VariantId| chosen.get(at.index()).copied();
        self.variants.pairs().map(move |(at, v)| (v, own(at).unwrap_or(v.chosen)))
    }

    /// The nodes that other options of variants hold: hidden until they are chosen.
    pub fn unchosen_nodes(&self, chosen: &[Option<OptionId>]) -> Vec<NodeId> {
        self.chosen(chosen).flat_map(|(variant, option)| variant.unchosen(option)).collect()
    }

    /// The helpers that other options of variants hold.
    pub fn unchosen_helpers(&self, chosen: &[Option<OptionId>]) -> Vec<HelperId> {
        self.chosen(chosen).flat_map(|(variant, option)| variant.unchosen_helpers(option)).collect()
    }

    /// The air of the chosen options.
    pub fn air_of(&self, chosen: &[Option<OptionId>]) -> &Air {
        let mut air = &self.air;
        for (variant, option) in self.chosen(chosen) {
            let option = option.and_then(|option| variant.options.get(option));
            air = option.and_then(|option| option.air.as_ref()).unwrap_or(air);
        }
        air
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
