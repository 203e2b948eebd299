//! Removes unused code from shaders: drivers take long even for code that never runs.
//!
//! The lines from `//@if NAME` to `//@end` are left out unless the name is needed. They do not nest. A
//! shader that includes all of them is valid.

const BEGIN: &str = "//@if ";
const END: &str = "//@end";

/// Source of a module with the sections that are `needed`.
pub fn assembled(parts: &[&str], needed: impl Fn(&str) -> bool) -> String {
    let mut text = String::with_capacity(parts.iter().map(|part| part.len()).sum());
    let mut is_kept = true;
    for line in parts.iter().flat_map(|part| part.lines()) {
        match line.trim_start().strip_prefix(BEGIN) {
            Some(name) => is_kept = needed(name.trim()),
            None if line.trim_start() == END => is_kept = true,
            None if is_kept => {
                text.push_str(line);
                text.push('\n');
            }
            None => {}
        }
    }
    text
}
