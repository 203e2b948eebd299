//! Replaces the bytes of files.

use super::{EntryTarget, File, Lgp};
use crate::bytes::{Source, use_counts};
use crate::formats::{EditResult, NewMembers, Refusal};

/// Copy of the archive in which the listed files have these bytes.
pub(super) fn with_members(lgp: &Lgp, replaced: &NewMembers) -> EditResult<Vec<u8>> {
    let is_listed = |target: &EntryTarget| matches!(target, EntryTarget::File(_));
    let listed = lgp.targets.iter().enumerate().filter(|(_, target)| is_listed(target));
    let listed: Vec<usize> = listed.map(|(index, _)| index).collect();
    let mut new = lgp.clone();
    let used = lgp.targets.iter().filter_map(|target| match target {
        EntryTarget::File(file) => Some(*file),
        _ => None,
    });
    let mut sharing = use_counts(lgp.files.len(), used);
    for (index, bytes) in replaced {
        let missing = || Refusal(format!("the archive has no file {index}"));
        let entry = listed.get(*index).copied().ok_or_else(missing)?;
        let target = new.targets.get(entry).copied();
        let Some(EntryTarget::File(file)) = target else { return Err(missing()) };
        if u32::try_from(bytes.len()).is_err() {
            return Err(Refusal(format!("file {index} exceeds the archive's limit of 4 GB")));
        }
        let name = new.files.get(file).ok_or_else(missing)?.name;
        let data = Source::from_bytes(name.lossy(), bytes.clone());
        let changed = File { name, size: None, data };
        let is_shared = sharing.get(file).is_some_and(|count| *count > 1);
        match new.files.get_mut(file).filter(|_| !is_shared) {
            Some(place) => *place = changed,
            // Other entries keep their file.
            None => {
                if let Some(count) = sharing.get_mut(file) {
                    *count -= 1;
                }
                if let Some(target) = new.targets.get_mut(entry) {
                    *target = EntryTarget::File(new.files.len());
                }
                new.files.push(changed);
            }
        }
    }
    new.write()
}
