//! Slots of the members that expressions used last, so that their names are not looked up again.

use std::collections::HashMap;
use std::sync::Arc;

use super::ids::ClassId;

/// Number of members that are remembered.
const COUNT: usize = 512;

/// A name in an expression, and its slot in a class.
type Known = (ClassId, Arc<str>, Option<usize>);

/// Slots of members by class and name. Names are the same if they are in the same memory.
#[derive(Default)]
pub(super) struct MemberSlots(Vec<Option<Known>>);

impl MemberSlots {
    /// The slot of a member; `members` are those of the class.
    pub(super) fn find(
        &mut self,
        class: ClassId,
        name: &Arc<str>,
        members: &HashMap<Arc<str>, usize>,
    ) -> Option<usize> {
        if self.0.is_empty() {
            self.0.resize(COUNT, None);
        }
        let address = Arc::as_ptr(name).cast::<u8>().addr();
        let mixed = ((address >> 4) ^ class.wrapping_mul(0x9E37_79B9)).wrapping_mul(0x9E37_79B9);
        let at = (mixed >> 16) % COUNT;
        let entry = self.0.get_mut(at)?;
        if let Some((of, known, slot)) = entry
            && *of == class
            && Arc::ptr_eq(known, name)
        {
            return *slot;
        }
        let slot = members.get(name).copied();
        *entry = Some((class, name.clone(), slot));
        slot
    }
}
