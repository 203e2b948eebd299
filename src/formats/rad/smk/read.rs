//! Reads the records.

use std::sync::Arc;

use super::chunk::Chunk;
use super::fields::{FrameFields, TreeFields};
use super::records::{Frames, Header, SIZE, SIZES, Smk, TYPES, version_of};
use super::trees::{NAMES, Trees, in_words};
use crate::bytes::layout::{Pass, Reading, field_span};
use crate::bytes::{Cursor, Hint, Recorder, Result, Severity, Source};

/// Maximum number of pixels in a picture (section 10).
const MAX_PIXELS: u64 = 1 << 24;
/// Table bytes per frame.
const TABLES: u64 = 5;

/// Reads a video.
pub(super) fn smk<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Smk> {
    let mut header = Header::default();
    Reading { cur }.group("header", &mut header, ())?;
    check_header(cur, &header)?;
    // At most a fifth of the file's size.
    let count = usize::try_from(header.stored_frames()).unwrap_or(usize::MAX);
    let sizes: Vec<u32> = cur.records_as("frame_sizes", count, Hint::Flags(SIZES))?;
    let types: Vec<u8> = cur.records_as("frame_types", count, Hint::Flags(TYPES))?;
    let (packed_trees, trees) = trees(cur, source, &header)?;
    let mut smk = Smk {
        header,
        sizes,
        types,
        packed_trees,
        trees,
        frames: Frames { source: Source::from_bytes("frames", Vec::new()), starts: Arc::new([]) },
        tail: Vec::new(),
    };
    frames(cur, source, &mut smk)?;
    smk.tail = cur.bytes_or_padding(cur.limit())?.to_vec();
    Ok(smk)
}

/// Checks the fields without which nothing can be read.
fn check_header<R: Recorder>(cur: &Cursor<'_, R>, header: &Header) -> Result<()> {
    let wrong = |field: &'static str, message: std::fmt::Arguments<'_>| {
        let (at, len) = field_span::<Header>(0, field);
        Err(cur.fail_at((at, len), &format!("header.{field}"), message))
    };
    let magic = String::from_utf8_lossy(&header.magic);
    if version_of(&header.magic).is_none() {
        return wrong("magic", format_args!("unknown signature {magic:?} (expected SMK2 or SMK4)"));
    }
    let (width, height) = (header.width, header.height);
    let pixels = u64::from(width) * u64::from(height);
    if pixels == 0 || pixels > MAX_PIXELS {
        return wrong("width", format_args!("invalid picture size {width} × {height}"));
    }
    let frames = header.stored_frames();
    if frames * TABLES > cur.remaining() {
        let left = cur.remaining();
        return wrong("frame_count", format_args!("{frames} frames cannot fit into {left} bytes"));
    }
    Ok(())
}

/// Reads the packed trees and decodes them.
fn trees<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    source: &Source,
    header: &Header,
) -> Result<(Source, Option<Arc<Trees>>)> {
    let (start, size) = (cur.pos(), u64::from(header.tree_size));
    let len = size.min(cur.remaining());
    let end = start + len;
    if len < size {
        let message = format_args!("expected {size} bytes of trees, found {len}");
        cur.lose(cur.fail_at((start, len), "trees", message));
    }
    let packed = source.member("trees", start, len);
    let packed = packed.unwrap_or_else(|| Source::from_bytes("trees", Vec::new()));
    let trees = match Trees::read(packed.bytes(), header.tree_sizes) {
        Ok(trees) => Arc::new(trees),
        Err((index, error)) => {
            let (what, why) = (NAMES.get(index).copied().unwrap_or_default(), in_words(error));
            let message = format_args!("the tree of {what} cannot be read: {why}");
            cur.problem(Severity::Error, (start, len), "trees", message);
            cur.bytes_if_any("trees", end)?;
            return Ok((packed, None));
        }
    };
    let fields = TreeFields { start, len, trees: trees.clone() };
    cur.run_of("trees", trees.bytes_touched(), fields.starts(), fields)?;
    cur.bytes_or_padding(end)?;
    Ok((packed, Some(trees)))
}

/// Reads the existing frames.
fn frames<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source, smk: &mut Smk) -> Result<()> {
    let start = cur.pos();
    let (mut starts, mut at) = (Vec::with_capacity(smk.sizes.len()), 0u64);
    let most = cur.remaining().min(u32::MAX.into());
    let mut cut = None;
    for (index, size) in smk.sizes.iter().enumerate() {
        let Ok(from) = u32::try_from(at) else { break };
        starts.push(from);
        at += u64::from(size & SIZE);
        if at > most {
            cut = Some((index, at - most));
            at = most;
            break;
        }
    }
    if let Some((index, missing)) = cut {
        let (there, count) = (index, smk.sizes.len());
        let message = format_args!(
            "expected {count} frames, found {there}; the next one is truncated by {missing} bytes"
        );
        let path = format!("frames[{index}]");
        cur.lose(cur.fail_at((start + at, 0), &path, message));
    }
    let starts: Arc<[u32]> = starts.into();
    let all = source.member("frames", start, at);
    let all = all.unwrap_or_else(|| Source::from_bytes("frames", Vec::new()));
    smk.frames = Frames { source: all, starts };
    let fields = FrameFields::new(smk);
    let len = usize::try_from(at).unwrap_or(usize::MAX);
    cur.run_of("frames", len, smk.frames.starts.clone(), fields)?;
    for (index, types) in smk.types.iter().enumerate().take(smk.frames.starts.len()) {
        if let Some(fault) = Chunk::of(smk.frames.bytes(index), *types).fault {
            let from = smk.frames.starts.get(index).copied().unwrap_or(0);
            let at = start + u64::from(from) + fault.at as u64;
            let message = format_args!("{}", fault.message);
            cur.problem(Severity::Error, (at, 1), &format!("frames[{index}]"), message);
        }
    }
    Ok(())
}
