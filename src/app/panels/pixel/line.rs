//! Faces of the pixel and their steps, as rows of a list.

use crate::app::model::SelectionTarget;
use crate::render::{Explanation, Layer, Step, StepKind};
use crate::scene::Element;

/// Position of a row: number of the face in the list, and one of its steps by its kind and its number
/// among those of the kind.
pub type At = (usize, Option<(StepKind, usize)>);

/// A face, or one of its steps.
pub struct Line<'a> {
    pub number: usize,
    pub layer: &'a Layer,
    pub step: Option<Step>,
    /// Number of the step among those of its kind.
    pub nth: usize,
}

impl Line<'_> {
    pub fn at(&self) -> At {
        (self.number, self.step.as_ref().map(|step| (step.kind, self.nth)))
    }

    /// Target of a click or of Enter.
    pub fn target(&self) -> Option<SelectionTarget> {
        let Some(step) = &self.step else {
            return Some(SelectionTarget::Element(Element::Face(self.layer.face)));
        };
        match (step.span.filter(|span| span.len > 0), step.element) {
            (_, Some(element @ Element::PaletteEntry { .. })) => {
                Some(SelectionTarget::Element(element))
            }
            (Some(span), _) => Some(SelectionTarget::Bytes(span)),
            (None, element) => element.map(SelectionTarget::Element),
        }
    }
}

/// `true` for the face that gives the colour.
pub fn is_top(of: &Explanation, layer: &Layer) -> bool {
    of.top().is_some_and(|top| std::ptr::eq(top, layer))
}
