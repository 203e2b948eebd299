//! Converts changes in an edited GLB back to edits of the file it was exported from.

use std::collections::BTreeMap;
use std::path::Path;

use super::verify::is_same;
use super::{EditError, EditOp, InputData, all_stored_as, input_file};
use crate::bytes::{FieldKind, Value};
use crate::container::Context;
use crate::export::Edited;
use crate::formats::{Document, Refusal};

/// Longer files are refused before they are read.
const MAX_FILE: u64 = 1 << 30;

/// Reads the bytes of a GLB.
///
/// # Errors
/// A message, if it cannot be read or is too long.
pub fn read_glb(file: &Path) -> Result<Vec<u8>, String> {
    input_file::read(file, MAX_FILE, "a model")
}

/// Changes found in an edited GLB.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Merge {
    /// One operation for each changed field.
    pub orders: Vec<EditOp>,
    /// Messages about changes that cannot be imported.
    pub left: Vec<String>,
    /// CRC-32 of the exported file according to the GLB.
    pub crc32: Option<u32>,
}

/// Compares an edited GLB with `document`, from which it was exported. There are no operations if nothing
/// was changed.
///
/// # Errors
/// If it is not a valid GLB or was exported from another file, or if a stored field cannot represent its
/// new value.
pub fn merge(document: &Document, context: Context<'_>, glb: &[u8]) -> Result<Merge, EditError> {
    let refused = |why: &str| EditError::Refused(Refusal(why.to_owned()));
    let scene = document.content.displayed().scene(context).map(|(scene, _)| scene);
    let scene = scene.ok_or_else(|| refused("the file has no content that a GLB can contain"))?;
    let edited = Edited::read(&scene, document.source.id(), glb);
    let Edited { shown, fields, left, unfit, crc32 } = edited.map_err(|why| refused(&why))?;
    let all = shown.iter().map(|(origin, shown)| (origin.path.as_str(), shown));
    let asked = all_stored_as(document, context, all);
    let mut merge = Merge { orders: asked.orders, left, crc32 };
    let mut unfit_all = Refusals::default();
    unfit.iter().for_each(|why| unfit_all.add("", why));
    for (path, Refusal(why)) in asked.unfit {
        unfit_all.add(path, &why);
    }
    let mut refusals = Refusals::default();
    for (path, Refusal(why)) in asked.refused {
        refusals.add(path, &why);
    }
    if asked.disputed > 0 {
        let shared = match asked.disputed {
            1 => "1 value is".to_owned(),
            many => format!("{many} values are"),
        };
        merge.left.push(format!(
            "{shared} shared by faces with different new values; the last one is used"
        ));
    }
    for (origin, number, value) in fields {
        if let Some(field) = scene.face_fields.get(number) {
            let path = format!("{}.{}", origin.path, field.name);
            merge.add_value(
                document,
                path,
                Value::Uint(value.into()),
                [&mut refusals, &mut unfit_all],
            );
        }
    }
    let unfit = unfit_all.messages();
    if !unfit.is_empty() {
        return Err(refused(&unfit.join("; ")));
    }
    merge.left.extend(refusals.messages());
    Ok(merge)
}

impl Merge {
    /// Adds an operation for a value if it differs, is stored and is in range.
    fn add_value(
        &mut self,
        document: &Document,
        path: String,
        value: Value,
        [refusals, unfit]: [&mut Refusals; 2],
    ) {
        let field = document.tree.find(&path).ok().and_then(|id| document.tree.field(&id));
        let Some(field) = field else {
            return refusals.add(&path, &format!("{path} is not stored"));
        };
        if is_same(&value, &field.value) {
            return;
        }
        if let (FieldKind::Scalar(repr), Some(number)) = (field.kind, whole(&value)) {
            let (least, most) = repr.range();
            if !(least..=most).contains(&number) {
                return unfit.add(&path, &format!("{path} must be from {least} to {most}"));
            }
        }
        self.orders.push(EditOp::set(path, InputData::from(&value)));
    }
}

fn whole(value: &Value) -> Option<i128> {
    match value {
        Value::Int(number) => Some((*number).into()),
        Value::Uint(number) => Some((*number).into()),
        _ => None,
    }
}

/// Reasons for refused changes, merged if they differ only in the path.
#[derive(Default)]
struct Refusals(BTreeMap<String, (String, usize)>);

impl Refusals {
    fn add(&mut self, path: &str, why: &str) {
        let words = why.replace(path, "");
        self.0.entry(words).or_insert_with(|| (why.to_owned(), 0)).1 += 1;
    }

    fn messages(self) -> Vec<String> {
        let message = |(why, count): (String, usize)| match count {
            1 => why,
            _ => format!("{why} ({count} like this)"),
        };
        self.0.into_values().map(message).collect()
    }
}
