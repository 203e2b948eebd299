//! Contents of helpers: the objects in a cell.

use super::{Element, HelperId, NodeId, Scene};

impl Scene {
    /// Nodes that a helper contains; empty for other elements.
    pub fn contents_of(&self, element: Element) -> &[NodeId] {
        let Element::Helper(helper) = element else { return &[] };
        self.held.get(&helper).map_or(&[], Vec::as_slice)
    }

    /// Helpers that contain a node.
    pub fn holders(&self, node: NodeId) -> impl Iterator<Item = HelperId> + '_ {
        let holding = self.held.iter().filter(move |(_, nodes)| nodes.contains(&node));
        holding.map(|(helper, _)| *helper)
    }
}
