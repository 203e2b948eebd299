//! The lists and meshes of one model, followed through their offsets.

use super::layout::{Gap, Piece};
use super::lists::{
    GroupHeader, Listed, MeshHeader, ModelHeader, ReferencesHeader, WeightGroupHeader,
    WeightsHeader,
};
use super::packet::{CodeReader, Key, Tag};
use super::read::{Budget, ModelPlace, explain};
use super::records::{Group, Mesh, Model, WeightGroup, Weights};
use super::vif::{DmaTag, VifCode, tag_id};
use crate::bytes::{Cursor, Endian, NoRecorder, Recorder, Result, Severity, Shaped, Source};

/// Reads one model.
pub(super) struct ModelReader<'a> {
    source: &'a Source,
    header: &'a ModelHeader,
    budget: &'a mut Budget,
    pub model: Model,
    place: ModelPlace,
    /// First and last byte of the model's data.
    base: u64,
    end: u64,
    /// Bytes of every piece, by piece.
    spans: Vec<(u64, u64, Piece)>,
    /// Which piece was read at an offset first, by kind.
    first: std::collections::HashMap<(std::mem::Discriminant<Piece>, u64), Piece>,
}

impl<'a> ModelReader<'a> {
    pub fn new(source: &'a Source, header: &'a ModelHeader, budget: &'a mut Budget) -> Self {
        let model = Model {
            name: header.name,
            file_id: header.counts.file_id,
            morph_keys: header.counts.morph_keys,
            unknown_34: header.unknown_34,
            unknown_4c: header.unknown_4c,
            ..Model::default()
        };
        Self {
            source,
            header,
            budget,
            model,
            place: ModelPlace::default(),
            base: 0,
            end: 0,
            spans: Vec::new(),
            first: Default::default(),
        }
    }

    pub fn finish(self) -> (Model, ModelPlace) {
        (self.model, self.place)
    }

