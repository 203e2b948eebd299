//! Copies and removes files of an archive, within their blocks.

use super::records::{Archive, File};
use crate::bytes::Endian;
use crate::formats::list_edit::{Elements, Renumbered, element, unchangeable};
use crate::formats::{EditResult, ListChange, Refusal};

/// The data file with files added or removed. Blocks keep their size.
pub(super) fn with_list(archive: &Archive, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
    let asked = Elements::of(change)?;
    let block = asked.list.strip_suffix(".files").and_then(|path| element(path, "blocks"));
    let mut new = archive.clone();
    let found = block.and_then(|block| new.blocks.get_mut(block));
    let (found, block) = found.zip(block).ok_or_else(|| unchangeable(asked.first()))?;
    if asked.go {
        let gone = asked.places(found.files.len())?;
        let moved = Renumbered::without(&gone);
        for file in gone.iter().filter_map(|at| found.files.get(*at)) {
            let is_kept = |(at, file): (usize, usize)| at != block || moved.of(file).is_some();
            if let Some(user) = user_of(archive, file.name, is_kept) {
                let name = file.name;
                return Err(Refusal(format!("{user} refers to the file {name:08x}")));
            }
        }
    }
    asked.apply(&mut found.files)?;
    new.write()
}

/// The first remaining file whose bytes contain this hash; `None` if a remaining file has that name.
fn user_of(
    archive: &Archive,
    name: u32,
    is_kept: impl Fn((usize, usize)) -> bool,
) -> Option<String> {
    let word = match archive.endian {
        Endian::Big => name.to_be_bytes(),
        Endian::Little => name.to_le_bytes(),
    };
    let blocks = archive.blocks.iter().enumerate();
    let all: Vec<((usize, usize), &File)> = blocks
        .flat_map(|(at, block)| {
            block.files.iter().enumerate().map(move |(index, file)| ((at, index), file))
        })
        .filter(|(place, _)| is_kept(*place))
        .collect();
    if all.iter().any(|(_, file)| file.name == name) {
        return None;
    }
    // References are unaligned.
    let names = |file: &File| file.data.bytes().windows(word.len()).any(|bytes| bytes == word);
    let found = all.iter().find(|(_, file)| names(file));
    found.map(|((block, index), _)| format!("blocks[{block}].files[{index}]"))
}
