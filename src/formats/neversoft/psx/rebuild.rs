//! Rebuilds tables from the rest of the file: block maps, and the normals of models.

use super::audit::NORMALS;
use super::chunk::{Body, Chunk, MAX_CHUNKS, tag};
use super::derive;
use super::kind::Kind;
use super::planes;
use super::records::{File, FileBlock};
use crate::formats::{EditResult, Refusal};

/// Path of a block map that does not exist yet.
pub const BLOCK_MAP: &str = "block_map";

/// `true` for a file without a block map that may be a level: it has objects that are not the parts of a
/// character.
pub fn lacks_block_map(file: &File) -> bool {
    file.library.is_some()
        && !file.objects.is_empty()
        && file.last_chunk(Chunk::block_map).is_none()
        && !Kind::of(file).bones
}

/// The file with the table at `path` rebuilt.
pub fn rebuilt(file: &File, path: &str) -> EditResult<File> {
    let mut changed = file.clone();
    if path == BLOCK_MAP {
        add_block_map(file, &mut changed)?;
        return Ok(changed);
    }
    if let Some(model) = model_of_normals(path) {
        split_normals(&mut changed, model)?;
        return Ok(changed);
    }
    let chunk = file.last(Chunk::block_map).filter(|(at, _)| path == format!("chunks[{at}]"));
    let (at, map) = chunk.ok_or_else(|| Refusal(format!("{path} is not a computed table")))?;
    let new = derive::block_map(file, Some(map)).ok_or_else(too_far_apart)?;
    let chunks = changed.library.as_mut().and_then(|library| library.chunks.get_mut(at));
    if let Some(chunk) = chunks {
        chunk.body = Body::BlockMap(new);
    }
    Ok(changed)
}

fn too_far_apart() -> Refusal {
    Refusal("the objects are too far apart for a block map".to_owned())
}

/// Adds a block map after the colour tables, where retail levels have it.
fn add_block_map(file: &File, changed: &mut File) -> EditResult<()> {
    if !lacks_block_map(file) {
        return Err(Refusal("the file has a block map or is not a level".to_owned()));
    }
    let map = derive::block_map(file, None).ok_or_else(too_far_apart)?;
    let Some(library) = &mut changed.library else { return Ok(()) };
    if library.chunks.len() >= MAX_CHUNKS {
        return Err(Refusal(format!("the file has {MAX_CHUNKS} chunks already")));
    }
    let tables = library.chunks.iter().rposition(|chunk| chunk.rgbs().is_some());
    let at = tables.map_or(0, |table| table + 1);
    // After the last colour table, because objects refer to colour tables by their index in `chunks`.
    library.chunks.insert(at, Chunk::new(tag::BLOCK_MAP, Body::BlockMap(map)));
    Ok(())
}

/// Index of the model if `path` is that of its normals.
fn model_of_normals(path: &str) -> Option<usize> {
    let (index, field) = path.strip_prefix("models[")?.split_once("].")?;
    if field == NORMALS { index.parse().ok() } else { None }
}

fn split_normals(file: &mut File, index: usize) -> EditResult<()> {
    let piece = file.shared_with(FileBlock::Model(index)).unwrap_or(FileBlock::Model(index));
    let unknown = || Refusal(format!("unknown model {index}"));
    let FileBlock::Model(first) = piece else { return Err(unknown()) };
    planes::split(file.models.get_mut(first).ok_or_else(unknown)?);
    // Other models may share the same bytes.
    let new = file.models.get(first).cloned().ok_or_else(unknown)?;
    let shared = file.layout.shared.iter().filter(|(_, with)| *with == piece);
    for (same, _) in shared {
        if let FileBlock::Model(same) = same
            && let Some(model) = file.models.get_mut(*same)
        {
            model.clone_from(&new);
        }
    }
    Ok(())
}
