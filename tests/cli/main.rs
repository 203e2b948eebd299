//! The command line as documented: output and exit codes.

mod around;
mod assets;
mod banks;
mod changing;
mod check;
mod descriptions;
mod diff;
mod discs;
mod elsewhere;
mod fields;
mod files;
mod films;
mod finding;
mod info;
mod levels;
mod lists;
mod merging;
mod motion;
mod names;
mod pixel_files;
mod play;
mod replacing;
mod strict;
mod support;
mod usage;
mod walks;
