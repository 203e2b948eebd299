//! Removes unused models.

use super::super::records::{File, FileBlock};
use super::{Result, not_of_a_character};
use crate::formats::Refusal;
use crate::formats::list_edit::Renumbered;

/// Removes models that no object places and that are not a level of detail of another model.
pub(super) fn remove(file: &mut File, gone: &[usize]) -> Result<()> {
    not_of_a_character(file)?;
    let count = file.models.len();
    let moved = Renumbered::without(gone);
    for (index, object) in file.objects.iter_mut().enumerate() {
        let shows = || Refusal(format!("objects[{index}] uses models[{}]", object.model));
        object.model = moved.count(object.model, count).ok_or_else(shows)?;
    }
    let kept = file.models.iter_mut().enumerate().filter(|(index, _)| moved.of(*index).is_some());
    for (index, model) in kept {
        let Some(lod) = &mut model.lod else { continue };
        let leads = || {
            Refusal(format!("models[{index}] has models[{}] as a lower level of detail", lod.next))
        };
        lod.next = moved.count(lod.next, count).ok_or_else(leads)?;
    }
    moved.apply(&mut file.models);
    if let Some(library) = &mut file.library {
        moved.apply(&mut library.model_names);
    }
    file.layout = file.layout.renamed(|piece| match piece {
        FileBlock::Model(index) => moved.of(index).map(FileBlock::Model),
        other => Some(other),
    });
    Ok(())
}
