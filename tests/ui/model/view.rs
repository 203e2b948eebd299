//! Display settings of the scene.

use gouraud::app::model::{Switch, View};
use gouraud::scene::{Id, Style};

#[test]
fn every_switch_toggles_and_restores() {
    for style in [Style::Ps1, Style::Clean] {
        let mut view = View::default();
        view.set_style(style, false);
        for switch in Switch::EFFECTS.into_iter().chain(Switch::MARKS) {
            let before = view.is_on(switch);
            view.toggle(switch);
            assert_ne!(view.is_on(switch), before, "{switch:?}");
            view.toggle(switch);
            assert_eq!(view.is_on(switch), before, "{switch:?}");
        }
    }
}

#[test]
fn face_orientation_toggles_and_restores() {
    let mut view = View::default();
    view.turn_front(Id::new(3));
    assert!(view.visibility.turned.contains(&Id::new(3)) && view.is_on(Switch::TintBackFaces));
    view.turn_front(Id::new(3));
    assert!(view.visibility.turned.is_empty());
}

#[test]
fn dither_requires_15_bit_colour() {
    let mut view = View::default();
    view.toggle(Switch::Dither);
    assert!(view.effects.fifteen_bit);
    view.toggle(Switch::FifteenBit);
    assert!(!view.effects.dither);
}
