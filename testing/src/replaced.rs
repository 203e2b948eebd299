//! Replaces members of any container: the change is refused with a reason, or the written file contains
//! the new bytes.

use std::collections::BTreeMap;

use gouraud::bytes::Source;
use gouraud::container::{Context, Members};
use gouraud::formats::{Document, Format, NewBytes};

/// Maximum size of a container that is read again.
const MOST: u64 = 1 << 20;

/// Replaces the first and the last member. For a `damaged` container, only checks that this ends.
///
/// # Panics
/// The written file does not contain the new bytes, or is truncated.
pub fn check(format: &dyn Format, document: &Document, damaged: bool) {
    let listed = with(document, |members| members.list().iter().map(|one| one.size).collect());
    let sizes: Vec<u64> = listed.unwrap_or_default();
    let Some(last) = sizes.len().checked_sub(1) else { return };
    for (index, len) in [(0, sizes.first().map_or(0, |size| size + 1)), (last, 0)] {
        let new = vec![0x5A; usize::try_from(len.min(MOST)).unwrap_or(0)];
        let replaced = BTreeMap::from([(index, new.clone())]);
        let files = match document.content.container().with_members(Context::ALONE, &replaced) {
            Ok(files) => files,
            Err(refused) => {
                assert!(!refused.0.is_empty(), "refused without a reason");
                continue;
            }
        };
        let Some(own) = files.into_iter().find(|file| file.beside.is_none()) else { continue };
        let is_disc = matches!(own.bytes, NewBytes::Patched(_));
        let bytes = match own.bytes {
            NewBytes::Whole(bytes) => bytes,
            NewBytes::Patched(patches) if document.source.len() <= MOST => {
                over(document.source.bytes().to_vec(), &patches)
            }
            NewBytes::Patched(_) => continue,
        };
        if damaged {
            continue;
        }
        let id = format.info().id;
        let source = Source::from_bytes(document.source.name(), bytes);
        let again = format.open(&source).expect("the written file can be read");
        let found = with(&again, |members| {
            // The tracks of a packed disc are known from its companions.
            let least = sizes.len() - usize::from(is_disc);
            assert!(members.list().len() >= least, "{id}: the number of members changed");
            members.open(index).map(|member| member.bytes().to_vec()).ok()
        });
        assert!(found.flatten().as_ref() == Some(&new), "{id}: member {index} changed");
    }
}

fn with<T>(document: &Document, f: impl FnOnce(&dyn Members) -> T) -> Option<T> {
    let beside =
        document.content.container().companion_members(Context::ALONE).map(|(members, _)| members);
    beside.as_deref().or_else(|| document.content.container().members()).map(f)
}

fn over(mut bytes: Vec<u8>, patches: &[(u64, Vec<u8>)]) -> Vec<u8> {
    for (at, new) in patches {
        let at = usize::try_from(*at).unwrap_or(usize::MAX);
        let place = bytes.get_mut(at..).and_then(|rest| rest.get_mut(..new.len()));
        place.expect("only existing bytes are overwritten").copy_from_slice(new);
    }
    bytes
}
