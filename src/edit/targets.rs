//! Finds the targets of edit operations before they are applied.

use std::collections::HashSet;

use super::match_fields::{each_matching, matching};
use super::{Condition, EditError, EditOp};
use crate::formats::Document;

/// Number of fields and other targets that the operations name in the document.
///
/// # Errors
/// If an operation matches nothing.
pub fn target_count(document: &Document, orders: &[EditOp]) -> Result<u64, EditError> {
    let mut count = 0;
    for order in orders {
        match order {
            EditOp::Set { set, condition, .. } => {
                let condition = condition.as_deref().map(Condition::parse).transpose()?;
                each_matching(document, set, condition.as_ref(), &mut |_| {
                    count += 1;
                    Ok(())
                })?;
            }
            EditOp::Copy { copy: paths } | EditOp::Remove { remove: paths } => {
                for path in paths.all() {
                    count += matching(document, path)?.len() as u64;
                }
            }
            _ => count += 1,
        }
    }
    Ok(count)
}

/// Path of a field that several operations set, which makes the result ambiguous.
pub fn named_twice(document: &Document, orders: &[EditOp]) -> Option<String> {
    let mut met = HashSet::new();
    for order in orders {
        let EditOp::Set { set, condition, .. } = order else { continue };
        let condition = condition.as_deref().map(Condition::parse).transpose().ok()?;
        let mut twice = None;
        // Operations that match nothing or are invalid are reported when they are applied.
        let _ = each_matching(document, set, condition.as_ref(), &mut |id| {
            if !met.insert(id.clone()) {
                twice.get_or_insert_with(|| document.tree.path(&id));
            }
            Ok(())
        });
        if twice.is_some() {
            return twice;
        }
    }
    None
}
