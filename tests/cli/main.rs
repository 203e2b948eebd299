//! The command line as its contract says: what is printed where, and how it ends.

#[path = "ff7/fixtures.rs"]
#[allow(dead_code, reason = "each test binary uses its own part")]
mod creature;
#[path = "cli/support.rs"]
mod support;

#[path = "cli/assets.rs"]
mod assets;
#[path = "cli/check.rs"]
mod check;
#[path = "cli/diff.rs"]
mod diff;
#[path = "cli/fields.rs"]
mod fields;
#[path = "cli/files.rs"]
mod files;
#[path = "cli/info.rs"]
mod info;
#[path = "cli/motion.rs"]
mod motion;
#[path = "cli/names.rs"]
mod names;
#[path = "cli/play.rs"]
mod play;
#[path = "cli/usage.rs"]
mod usage;
