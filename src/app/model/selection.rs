//! Selection, found from any side: an element of the scene, a field, or bytes.

use std::sync::Arc;

use crate::bytes::{FieldId, SourceId, Span, Tree};
use crate::library::Opened;
use crate::scene::{Element, Scene, SceneIndex};

/// What somebody pointed at, before the other sides of it are known.
#[derive(Clone, Debug, PartialEq)]
pub enum Target {
    /// A thing of the scene.
    Element(Element),
    /// A field of the tree of `source`.
    Path { source: SourceId, path: String },
    /// The innermost field that holds this byte.
    Byte { source: SourceId, offset: u64 },
    /// Exactly these bytes.
    Bytes(Span),
}

/// One selected thing, from every side. The path is the durable part: it survives a reload.
#[derive(Clone, Debug, PartialEq, Default)]
pub struct Selection {
    pub source: SourceId,
    /// Smallest field that holds all of `span`; empty for the file as a whole.
    pub path: String,
    /// Length 0 where the thing is implied, not stored.
    pub span: Span,
    pub element: Option<Element>,
    /// Further elements, selected with it; never `element` itself. Shared: there may be as many as
    /// the scene has faces.
    pub also: Arc<Vec<Element>>,
}

impl Selection {
    /// All selected elements, the first one first.
    pub fn elements(&self) -> impl Iterator<Item = Element> + '_ {
        self.element.into_iter().chain(self.also.iter().copied())
    }

    pub fn contains(&self, element: Element) -> bool {
        self.element == Some(element) || self.also.contains(&element)
    }

    /// Adds an element, or takes it away again.
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

/// The scene side of resolving: what a scene knows of bytes.
#[derive(Clone, Copy)]
pub struct InScene<'a> {
    pub scene: &'a Scene,
    pub index: &'a SceneIndex,
}

/// Finds all sides of `target`. `files` are the opened files whose fields may be named, the main one
/// first; `near` is what was selected before: of several instances of one face, its own is chosen.
pub fn resolve(
    target: &Target,
    files: &[&Opened],
    scene: Option<InScene<'_>>,
    near: Option<Element>,
) -> Option<Selection> {
    let tree = |source: SourceId| {
        files.iter().map(|file| &file.document.tree).find(|tree| tree.source().id() == source)
    };
    match target {
        Target::Element(element) => {
            let origin = scene?.scene.origin(*element)?;
            Some(Selection {
                source: origin.span.source,
                path: origin.path,
                span: origin.span,
                element: Some(*element),
                also: Arc::default(),
            })
        }
        Target::Path { source, path } => {
            let tree = tree(*source)?;
            let id = tree.find(path).ok()?;
            Some(of_field(tree, &id, None, scene, near))
        }
        Target::Byte { source, offset } => {
            let tree = tree(*source)?;
            let id = tree.deepest_at(*offset)?;
            Some(of_field(tree, &id, None, scene, near))
        }
        Target::Bytes(span) => {
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
        element: scene.and_then(|scene| element_of(scene, span, near)),
        also: Arc::default(),
    }
}

/// The smallest element that holds all of `span`.
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
    // The same stored face is there once for each instance: stay with the instance.
    let same = candidates.find(
        |other| matches!(other, Element::Face(o) if o.face == face.face && o.node == before.node),
    );
    Some(same.filter(|_| face.node != before.node).unwrap_or(first))
}

fn covers(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end() <= outer.end()
}
