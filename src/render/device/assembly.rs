//! Shader text without what nobody needs: a driver takes long over code that never runs.
//!
//! The lines from `//@if NAME` to `//@end` are left out unless the name is needed. They do not nest,
//! and a shader with all of them is whole.

const BEGIN: &str = "//@if ";
const END: &str = "//@end";

/// The text of a module, with those of its parts that are `needed`.
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

/// The names that the parts ask for, each of which must end before the next.
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
    fn what_is_not_needed_is_left_out() {
        let text = "a\n    //@if ONE\n    b\n    //@end\nc\n//@if TWO\nd\n//@end\n";
        assert_eq!(assembled(&[text, "e\n"], |name| name == "TWO"), "a\nc\nd\ne\n");
        assert_eq!(assembled(&[text], |_| true), "a\n    b\nc\nd\n");
    }
}
