//! Copies and removes models, materials and mesh groups.

use super::pieces::{ModelBlock, ModelLayout};
use super::records::{File, Model};
use crate::bytes::Gap;
use crate::formats::list_edit::{Elements, Renumbered, copy, element, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// Alignment of a model's data.
const ALIGN: usize = 16;

/// Applies a change to one of the file's lists.
pub(super) fn with_list(file: &File, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
    let asked = Elements::of(change)?;
    let mut new = file.clone();
    if asked.list == "models" {
        models(&mut new, &asked)?;
        return new.to_bytes();
    }
    let (path, list) = asked.list.split_once('.').ok_or_else(|| unchangeable(asked.first()))?;
    let model = element(path, "models").and_then(|index| new.models.get_mut(index));
    let model = model.ok_or_else(|| unchangeable(asked.first()))?;
    match list {
        "materials" => materials(model, path, &asked)?,
        "groups" => groups(model, &asked)?,
        "ik_points" => asked.apply(&mut model.ik_points)?,
        _ => return Err(unchangeable(asked.first())),
    }
    new.to_bytes()
}

fn models(file: &mut File, asked: &Elements<'_>) -> EditResult<()> {
    let places = asked.places(file.models.len())?;
    if !asked.go {
        let first = file.models.len();
        copy(&mut file.models, &places);
        for index in first..file.models.len() {
            file.layout.models.gaps.insert(index, Gap::Align(ALIGN));
        }
        return Ok(());
    }
    let moved = Renumbered::without(&places);
    let kept = || file.models.iter().enumerate().filter(|(index, _)| moved.of(*index).is_some());
    for (index, gone) in places.iter().filter_map(|at| Some((at, file.models.get(*at)?))) {
        let is_alone = kept().all(|(_, other)| other.file_id != gone.file_id);
        let user =
            kept().find_map(|(at, other)| Some(format!("models[{at}].{}", user_in(other, gone)?)));
        if let Some(user) = user.filter(|_| is_alone) {
            return Err(Refusal(format!("{user} refers to the bones of models[{index}]")));
        }
    }
    moved.apply(&mut file.models);
    file.layout.models = file.layout.models.renamed(|index| moved.of(index));
    Ok(())
}

/// Path of an element of `model` that refers to a bone of another model by its file id.
fn user_in(model: &Model, of: &Model) -> Option<String> {
    let parent = |parent: Option<(u16, usize)>| parent.is_some_and(|(file, _)| file == of.file_id);
    if let Some(at) = model.bones.iter().position(|bone| parent(bone.parent())) {
        return Some(format!("bones[{at}]"));
    }
    let follows = |weights: &super::records::Weights| {
        weights.entries.iter().any(|weight| u16::from(weight.file) == of.file_id)
    };
    model.weights.iter().position(follows).map(|at| format!("weights[{at}]"))
}

fn materials(model: &mut Model, path: &str, asked: &Elements<'_>) -> EditResult<()> {
    let places = asked.places(model.materials.len())?;
    if !asked.go {
        copy(&mut model.materials, &places);
        return Ok(());
    }
    let (moved, len) = (Renumbered::without(&places), model.materials.len());
    for (at, group) in model.groups.iter_mut().enumerate() {
        let used = || Refusal(format!("{path}.groups[{at}] uses materials[{}]", group.material));
        group.material = moved.count(group.material, len).ok_or_else(used)?;
    }
    moved.apply(&mut model.materials);
    Ok(())
}

/// Copies or removes groups with the reference lists of their weight groups, which are counted through
/// all groups.
fn groups(model: &mut Model, asked: &Elements<'_>) -> EditResult<()> {
    let places = asked.places(model.groups.len())?;
    let mut first = 0;
    let lists: Vec<std::ops::Range<usize>> = model
        .groups
        .iter()
        .map(|group| {
            first += group.weight_groups.len();
            first - group.weight_groups.len()..first
        })
        .collect();
    if first != model.references.len() {
        let why =
            "groups cannot be changed: the numbers of weight groups and of reference lists differ";
        return Err(Refusal(why.to_owned()));
    }
    let of_them: Vec<usize> =
        places.iter().filter_map(|at| lists.get(*at).cloned()).flatten().collect();
    if !asked.go {
        copy(&mut model.groups, &places);
        copy(&mut model.references, &of_them);
        return Ok(());
    }
    let (groups, lists) = (Renumbered::without(&places), Renumbered::without(&of_them));
    groups.apply(&mut model.groups);
    lists.apply(&mut model.references);
    let renamed = |piece| renamed(piece, &groups, &lists);
    let layout = std::mem::take(&mut model.layout);
    model.layout = ModelLayout { pieces: layout.pieces.renamed(renamed), ..layout };
    Ok(())
}

/// New identity of a block after groups and lists were removed.
fn renamed(piece: ModelBlock, groups: &Renumbered, lists: &Renumbered) -> Option<ModelBlock> {
    Some(match piece {
        ModelBlock::Indices(list) => ModelBlock::Indices(lists.of(list)?),
        ModelBlock::WeightGroups(group) => ModelBlock::WeightGroups(groups.of(group)?),
        ModelBlock::Headers(group, weight) => ModelBlock::Headers(groups.of(group)?, weight),
        ModelBlock::Chain(group, weight, mesh) => {
            ModelBlock::Chain(groups.of(group)?, weight, mesh)
        }
        ModelBlock::Key(group, weight, mesh, key) => {
            ModelBlock::Key(groups.of(group)?, weight, mesh, key)
        }
        other => other,
    })
}
