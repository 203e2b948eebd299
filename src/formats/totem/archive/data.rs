//! Reads data files. Only the headers of the contained files are read.

use std::collections::HashSet;

use super::records::{Archive, BLOCKS, Block, FILE_HEAD, File};
use crate::bytes::{
    Cursor, Endian, Hint, RecordReader, Recorder, Result, Scalar, Severity, Source,
};
use crate::formats::Report;
use crate::formats::totem::{CLASSES, Platform};

/// Start of every title.
pub(super) const TITLE: &[u8] = b"TotemTech Data v";

const BLOCK_SIZE: usize = 0x100;

/// Platform whose byte order gives a valid block size and first block.
pub(super) fn platform(bytes: &[u8], len: u64) -> Platform {
    let both = [Platform::GAMECUBE, Platform::PS2];
    // The first of several equally good ones.
    both.into_iter()
        .rev()
        .max_by_key(|platform| sense(platform.endian, bytes, len))
        .unwrap_or_default()
}

/// Number of rules that the start of the file satisfies in a byte order.
fn sense(endian: Endian, bytes: &[u8], len: u64) -> u32 {
    let number = |at: usize| {
        let mut rest = bytes.get(at..)?;
        u32::take(&mut rest, endian).map(u64::from)
    };
    let size = number(BLOCK_SIZE).unwrap_or(0);
    let files = number(BLOCKS).unwrap_or(u64::MAX);
    let first = number(BLOCKS + 4).unwrap_or(u64::MAX);
    let rules = [
        size > 0 && size.is_multiple_of(BLOCKS as u64),
        size <= len,
        files.saturating_mul(FILE_HEAD as u64) <= len,
        first <= len,
    ];
    rules.into_iter().filter(|holds| *holds).count() as u32
}

pub(super) fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Archive> {
    let title = cur.slice(0, BLOCK_SIZE as u64).to_vec();
    if !title.starts_with(TITLE) {
        let message = format_args!("expected a title such as \"TotemTech Data v1.73\"");
        return Err(cur.fail_at((0, 16), "title", message));
    }
    cur.text("title", BLOCK_SIZE)?;
    let block_size: u32 = cur.get_as("block_size", Hint::Hex)?;
    let gap = cur.padding((BLOCKS - BLOCK_SIZE - 4).min(cur.remaining() as usize))?;
    let gap = if gap.iter().all(|byte| *byte == 0) { Vec::new() } else { gap.to_vec() };
    let blocks = Vec::new();
    let mut archive = Archive { endian: cur.endian(), title, block_size, gap, blocks };
    if cur.pos() < BLOCKS as u64 {
        return Err(cur.fail(format_args!("truncated header")));
    }
    check_size(cur, block_size);
    cur.array("blocks", |cur| {
        while cur.remaining() > 0 {
            let index = archive.blocks.len();
            let start = cur.pos();
            // A block size below 0x800 could give too many blocks; the rest of the file becomes one block
            // instead.
            let tiny = (block_size as usize) < BLOCKS;
            let wanted = if tiny { u64::MAX } else { block_size.into() };
            let end = start.saturating_add(wanted).min(cur.source_len());
            let block = cur.within(start, end, |cur| {
                cur.element(index, "Block", |cur| {
                    block(cur, source, end).or_else(|error| {
                        cur.lose(error);
                        Ok(Block::default())
                    })
                })
            })?;
            let length = (end - start != u64::from(block_size)).then_some(end - start);
            archive.blocks.push(Block { length, ..block });
            cur.seek(end)?;
        }
        Ok(())
    })?;
    Ok(archive)
}

fn check_size<R: Recorder>(cur: &mut Cursor<'_, R>, size: u32) {
    let at = (BLOCK_SIZE as u64, 4);
    let rest = cur.remaining();
    let message = if (size as usize) < BLOCKS {
        format!("invalid block size {size:#x}: the rest of the file is one block")
    } else if !u64::from(size).is_multiple_of(BLOCKS as u64) {
        format!("the block size {size:#x} is not a multiple of 0x800")
    } else if !rest.is_multiple_of(size.into()) {
        format!("the last block is incomplete: {rest:#x} bytes in blocks of {size:#x}")
    } else {
        return;
    };
    cur.problem(Severity::Error, at, "block_size", format_args!("{message}"));
}

fn block<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source, end: u64) -> Result<Block> {
    let stored: u32 = cur.get("file_count")?;
    let count = cur.bounded("file_count", stored.into(), FILE_HEAD as u64);
    let files = cur.run("files", count, FileReader { source: source.clone() }).items;
    if files.len() as u64 != u64::from(stored) {
        let found = files.len();
        cur.lose_because(format_args!("expected {stored} files in a block, found {found}"));
    }
    let at = cur.pos();
    let padding = source.member("", at, end.saturating_sub(at)).filter(|left| !left.is_empty());
    cur.padding(usize::try_from(end.saturating_sub(at)).unwrap_or(usize::MAX))?;
    cur.describe(|| format!("{} files", files.len()));
    Ok(Block { files, padding, length: None })
}

struct FileReader {
    source: Source,
}

impl RecordReader for FileReader {
    type Out = File;
    const TYPE: &'static str = "File";

    fn read<R: Recorder>(&self, cur: &mut Cursor<'_, R>, _: usize) -> Result<File> {
        let at = cur.pos();
        let size: u32 = cur.get_as("size", Hint::Unit("bytes"))?;
        let class = cur.get_as("class_hash", Hint::Enum(CLASSES))?;
        let name = cur.get_as("name_hash", Hint::Name)?;
        let link = cur.get_as("link_hash", Hint::Name)?;
        let len = u64::from(size).checked_sub(FILE_HEAD as u64);
        let fits = len.filter(|len| *len <= cur.remaining());
        let Some(len) = fits else {
            let left = cur.remaining() + FILE_HEAD as u64;
            let message = format_args!("file size {size} outside the possible range 16 to {left}");
            return Err(cur.fail_at((at, 4), "size", message));
        };
        let start = cur.pos();
        if len > 0 {
            cur.skip("data", len)?;
        }
        let data = self.source.member("", start, len);
        let data = data.unwrap_or_else(|| Source::from_bytes("", Vec::new()));
        let class_name = CLASSES.iter().find(|known| known.value == class);
        cur.describe(|| {
            let class = class_name.map_or_else(|| format!("{class:08X}"), |c| c.name.to_owned());
            format!("{class} {name:08X}, {len} bytes")
        });
        Ok(File { class, name, link, data })
    }
}

/// Reports names that several files have.
pub(super) fn check(archive: &Archive, report: &mut Report<'_>) {
    let mut known = HashSet::new();
    for (b, block) in archive.blocks.iter().enumerate() {
        for (f, file) in block.files.iter().enumerate() {
            if !known.insert((file.class, file.name)) {
                let message = format!("an earlier file also has the name {:08X}", file.name);
                report.note(format!("blocks[{b}].files[{f}].name_hash"), message);
            }
        }
    }
}
