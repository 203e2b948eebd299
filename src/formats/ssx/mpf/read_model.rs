//! Reads the lists and meshes of one model through their offsets.

mod chain;
mod gaps;

use std::collections::HashMap;
use std::mem::Discriminant;

use super::headers::{
    GroupHeader, MeshHeader, ModelHeader, ReferencesHeader, WeightGroupHeader, WeightsHeader,
};
use super::pieces::ModelBlock;
use super::records::{Group, Mesh, Model, Weight, WeightGroup, Weights};
use crate::bytes::layout::{Layout, Reading};
use crate::bytes::{Cursor, Endian, NoRecorder, Recorder, Result, Severity, Source};
pub(super) use gaps::explain;

/// Limits the reads of a file in which many offsets refer to the same bytes.
pub(super) struct Budget {
    left: u64,
    spent: bool,
}

impl Budget {
    pub fn new(left: u64) -> Self {
        Self { left, spent: false }
    }

    /// Subtracts `len` bytes; fails if offsets refer to more data than the file can have.
    fn spend<R: Recorder>(&mut self, cur: &Cursor<'_, R>, len: u64) -> Result<()> {
        match self.left.checked_sub(len) {
            Some(left) => {
                self.left = left;
                Ok(())
            }
            None => {
                self.left = 0;
                self.spent = true;
                Err(cur.fail(format_args!("offsets refer to more data than the file has")))
            }
        }
    }
}

