//! Paths that name many fields: `models[*].faces[0..10].flags`.

use super::steps::{Step, steps};
use super::{FieldId, Tree};

impl Tree {
    /// Calls `f` with every field that `pattern` names, in order. A pattern is a field path in which
    /// `[*]` means all elements of an array and `[3..7]` the elements 3 to 6. Elements without a field
    /// for the rest of the pattern are skipped.
    ///
    /// # Errors
    /// The first error of `f`.
    pub fn each_matching<E>(
        &self,
        pattern: &str,
        f: &mut dyn FnMut(FieldId) -> Result<(), E>,
    ) -> Result<(), E> {
        let steps: Vec<Step<'_>> = steps(pattern).collect();
        self.each_from(FieldId::root(), &steps, f)
    }

    fn each_from<E>(
        &self,
        here: FieldId,
        steps: &[Step<'_>],
        f: &mut dyn FnMut(FieldId) -> Result<(), E>,
    ) -> Result<(), E> {
        let Some((step, rest)) = steps.split_first() else { return f(here) };
        if let Step::Range(first, end) = step {
            let end = usize::try_from(*end).unwrap_or(usize::MAX).min(self.child_count(&here));
            for index in (*first as usize)..end {
                if let Some(child) = self.child(&here, index) {
                    self.each_from(child, rest, f)?;
                }
            }
            return Ok(());
        }
        self.step(&here, step).map_or(Ok(()), |next| self.each_from(next, rest, f))
    }

    /// The field called `path` relative to `from`: among its own children, otherwise among its siblings,
    /// otherwise among those of its parent, and so on outwards.
    pub fn find_near(&self, from: &FieldId, path: &str) -> Option<FieldId> {
        let mut here = Some(from.clone());
        while let Some(at) = here {
            let found = self.find_below(&at, path);
            if found.is_some() {
                return found;
            }
            here = self.parent(&at);
        }
        None
    }
}

/// Reason why a text is not a path or pattern: an empty name, an unclosed bracket, an invalid index, an
/// invalid character. `None` if it may be one.
pub fn flaw_of_path(path: &str) -> Option<&'static str> {
    let mut rest = path;
    loop {
        // A name is required at the start and after each point; a path may also start with an index.
        let is_name = |c: char| c.is_alphanumeric() || matches!(c, '_' | '~' | '-');
        let name = rest.find(|c| !is_name(c)).unwrap_or(rest.len());
        if name == 0 && !(rest.starts_with('[') && rest.len() == path.len()) {
            return Some("missing name");
        }
        rest = rest.get(name..).unwrap_or("");
        while let Some(inside) = rest.strip_prefix('[') {
            let Some((index, behind)) = inside.split_once(']') else {
                return Some("missing ]");
            };
            let bounds = index.split_once("..").map_or([index, "0"], |(from, to)| [from, to]);
            let is_number = |bound: &str| bound.bytes().all(|digit| digit.is_ascii_digit());
            if index.is_empty() || index != "*" && !bounds.into_iter().all(is_number) {
                return Some("expected a number, * or a range such as 3..7 in brackets");
            }
            rest = behind;
        }
        rest = match rest.strip_prefix('.') {
            Some(next) => next,
            None if rest.is_empty() => return None,
            None => return Some("names consist of letters, digits and _"),
        };
    }
}

/// `true` if a path may name several fields.
pub fn is_pattern(path: &str) -> bool {
    steps(path).any(|step| matches!(step, Step::Range(..)))
}
