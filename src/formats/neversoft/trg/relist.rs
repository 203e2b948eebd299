//! Nodes copied and removed. Links count by the table, so that they follow.

use super::Trg;
use super::node::{Body, Node};
use crate::formats::relist::{Renumbered, elements, stays};
use crate::formats::{ListChange, Refusal};

type Result<T> = std::result::Result<T, Refusal>;

/// Nodes that a link can name.
const MAX_NODES: usize = 0xFFFF;

/// The file with nodes more or less.
pub(super) fn with_list(file: &Trg, change: &ListChange<'_>) -> Result<Vec<u8>> {
    let indices = |paths: &[String]| {
        let found = elements(paths, "nodes", file.nodes.len());
        found.ok_or_else(|| stays(paths.first().map_or("", String::as_str)))
    };
    let mut changed = file.clone();
    match change {
        ListChange::Copy(paths) => {
            let copied = indices(paths)?;
            changed.has_room(copied.len())?;
            for index in &copied {
                changed.copy(file, *index)?;
            }
            changed.link_copies(file, &copied);
        }
        ListChange::Remove(paths) => changed.remove(&indices(paths)?)?,
        ListChange::Add { .. } => {
            let why = "a node is copied from another one: what would be in a new one is not known";
            return Err(Refusal(why.to_owned()));
        }
    }
    Ok(changed.to_bytes()?)
}

impl Trg {
    /// Whether the last node ends the list.
    fn is_ended(&self) -> bool {
        self.nodes.last().is_some_and(|node| matches!(node.body, Body::Terminator))
    }

    /// Puts node `index` of `from` behind the others, before the one that ends them.
    fn copy(&mut self, from: &Self, index: usize) -> Result<()> {
        let refuse = |why: String| Err(Refusal(why));
        let node = match from.nodes.get(index) {
            Some(Node { body: Body::SameAs(other), .. }) => from.nodes.get(*other as usize),
            node => node,
        };
        let Some(node) = node.filter(|node| node.is_stored()) else {
            return refuse(format!("nodes[{index}] leads nowhere"));
        };
        if matches!(node.body, Body::Terminator) {
            return refuse(format!("nodes[{index}] ends the list, and does so once"));
        }
        if self.nodes.len() >= MAX_NODES {
            return refuse(format!("links can name {MAX_NODES} nodes, and so many are there"));
        }
        let end = self.nodes.len() - usize::from(self.is_ended());
        self.renumber(&|index| if index < end { Some(index) } else { Some(index + 1) });
        self.nodes.insert(end, node.clone());
        if let Some(at) = self.pieces.order.iter().position(|piece| *piece > end) {
            self.pieces.order.insert(at, end);
        }
        Ok(())
    }

    /// Whether links that lead past the end still would with so many nodes more.
    fn has_room(&mut self, more: usize) -> Result<()> {
        let new = self.nodes.len()..self.nodes.len().saturating_add(more);
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let stray =
                node.body.links_mut().iter().find(|link| new.contains(&usize::from(**link)));
            if let Some(link) = stray {
                let why = "which is not there: with more nodes it would be";
                return Err(Refusal(format!("nodes[{index}] links to nodes[{link}], {why}")));
            }
        }
        Ok(())
    }

    /// Links the copies of nodes that were linked to each other to each other.
    fn link_copies(&mut self, from: &Self, copied: &[usize]) {
        let first = from.nodes.len() - usize::from(from.is_ended());
        let copy_of = |link: u16| {
            let at = copied.iter().position(|index| *index == usize::from(link))?;
            u16::try_from(first + at).ok()
        };
        for node in self.nodes.iter_mut().skip(first).take(copied.len()) {
            for link in node.body.links_mut() {
                *link = copy_of(*link).unwrap_or(*link);
            }
        }
    }

    fn remove(&mut self, gone: &[usize]) -> Result<()> {
        let moved = Renumbered::without(gone);
        let ends = |index: &&usize| {
            self.nodes.get(**index).is_some_and(|node| matches!(node.body, Body::Terminator))
        };
        if let Some(index) = gone.iter().find(ends) {
            return Err(Refusal(format!("nodes[{index}] ends the list")));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let refuse = |why: String| Err(Refusal(format!("nodes[{index}] {why}")));
            match (moved.of(index), &node.body) {
                (None, _) => continue,
                (Some(_), Body::Unknown) => {
                    return refuse(format!(
                        "is of type {}, which is not known: what it links to could not follow",
                        node.kind
                    ));
                }
                (Some(_), Body::SameAs(other)) if moved.of(*other as usize).is_none() => {
                    return refuse(format!("shares the bytes of nodes[{other}]"));
                }
                (Some(_), _) if node.broken.is_some() => {
                    return refuse(
                        "could not be read: what it links to could not follow".to_owned(),
                    );
                }
                (Some(_), _) => {}
            }
            let lost = node.links().iter().find(|link| moved.of(usize::from(**link)).is_none());
            if let Some(link) = lost {
                return refuse(format!("links to nodes[{link}]"));
            }
        }
        self.renumber(&|index| moved.of(index));
        moved.apply(&mut self.nodes);
        Ok(())
    }

    /// Lets links, and what else names nodes, follow where nodes come to stand.
    fn renumber(&mut self, to: &dyn Fn(usize) -> Option<usize>) {
        let len = self.nodes.len();
        let of = |index: usize| if index < len { to(index) } else { Some(index) };
        self.pieces = self.pieces.renamed(of);
        for node in &mut self.nodes {
            if let Body::SameAs(other) = &mut node.body {
                *other = of(*other as usize).and_then(|at| at.try_into().ok()).unwrap_or(*other);
            }
            for link in node.body.links_mut() {
                *link = of((*link).into()).and_then(|at| at.try_into().ok()).unwrap_or(*link);
            }
        }
    }
}
