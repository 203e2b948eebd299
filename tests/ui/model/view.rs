//! How the scene is shown.

use gouraud::app::model::{Switch, View};
use gouraud::scene::{Id, Style};

#[test]
fn every_switch_switches_and_switches_back() {
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
fn a_front_turns_and_turns_back() {
    let mut view = View::default();
    view.turn_front(Id::new(3));
    assert!(view.visibility.turned.contains(&Id::new(3)) && view.is_on(Switch::TintBackFaces));
    view.turn_front(Id::new(3));
    assert!(view.visibility.turned.is_empty());
}

#[test]
fn dither_needs_fifteen_bits() {
    let mut view = View::default();
    view.toggle(Switch::Dither);
    assert!(view.effects.fifteen_bit);
    view.toggle(Switch::FifteenBit);
    assert!(!view.effects.dither);
}