/// Reads one model.
pub(super) struct ModelReader<'a> {
    source: &'a Source,
    header: &'a ModelHeader,
    budget: &'a mut Budget,
    pub model: Model,
    /// Start and end of the model's data.
    base: u64,
    end: u64,
    /// Span of each block.
    spans: Vec<(ModelBlock, (u64, u64))>,
    /// Blocks at an offset that repeats an earlier one, and blocks with an invalid offset.
    shared: Vec<(ModelBlock, ModelBlock)>,
    stale: Vec<(ModelBlock, u32)>,
    /// The first block at each offset, by kind.
    first: HashMap<(Discriminant<ModelBlock>, u64), ModelBlock>,
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
            base: 0,
            end: 0,
            spans: Vec::new(),
            shared: Vec::new(),
            stale: Vec::new(),
            first: HashMap::new(),
        }
    }

    /// Reads the model whose data is from `base` to `end`.
    pub fn read<R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        base: u64,
        end: u64,
    ) -> Result<()> {
        (self.base, self.end) = (base, end);
        cur.describe(|| self.model.name());
        if u64::from(self.header.size) > end - base {
            self.lost(cur, format_args!("the model is truncated"));
        }
        let result = self.lists(cur);
        if let Err(error) = result {
            self.lost(cur, format_args!("{error}"));
            cur.keep(error);
        }
        let result = self.gaps(cur);
        cur.or_keep(result);
        cur.seek(end)
    }

    /// Reports data of the model that the records do not hold.
    fn lost<R: Recorder>(&self, cur: &mut Cursor<'_, R>, what: std::fmt::Arguments<'_>) {
        cur.lose_because(format_args!("{}: {what}", self.model.name()));
    }

    fn lists<R: Recorder>(&mut self, cur: &mut Cursor<'_, R>) -> Result<()> {
        let (header, counts) = (self.header, self.header.counts);
        let n = usize::from;
        self.model.materials =
            self.list(cur, ModelBlock::Materials, header.materials, n(counts.materials))?;
        self.model.bones = self.list(cur, ModelBlock::Bones, header.bones, n(counts.bones))?;
        self.model.ik_points =
            self.list(cur, ModelBlock::IkPoints, header.ik_points, n(counts.ik_points))?;
        let headers: Vec<WeightsHeader> =
            self.list(cur, ModelBlock::Weights, header.weights, n(counts.weights))?;
        cur.array("weights", |cur| {
            for (index, WeightsHeader { count, offset, unknown_08 }) in (0..).zip(headers) {
                let piece = ModelBlock::Entries(index);
                let entries = self.element(cur, index, "Weights", offset, |this, cur| {
                    let entries: Vec<Weight> = this.list(cur, piece, offset, count as usize)?;
                    cur.describe(|| this.model.in_words(&entries));
                    Ok(entries)
                })?;
                self.model.weights.push(Weights { entries, unknown_08 });
            }
            Ok(())
        })?;
        let headers: Vec<ReferencesHeader> =
            self.list(cur, ModelBlock::References, header.references, n(counts.references))?;
        cur.array("references", |cur| {
            for (index, ReferencesHeader { count, offset }) in (0..).zip(headers) {
                let piece = ModelBlock::Indices(index);
                let list = self.listed(cur, index, "References", piece, (offset, count))?;
                self.model.references.push(list);
            }
            Ok(())
        })?;
        let headers: Vec<GroupHeader> =
            self.list(cur, ModelBlock::Groups, header.groups, n(counts.groups))?;
        cur.array("groups", |cur| {
            for (index, header) in headers.iter().enumerate() {
                let group = self.group(cur, index, header)?;
                self.model.groups.push(group);
            }
            Ok(())
        })
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
            let piece = ModelBlock::WeightGroups(group);
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
            let piece = ModelBlock::Headers(group, weight_group);
            let headers: Vec<MeshHeader> =
                this.list(cur, piece, header.offset, header.count as usize)?;
            cur.array("meshes", |cur| {
                let mut meshes = Vec::new();
                for (index, header) in headers.iter().enumerate() {
                    let piece = ModelBlock::Chain(group, weight_group, index);
                    meshes.push(this.mesh(cur, piece, header)?);
                }
                Ok(meshes)
            })
        })
    }

    /// Reads an array element that is a list.
    fn listed<T: Layout, R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        index: usize,
        type_name: &'static str,
        piece: ModelBlock,
        (offset, count): (u32, u32),
    ) -> Result<Vec<T>> {
        self.element(cur, index, type_name, offset, |this, cur| {
            this.list(cur, piece, offset, count as usize)
        })
    }

    /// Reads an array element at an offset, or at the start of the model if the offset is invalid.
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

    /// Reads the list of `count` elements at `offset` from the start of the model. Missing elements are
    /// reported and skipped; fails only when the budget is spent.
    fn list<T: Layout, R: Recorder>(
        &mut self,
        cur: &mut Cursor<'_, R>,
        piece: ModelBlock,
        offset: u32,
        count: usize,
    ) -> Result<Vec<T>> {
        let start = self.base.saturating_add(offset.into());
        let name = piece.name();
        if count == 0 {
            if start <= self.end {
                self.spans.push((piece, (start, start)));
            } else {
                self.stale.push((piece, offset));
            }
            return Ok(Vec::new());
        }
        let there = self.end.saturating_sub(start) / T::MIN_SIZE.max(1);
        let there = usize::try_from(there).unwrap_or(usize::MAX).min(count);
        if there < count {
            let span = (start.min(self.end), 0);
            let message = format_args!("expected {count} {name}, found {there}");
            cur.problem(Severity::Error, span, name, message);
            self.lost(cur, format_args!("not all {name} are in the file"));
        }
        if there == 0 {
            self.stale.push((piece, offset));
            return Ok(Vec::new());
        }
        let end = start + T::MIN_SIZE * there as u64;
        self.budget.spend(cur, end - start)?;
        if let Some(first) = self.claim(piece, start) {
            cur.link(name, start);
            self.shared.push((piece, first));
            let mut quiet = Cursor::new(self.source, Endian::Little, NoRecorder);
            return quiet.within(start, end, |cur| elements(cur, piece, there));
        }
        self.spans.push((piece, (start, end)));
        if cur.pos() == start {
            // Adjacent: the span of the group includes the list.
            return elements(cur, piece, there);
        }
        cur.within(start, end, |cur| elements(cur, piece, there))
    }

    /// Records that `piece` is at `start`. Returns the block of the same kind that was there before, if
    /// any.
    fn claim(&mut self, piece: ModelBlock, start: u64) -> Option<ModelBlock> {
        let key = (std::mem::discriminant(&piece), start);
        let first = *self.first.entry(key).or_insert(piece);
        (first != piece).then_some(first)
    }
}

/// Consecutive elements of equal size.
fn elements<T: Layout, R: Recorder>(
    cur: &mut Cursor<'_, R>,
    piece: ModelBlock,
    count: usize,
) -> Result<Vec<T>> {
    let mut list = Vec::new();
    T::list(&mut list, (piece.name(), piece.hint()).into(), count, &mut Reading { cur }, ())?;
    Ok(list)
}
