//! Applies edit operations to documents.

use std::collections::{BTreeMap, HashMap, HashSet};

use rayon::prelude::*;

use super::encode::encode;
use super::field_change::{FieldChange, NewContent};
use super::list_edit::{added, copied, removed};
use super::recompute::{rebuilt, recomputed_beside};
use super::reorder::reordered;
use super::reparse::reparse;
use super::replace::replaced;
use super::texts::{NewText, regrowing, regrown, rewritten};
use super::verify::{display_value, is_faithful, is_known, is_same};
use super::{EditError, EditOp, NewProblems};
use crate::bytes::{FieldId, Severity, SourceId, Value};
use crate::container::Context;
use crate::formats::{Document, NewValue, Refusal};
use crate::scene::ReplaceOptions;

/// Applies `orders` one after the other and re-reads the result. Everything else stays unchanged. Slow
/// for large files: do not call it on the window's thread.
///
/// # Errors
/// The first operation that cannot be applied, with its path.
pub fn apply(document: &Document, orders: &[EditOp]) -> Result<Document, EditError> {
    apply_beside(document, orders, Context::ALONE)
}

/// Same as [`apply`], for a file whose companions are needed to replace its textures.
///
/// # Errors
/// The first operation that cannot be applied, with its path.
pub fn apply_beside(
    document: &Document,
    orders: &[EditOp],
    context: Context<'_>,
) -> Result<Document, EditError> {
    let mut course =
        Progress { document, changed: None, changes: Vec::new(), places: HashMap::new() };
    let mut condition: Option<&str> = None;
    for order in orders {
        if order.is_whole() {
            course.carry_out()?;
            course.changed = Some(whole((course.now(), context), order)?);
            condition = None;
            continue;
        }
        // Consecutive operations with the same condition are parts of one: the condition is evaluated on
        // the file before all of them.
        if order.condition().is_some() && order.condition() != condition {
            course.carry_out()?;
        }
        condition = order.condition();
        course.add(order)?;
    }
    course.carry_out()?;
    let changed = match course.changed {
        Some(changed) => changed,
        None => at_once(document, Vec::new())?,
    };
    let path = orders.iter().find_map(EditOp::path);
    let path = path.filter(|_| orders.iter().all(EditOp::is_of_values));
    if !is_known(document, &changed) {
        let path = path.unwrap_or_default().to_owned();
        return Err(EditError::Unknown { path, name: document.format.name });
    }
    match path.and_then(|path| Some((path, broken(document, &changed)?))) {
        Some((path, problem)) => Err(EditError::Breaks { path: path.to_owned(), problem }),
        None => Ok(changed),
    }
}

/// The first error of a changed document, if it has more errors than before.
fn broken(document: &Document, changed: &Document) -> Option<String> {
    let errors = |document: &Document| {
        document.problems.iter().filter(|problem| problem.severity == Severity::Error).count()
    };
    if errors(changed) <= errors(document) {
        return None;
    }
    let new = NewProblems::between(document, changed).new.into_iter();
    let mut errors = new.filter(|problem| problem.severity == Severity::Error);
    errors.next().map(|problem| problem.to_string())
}

/// State of applying operations. Field changes are collected until a later operation needs their result.
struct Progress<'a> {
    document: &'a Document,
    changed: Option<Document>,
    changes: Vec<FieldChange>,
    /// Index in `changes` of each field.
    places: HashMap<FieldId, usize>,
}

