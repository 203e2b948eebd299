//! Alternatives of which one is visible.

use serde::Serialize;

use super::{Atmosphere, HelperId, List, NodeId, OptionId, Origin, Scene, VariantId};

/// Number of visible options of a variant, and whether they are ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Choice {
    /// One option or none, for example a weapon.
    #[default]
    Optional,
    /// Always one, such as the file whose positions apply.
    One,
    /// Always one, in order: levels of detail.
    Step,
}

/// Alternatives, such as the weapons of a character.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct Variant {
    /// Name of the choice: a weapon.
    pub name: String,
    /// Number of visible options.
    #[serde(skip)]
    pub choice: Choice,
    /// Alternatives, in display order.
    pub options: List<VariantOption>,
    /// Visible when the scene is opened; `None` shows none.
    pub chosen: Option<OptionId>,
}

/// Alternative of a variant.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct VariantOption {
    /// Name of the alternative.
    pub name: String,
    /// Nodes that are visible with this option and hidden with the others, with everything below them.
    #[serde(skip)]
    pub nodes: Vec<NodeId>,
    /// Helpers that are visible with this option and hidden with the others.
    #[serde(skip)]
    pub helpers: Vec<HelperId>,
    /// Fog and background of this option, if it has its own.
    #[serde(skip)]
    pub air: Option<Atmosphere>,
    /// Bytes and field path of the alternative.
    #[serde(flatten)]
    pub origin: Origin,
}

impl Variant {
    /// Nodes of all options except `chosen`, without nodes that `chosen` contains too.
    pub fn hidden_nodes(&self, chosen: Option<OptionId>) -> Vec<NodeId> {
        self.left_out(chosen, |option| &option.nodes)
    }

    /// Helpers of all options except `chosen`, without helpers that `chosen` contains too.
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
    /// Variants with their selected option: the initial one, or that of `chosen`, which may be shorter.
    fn chosen(
        &self,
        chosen: &[Option<OptionId>],
    ) -> impl Iterator<Item = (&Variant, Option<OptionId>)> {
        let own = |at: VariantId| chosen.get(at.index()).copied();
        self.variants.pairs().map(move |(at, v)| (v, own(at).unwrap_or(v.chosen)))
    }

    /// Nodes of options that are not selected, which are hidden.
    pub fn unchosen_nodes(&self, chosen: &[Option<OptionId>]) -> Vec<NodeId> {
        self.chosen(chosen).flat_map(|(variant, option)| variant.hidden_nodes(option)).collect()
    }

    /// Helpers of options that are not selected.
    pub fn unchosen_helpers(&self, chosen: &[Option<OptionId>]) -> Vec<HelperId> {
        self.chosen(chosen).flat_map(|(variant, option)| variant.unchosen_helpers(option)).collect()
    }

    /// Fog and background of the selected options.
    pub fn air_of(&self, chosen: &[Option<OptionId>]) -> &Atmosphere {
        let mut air = &self.air;
        for (variant, option) in self.chosen(chosen) {
            let option = option.and_then(|option| variant.options.get(option));
            air = option.and_then(|option| option.air.as_ref()).unwrap_or(air);
        }
        air
    }

    /// Marks each node that is in `roots` or below one of them.
    pub fn with_all_below(&self, roots: &[NodeId]) -> Vec<bool> {
        let mut below: Vec<bool> = Vec::with_capacity(self.nodes.len());
        for (index, node) in self.nodes.pairs() {
            let parent = node.parent.and_then(|parent| below.get(parent.index())).copied();
            below.push(parent.unwrap_or(false) || roots.contains(&index));
        }
        below
    }

    /// The variant of this name and its option of that name; `None` for the option selects none.
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
