//! RAD Game Tools: films of many games of the 1990s.

pub mod smk;
