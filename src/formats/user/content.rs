//! Operations on a file that was read with a description.

use std::any::Any;
use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, OnceLock};

use super::members::DescribedMembers;
use super::{Reading, UserFormat};
use crate::bytes::{Problems, Source, SourceId};
use crate::container::{Context, Members};
use crate::formats::{
    Content, Displayed, EditResult, Editable, Format, FormatHandle, HasMembers, HashesNames,
    NewMembers, Refusal, Rewritten,
};
use crate::ksy::{Declaration, on_large_stack, views};
use crate::scene::Scene;

/// A file that was read with a description.
pub struct UserContent {
    format: Arc<UserFormat>,
    source: Source,
    reading: Arc<Reading>,
    /// The contained files, listed on first use.
    members: OnceLock<Option<DescribedMembers>>,
    /// Names of hashes, listed on first use.
    names: OnceLock<HashMap<u32, String>>,
}

impl UserContent {
    pub(super) fn new(format: Arc<UserFormat>, source: &Source, reading: Arc<Reading>) -> Self {
        let (members, names) = (OnceLock::new(), OnceLock::new());
        Self { format, source: source.clone(), reading, members, names }
    }

    /// The format.
    pub fn format(&self) -> FormatHandle {
        FormatHandle::Described(self.format.clone())
    }

    /// File of the description.
    pub fn file(&self) -> &str {
        &self.format.file
    }

    /// Declaration of the field at a path; `None` if the reader is in use on another thread.
    pub fn declaration(&self, path: &str) -> Option<Declaration> {
        self.reading.try_reader()?.declaration(path)
    }

    /// Path of the field nearest to `near` that is declared at this line of the description; `text`
    /// is the text of the description; `None` if the reader is in use on another thread.
    pub fn path_declared_at(&self, text: &str, line: u32, near: &str) -> Option<String> {
        self.reading.try_reader()?.path_declared_at(text, line, near)
    }

    /// The file as it was read.
    pub fn reading(&self) -> &Reading {
        &self.reading
    }
}

impl Editable for UserContent {
    fn refuses(&self, path: &str) -> Option<Refusal> {
        let code = self.reading.reader().computed_from(path)?;
        Some(Refusal(format!("{path} is computed from `{code}`")))
    }

    fn encoded(&self, path: &str, text: &str) -> Option<EditResult<Vec<u8>>> {
        let encoded = self.reading.reader().encoded(path, text)?;
        Some(encoded.map_err(|why| Refusal(format!("{path}: {why}"))))
    }

    fn number_of_name(&self, path: &str, name: &str) -> Option<i128> {
        self.reading.reader().number_of_name(path, name)
    }

    fn repacked(&self, file: Vec<u8>, parts: BTreeMap<SourceId, Vec<u8>>) -> EditResult<Vec<u8>> {
        let number = |id| self.reading.parts.iter().position(|part| part.id() == id);
        let numbered = parts.into_iter().filter_map(|(id, bytes)| Some((number(id)? + 1, bytes)));
        self.with_parts(file, numbered.collect())
    }

    fn side_effect(&self, changed: &dyn Any, edited: &[&str]) -> Option<String> {
        let changed = changed.downcast_ref::<Self>()?;
        let compared = on_large_stack(|| {
            // These are two locks, since the documents differ.
            let (mut own, mut other) = (self.reading.reader(), changed.reading.reader());
            own.first_difference(&mut other, edited)
        });
        compared.unwrap_or_else(|| Some("not enough memory to compare the fields".to_owned()))
    }
}

impl Displayed for UserContent {
    fn scene(&self, _: Context<'_>) -> Option<(Scene, Problems)> {
        let (id, stem) = (self.source.id(), self.source.stem());
        let scene = || views::scene(&mut self.reading.reader(), id, stem);
        let (mut scene, mut problems) = on_large_stack(scene)??;
        scene.name = self.source.file_name().to_owned();
        if let Some(members) = self.described_members() {
            problems.extend(members.problems.clone());
        }
        Some((scene, problems))
    }
}

impl HasMembers for UserContent {
    fn members(&self) -> Option<&dyn Members> {
        self.described_members().map(|members| members as &dyn Members)
    }

    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let members = self.described_members();
        let members = members.ok_or_else(|| Refusal("the file has no members".to_owned()))?;
        let mut new = members.replaced(&self.reading.parts, replaced)?;
        for (path, field, bytes) in new.processed {
            let packed = self.reading.reader().repacked_field(&field, &bytes);
            let (span, packed) = packed.map_err(|why| Refusal(format!("{path}: {why}")))?;
            let target = match span.buffer {
                0 => &mut new.file,
                part => new.parts.entry(part).or_insert_with(|| self.part(part)),
            };
            let end = span.start.saturating_add(span.len);
            if let Some(target) = target.get_mut(span.start..end) {
                target.copy_from_slice(&packed);
            }
        }
        let (fields, file) = (new.fields, self.with_parts(new.file, new.parts)?);
        let fields: Vec<&str> = fields.iter().map(String::as_str).collect();
        let source = Source::from_bytes(self.source.name(), file.clone());
        let changed = self.format.open(&source).map_err(|error| Refusal(error.to_string()))?;
        match self.side_effect(&*changed.content as &dyn Any, &fields) {
            Some(effect) => Err(Refusal(format!("with the new content {effect}"))),
            None => Ok(vec![Rewritten::whole(file)]),
        }
    }
}

impl UserContent {
    /// Bytes of an unpacked part; parts are numbered from 1.
    fn part(&self, number: usize) -> Vec<u8> {
        let part = number.checked_sub(1).and_then(|at| self.reading.parts.get(at));
        part.map_or_else(Vec::new, |part| part.bytes().to_vec())
    }

    /// The file with changed unpacked parts, by their numbers, which start at 1.
    fn with_parts(
        &self,
        mut file: Vec<u8>,
        mut changed: BTreeMap<usize, Vec<u8>>,
    ) -> EditResult<Vec<u8>> {
        // A part inside another one has the higher number.
        while let Some((part, bytes)) = changed.pop_last() {
            let (span, packed) = self.reading.reader().repacked(part, &bytes).map_err(Refusal)?;
            let outer = match span.buffer.checked_sub(1) {
                None => &mut file,
                Some(_) => changed.entry(span.buffer).or_insert_with(|| self.part(span.buffer)),
            };
            let end = span.start.saturating_add(span.len);
            if let Some(target) = outer.get_mut(span.start..end) {
                target.copy_from_slice(&packed);
            }
        }
        Ok(file)
    }

    fn hash_names(&self) -> &HashMap<u32, String> {
        let list = || {
            let names = || views::names(&mut self.reading.reader(), self.source.id());
            on_large_stack(names).into_iter().flatten().rev().collect()
        };
        self.names.get_or_init(list)
    }

    fn described_members(&self) -> Option<&DescribedMembers> {
        let list = || DescribedMembers::new(&mut self.reading.reader(), &self.source);
        self.members.get_or_init(|| on_large_stack(list)?).as_ref()
    }
}

impl HashesNames for UserContent {
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        if views::has_names(&self.format.description) {
            self.hash_names().iter().for_each(|(hash, name)| learn(*hash, name));
        }
    }

    fn name_in_file(&self, hash: u32) -> Option<String> {
        self.hash_names().get(&hash).cloned()
    }
}

impl Content for UserContent {
    fn named(&self) -> &dyn HashesNames {
        self
    }

    fn displayed(&self) -> &dyn Displayed {
        self
    }

    fn container(&self) -> &dyn HasMembers {
        self
    }

    fn editable(&self) -> &dyn Editable {
        self
    }
}
