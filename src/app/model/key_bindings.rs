//! Keys that the user assigned to commands, instead of the default ones.

use std::cell::RefCell;
use std::collections::BTreeMap;

use egui::{Key, Modifiers};
use serde::{Deserialize, Serialize};

/// The keys of the commands whose default ones were changed, by the commands' names. An empty list removes the
/// keys.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct KeyBindings(BTreeMap<String, Vec<(Modifiers, Key)>>);

thread_local! {
    /// The bindings of the window that this thread draws. Titles and tooltips in all panels show keys.
    static CURRENT: RefCell<KeyBindings> = RefCell::default();
}

impl KeyBindings {
    /// Applies these bindings to the window that this thread draws.
    pub fn apply(&self) {
        CURRENT.with_borrow_mut(|current| {
            if current != self {
                current.clone_from(self);
            }
        });
    }

    /// `true` if all commands have their default keys.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// `true` if a command has other keys than the default ones.
    pub fn is_changed(&self, name: &str) -> bool {
        self.0.contains_key(name)
    }

    /// The keys that were assigned to a command; `None` for the default ones.
    pub fn assigned(&self, name: impl FnOnce() -> String) -> Option<&Vec<(Modifiers, Key)>> {
        // Most users change nothing, and each key press is compared with all commands.
        if self.is_empty() { None } else { self.0.get(&name()) }
    }

    /// Gives a command these keys.
    pub fn assign(&mut self, name: String, keys: impl IntoIterator<Item = (Modifiers, Key)>) {
        self.0.insert(name, keys.into_iter().collect());
    }

    /// Gives a command its default keys.
    pub fn reset(&mut self, name: &str) {
        self.0.remove(name);
    }
}

/// The keys that were assigned to a command, in the window that this thread draws.
pub fn currently_assigned(name: impl FnOnce() -> String) -> Option<Vec<(Modifiers, Key)>> {
    CURRENT.with_borrow(|current| current.assigned(name).cloned())
}