impl Progress<'_> {
    /// The document with the changes so far.
    fn now(&self) -> &Document {
        self.changed.as_ref().unwrap_or(self.document)
    }

    /// The collected change of a field.
    fn earlier(&self, id: &FieldId) -> Option<&FieldChange> {
        self.changes.get(*self.places.get(id)?)
    }

    fn carry_out(&mut self) -> Result<(), EditError> {
        let followers = self.followers()?;
        self.places.clear();
        let mut changes = std::mem::take(&mut self.changes);
        changes.extend(followers);
        if !changes.is_empty() {
            self.changed = Some(at_once(self.now(), changes)?);
        }
        Ok(())
    }

    /// Collects the changes of an operation. If a field already has a collected change, they are
    /// combined.
    fn add(&mut self, order: &EditOp) -> Result<(), EditError> {
        let mut next = order.field_changes(self.now(), &|id| self.earlier(id)?.value())?;
        let of_bytes = |one: &FieldChange| {
            let earlier = self.earlier(&one.id);
            earlier.is_some_and(|other| one.value().is_none() || other.value().is_none())
        };
        if next.iter().any(of_bytes) {
            self.carry_out()?;
            next = order.field_changes(self.now(), &|_| None)?;
        }
        let copies = self.copies_of(&next);
        for one in next.into_iter().chain(copies) {
            match self.places.get(&one.id).and_then(|at| self.changes.get_mut(*at)) {
                Some(earlier) => *earlier = one,
                None => {
                    self.places.insert(one.id.clone(), self.changes.len());
                    self.changes.push(one);
                }
            }
        }
        Ok(())
    }
}

impl Progress<'_> {
    /// Changes of fields that follow the collected ones. Explicit changes have priority.
    fn followers(&self) -> Result<Vec<FieldChange>, EditError> {
        let document = self.now();
        if !document.content.editable().couples_fields() {
            return Ok(Vec::new());
        }
        let set: Vec<NewValue> = self.changes.iter().filter_map(FieldChange::new_value).collect();
        let follow = document.content.editable().followers(&set).map_err(EditError::Refused)?;
        let mut all = Vec::with_capacity(follow.len());
        for (path, value) in follow {
            let id = document.tree.find(&path)?;
            if !self.places.contains_key(&id) {
                all.push(FieldChange::of_value(document, id, value)?);
            }
        }
        Ok(all)
    }

    /// Changes of fields that store copies of the changed values. Copies that already differ stay
    /// unchanged, and explicit changes of copies have priority.
    fn copies_of(&self, changes: &[FieldChange]) -> Vec<FieldChange> {
        let document = self.now();
        let mut copies: Vec<FieldChange> = Vec::new();
        let mut known: HashSet<FieldId> = changes.iter().map(|change| change.id.clone()).collect();
        let paths: Vec<&str> = changes.iter().map(|change| change.field.path.as_str()).collect();
        for (one, paths) in changes.iter().zip(document.content.editable().copies_of(&paths)) {
            let Some(value) = one.value() else { continue };
            for path in paths {
                let Some(id) = document.tree.find(&path).ok() else { continue };
                let Some(field) = document.tree.field(&id) else { continue };
                if is_same(&one.was, &field.value)
                    && !self.places.contains_key(&id)
                    && known.insert(id.clone())
                {
                    let (endian, was) = (document.tree.endian(&id), field.value.clone());
                    let content = NewContent::Value(value.clone());
                    copies.push(FieldChange {
                        id,
                        field,
                        endian,
                        was,
                        is_relative: false,
                        content,
                    });
                }
            }
        }
        copies
    }
}

