//! Bytes between the blocks of a model: alignment, ends of groups, and unknown data.

use std::collections::HashSet;

use super::ModelReader;
use crate::bytes::{Arrangement, Cursor, Endian, Recorder, Result, Severity, Shaped, overlapping};
use crate::formats::ssx::mpf::layout::usual_gap;
use crate::formats::ssx::mpf::pieces::ModelBlock;
use crate::formats::ssx::mpf::vif::{DmaTag, VifCode, tag_id};

impl ModelReader<'_> {
    /// Determines the order of the blocks and the bytes between them.
    pub(super) fn gaps<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()> {
        let mut pieces = std::mem::take(&mut self.spans);
        pieces.sort_by_key(|(piece, _)| (piece.mesh(), *piece));
        for (piece, (start, end)) in overlapping(self.base, &pieces) {
            if start == end {
                // An empty list whose offset is within another block.
                let offset = u32::try_from(start - self.base).unwrap_or(u32::MAX);
                self.stale.push((piece, offset));
                continue;
            }
            self.lost(cur, format_args!("{piece:?} overlaps the preceding data"));
            let message = format_args!("{piece:?} overlaps the preceding data");
            cur.problem(Severity::Error, (start, end - start), "", message);
        }
        let stale: HashSet<ModelBlock> = self.stale.iter().map(|(piece, _)| *piece).collect();
        pieces.retain(|(piece, _)| !stale.contains(piece));
        let (shared, stale) = (std::mem::take(&mut self.shared), std::mem::take(&mut self.stale));
        let usual = usual_gap(&self.model);
        let (found, free) = Arrangement::spaced(cur, (self.base, self.base), &pieces, usual);
        self.model.layout.pieces = Arrangement { shared, stale, ..found };
        self.stale_mesh_data();
        let (ends, free): (Vec<_>, Vec<_>) =
            free.into_iter().partition(|(start, end)| is_group_end(cur, *start, *end));
        if !ends.is_empty() {
            cur.array("group_ends", |cur| {
                for (index, (start, end)) in ends.iter().enumerate() {
                    cur.within(*start, *end, |cur| {
                        cur.element(index, "GroupEnd", |cur| group_end(cur, *end))
                    })?;
                }
                Ok(())
            })?;
        }
        explain(cur, free)
    }

    /// Keeps the header's offset of the mesh data if it is not that of the first mesh.
    fn stale_mesh_data(&mut self) {
        let stored = self.header.mesh_data;
        let chains = self.first.iter().filter(|(_, piece)| matches!(piece, ModelBlock::Chain(..)));
        let first = chains.map(|((_, start), _)| start - self.base).min();
        if first != Some(stored.into()) {
            self.model.layout.mesh_data = Some(stored);
        }
    }
}

/// `true` for a tag that ends a chain, followed by words, to which no header refers.
fn is_group_end<R: Recorder>(cur: &Cursor<'_, R>, start: u64, end: u64) -> bool {
    let tag = DmaTag::take(&mut cur.slice(start, end), Endian::Little);
    tag.is_some_and(|tag| {
        let plain = tag.address == 0 && tag.unknown_08 == [0; 2];
        plain && tag.id() == tag_id::RET && (end - start).is_multiple_of(VifCode::SIZE as u64)
    })
}

fn group_end<R: Recorder>(cur: &mut Cursor<'_, R>, end: u64) -> Result<()> {
    let start = cur.pos();
    let tag: DmaTag = cur.record("tag")?;
    cur.describe(|| format!("{}; no header refers to it", tag.describe()));
    let (wanted, there) = (u64::from(tag.qwc) * 16, end - cur.pos());
    // Usually only a part of the payload is stored.
    if wanted > there {
        let message = format_args!("expected at most {there} bytes of payload, found {wanted}");
        cur.problem(Severity::Error, (start, 2), "tag.qwc", message);
    }
    let words = usize::try_from((end - cur.pos()) / VifCode::SIZE as u64).unwrap_or(0);
    cur.records::<VifCode>("words", words).map(drop)
}

/// Names the bytes outside all blocks: padding if they are zeros or fewer than 16, which is uninitialised
/// memory.
pub(in crate::formats::ssx::mpf) fn explain<R: Recorder>(
    cur: &mut Cursor<'_, R>,
    gaps: Vec<(u64, u64)>,
) -> Result<()> {
    let is_padding = |cur: &Cursor<'_, R>, start: u64, end: u64| {
        end - start < 16 || cur.slice(start, end).iter().all(|byte| *byte == 0)
    };
    let (padding, unknown): (Vec<_>, Vec<_>) =
        gaps.into_iter().partition(|(start, end)| is_padding(cur, *start, *end));
    cur.paddings(&padding);
    if unknown.is_empty() {
        return Ok(());
    }
    cur.array("unknown", |cur| {
        for (index, (start, end)) in unknown.into_iter().enumerate() {
            let message = format_args!("no offset refers to these {} bytes", end - start);
            cur.problem(Severity::Note, (start, end - start), &format!("[{index}]"), message);
            cur.within(start, end, |cur| {
                cur.element(index, "bytes", |cur| cur.bytes_if_any("bytes", end).map(drop))
            })?;
        }
        Ok(())
    })
}
