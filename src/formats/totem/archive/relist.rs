//! Files of an archive copied and removed, inside their blocks.

use super::records::{Archive, File};
use crate::bytes::Endian;
use crate::formats::relist::{Elements, Renumbered, element, stays};
use crate::formats::{ListChange, Refusal};

/// The data half with files more or less. Blocks keep their size.
pub(super) fn with_list(archive: &Archive, change: &ListChange<'_>) -> Result<Vec<u8>, Refusal> {
    let asked = Elements::of(change)?;
    let block = asked.list.strip_suffix(".files").and_then(|path| element(path, "blocks"));
    let mut new = archive.clone();
    let found = block.and_then(|block| new.blocks.get_mut(block));
    let (found, block) = found.zip(block).ok_or_else(|| stays(asked.first()))?;
    if asked.go {
        let gone = asked.places(found.files.len())?;
        let moved = Renumbered::without(&gone);
        for file in gone.iter().filter_map(|at| found.files.get(*at)) {
            let is_kept = |(at, file): (usize, usize)| at != block || moved.of(file).is_some();
            if let Some(user) = user_of(archive, file.name, is_kept) {
                let name = file.name;
                return Err(Refusal(format!("{user} names the file {name:08x}")));
            }
        }
    }
    asked.carry_out(&mut found.files)?;
    new.write()
}

/// The first file of those that are kept in whose bytes this hash stands; none where one of them has
/// that name itself.
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
    // Nothing is aligned in there.
    let names = |file: &File| file.data.bytes().windows(word.len()).any(|bytes| bytes == word);
    let found = all.iter().find(|(_, file)| names(file));
    found.map(|((block, index), _)| format!("blocks[{block}].files[{index}]"))
}
