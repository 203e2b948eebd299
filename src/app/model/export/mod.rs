//! Choices of exports and extractions.

pub mod bulk;
pub mod choices;
pub mod preset;
pub mod preview;
