//! A history with back and forward steps.

/// Entries to go back to, limited to the latest [`MAX`](Self), and entries to go forward to.
#[derive(Debug)]
pub struct History<T, const MAX: usize> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T, const MAX: usize> Default for History<T, MAX> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new() }
    }
}

impl<T: PartialEq, const MAX: usize> History<T, MAX> {
    /// Drops entries that would change nothing: equal neighbours, and those that equal the current state.
    pub fn drop_repeated(&mut self, now: &T) {
        for entries in [&mut self.past, &mut self.future] {
            entries.dedup();
            entries.pop_if(|last| last == now);
        }
    }
}

impl<T, const MAX: usize> History<T, MAX> {
    /// Adds an entry before something new is shown; the forward entries are dropped.
    pub fn leave(&mut self, old: T) {
        self.future.clear();
        self.past.push(old);
        if self.past.len() > MAX {
            self.past.remove(0);
        }
    }

    /// The last entry to go back to.
    pub fn last(&self) -> Option<&T> {
        self.past.last()
    }

    /// The next entry to go forward to.
    pub fn next(&self) -> Option<&T> {
        self.future.last()
    }

    /// Changes every entry.
    pub fn each(&mut self, change: impl FnMut(&mut T)) {
        self.past.iter_mut().chain(&mut self.future).for_each(change);
    }

    pub fn back(&mut self, now: Option<T>) -> Option<T> {
        let to = self.past.pop()?;
        self.future.extend(now);
        Some(to)
    }

    pub fn forward(&mut self, now: Option<T>) -> Option<T> {
        let to = self.future.pop()?;
        self.past.extend(now);
        Some(to)
    }

    pub fn can_go_back(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_go_forward(&self) -> bool {
        !self.future.is_empty()
    }
}
