//! The device, and the sentences when it will not do.

use gouraud::render::{AdapterChoice, Gpu, RenderError, Still};

use crate::studio::gpu;

#[test]
fn the_software_adapter_says_so() {
    assert!(gpu().is_software());
    assert!(!gpu().adapter().is_empty());
}

#[test]
fn a_graphics_card_is_found_or_missed_in_a_sentence() {
    match Gpu::headless(AdapterChoice::Gpu) {
        Ok(card) => assert!(!card.is_software()),
        Err(problem) => assert_eq!(
            problem.to_string(),
            "no graphics adapter found with hardware acceleration: try the software adapter"
        ),
    }
}

#[test]
fn pictures_of_impossible_size_are_refused() {
    for (width, height) in [(0, 10), (10, 0), (1 << 20, 10)] {
        let refused = Still::new(gpu(), width, height);
        assert!(matches!(refused, Err(RenderError::Size { .. })), "{width}x{height}");
    }
}
