//! Pictures of Truevision.

mod tga;
