//! Adds, copies and removes objects, models and textures.

mod direct;
mod models;
mod objects;
mod textures;

use super::records::File;
use crate::formats::list_edit::{elements, list_of, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

type Result<T> = EditResult<T>;

/// Writes the file with elements added to or removed from a list.
pub(super) fn with_list(file: &File, change: &ListChange<'_>) -> Result<Vec<u8>> {
    let mut new = file.clone();
    match change {
        ListChange::Add { list: "textures", name, new: Some(what) } => {
            textures::add(&mut new, name, what)?;
        }
        ListChange::Add { list: "textures", .. } => {
            return Err(Refusal("a texture can only be added from a PNG".to_owned()));
        }
        ListChange::Add { list, .. } => return Err(unchangeable(list)),
        ListChange::Copy(paths) | ListChange::Remove(paths) => {
            let first = paths.first().map_or("", String::as_str);
            let list = list_of(paths).ok_or_else(|| unchangeable(first))?;
            let indices = |len| elements(paths, list, len).ok_or_else(|| unchangeable(first));
            let textures = file.library.as_ref().map_or(0, |library| library.textures.len());
            match (list, change) {
                ("objects", ListChange::Copy(_)) => {
                    objects::copy(&mut new, &indices(file.objects.len())?)?;
                }
                ("objects", _) => objects::remove(&mut new, &indices(file.objects.len())?)?,
                ("models", ListChange::Remove(_)) => {
                    models::remove(&mut new, &indices(file.models.len())?)?;
                }
                ("textures", ListChange::Remove(_)) => {
                    textures::remove(&mut new, &indices(textures)?)?;
                }
                ("models" | "textures", _) => {
                    return Err(Refusal(format!(
                        "{list} have unique name hashes: {first} cannot be copied"
                    )));
                }
                _ => return Err(unchangeable(list)),
            }
        }
    }
    new.write()
}

/// Refuses files in which the index of an object determines its model.
fn not_of_a_character(file: &File) -> Result<()> {
    let kind = super::kind::Kind::of(file);
    match kind.bones {
        true => Err(Refusal("its objects are the bones of a character, one per model".into())),
        false => Ok(()),
    }
}
