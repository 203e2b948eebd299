//! Meshes: chains of tags, and the morph keys after them.

use super::ModelReader;
use crate::bytes::layout::{Pass, Reading};
use crate::bytes::{Cursor, Endian, NoRecorder, Recorder, Result, Severity, Shaped};
use crate::formats::ssx::mpf::headers::MeshHeader;
use crate::formats::ssx::mpf::packet::{Key, Tag};
use crate::formats::ssx::mpf::pieces::ModelBlock;
use crate::formats::ssx::mpf::records::Mesh;
use crate::formats::ssx::mpf::vif::{DmaTag, tag_id};

impl ModelReader<'_> {
    pub(super) fn mesh<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        piece: ModelBlock,
        header: &MeshHeader,
    ) -> Result<Mesh> {
        let ModelBlock::Chain(group, weight_group, index) = piece else {
            return Ok(Mesh::default());
        };
        let mut mesh = Mesh {
            no_keys: (header.morph_offset, header.morph_stride),
            stride: header.morph_stride,
            ..Mesh::default()
        };
        let start = self.base.saturating_add(header.offset.into());
        if start.saturating_add(DmaTag::SIZE as u64) > self.end {
            let message = format_args!("no mesh at {:#x} of the model", header.offset);
            cur.problem(Severity::Error, (start.min(self.end), 0), &format!("[{index}]"), message);
            self.stale.push((piece, header.offset));
            return Ok(mesh);
        }
        if let Some(first) = self.claim(piece, start) {
            cur.link_element(index, start);
            self.shared.push((piece, first));
            let mut quiet = Cursor::new(self.source, Endian::Little, NoRecorder);
            let result = quiet.within(start, self.end, |cur| self.chain(cur, &mut mesh));
            return result.map(|_| mesh);
        }
        let model_end = self.end;
        cur.within(start, model_end, |cur| {
            cur.element(index, "Mesh", |cur| {
                let end = self.chain(cur, &mut mesh)?;
                self.spans.push((piece, (start, end)));
                let wanted = usize::from(self.model.morph_keys);
                if header.morph_offset >= 0 && wanted > 0 {
                    let key = |key| ModelBlock::Key(group, weight_group, index, key);
                    let first = start + u64::from(header.morph_offset.unsigned_abs());
                    cur.array("keys", |cur| self.keys(cur, &mut mesh, first, wanted, &key))?;
                }
                Ok(())
            })
        })?;
        Ok(mesh)
    }

    /// Reads the tags of a chain; returns its end.
    fn chain<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>, mesh: &mut Mesh) -> Result<u64> {
        let result = cur.array("tags", |cur| {
            loop {
                let index = mesh.chain.len();
                if cur.remaining() < DmaTag::SIZE as u64 {
                    let message =
                        format_args!("the chain reaches the end of the model without a RET");
                    return Err(cur.fail(message));
                }
                let tag = cur.element(index, "Tag", |cur| self.tag(cur))?;
                let id = tag.tag.id();
                mesh.chain.push(tag);
                match id {
                    tag_id::CNT => {}
                    tag_id::RET => return Ok(()),
                    _ => {
                        let last = mesh.chain.last().map(|tag| tag.tag.describe());
                        let what = last.unwrap_or_default();
                        return Err(cur.fail(format_args!("a chain cannot continue after {what}")));
                    }
                }
            }
        });
        match result {
            Ok(()) => {}
            // The records need only the tags that were read.
            Err(error) if !self.budget.spent => cur.keep(error),
            Err(error) => return Err(error),
        }
        Ok(cur.pos())
    }

    /// Reads a tag with its payload.
    fn tag<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<Tag> {
        let start = cur.pos();
        let tag: DmaTag = cur.record("tag")?;
        cur.describe(|| tag.describe());
        let wanted = u64::from(tag.qwc) * 16;
        let payload = wanted.min(cur.remaining());
        if payload < wanted {
            let message =
                format_args!("expected {wanted} bytes of payload, found {payload} in the model");
            cur.problem(Severity::Error, (start, 2), "tag.qwc", message);
            self.lost(cur, format_args!("truncated packet"));
        }
        self.budget.spend(cur, payload + DmaTag::SIZE as u64)?;
        let end = cur.pos() + payload;
        let here = cur.pos();
        let mut tag = Tag { tag, ..Tag::default() };
        cur.within(here, end, |cur| {
            let mut pass = Reading { cur };
            pass.items_up_to("codes", &mut tag.codes, usize::MAX, ())?;
            pass.rest("rest", &mut tag.rest)
        })?;
        cur.seek(end)?;
        Ok(tag)
    }

    /// Reads up to `wanted` morph keys, the first at `first`.
    fn keys<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        mesh: &mut Mesh,
        first: u64,
        wanted: usize,
        piece: &dyn Fn(usize) -> ModelBlock,
    ) -> Result<()> {
        let stride = u64::try_from(mesh.stride).unwrap_or(0);
        // Overlapping keys are invalid.
        let apart = wanted == 1 || stride > DmaTag::SIZE as u64;
        let there = self.end.checked_sub(first.saturating_add(DmaTag::SIZE as u64));
        let there = there.map_or(0, |left| 1 + left / stride.max(1));
        let count = if apart { there.min(wanted as u64) } else { 0 };
        if count < wanted as u64 {
            let span = (first.min(self.end), 0);
            let message =
                format_args!("expected {wanted} morph keys, {stride} bytes apart; {count} fit");
            cur.problem(Severity::Error, span, "", message);
        }
        for key in 0..usize::try_from(count).unwrap_or(0) {
            let start = first + stride * key as u64;
            let end = if key + 1 < wanted { (start + stride).min(self.end) } else { self.end };
            let read = cur.within(start, end, |cur| {
                let tag = cur.element(key, "Key", |cur| self.tag(cur))?;
                Ok((tag, cur.pos()))
            });
            let (tag, end): (Key, u64) = read?;
            self.spans.push((piece(key), (start, end)));
            mesh.keys.push(tag);
        }
        if mesh.keys.len() < wanted && !mesh.keys.is_empty() {
            self.lost(cur, format_args!("not all morph keys are in the file"));
        }
        Ok(())
    }
}
