//! The [`Records`](crate::formats::Records) implementation for all kinds of GROFF files.

use std::marker::PhantomData;
use std::sync::{Arc, OnceLock};

use glam::Vec3;

use super::body::Body;
use super::check;
use super::coupled;
use super::grf::geometry::{Geometry1, Geometry2};
use super::grf::material::Material;
use super::grf::object::Object;
use super::grf::region::{LevelHeader, Region};
use super::grf::values::{Value, ValueTable};
use super::kinds::{File, HeadFindings, Kind};
use super::list_edit;
use super::names;
use super::read::Parsed;
use super::records::{Groff, Section};
use super::scene::{self, FactsOfGroups};
use super::scn::block::Block;
use super::scn::block_kinds::BlockKinds;
use super::scn::saved::SaveHeader;
use crate::bytes::{self, Cursor, Problems, Recorder, Result, Source, Span};
use crate::container::{Context, Member, Members, Slices, safe_name};
use crate::formats::list_edit::element;
use crate::formats::ms::bmp::{Bmp, with_picture};
use crate::formats::single_picture::picture_of;
use crate::formats::{
    Change, Computable, Counts, DependentEdits, Displayed, EditResult, Editable, FormatInfo,
    HasMembers, HashesNames, Head, ListChange, ListMenu, Loaded, NewMembers, NewValue, Operations,
    Probe, Records, Refusal, Report, Rewritten, Score,
};
use crate::scene::{ElementState, Replacement, Scene};

impl<K: Kind> Records for File<K> {
    const INFO: FormatInfo = K::INFO;
    const ROOT: &'static str = "Groff";
    const OPERATIONS: Operations<Self> = Operations::NONE
        .displayed()
        .with_members()
        .editable()
        .computable()
        .hashes_names()
        .reads_companions(|source, context| {
            let kinds = scene::kinds_of_scene(source, context)?;
            Some(Arc::new(kinds))
        })
        .titled(File::<K>::title);

    fn probe(head: &Head<'_>) -> Option<Probe> {
        let seen = HeadFindings::of(head)?;
        let mut score = Score::new(50, format!("GROFF of {} sections", seen.sections));
        let fits = score.rule(K::fits(&seen), 30, "matching kinds of sections");
        score.rule(seen.sound, 10, "container version 10 with names after the directory");
        score.rule(head.has_extension(K::INFO.extensions), 10, "matching extension");
        score.at_least(0).filter(|_| fits)
    }

    fn read<R: Recorder>(cur: &mut Cursor<'_, R>, source: &Source) -> Result<Self> {
        let (members, facts) = (OnceLock::new(), OnceLock::new());
        let elements = OnceLock::new();
        let parsed = Parsed::read(cur, source.attached::<BlockKinds>())?;
        Ok(Self { parsed, members, facts, elements, kind: PhantomData })
    }

    /// Version of the level or the scene, or empty.
    fn version(&self) -> String {
        let groff = &self.parsed.groff;
        let level = groff.first::<LevelHeader>().map(|header| header.version.number().to_string());
        let saved = || groff.first::<SaveHeader>().map(|header| header.version.to_string());
        level.or_else(saved).unwrap_or_default()
    }

    fn count(&self, counts: &mut Counts) {
        let groff = &self.parsed.groff;
        counts.set("sections", groff.sections.len());
        counts.set("members", groff.sections.len());
        if groff.first::<SaveHeader>().is_some() || groff.first::<Block>().is_some() {
            let placed = groff.all::<Block>().filter(|(_, block)| block.place().is_some());
            counts.set("instances", placed.count());
            counts.set("textures", groff.all::<Bmp>().count());
        } else {
            count_level(groff, counts);
        }
    }

    fn is_usable(&self) -> bool {
        !self.parsed.groff.sections.is_empty()
    }

    fn check(file: &Loaded<Self>, report: &mut Report<'_>) {
        check::check(&file.records.parsed, report);
    }

    fn write(&self) -> EditResult<Vec<u8>> {
        self.parsed.groff.write()
    }
}

impl<K: Kind> File<K> {
    fn title(head: &Head<'_>) -> Option<String> {
        K::title(head)
    }
}

impl<K: Kind> Displayed for Loaded<File<K>> {
    fn scene(&self, context: Context<'_>) -> Option<(Scene, Problems)> {
        Some(scene::build(&self.parsed(), context))
    }
}