    /// Reads the model whose data is from `base` to `end`.
    pub fn read<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        base: u64,
        end: u64,
    ) -> Result<()> {
        (self.base, self.end) = (base, end);
        self.place.span = crate::bytes::Span::new(self.source.id(), base, end - base);
        cur.describe(|| self.model.name());
        if u64::from(self.header.size) > end - base {
            self.lost(format_args!("the model is cut off"));
        }
        let result = self.lists(cur);
        if let Err(error) = result {
            self.lost(format_args!("{error}"));
            cur.keep(error);
        }
        let result = self.gaps(cur);
        cur.or_keep(result);
        cur.seek(end)
    }

    fn lost(&mut self, what: std::fmt::Arguments<'_>) {
        self.model.layout.lost.push(format!("{}: {what}", self.model.name()));
    }

    fn lists<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()> {
        let (header, counts) = (self.header, self.header.counts);
        let n = usize::from;
        self.model.materials =
            self.list(cur, Piece::Materials, header.materials, n(counts.materials))?;
        self.model.bones = self.list(cur, Piece::Bones, header.bones, n(counts.bones))?;
        self.model.ik_points =
            self.list(cur, Piece::IkPoints, header.ik_points, n(counts.ik_points))?;
        let headers: Vec<WeightsHeader> =
            self.list(cur, Piece::Weights, header.weights, n(counts.weights))?;
        cur.array("weights", |cur| self.weights(cur, &headers))?;
        let headers: Vec<ReferencesHeader> =
            self.list(cur, Piece::References, header.references, n(counts.references))?;
        cur.array("references", |cur| self.references(cur, &headers))?;
        let headers: Vec<GroupHeader> =
            self.list(cur, Piece::Groups, header.groups, n(counts.groups))?;
        cur.array("groups", |cur| {
            for (index, header) in headers.iter().enumerate() {
                let group = self.group(cur, index, header)?;
                self.model.groups.push(group);
            }
            Ok(())
        })
    }

    fn weights<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        headers: &[WeightsHeader],
    ) -> Result<()> {
        for (index, header) in headers.iter().enumerate() {
            let entries = self.element(cur, index, "Weights", header.offset, |this, cur| {
                this.list(cur, Piece::Entries(index), header.offset, header.count as usize)
            })?;
            self.model.weights.push(Weights { entries, unknown_08: header.unknown_08 });
        }
        Ok(())
    }

    fn references<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        headers: &[ReferencesHeader],
    ) -> Result<()> {
        for (index, header) in headers.iter().enumerate() {
            let list = self.element(cur, index, "References", header.offset, |this, cur| {
                this.list(cur, Piece::Indices(index), header.offset, header.count as usize)
            })?;
            self.model.references.push(list);
        }
        Ok(())
    }

    fn group<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        group: usize,
        header: &GroupHeader,
    ) -> Result<Group> {
        let mut stored = Group {
            kind: header.kind,
            material: header.material,
            unknown_08: header.unknown_08,
            weight_groups: Vec::new(),
        };
        self.element(cur, group, "Group", header.offset, |this, cur| {
            let piece = Piece::WeightGroups(group);
            let headers: Vec<WeightGroupHeader> =
                this.list(cur, piece, header.offset, header.count as usize)?;
            cur.array("weight_groups", |cur| {
                for (index, header) in headers.iter().enumerate() {
                    let meshes = this.weight_group(cur, group, index, header)?;
                    stored.weight_groups.push(WeightGroup { meshes });
                }
                Ok(())
            })
        })?;
        Ok(stored)
    }

    fn weight_group<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        group: usize,
        weight_group: usize,
        header: &WeightGroupHeader,
    ) -> Result<Vec<Mesh>> {
        self.element(cur, weight_group, "WeightGroup", header.offset, |this, cur| {
            let piece = Piece::Headers(group, weight_group);
            let headers: Vec<MeshHeader> =
                this.list(cur, piece, header.offset, header.count as usize)?;
            cur.array("meshes", |cur| {
                let mut meshes = Vec::new();
                for (index, header) in headers.iter().enumerate() {
                    let piece = Piece::Chain(group, weight_group, index);
                    meshes.push(this.mesh(cur, piece, header)?);
                }
                Ok(meshes)
            })
        })
    }

    /// An element of an array that stands at an offset, or here when nothing can stand there.
    fn element<R: Recorder, T>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        type_name: &'static str,
        offset: u32,
        read: impl FnOnce(&mut Self, &mut Cursor<'_, R>) -> Result<T>,
    ) -> Result<T> {
        let start = self.base.saturating_add(offset.into());
        let start = if start <= self.end { start } else { self.base };
        let end = self.end;
        cur.within(start, end, |cur| cur.element(index, type_name, |cur| read(self, cur)))
    }

    /// Reads the list of `count` elements at `offset` from the start of the model. What is not there
    /// is said and left out; fails only when the budget is spent.
    fn list<T: Listed, R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        piece: Piece,
        offset: u32,
        count: usize,
    ) -> Result<Vec<T>> {
        let start = self.base.saturating_add(offset.into());
        if count == 0 {
            if start <= self.end {
                self.spans.push((start, start, piece));
            } else {
                self.model.layout.stale.push((piece, offset));
            }
            return Ok(Vec::new());
        }
        let there = self.end.saturating_sub(start) / T::LEN;
        let there = usize::try_from(there).unwrap_or(usize::MAX).min(count);
        if there < count {
            let span = (start.min(self.end), 0);
            let message = format_args!("{count} {} are promised, {there} are there", T::NAME);
            cur.problem(Severity::Error, span, T::NAME, message);
            self.lost(format_args!("not all {} are in the file", T::NAME));
        }
        if there == 0 {
            self.model.layout.stale.push((piece, offset));
            return Ok(Vec::new());
        }
        let end = start + T::LEN * there as u64;
        self.budget.spend(cur, end - start)?;
        if let Some(first) = self.claim(piece, start) {
            cur.link(T::NAME, start);
            self.model.layout.shared.push((piece, first));
            let mut quiet = Cursor::new(self.source, Endian::Little, NoRecorder);
            return quiet.within(start, end, |cur| T::read_list(cur, there));
        }
        self.spans.push((start, end, piece));
        if cur.pos() == start {
            // In a row: the groups span what they hold.
            return T::read_list(cur, there);
        }
        cur.within(start, end, |cur| T::read_list(cur, there))
    }

    /// Notes that `piece` stands at `start`; the piece of the same kind that already does.
    fn claim(&mut self, piece: Piece, start: u64) -> Option<Piece> {
        self.place.pieces.insert(piece, start);
        let key = (std::mem::discriminant(&piece), start);
        let first = *self.first.entry(key).or_insert(piece);
        (first != piece).then_some(first)
    }

    fn mesh<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        piece: Piece,
        header: &MeshHeader,
    ) -> Result<Mesh> {
        let Piece::Chain(group, weight_group, index) = piece else { return Ok(Mesh::default()) };
        let mut mesh = Mesh {
            no_keys: (header.morph_offset, header.morph_stride),
            stride: header.morph_stride,
            ..Mesh::default()
        };
        let start = self.base.saturating_add(header.offset.into());
        if start.saturating_add(DmaTag::SIZE as u64) > self.end {
            let message = format_args!("no mesh can be at {:#x} of the model", header.offset);
            cur.problem(Severity::Error, (start.min(self.end), 0), &format!("[{index}]"), message);
            self.model.layout.stale.push((piece, header.offset));
            return Ok(mesh);
        }
        if let Some(first) = self.claim(piece, start) {
            cur.link_element(index, start);
            self.model.layout.shared.push((piece, first));
            let mut quiet = Cursor::new(self.source, Endian::Little, NoRecorder);
            let result = quiet.within(start, self.end, |cur| self.chain(cur, piece, &mut mesh));
            return result.map(|_| mesh);
        }
        let model_end = self.end;
        cur.within(start, model_end, |cur| {
            cur.element(index, "Mesh", |cur| {
                let end = self.chain(cur, piece, &mut mesh)?;
                self.spans.push((start, end, piece));
                let wanted = usize::from(self.model.morph_keys);
                if header.morph_offset >= 0 && wanted > 0 {
                    let key = |key| Piece::Key(group, weight_group, index, key);
                    let first = start + u64::from(header.morph_offset.unsigned_abs());
                    cur.array("keys", |cur| self.keys(cur, &mut mesh, first, wanted, &key))?;
                }
                Ok(())
            })
        })?;
        Ok(mesh)
    }

    /// Reads the tags of a chain; gives its end.
    fn chain<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        piece: Piece,
        mesh: &mut Mesh,
    ) -> Result<u64> {
        let mut codes = Vec::new();
        let result = cur.array("tags", |cur| {
            loop {
                let index = mesh.chain.len();
                if cur.remaining() < DmaTag::SIZE as u64 {
                    return Err(cur.fail(format_args!("the chain leaves the model without a RET")));
                }
                let (tag, starts) = cur.element(index, "Tag", |cur| self.tag(cur))?;
                let id = tag.tag.id();
                mesh.chain.push(tag);
                codes.push(starts);
                match id {
                    tag_id::CNT => {}
                    tag_id::RET => return Ok(()),
                    _ => {
                        let last = mesh.chain.last().map(|tag| tag.tag.describe());
                        let what = last.unwrap_or_default();
                        return Err(cur.fail(format_args!("a chain cannot go on after {what}")));
                    }
                }
            }
        });
        self.place.codes.insert(piece, codes);
        match result {
            Ok(()) => {}
            // The tags that were read are all that the records need.
            Err(error) if self.budget_is_left() => cur.keep(error),
            Err(error) => return Err(error),
        }
        Ok(cur.pos())
    }

    fn budget_is_left(&self) -> bool {
        !self.budget.is_spent()
    }

    /// Reads a tag with its payload.
    #[allow(clippy::type_complexity)]
    fn tag<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
    ) -> Result<(Tag, (u64, std::sync::Arc<[u32]>))> {
        let start = cur.pos();
        let tag: DmaTag = cur.record("tag")?;
        cur.describe(|| tag.describe());
        let wanted = u64::from(tag.qwc) * 16;
        let payload = wanted.min(cur.remaining());
        if payload < wanted {
            let message = format_args!("{wanted} bytes of payload, {payload} are in the model");
            cur.problem(Severity::Error, (start, 2), "tag.qwc", message);
            self.lost(format_args!("a packet is cut off"));
        }
        self.budget.spend(cur, payload + DmaTag::SIZE as u64)?;
        let end = cur.pos() + payload;
        let here = cur.pos();
        let (run, rest) = cur.within(here, end, |cur| {
            let run = cur.run("codes", usize::MAX, CodeReader);
            Ok((run, cur.bytes_if_any("rest", end)?.to_vec()))
        })?;
        cur.seek(end)?;
        Ok((Tag { tag, codes: run.items, rest }, (run.start, run.starts)))
    }

    /// Reads up to `wanted` morph keys, the first at `first`.
    fn keys<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        mesh: &mut Mesh,
        first: u64,
        wanted: usize,
        piece: &dyn Fn(usize) -> Piece,
    ) -> Result<()> {
        let stride = u64::try_from(mesh.stride).unwrap_or(0);
        // Keys that stand in each other are none.
        let apart = wanted == 1 || stride > DmaTag::SIZE as u64;
        let there = self.end.checked_sub(first.saturating_add(DmaTag::SIZE as u64));
        let there = there.map_or(0, |left| 1 + left / stride.max(1));
        let count = if apart { there.min(wanted as u64) } else { 0 };
        if count < wanted as u64 {
            let span = (first.min(self.end), 0);
            let message =
                format_args!("{wanted} morph keys, {stride} bytes apart: {count} can be there");
            cur.problem(Severity::Error, span, "", message);
        }
        for key in 0..usize::try_from(count).unwrap_or(0) {
            let start = first + stride * key as u64;
            let end = if key + 1 < wanted { (start + stride).min(self.end) } else { self.end };
            let read = cur.within(start, end, |cur| {
                let tag = cur.element(key, "Key", |cur| self.tag(cur))?.0;
                Ok((tag, cur.pos()))
            });
            let (tag, end): (Key, u64) = read?;
            self.spans.push((start, end, piece(key)));
            self.place.pieces.insert(piece(key), start);
            mesh.keys.push(tag);
        }
        if mesh.keys.len() < wanted && !mesh.keys.is_empty() {
            self.lost(format_args!("not all morph keys are in the file"));
        }
        Ok(())
    }

    /// Order of the pieces, and what is between them.
    fn gaps<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()> {
        self.spans.sort_unstable();
        let (mut free, mut ends) = (Vec::new(), Vec::new());
        let mut at = self.base;
        for (start, end, piece) in std::mem::take(&mut self.spans) {
            if start < at {
                if start == end {
                    // An empty list that points into another.
                    let offset = u32::try_from(start - self.base).unwrap_or(u32::MAX);
                    self.model.layout.stale.push((piece, offset));
                    continue;
                }
                self.lost(format_args!("{piece:?} overlaps what stands before it"));
                let message = format_args!("{piece:?} overlaps what stands before it");
                cur.problem(Severity::Error, (start, end - start), "", message);
            } else {
                let gap = Gap::of(cur.slice(at, start), start - self.base);
                self.model.layout.pieces.push((gap, piece));
                self.note(cur, at, start, &mut free, &mut ends);
            }
            at = at.max(end);
        }
        self.model.layout.tail = cur.slice(at, self.end).to_vec();
        self.note(cur, at, self.end, &mut free, &mut ends);
        self.stale_mesh_data();
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

    /// Sorts what is between two pieces: the end of a group, or something else.
    fn note<R: Recorder>(
        &self,
        cur: &Cursor<'_, R>,
        start: u64,
        end: u64,
        free: &mut Vec<(u64, u64)>,
        ends: &mut Vec<(u64, u64)>,
    ) {
        if start >= end {
            return;
        }
        // A tag that ends a chain, to which no header leads, with words behind it.
        let tag = DmaTag::take(&mut cur.slice(start, end), Endian::Little);
        let is_end = tag.is_some_and(|tag| {
            let plain = tag.address == 0 && tag.unknown_08 == [0; 2];
            plain && tag.id() == tag_id::RET && (end - start).is_multiple_of(4)
        });
        if is_end { ends } else { free }.push((start, end));
    }

    /// The header says where the first mesh is; kept where it says something else.
    fn stale_mesh_data(&mut self) {
        let stored = self.header.mesh_data;
        let pieces = self.place.pieces.iter();
        let chains = pieces.filter(|(piece, _)| matches!(piece, Piece::Chain(..)));
        let first = chains.map(|(_, start)| start - self.base).min();
        if first != Some(stored.into()) {
            self.model.layout.mesh_data = Some(stored);
        }
    }
}

fn group_end<R: Recorder>(cur: &mut Cursor<'_, R>, end: u64) -> Result<()> {
    let tag: DmaTag = cur.record("tag")?;
    cur.describe(|| format!("{}; no header leads here", tag.describe()));
    let words = usize::try_from((end - cur.pos()) / VifCode::SIZE as u64).unwrap_or(0);
    cur.records::<VifCode>("words", words).map(drop)
}
