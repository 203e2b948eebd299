//! Finding a graphics device, and the messages when there is none.

use gouraud::render::{AdapterChoice, Gpu, PictureRenderer, RenderError};

use crate::common::gpu;

#[test]
fn reports_that_the_adapter_is_software() {
    assert!(gpu().is_software());
    assert!(!gpu().adapter().is_empty());
}

#[test]
fn finds_a_graphics_card_or_reports_that_there_is_none() {
    match Gpu::headless(AdapterChoice::Gpu) {
        Ok(card) => assert!(!card.is_software()),
        Err(problem) => assert_eq!(
            problem.to_string(),
            "no graphics adapter found with hardware acceleration: try the software adapter"
        ),
    }
}

#[test]
fn rejects_pictures_of_impossible_size() {
    for (width, height) in [(0, 10), (10, 0), (1 << 20, 10)] {
        let refused = PictureRenderer::new(gpu(), width, height);
        assert!(matches!(refused, Err(RenderError::Size { .. })), "{width}x{height}");
    }
}
