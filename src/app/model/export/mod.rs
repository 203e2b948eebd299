//! Choices of exports and extractions.

pub mod bulk;
pub mod choices;
pub mod flight;
pub mod picture;
pub mod preset;
pub mod preview;

/// Quotes text that a shell would split or expand.
pub(crate) fn quoted(text: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "/._-+=:,@%".contains(c);
    if !text.is_empty() && text.chars().all(plain) {
        return text.to_owned();
    }
    format!("'{}'", text.replace('\'', r"'\''"))
}
