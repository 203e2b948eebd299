//! Paths that name many fields: `models[*].faces[0..10].flags`.

use super::{FieldId, Step, Tree, steps};

impl Tree {
    /// Calls `f` with every field that `pattern` names, in its order. A pattern is a field path in
    /// which `[*]` stands for all elements of an array and `[3..7]` for those from 3 up to 6.
    /// Elements that lack a field of the rest of the pattern are passed over.
    ///
    /// # Errors
    /// The first that `f` gives.
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

    /// The field that is called `path` where `from` stands: among its own fields, else among those
    /// beside it, else beside what holds them, and so on outwards.
    pub fn find_near(&self, from: &FieldId, path: &str) -> Option<FieldId> {
        let mut here = Some(from.clone());
        while let Some(at) = here {
            let found = steps(path).try_fold(at.clone(), |at, step| self.step(&at, &step));
            if found.is_some() {
                return found;
            }
            here = self.parent(&at);
        }
        None
    }
}

/// True where a path names many fields.
pub fn is_pattern(path: &str) -> bool {
    steps(path).any(|step| matches!(step, Step::Range(..)))
}
