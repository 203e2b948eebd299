//! Steps that can be gone back, and forward again.

/// What was left behind, of which the latest [`MAX`](Self) are kept, and what was gone back from.
#[derive(Debug)]
pub struct Trail<T, const MAX: usize> {
    past: Vec<T>,
    future: Vec<T>,
}

impl<T, const MAX: usize> Default for Trail<T, MAX> {
    fn default() -> Self {
        Self { past: Vec::new(), future: Vec::new() }
    }
}

impl<T, const MAX: usize> Trail<T, MAX> {
    /// Notes what is left for something new: there is no way forward any more.
    pub fn leave(&mut self, old: T) {
        self.future.clear();
        self.past.push(old);
        if self.past.len() > MAX {
            self.past.remove(0);
        }
    }

    /// The entry that was left last.
    pub fn last(&self) -> Option<&T> {
        self.past.last()
    }

    /// The entry that forward leads to.
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
