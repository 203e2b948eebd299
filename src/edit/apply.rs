//! Carrying orders out.

use std::collections::HashSet;

use super::encode::encode;
use super::held::{is_faithful, is_known, is_same, shown};
use super::order::{Wanted, What};
use super::recompute::rebuilt;
use super::relist::{added, copied, removed};
use super::reorder::reordered;
use super::replace::replaced;
use super::reread::reread;
use super::texts::{NewText, regrowing, regrown, rewritten};
use super::{EditError, Order};
use crate::bytes::{FieldId, Value};
use crate::container::Context;
use crate::formats::{Document, Refusal};
use crate::scene::Manner;

/// The document with `orders` carried out, one after the other, and read anew. What was not asked
/// for is as it was. Slow for large files: not for the window's thread.
///
/// # Errors
/// The first thing that cannot be done, with its path.
pub fn apply(document: &Document, orders: &[Order]) -> Result<Document, EditError> {
    apply_beside(document, orders, Context::ALONE)
}

/// The same for a file whose companions hold what is needed to replace its textures.
///
/// # Errors
/// The first thing that cannot be done, with its path.
pub fn apply_beside(
    document: &Document,
    orders: &[Order],
    context: Context<'_>,
) -> Result<Document, EditError> {
    let mut changed: Option<Document> = None;
    let mut wanted: Vec<Wanted> = Vec::new();
    let mut touched: HashSet<FieldId> = HashSet::new();
    let mut condition: Option<&str> = None;
    for order in orders {
        let mut now = changed.as_ref().unwrap_or(document);
        if order.is_whole() {
            if !wanted.is_empty() {
                now = changed.insert(at_once(now, std::mem::take(&mut wanted))?);
                touched.clear();
            }
            changed = Some(whole((now, context), order)?);
            condition = None;
            continue;
        }
        // Neighbours with one condition are one order in several parts: it is looked at once.
        let is_new = order.condition().is_some() && order.condition() != condition;
        condition = order.condition();
        let mut next = if is_new { Vec::new() } else { order.wanted(now)? };
        if is_new || next.iter().any(|one| touched.contains(&one.id)) {
            if !wanted.is_empty() {
                now = changed.insert(at_once(now, std::mem::take(&mut wanted))?);
                touched.clear();
            }
            next = order.wanted(now)?;
        }
        touched.extend(next.iter().map(|one| one.id.clone()));
        wanted.extend(next);
    }
    let changed = match changed {
        Some(changed) if wanted.is_empty() => changed,
        changed => at_once(changed.as_ref().unwrap_or(document), wanted)?,
    };
    match is_known(document, &changed) {
        true => Ok(changed),
        false => Err(EditError::Unknown { name: document.format.name }),
    }
}

