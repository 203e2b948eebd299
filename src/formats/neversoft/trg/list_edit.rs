//! Copies and removes nodes. Links are node indices, so they are renumbered.

use super::Trg;
use super::node::{Body, Node};
use crate::formats::list_edit::{Renumbered, elements, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

type Result<T> = EditResult<T>;

/// Maximum number of nodes that links can address.
const MAX_NODES: usize = 0xFFFF;

/// Writes the file with nodes copied or removed.
pub(super) fn with_list(file: &Trg, change: &ListChange<'_>) -> Result<Vec<u8>> {
    let indices = |paths: &[String]| {
        let found = elements(paths, "nodes", file.nodes.len());
        found.ok_or_else(|| unchangeable(paths.first().map_or("", String::as_str)))
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
            let why = "nodes can only be copied: the contents of a new node are unknown";
            return Err(Refusal(why.to_owned()));
        }
    }
    Ok(changed.to_bytes()?)
}

impl Trg {
    /// `true` if the last node terminates the list.
    fn is_ended(&self) -> bool {
        self.nodes.last().is_some_and(|node| matches!(node.body, Body::Terminator))
    }

    /// Adds a copy of node `index` of `from` at the end, before the terminator.
    fn copy(&mut self, from: &Self, index: usize) -> Result<()> {
        let refuse = |why: String| Err(Refusal(why));
        let node = match from.nodes.get(index) {
            Some(Node { body: Body::SameAs(other), .. }) => from.nodes.get(*other as usize),
            node => node,
        };
        let Some(node) = node.filter(|node| node.is_stored()) else {
            return refuse(format!("nodes[{index}] has an invalid offset"));
        };
        if matches!(node.body, Body::Terminator) {
            return refuse(format!("nodes[{index}] is the terminator, which must be unique"));
        }
        if self.nodes.len() >= MAX_NODES {
            return refuse(format!(
                "the file already has {MAX_NODES} nodes, the maximum for links"
            ));
        }
        let end = self.nodes.len() - usize::from(self.is_ended());
        self.renumber(&|index| if index < end { Some(index) } else { Some(index + 1) });
        self.nodes.insert(end, node.clone());
        if let Some(at) = self.pieces.order.iter().position(|piece| *piece > end) {
            self.pieces.order.insert(at, end);
        }
        Ok(())
    }

    /// Refuses if an invalid link would become valid with this many more nodes.
    fn has_room(&mut self, more: usize) -> Result<()> {
        let new = self.nodes.len()..self.nodes.len().saturating_add(more);
        for (index, node) in self.nodes.iter_mut().enumerate() {
            let stray =
                node.body.links_mut().iter().find(|link| new.contains(&usize::from(**link)));
            if let Some(link) = stray {
                let why = "which does not exist but would become valid with more nodes";
                return Err(Refusal(format!("nodes[{index}] links to nodes[{link}], {why}")));
            }
        }
        Ok(())
    }

    /// Links copies to each other if their originals were linked.
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
            return Err(Refusal(format!("nodes[{index}] is the terminator")));
        }
        for (index, node) in self.nodes.iter().enumerate() {
            let refuse = |why: String| Err(Refusal(format!("nodes[{index}] {why}")));
            match (moved.of(index), &node.body) {
                (None, _) => continue,
                (Some(_), Body::Unknown) => {
                    return refuse(format!(
                        "is of unknown type {}: its links cannot be updated",
                        node.kind
                    ));
                }
                (Some(_), Body::SameAs(other)) if moved.of(*other as usize).is_none() => {
                    return refuse(format!("shares the bytes of nodes[{other}]"));
                }
                (Some(_), _) if node.broken.is_some() => {
                    return refuse("could not be read: its links cannot be updated".to_owned());
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

    /// Updates links and other node references to the new node indices.
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
