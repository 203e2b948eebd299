//! Pictures and sounds of the PlayStation.

mod sound;
mod tim;
mod vram;
