//! Values that are computed from the files of a folder, and cached.

use std::collections::HashMap;
use std::sync::Mutex;
use std::time::{Duration, Instant};

use super::lock;
use crate::container::ParsedContent;

/// Key of a value.
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct ValueKey {
    /// Name of the value.
    pub what: &'static str,
    /// The game whose other folders the value depends on, too; empty if there is none.
    pub game: &'static str,
    /// Extensions of the files that the value depends on; empty for all files.
    pub extensions: &'static [&'static str],
    /// Number of changes of the locations of games; 0 for a value that depends on one folder.
    pub locations: u64,
}

/// Age of a value, and the time that it took to compute.
#[derive(Clone, Copy)]
pub struct ValueAge {
    made: Instant,
    cost: Duration,
}

impl ValueAge {
    /// `true` while a value is not computed again, although files may have changed: at least five seconds,
    /// and so long that computing takes at most a twentieth of the time.
    pub fn is_fresh(self) -> bool {
        self.made.elapsed() < (self.cost * 20).max(Duration::from_secs(5))
    }

    /// For values that depend on nothing that may change.
    pub fn is_made(self) -> bool {
        true
    }
}

/// Values of a folder, by key.
#[derive(Default)]
pub struct MadeValues(Mutex<HashMap<ValueKey, (ValueAge, ParsedContent)>>);

impl MadeValues {
    /// Cached value of this key while it is `valid`, or the one that `make` computes.
    pub fn get(
        &self,
        key: ValueKey,
        make: &dyn Fn() -> ParsedContent,
        valid: fn(ValueAge) -> bool,
    ) -> ParsedContent {
        let known = lock(&self.0).get(&key).filter(|(age, _)| valid(*age)).cloned();
        if let Some((_, value)) = known {
            return value;
        }
        let start = Instant::now();
        // Computed without the lock: two threads may do it at the same time, with the same result.
        let value = make();
        let age = ValueAge { made: Instant::now(), cost: start.elapsed() };
        let mut all = lock(&self.0);
        let same_locations =
            |known: &ValueKey| known.locations == 0 || known.locations == key.locations;
        all.retain(|known, _| key.locations == 0 || same_locations(known));
        // Another thread may have been faster: both use its value.
        match all.get(&key).filter(|(age, _)| valid(*age)) {
            Some((_, value)) => value.clone(),
            None => {
                all.insert(key, (age, value.clone()));
                value
            }
        }
    }
}