/// Applies an operation to the file as a whole.
fn whole(at: (&Document, Context<'_>), order: &EditOp) -> Result<Document, EditError> {
    match order {
        EditOp::Replace { replace, with, bump, palette, coding, resize } => {
            let manner = ReplaceOptions { palette: *palette, coding: *coding, resize: *resize };
            replaced(at, replace, (with, bump.as_ref()), manner)
        }
        EditOp::Text { text } => rewritten(at.0, text),
        EditOp::Add { add, name, with, bump, coding } => {
            added(at, add, name, ([with.as_ref(), bump.as_ref()], *coding))
        }
        EditOp::Recompute { recompute } => {
            apply_beside(at.0, &recomputed_beside(at, "", recompute), at.1)
        }
        EditOp::Rebuild { rebuild } => rebuilt(at.0, rebuild),
        EditOp::Reorder { reorder, to } => reordered(at, reorder, to),
        EditOp::Copy { copy } => copied(at, copy),
        EditOp::Remove { remove } => removed(at, remove),
        EditOp::Set { .. } | EditOp::Bytes { .. } => {
            at_once(at.0, order.field_changes(at.0, &|_| None)?)
        }
    }
}

/// Longer sources that are not stored verbatim are discs, of which files are changed instead of sectors.
const MAX_LEN: u64 = 256 << 20;

/// Number of fields that one core verifies at a time: the fields around them are compared only once.
const HELD_AT_ONCE: usize = 4096;

/// Applies changes of different fields: first those that change only values, then those that affect the
/// layout.
fn at_once(document: &Document, changes: Vec<FieldChange>) -> Result<Document, EditError> {
    let (mut plain, mut governing, mut texts) = (Vec::new(), Vec::new(), Vec::new());
    // Fields that already have the value stay unchanged, however it is stored.
    for one in changes.into_iter().filter(|one| !one.is_there()) {
        match &one.content {
            NewContent::Value(value)
                if document.content.editable().governs(&one.field.path, value) =>
            {
                governing.push((one.field.path, value.clone()));
            }
            _ => match NewText::of(&one, document)? {
                Some(text) => texts.push((text, one)),
                None => plain.push(one),
            },
        }
    }
    if !governing.is_empty() && !is_faithful(document) {
        let why = "cannot rewrite: the file does not round-trip";
        return Err(EditError::Refused(Refusal(why.to_owned())));
    }
    let mut changed = None;
    let fits = |changes: &[&FieldChange]| in_place(document, changes).is_ok();
    let (grown, fixed) = regrowing(document, texts, &fits);
    plain.extend(fixed);
    if !plain.is_empty() || grown.is_empty() && governing.is_empty() {
        let plain: Vec<&FieldChange> = plain.iter().collect();
        changed = Some(in_place(document, &plain)?);
    }
    if !grown.is_empty() {
        changed = Some(regrown(changed.as_ref().unwrap_or(document), &grown)?);
    }
    match changed {
        Some(changed) if governing.is_empty() => Ok(changed),
        changed => read_again(changed.as_ref().unwrap_or(document), &governing),
    }
}

/// The bytes of the document with these changes.
fn with_changes(document: &Document, changes: &[&FieldChange]) -> Result<Vec<u8>, EditError> {
    let mut file = document.source.read_all().map_err(|message| {
        let name = document.source.file_name();
        EditError::Refused(Refusal(format!("{name} cannot be read completely: {message}")))
    })?;
    let mut parts: BTreeMap<SourceId, Vec<u8>> = BTreeMap::new();
    for one in changes {
        let source = document.tree.source_of_span(one.field.span);
        let bytes = match source.id() == document.source.id() {
            true => &mut file,
            false => parts.entry(source.id()).or_insert_with(|| source.bytes().to_vec()),
        };
        one.put(document, bytes)?;
    }
    match parts.is_empty() {
        true => Ok(file),
        false => document.content.editable().repacked(file, parts).map_err(EditError::Refused),
    }
}

fn in_place(document: &Document, changes: &[&FieldChange]) -> Result<Document, EditError> {
    let source = &document.source;
    if !source.is_stored() && source.len() > MAX_LEN {
        let name = source.file_name();
        let why = format!("{name} exceeds the {MAX_LEN} bytes of a file that can be changed");
        return Err(EditError::Refused(Refusal(why)));
    }
    let bytes = with_changes(document, changes)?;
    let path = || match changes {
        [one] => one.field.path.clone(),
        [one, ..] => format!("{} (and others)", one.field.path),
        [] => String::new(),
    };
    let changed = reparse(document, bytes).map_err(|error| match error {
        EditError::Unreadable { error, .. } => EditError::Unreadable { path: path(), error },
        other => other,
    })?;
    let edited: Vec<&str> = changes.iter().map(|one| one.field.path.as_str()).collect();
    let editable = document.content.editable();
    if let Some(effect) = editable.side_effect(&*changed.content, &edited) {
        let why = format!("{} affects the layout: {effect}", path());
        return Err(EditError::Refused(Refusal(why)));
    }
    let hold = |some: &[&FieldChange]| {
        let mut places = document.tree.compared_with(&changed.tree);
        some.iter().find_map(|one| match places.first_moved(&one.id) {
            Some(moved) => Some(EditError::Governs { path: path(), moved }),
            None => one.is_held(&changed).err(),
        })
    };
    if let Some(error) = changes.par_chunks(HELD_AT_ONCE).find_map_first(hold) {
        return Err(error);
    }
    if is_faithful(document) && !is_faithful(&changed) {
        return Err(EditError::Follows { path: path() });
    }
    Ok(changed)
}

/// Sets fields that affect the layout of the document.
fn read_again(document: &Document, fields: &[(String, Value)]) -> Result<Document, EditError> {
    let named: Vec<(&str, &Value)> = fields.iter().map(|(path, v)| (path.as_str(), v)).collect();
    let bytes = document.content.editable().with_governing(&named).map_err(EditError::Refused)?;
    let changed = reparse(document, bytes)?;
    for (path, value) in named {
        let id = changed.tree.find(path)?;
        let read = changed.tree.field(&id).map(|field| field.value).unwrap_or_default();
        if !is_same(value, &read) {
            return Err(EditError::NotHeld { path: path.to_owned(), read: display_value(&read) });
        }
    }
    match (is_faithful(&changed), fields) {
        (false, [(path, _), ..]) => Err(EditError::Follows { path: path.clone() }),
        _ => Ok(changed),
    }
}

/// `true` if a text in an encoding of the format differs only in the bytes that pad its field.
fn is_filled(document: &Document, path: &str, wanted: &Value, read: &Value) -> bool {
    let (Value::Text(wanted), Value::Text(read)) = (wanted, read) else { return false };
    let encoded = |text: &str| document.content.editable().encoded(path, text)?.ok();
    encoded(wanted).is_some_and(|bytes| encoded(read) == Some(bytes))
}

impl FieldChange {
    /// `true` if the field already has the requested value.
    fn is_there(&self) -> bool {
        self.value().is_some_and(|wanted| self.was != Value::None && is_same(wanted, &self.was))
    }

    /// Writes the change at the position of the field.
    fn put(&self, document: &Document, bytes: &mut [u8]) -> Result<(), EditError> {
        let path = || self.field.path.clone();
        let span = self.field.span;
        let no_value = || EditError::NoValue { path: path() };
        let start = usize::try_from(span.start).map_err(|_| no_value())?;
        let len = usize::try_from(span.len).map_err(|_| no_value())?;
        let target = start.checked_add(len).and_then(|end| bytes.get_mut(start..end));
        let target = target.ok_or_else(no_value)?;
        match &self.content {
            NewContent::Value(value) => {
                let own = match value {
                    Value::Text(text) => document.content.editable().encoded(&path(), text),
                    _ => None,
                };
                // Bit fields share bytes: earlier changes of these bytes are kept.
                let new = match own {
                    Some(encoded) => encoded.map_err(EditError::Refused)?,
                    None => encode(&self.field, target, self.endian, value)?,
                };
                target.copy_from_slice(&new);
            }
            NewContent::Bytes(at, new) => {
                let at = usize::try_from(*at).unwrap_or(usize::MAX);
                let part = at.checked_add(new.len()).and_then(|end| target.get_mut(at..end));
                let too_long = EditError::TooManyBytes { path: path(), bytes: len };
                part.ok_or(too_long)?.copy_from_slice(new);
            }
        }
        Ok(())
    }

    /// Checks that the field now reads as the requested value.
    fn is_held(&self, changed: &Document) -> Result<(), EditError> {
        let NewContent::Value(wanted) = &self.content else { return Ok(()) };
        let read = changed.tree.field(&self.id).map(|field| field.value).unwrap_or_default();
        let path = &self.field.path;
        match is_same(wanted, &read) || is_filled(changed, path, wanted, &read) {
            true => Ok(()),
            false => Err(EditError::NotHeld { path: path.clone(), read: display_value(&read) }),
        }
    }
}
