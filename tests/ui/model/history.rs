//! Back and forward: among selections, and among changes.

use std::sync::Arc;

use gouraud::app::model::Selection;
use gouraud::app::model::edits::undo::{Snapshot, Undo};
use gouraud::app::model::selection::visit::{ViewMoment, Visits};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::{Element, Id};

fn at(start: u64) -> Selection {
    Selection { span: Span::new(SourceId(1), start, 4), ..Selection::default() }
}

fn moment(start: u64) -> ViewMoment {
    ViewMoment { selection: Some(at(start)), ..ViewMoment::default() }
}

#[test]
fn back_and_forward_follow_the_same_order() {
    let mut history = Visits::default();
    history.leave(moment(0));
    history.leave(moment(4));
    assert_eq!(history.back(Some(moment(8))), Some(moment(4)));
    assert_eq!(history.back(Some(moment(4))), Some(moment(0)));
    assert_eq!(history.back(Some(moment(0))), None);
    assert_eq!(history.forward(Some(moment(0))), Some(moment(4)));
    history.leave(moment(4));
    assert!(!history.can_go_forward(), "a new step forgets the way forward");
}

#[test]
fn toggling_twice_changes_nothing() {
    let mut selection = at(0);
    let (a, b) = (Element::Node(Id::new(1)), Element::Node(Id::new(2)));
    selection.toggle(a);
    selection.toggle(b);
    assert_eq!(selection.elements().collect::<Vec<_>>(), [a, b]);
    selection.toggle(a);
    assert_eq!(selection.elements().collect::<Vec<_>>(), [b]);
    selection.toggle(b);
    assert_eq!(selection.element, None);
}

fn hidden(id: u32) -> Snapshot {
    Snapshot { hidden: Arc::new([id].into()), ..Snapshot::default() }
}

#[test]
fn redo_reverses_undo() {
    let mut undo = Undo::default();
    undo.leave(hidden(1));
    assert_eq!(undo.back(Some(hidden(2))), Some(hidden(1)));
    assert_eq!(undo.forward(Some(hidden(1))), Some(hidden(2)));
    assert_eq!(undo.forward(Some(hidden(2))), None);
}

#[test]
fn merges_only_options_of_one_variant_into_a_step() {
    let moment = |sword: u32, shield: u32| Snapshot {
        variants: vec![Some(Id::new(sword)), Some(Id::new(shield))],
        nodes: vec![sword == 0, shield == 0],
        ..Snapshot::default()
    };
    let [sword, shield] = [0, 1].map(Id::new);
    assert!(moment(0, 0).differs_in(&moment(1, 0), sword));
    assert!(!moment(0, 0).differs_in(&moment(1, 0), shield));
    assert!(!moment(0, 0).differs_in(&moment(1, 1), sword));
    assert!(!moment(0, 0).differs_in(&moment(0, 0), sword));
    assert!(
        !moment(0, 0).differs_in(&Snapshot { hidden: Arc::new([1].into()), ..moment(1, 0) }, sword)
    );
}

#[test]
fn new_change_clears_redo() {
    let mut undo = Undo::default();
    undo.leave(hidden(1));
    undo.back(Some(hidden(2)));
    undo.leave(hidden(1));
    assert!(!undo.can_go_forward());
}
