//! Small files of the formats, made by the builders.

pub mod ff7;
pub mod ff7_pc;