/// Carries out an order that is for the file as a whole.
fn whole(at: (&Document, Context<'_>), order: &Order) -> Result<Document, EditError> {
    match order {
        Order::Replace { replace, with, palette, coding } => {
            replaced(at, replace, with, Manner { palette: *palette, coding: *coding })
        }
        Order::Text { text } => rewritten(at.0, text),
        Order::Add { add, name, with, coding } => added(at, add, name, (with.as_ref(), *coding)),
        Order::Rebuild { rebuild } => rebuilt(at.0, rebuild),
        Order::Reorder { reorder, to } => reordered(at, reorder, to),
        Order::Copy { copy } => copied(at, copy),
        Order::Remove { remove } => removed(at, remove),
        Order::Set { .. } | Order::Bytes { .. } => at_once(at.0, order.wanted(at.0)?),
    }
}

/// What is longer and not in memory is a disc: its files are changed, not its sectors.
const MAX_LEN: u64 = 256 << 20;

/// Carries out what is wanted of different fields: first what changes nothing but values, then that
/// with which other fields come or go.
fn at_once(document: &Document, wanted: Vec<Wanted>) -> Result<Document, EditError> {
    let (mut plain, mut governing, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    for one in wanted {
        match &one.what {
            What::Value(value) if document.content.governs(&one.field.path, value) => {
                governing.push((one.field.path, value.clone()));
            }
            _ => match NewText::of(&one, document)? {
                Some(text) => texts.push((text, one)),
                None => plain.push(one),
            },
        }
    }
    if !governing.is_empty() && !is_faithful(document) {
        let why = "it cannot be laid out anew: written from its records, it is not what it was";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let mut changed = None;
    let (grown, fixed) = regrowing(document, texts);
    plain.extend(fixed);
    if !plain.is_empty() || grown.is_empty() && governing.is_empty() {
        changed = Some(in_place(document, &plain)?);
    }
    if !grown.is_empty() {
        changed = Some(regrown(changed.as_ref().unwrap_or(document), &grown)?);
    }
    match changed {
        Some(changed) if governing.is_empty() => Ok(changed),
        changed => laid_out_anew(changed.as_ref().unwrap_or(document), &governing),
    }
}

fn in_place(document: &Document, wanted: &[Wanted]) -> Result<Document, EditError> {
    let source = &document.source;
    if source.in_memory().is_none() && source.len() > MAX_LEN {
        let why = format!("{} is too large to be changed as a whole", source.file_name());
        return Err(EditError::Refused(Refusal(why)));
    }
    let mut bytes = source.bytes().to_vec();
    for one in wanted {
        one.put(document, &mut bytes)?;
    }
    let changed = reread(document, bytes)?;
    let path = || match wanted {
        [one] => one.field.path.clone(),
        [one, ..] => format!("{} (and others)", one.field.path),
        [] => String::new(),
    };
    if let Some(moved) = document.tree.first_moved(&changed.tree, wanted.iter().map(|w| &w.id)) {
        return Err(EditError::Governs { path: path(), moved });
    }
    for one in wanted {
        one.is_held(&changed)?;
    }
    if is_faithful(document) && !is_faithful(&changed) {
        return Err(EditError::Follows { path: path() });
    }
    Ok(changed)
}

/// The document with fields set with which others come or go.
fn laid_out_anew(document: &Document, fields: &[(String, Value)]) -> Result<Document, EditError> {
    let named: Vec<(&str, &Value)> = fields.iter().map(|(path, v)| (path.as_str(), v)).collect();
    let bytes = document.content.with_governing(&named).map_err(EditError::Refused)?;
    let changed = reread(document, bytes)?;
    for (path, value) in named {
        let id = changed.tree.find(path)?;
        let read = changed.tree.field(&id).map(|field| field.value).unwrap_or_default();
        if !is_same(value, &read) {
            return Err(EditError::NotHeld { path: path.to_owned(), read: shown(&read) });
        }
    }
    match (is_faithful(&changed), fields) {
        (false, [(path, _), ..]) => Err(EditError::Follows { path: path.clone() }),
        _ => Ok(changed),
    }
}

impl Wanted {
    /// Puts what is wanted where the field stands.
    fn put(&self, document: &Document, bytes: &mut [u8]) -> Result<(), EditError> {
        let path = || self.field.path.clone();
        let span = self.field.span;
        let no_value = || EditError::NoValue { path: path() };
        let start = usize::try_from(span.start).map_err(|_| no_value())?;
        let len = usize::try_from(span.len).map_err(|_| no_value())?;
        let target = start.checked_add(len).and_then(|end| bytes.get_mut(start..end));
        let target = target.ok_or_else(no_value)?;
        match &self.what {
            What::Value(value) => {
                // Bits share bytes: what was put there before stays.
                let new = encode(&self.field, target, document.tree.endian(&self.id), value)?;
                target.copy_from_slice(&new);
            }
            What::Bytes(at, new) => {
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                let part = at.checked_add(new.len()).and_then(|end| target.get_mut(at..end));
                let too_long = EditError::TooManyBytes { path: path(), bytes: len };
                part.ok_or(too_long)?.copy_from_slice(new);
            }
        }
        Ok(())
    }

    /// Whether the field is now read as what was wanted.
    fn is_held(&self, changed: &Document) -> Result<(), EditError> {
        let What::Value(wanted) = &self.what else { return Ok(()) };
        let read = changed.tree.field(&self.id).map(|field| field.value).unwrap_or_default();
        match is_same(wanted, &read) {
            true => Ok(()),
            false => Err(EditError::NotHeld { path: self.field.path.clone(), read: shown(&read) }),
        }
    }
}
