//! RAD Game Tools: the Smacker video format of many games of the 1990s.

pub mod smk;
