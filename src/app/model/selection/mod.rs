//! Selection, resolved between the scene, the fields and the bytes.

pub mod can_move;
pub mod field_reference;
pub mod history;
pub mod hover;
pub mod selected;
pub mod time_travel;
pub mod visit;

use std::sync::Arc;

use crate::bytes::{FieldId, SourceId, Span, Tree};
use crate::library::Opened;
use crate::scene::{Element, Scene, SceneIndex};

/// A selection request, before it is resolved.
#[derive(Clone, Debug, PartialEq)]
pub enum SelectionTarget {
    /// An element of the scene.
    Element(Element),
    /// A field of the tree of `source`.
    Path { source: SourceId, path: String },
    /// The innermost field that contains this byte.
    Byte { source: SourceId, offset: u64 },
    /// Exactly these bytes.
    Bytes(Span),
}

/// Combination of new elements with the selected ones.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Combine {
    /// Selects only the new ones.
    #[default]
    Replace,
    /// Adds the new ones.
    Add,
    /// Removes the new ones.
    Remove,
}

/// A selected element as element, field and bytes. The path is the durable component: it survives a
/// reload.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Selection {
    pub source: SourceId,
    /// Smallest field that contains all of `span`; empty for the whole file.
    pub path: String,
    /// Length 0 if the element is implied, not stored.
    pub span: Span,
    pub element: Option<Element>,
    /// Further selected elements, never `element` itself. Shared, since there may be as many as the scene
    /// has faces.
    pub also: Arc<Vec<Element>>,
}

impl Selection {
    /// All selected elements; the first is the first selected.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        self.element.into_iter().chain(self.also.iter().copied())
    }

    pub fn contains(&self, element: Element) -> bool {
        self.element == Some(element) || self.also.contains(&element)
    }

    /// Adds or removes an element.
    pub fn toggle(&mut self, element: Element) {
        let also = Arc::make_mut(&mut self.also);
        if let Some(at) = also.iter().position(|also| *also == element) {
            also.remove(at);
        } else if self.element == Some(element) {
            self.element = (!also.is_empty()).then(|| also.remove(0));
        } else if self.element.is_none() {
            self.element = Some(element);
        } else {
            also.push(element);
        }
    }
}

/// Scene data for resolving.
#[derive(Clone, Copy)]
pub struct InScene<'a> {
    pub scene: &'a Scene,
    pub index: &'a SceneIndex,
}

/// Resolves `target` to element, field and bytes. `files` are the opened files with a field tree, the
/// main one first; `near` is the previous selection: among several instances of a face, the one in
/// its instance is chosen.
pub fn resolve(
    target: &SelectionTarget,
    files: &[&Opened],
    scene: Option<InScene<'_>>,
    near: Option<Element>,
) -> Option<Selection> {
    let tree = |source: SourceId| {
        files.iter().map(|file| &file.document.tree).find(|tree| tree.source().id() == source)
    };
    match target {
        SelectionTarget::Element(element) => {
            let origin = scene?.scene.origin(*element)?;
            Some(Selection {
                source: origin.span.source,
                path: origin.path,
                span: origin.span,
                element: Some(*element),
                also: Arc::default(),
            })
        }
        SelectionTarget::Path { source, path } => {
            let tree = tree(*source)?;
            let id = tree.find(path).ok()?;
            Some(of_field(tree, &id, None, scene, near))
        }
        SelectionTarget::Byte { source, offset } => {
            let tree = tree(*source)?;
            let id = tree.deepest_at(*offset)?;
            Some(of_field(tree, &id, None, scene, near))
        }
        SelectionTarget::Bytes(span) => {
            let tree = tree(span.source)?;
            let mut id = tree.deepest_at(span.start)?;
            while let Some(parent) = tree.parent(&id) {
                if tree.field(&id).is_some_and(|field| covers(field.span, *span)) {
                    break;
                }
                id = parent;
            }
            Some(of_field(tree, &id, Some(*span), scene, near))
        }
    }
}

fn of_field(
    tree: &Tree,
    id: &FieldId,
    bytes: Option<Span>,
    scene: Option<InScene<'_>>,
    near: Option<Element>,
) -> Selection {
    let field = tree.field(id);
    let span = bytes.or(field.as_ref().map(|field| field.span)).unwrap_or_default();
    Selection {
        source: tree.source().id(),
        path: field.map_or_else(String::new, |field| field.path),
        span,
        // A field without bytes, such as an empty array, is part of nothing.
        element: scene.filter(|_| span.len > 0).and_then(|scene| element_of(scene, span, near)),
        also: Arc::default(),
    }
}

/// The smallest element that contains all of `span`.
pub fn element_of(scene: InScene<'_>, span: Span, near: Option<Element>) -> Option<Element> {
    let holds = |element: &Element| {
        scene.scene.origin(*element).is_some_and(|origin| covers(origin.span, span))
    };
    let found = scene.index.at(scene.scene, span.source, span.start);
    let mut candidates = found.into_iter().filter(holds);
    let first = candidates.next()?;
    let (Element::Face(face), Some(Element::Face(before))) = (first, near) else {
        return Some(first);
    };
    // A stored face occurs once per instance: the instance of the previous selection is preferred.
    let same = candidates.find(
        |other| matches!(other, Element::Face(o) if o.face == face.face && o.node == before.node),
    );
    Some(same.filter(|_| face.node != before.node).unwrap_or(first))
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end() <= outer.end()
}