impl<K: Kind> HasMembers for Loaded<File<K>> {
    fn members(&self) -> Option<&dyn Members> {
        Some(self.records.members.get_or_init(|| sections(&self.parsed())))
    }

    /// The replaced sections are written verbatim.
    fn with_members(&self, _: Context<'_>, replaced: &NewMembers) -> EditResult<Vec<Rewritten>> {
        let mut groff = self.kept()?.parsed.groff.clone();
        for (index, bytes) in replaced {
            let section = groff.sections.get_mut(*index);
            let missing = || Refusal(format!("the file has no section {index}"));
            section.ok_or_else(missing)?.damaged = Some(bytes.clone());
        }
        Ok(vec![Rewritten::whole(groff.write()?)])
    }
}

impl<K: Kind> Editable for Loaded<File<K>> {
    fn refuses(&self, path: &str) -> Option<Refusal> {
        let section = path.strip_prefix("sections[")?.split(']').next()?.parse().ok()?;
        let Parsed { groff, guessed, .. } = &self.records.parsed;
        if !guessed.contains(&section) {
            return None;
        }
        let header = groff.first::<SaveHeader>();
        let level = header.and_then(|header| header.levels().next());
        let level = level.map_or("its level".to_owned(), |level| format!("its level {level}"));
        Some(Refusal(format!(
            "{path}: the layout of this block is guessed, since only {level} determines it; open the \
             scene next to the level"
        )))
    }

    fn stored_as(
        &self,
        _: Context<'_>,
        path: &str,
        shown: &ElementState,
    ) -> EditResult<Vec<(String, bytes::Value)>> {
        scene::stored_as(&self.parsed(), self.facts(), path, shown)
    }

    /// Names of savegames and scenes have fields of fixed size.
    fn encoded(&self, path: &str, text: &str) -> Option<EditResult<Vec<u8>>> {
        let section = element(path.strip_suffix(".text")?, "sections")?;
        match &self.records.parsed.groff.sections.get(section)?.body {
            Body::Label(label) => {
                let encoded = label.encoded(text)?;
                Some(encoded.map_err(|why| Refusal(format!("{path}: {why}"))))
            }
            _ => None,
        }
    }

    /// Replaces the picture of a savegame.
    fn with_asset(&self, _: Context<'_>, path: &str, new: &Replacement) -> EditResult<Vec<u8>> {
        let new = picture_of(new)?;
        let mut groff = self.kept()?.parsed.groff.clone();
        let section = element(path, "sections").and_then(|index| groff.sections.get_mut(index));
        match section.map(|section| &mut section.body) {
            Some(Body::Picture(bitmap)) => *bitmap = with_picture(bitmap, new)?,
            _ => return Err(Refusal(format!("{path} is not a picture"))),
        }
        groff.write()
    }

    fn with_list(&self, _: Context<'_>, change: &ListChange<'_>) -> EditResult<Vec<u8>> {
        list_edit::with_list(&self.kept()?.parsed, change)
    }

    fn list_menu(&self, path: &str) -> ListMenu {
        list_edit::list_menu(&self.records.parsed.groff, path)
    }

    fn entails(
        &self,
        context: Context<'_>,
        change: &Change<'_>,
    ) -> EditResult<Vec<DependentEdits>> {
        let file = (&self.records.parsed, self.source.file_name());
        match change {
            Change::List(ListChange::Remove(paths)) => list_edit::entails(file, context, paths),
            Change::List(ListChange::Copy(paths)) => {
                list_edit::entails_places(file, context, paths)
            }
            Change::Fields(set) => coupled::entails(&self.parsed(), context, set),
            _ => Ok(Vec::new()),
        }
    }

    fn couples_fields(&self) -> bool {
        true
    }

    fn followers(&self, set: &[NewValue]) -> EditResult<Vec<(String, bytes::Value)>> {
        coupled::followers(&self.parsed(), self.facts(), set)
    }

    fn axes(&self) -> [Vec3; 3] {
        // X right, Y forward, Z up.
        [Vec3::X, Vec3::NEG_Z, Vec3::Y]
    }
}

impl<K: Kind> Computable for Loaded<File<K>> {
    fn has_computed(&self) -> bool {
        true
    }

    fn audit(&self, report: &mut Report<'_>) {
        check::planes::audit(&self.records.parsed.groff, report);
        check::references::audit(&self.records.parsed.groff, report);
    }

