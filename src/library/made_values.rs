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
    /// Game whose other folders the value also depends on; empty for a value that depends on one folder.
    pub game: &'static str,
    /// Extensions of the files that the value depends on; empty for all files.
    pub extensions: &'static [&'static str],
    /// Number of changes of the locations of games; 0 for a value that depends on one folder.
    pub locations: u64,
}

/// A value that was computed.
struct MadeValue {
    value: ParsedContent,
    made: Instant,
    /// Time that it took to compute.
    cost: Duration,
}

impl MadeValue {
    /// `true` while the value is not computed again, although files may have changed: at least five
    /// seconds, and so long that computing takes at most a twentieth of the time.
    fn is_fresh(&self) -> bool {
        self.made.elapsed() < (self.cost * 20).max(Duration::from_secs(5))
    }
}

/// Values of a folder, by key.
#[derive(Default)]
pub struct MadeValues(Mutex<HashMap<ValueKey, MadeValue>>);

impl MadeValues {
    /// Cached value of this key, or the one that `make` computes. If the files `may_change`, the value is
    /// computed again after a while.
    pub fn get(
        &self,
        key: ValueKey,
        may_change: bool,
        make: &dyn Fn() -> ParsedContent,
    ) -> ParsedContent {
        let known = |all: &HashMap<ValueKey, MadeValue>| {
            let known = all.get(&key).filter(|known| !may_change || known.is_fresh());
            known.map(|known| known.value.clone())
        };
        if let Some(value) = known(&lock(&self.0)) {
            return value;
        }
        let start = Instant::now();
        // Computed without the lock: two threads may do it at the same time, with the same result.
        let value = make();
        let (made, cost) = (Instant::now(), start.elapsed());
        let mut all = lock(&self.0);
        if key.locations != 0 {
            all.retain(|known, _| known.locations == 0 || known.locations == key.locations);
        }
        // Another thread may have been faster: both use its value.
        known(&all).unwrap_or_else(|| {
            all.insert(key, MadeValue { value: value.clone(), made, cost });
            value
        })
    }
}
