//! Nodes with their children, for a whole source or for one element of a run.

use crate::bytes::node::Node;

/// Nodes and their children, for the whole source or for one element of a run.
pub(super) struct Nodes {
    pub(super) nodes: Vec<Node>,
    /// `children[first[i]..first[i + 1]]` are the children of node `i`.
    pub(super) first: Vec<u32>,
    pub(super) children: Vec<u32>,
}

impl Nodes {
    pub(super) fn new(nodes: Vec<Node>) -> Self {
        let mut first = vec![0u32; nodes.len() + 1];
        for node in &nodes {
            if let Some(count) = first.get_mut(node.parent as usize) {
                *count += 1;
            }
        }
        let mut sum = 0;
        for count in &mut first {
            sum += std::mem::replace(count, sum);
        }
        let mut next = first.clone();
        let mut children = vec![0; sum as usize];
        for (id, node) in nodes.iter().enumerate() {
            if let Some(at) = next.get_mut(node.parent as usize) {
                if let Some(slot) = children.get_mut(*at as usize) {
                    *slot = id as u32;
                }
                *at += 1;
            }
        }
        Self { nodes, first, children }
    }

    /// Memory used in bytes, except long names.
    pub(super) fn memory(&self) -> usize {
        let links = size_of_val(&self.first[..]) + size_of_val(&self.children[..]);
        size_of_val(&self.nodes[..]) + links
    }

    pub(super) fn node(&self, id: u32) -> Option<&Node> {
        self.nodes.get(id as usize)
    }

    pub(super) fn children(&self, id: u32) -> &[u32] {
        let at = |i: usize| self.first.get(i).map_or(0, |v| *v as usize);
        self.children.get(at(id as usize)..at(id as usize + 1)).unwrap_or(&[])
    }

    /// The path of node `id` below `base`.
    pub(super) fn path(&self, id: u32, base: &str) -> String {
        let mut chain = Vec::new();
        let mut at = id;
        // Node 0 is the root, or the element that `base` already names.
        while at != 0 {
            let Some(node) = self.node(at) else { break };
            chain.push((&node.name, self.duplicate_number(at)));
            at = node.parent;
        }
        let mut path = base.to_owned();
        for (name, namesake) in chain.iter().rev() {
            name.append_to(&mut path);
            if *namesake > 0 {
                path.push_str(&format!("~{}", namesake + 1));
            }
        }
        path
    }

    /// Number of earlier siblings with the name of node `id`: `padding`, `padding~2`, `padding~3`.
    pub(super) fn duplicate_number(&self, id: u32) -> usize {
        let Some(node) = self.node(id).filter(|node| node.name.index().is_none()) else { return 0 };
        let earlier = self.children(node.parent).iter().take_while(|sibling| **sibling != id);
        earlier.filter(|s| self.node(**s).is_some_and(|s| s.name == node.name)).count()
    }

    /// The child of `id` that [`Nodes::path`] calls `label`.
    pub(super) fn child_named(&self, id: u32, label: &str) -> Option<usize> {
        let (name, namesake) = match label.split_once('~') {
            Some((name, nth)) => (name, nth.parse::<usize>().ok()?.checked_sub(1)?),
            None => (label, 0),
        };
        // Elements of an array have no labels; padding may follow them.
        let is_element = |child: Option<&u32>| Some(self.node(*child?)?.name.index().is_some());
        let children = self.children(id);
        if is_element(children.first())? && is_element(children.last())? {
            return None;
        }
        let is_it = |child: &u32| {
            self.node(*child).is_some_and(|n| n.name.index().is_none() && n.name.label() == name)
        };
        let mut found = children.iter().enumerate().filter(|(_, child)| is_it(child));
        found.nth(namesake).map(|(at, _)| at)
    }
}