    fn audit_beside(&self, context: Context<'_>, report: &mut Report<'_>) {
        scene::audit_boxes(&self.parsed(), context, report);
    }

    /// Replaces the hull of a model by its bounding box.
    fn rebuilt(&self, path: &str) -> EditResult<Vec<u8>> {
        let mut groff = self.kept()?.parsed.groff.clone();
        let section = path.strip_suffix(".wrap").and_then(|path| element(path, "sections"));
        let section = section.and_then(|section| groff.sections.get_mut(section));
        match section.map(|section| &mut section.body) {
            Some(Body::Geometry2(geometry)) => {
                geometry.wrap = Some(check::planes::hull(geometry));
                groff.write()
            }
            _ => Err(Refusal(format!("{path} is not computed from the rest of the file"))),
        }
    }
}

impl<K: Kind> HashesNames for Loaded<File<K>> {
    fn names(&self, learn: &mut dyn FnMut(u32, &str)) {
        names::each_name(&self.records.parsed, learn);
    }

    fn name_hash(&self, name: &str) -> Option<u32> {
        Some(names::instance_hash(name))
    }

    fn files_with_names(&self) -> Vec<String> {
        names::levels(&self.records.parsed)
    }

    fn name_in_file(&self, hash: u32) -> Option<String> {
        let path = self.path_of_hash(hash).filter(|path| path.ends_with(']') && path.contains('.'));
        path.map(|path| format!("{}{path}", names::PARTITION))
    }

    fn path_of_hash(&self, hash: u32) -> Option<String> {
        let elements = || names::elements(&self.records.parsed);
        self.records.elements.get_or_init(elements).get(&hash).cloned()
    }

    fn hash_of_path(&self, path: &str) -> Option<u32> {
        names::hash_of_path(&self.records.parsed, path)
    }

    fn hash_in_text(&self, text: &str) -> Option<u32> {
        names::hash_in_text(&self.records.parsed, text)
    }
}

impl<K: Kind> Loaded<File<K>> {
    /// The properties of its instances.
    fn facts(&self) -> &FactsOfGroups {
        let facts = || scene::facts_of_groups(&self.records.parsed);
        self.records.facts.get_or_init(facts)
    }
}

fn count_level(groff: &Groff, counts: &mut Counts) {
    let triangles = || groff.all::<Geometry1>().map(|(_, geometry)| geometry);
    let polygons = || groff.all::<Geometry2>().map(|(_, geometry)| geometry);
    let corners = polygons().flat_map(|geometry| &geometry.polygons);
    let corners = corners.map(|polygon| u64::from(polygon.corner_count).saturating_sub(2));
    let split: u64 = triangles().map(|geometry| geometry.faces.len() as u64).sum();
    let faces = triangles().map(|geometry| geometry.faces.len());
    let faces = faces.chain(polygons().map(|geometry| geometry.polygons.len()));
    let bodies = groff.sections.iter().map(|section| &section.body);
    let vertices = bodies.filter_map(Body::points).map(<[_]>::len);
    let instances = groff.all::<Region>().map(|(_, region)| region.instances.len());
    let entries = || groff.all::<ValueTable>().flat_map(|(_, table)| &table.entries);
    counts.set("objects", groff.all::<Object>().count());
    counts.set("models", triangles().count() + polygons().count());
    counts.set("materials", groff.all::<Material>().count());
    counts.set("vertices", vertices.sum::<usize>());
    counts.set("faces", faces.sum::<usize>());
    counts.set("triangles", split + corners.sum::<u64>());
    counts.set("instances", instances.sum::<usize>());
    counts.set("values", entries().count());
    let texts = entries().filter(|entry| matches!(entry.value, Value::Text(_)));
    counts.set("texts", texts.count());
}

/// The sections of a file as raw members, named by index and name, since many share a name.
fn sections(file: &Loaded<&Parsed>) -> Slices {
    let Parsed { groff, texts, .. } = file.records;
    // Empty sections have no field in the tree.
    let nowhere = Span::new(file.source.id(), file.span("directory").end(), 0);
    let member = |(index, section): (usize, &Section)| {
        let span = file.tree.span(&format!("sections[{index}]")).unwrap_or(nowhere);
        let path = format!("{index:04}_{}", safe_name(texts.get(section.name)));
        Member { path, size: span.len, span: Some(span) }
    };
    let list = groff.sections.iter().enumerate().map(member).collect();
    Slices::new(&file.source, "the file has no section", list).parts()
}
