//! Recipes: edit operations in a file, which can be read, edited, and applied to another version of a
//! file.
//!
//! Lines of JSON. The first line gives the kind of file; each further one is an [`EditOp`].
//!
//! ```text
//! {"recipe":1,"format":"neversoft.psx","file":"level.psx"}
//! {"set":"models[*].faces[*].flags","op":"|=","value":"wall-ride","where":"surface == 3"}
//! {"replace":"textures[3]","file":"brick.png","palette":"rebuild"}
//! ```

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::{EditOp, input_file};

/// Version of the recipe format.
const VERSION: u32 = 1;
/// Maximum size of a recipe.
const MAX_LEN: u64 = 1 << 30;

/// Edit operations, and the kind of file they are for.
#[derive(Clone, Debug, PartialEq)]
pub struct Recipe {
    /// Id of the format, if given.
    pub format: Option<String>,
    /// Name of the file that the recipe was made from.
    pub file: Option<String>,
    /// The operations in order.
    pub orders: Vec<EditOp>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Head {
    recipe: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    format: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    file: Option<String>,
}

impl Recipe {
    /// Parses a recipe. Empty lines are ignored; the first line may already be an operation.
    ///
    /// # Errors
    /// A message about the first invalid line.
    pub fn parse(text: &str) -> Result<Self, String> {
        let mut recipe = Self { format: None, file: None, orders: Vec::new() };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        for (place, (number, line)) in lines.enumerate() {
            let wrong = |why: String| format!("line {}: {why}", number + 1);
            match serde_json::from_str::<Head>(line) {
                Ok(head) if place == 0 && head.recipe != VERSION => {
                    let version = head.recipe;
                    return Err(wrong(format!("unknown recipe version {version}")));
                }
                Ok(head) if place == 0 => (recipe.format, recipe.file) = (head.format, head.file),
                _ => recipe.orders.push(order(line).map_err(wrong)?),
            }
        }
        Ok(recipe)
    }

    /// Reads a recipe and the files that it names, to be applied to the file `name` of this format.
    ///
    /// # Errors
    /// A message, if it cannot be read, or is for another format.
    pub fn open(file: &Path, (name, format): (&str, &str)) -> Result<Self, String> {
        let text = input_file::read(file, MAX_LEN, "a recipe")?;
        let text = String::from_utf8(text).map_err(|_| "not a recipe".to_owned())?;
        let mut recipe = Self::parse(&text)?;
        if let Some(meant) = recipe.format.as_deref().filter(|meant| *meant != format) {
            return Err(format!("{name} is {format}, but the recipe is for {meant}"));
        }
        recipe.read_files(file.parent().unwrap_or(Path::new("")))?;
        Ok(recipe)
    }

    /// Reads the pictures and recordings that it names, relative to its folder.
    ///
    /// # Errors
    /// A message about the first one that cannot be read.
    pub fn read_files(&mut self, folder: &Path) -> Result<(), String> {
        self.orders.iter_mut().flat_map(EditOp::files_mut).try_for_each(|with| with.read(folder))
    }

    /// Serializes the recipe.
    pub fn write(&self) -> String {
        let head = Head { recipe: VERSION, format: self.format.clone(), file: self.file.clone() };
        let mut text = serde_json::to_string(&head).unwrap_or_default();
        for order in &self.orders {
            text.push('\n');
            text.push_str(&serde_json::to_string(order).unwrap_or_default());
        }
        text.push('\n');
        text
    }
}

fn order(line: &str) -> Result<EditOp, String> {
    if let Err(error) = serde_json::from_str::<serde_json::Value>(line) {
        return Err(format!("invalid JSON: {error}"));
    }
    serde_json::from_str(line).map_err(|_| misread(line))
}

/// The operations: their key, required other keys, and optional ones.
const ORDERS: &[(&str, &[&str], &[&str])] = &[
    ("set", &["value"], &["op", "where"]),
    ("bytes", &["to"], &["at"]),
    ("text", &[], &[]),
    ("replace", &["file"], &["bump", "palette", "coding", "resize"]),
    ("copy", &[], &[]),
    ("remove", &[], &[]),
    ("recompute", &[], &[]),
    ("rebuild", &[], &[]),
    ("reorder", &["to"], &[]),
    ("add", &[], &["name", "file", "bump", "coding"]),
];

/// Message about a line that is not a valid operation.
fn misread(line: &str) -> String {
    let names = || ORDERS.iter().map(|(name, ..)| *name).collect::<Vec<_>>().join(", ");
    let Ok(keys) = serde_json::from_str::<serde_json::Map<_, _>>(line) else {
        return format!("expected an object with one of the keys {}", names());
    };
    let Some((order, needed, others)) = ORDERS.iter().find(|(name, ..)| keys.contains_key(*name))
    else {
        return format!("unknown operation; expected one of the keys {}", names());
    };
    let missing = needed.iter().find(|key| !keys.contains_key(**key));
    let known = |key: &str| key == *order || needed.contains(&key) || others.contains(&key);
    match (missing, keys.keys().find(|key| !known(key))) {
        (Some(missing), _) => format!("{order:?} needs the key {missing:?}"),
        (_, Some(unknown)) => format!("unknown key {unknown:?} of {order:?}"),
        _ => format!("invalid value of {order:?}"),
    }
}
