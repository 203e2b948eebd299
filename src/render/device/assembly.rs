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

/// Section names in the sources. Every section must end before the next one begins.
#[cfg(test)]
pub fn names<'a>(parts: &[&'a str]) -> Vec<&'a str> {
    let mut names = Vec::new();
    let mut open = None;
    for line in parts.iter().flat_map(|part| part.lines()).map(str::trim) {
        if let Some(name) = line.strip_prefix(BEGIN) {
            assert_eq!(open.replace(name), None, "{name} begins in another");
            names.push(name);
        } else if line == END {
            assert!(open.take().is_some(), "an end without a beginning");
        }
    }
    assert_eq!(open, None, "it ends");
    names
}

#[cfg(test)]
mod tests {
    use super::assembled;

    #[test]
    fn leaves_out_unneeded_sections() {
        let text = "a\n    //@if ONE\n    b\n    //@end\nc\n//@if TWO\nd\n//@end\n";
        assert_eq!(assembled(&[text, "e\n"], |name| name == "TWO"), "a\nc\nd\ne\n");
        assert_eq!(assembled(&[text], |_| true), "a\n    b\nc\nd\n");
    }
}
