//! Exercises everything that a user could do with a file, whatever its bytes, and checks the invariants.
//! Property tests and fuzzers call this; it panics where an invariant is violated.
//!
//! The invariants: reading, listing, drawing and writing end without a panic; every byte belongs to
//! exactly one field; every field has one path; a scene refers only to its own elements; a file is
//! written back byte for byte, or refused with a reason; exports and edits are complete or refused with a
//! reason, and an edit that is undone restores every byte.

use std::collections::VecDeque;

use gouraud::bytes::{FieldId, FieldKind, Problems, Severity, Source, Tree, Value};
use gouraud::container::{Context, Members, MissingCompanion, NoNames, Siblings};
use gouraud::formats::{self, Content, Counts, Decoded, Document, Format, Head, Probe};
use gouraud::scene::{Face, Mesh, NO_CORNER, Scene, SceneIndex, Surface, Texels, Texture};

use crate::{edited, exported, replaced};

/// Counts of what was exercised, so that a test can check that it covered something.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Exercised {
    /// Documents that a format could open.
    pub documents: usize,
    pub fields: usize,
    pub faces: usize,
    pub textures: usize,
    pub sounds: usize,
    pub members: usize,
    /// Documents that were written back.
    pub written: usize,
    /// Exported files.
    pub exported: usize,
    /// Documents of which a field was set.
    pub edited: usize,
}

/// Limits per document.
const MOST_FIELDS: usize = 4_000;
const MOST_OF_AN_ARRAY: usize = 32;
const MOST_OFFSETS: u64 = 512;
/// Divisor of the limits for documents with errors, since cut or damaged data is opened again and again
/// as every format.
const LESS_OF_DAMAGED: usize = 5;
/// One in this number of damaged documents is exported and edited.
const RARELY: u32 = 8;
const MOST_TEXELS: u64 = 1 << 22;
const MOST_SAMPLES: u64 = 1 << 22;
const MOST_MEMBERS: usize = 64;
const MOST_ANIMATIONS: usize = 4;
/// A texture of a cut file may be as large as a PlayStation's texture page; beyond that its bytes must be
/// present, with at most this compression ratio.
const LEAST_TEXELS: u64 = 256 * 256;
const MOST_TEXELS_A_BYTE: u64 = 256;
/// Depth to which members of members and decoded contents are followed.
const MOST_LAYERS: usize = 3;

/// Opens `bytes` as each of `formats`, whether it claims them or not, and exercises the result.
pub fn exercise(formats: &[&dyn Format], name: &str, bytes: &[u8]) -> Exercised {
    let mut counts = Exercised::default();
    let source = Source::from_bytes(name, bytes.to_vec());
    for format in formats {
        exercise_as(*format, &source, 0, &mut counts);
    }
    counts
}

fn exercise_as(format: &dyn Format, source: &Source, layer: usize, counts: &mut Exercised) {
    let id = format.info().id;
    if let Some(probe) = format.probe(&Head::of(source)) {
        assert!((1..=100).contains(&probe.score), "{id}: a score of {}", probe.score);
        assert!(!probe.reason.is_empty(), "{id}: claimed without a reason");
    }
    let Ok(document) = format.open(source) else { return };
    counts.documents += 1;
    for (key, _) in document.counts.iter() {
        assert!(Counts::KEYS.contains(&key), "unknown key of counts: {key}");
    }
    assert_eq!(document.format.id, id);
    check_problems(&document.problems);
    let damaged = document.problems.iter().any(|problem| problem.severity == Severity::Error);
    counts.fields += check_tree(&document.tree, if damaged { LESS_OF_DAMAGED } else { 1 });
    let is_chosen = !damaged || source.crc32().is_multiple_of(RARELY);
    check_scenes(&document, is_chosen, counts);
    check_problems(&document.audit().problems);
    check_written(format, &document, counts);
    replaced::check(format, &document, damaged);
    counts.edited += usize::from(is_chosen && edited::check(&document));
    if let Some(inside) = document.content.packed().decoded() {
        exercise_member(&inside.source, inside.identify(), layer, counts);
    }
    if let Some(members) = document.content.container().members() {
        check_members(members, layer, counts);
    }
    for context in [Context::ALONE, Context { siblings: &Mirror(source), names: &NoNames }] {
        if let Some((members, problems)) = document.content.container().companion_members(context) {
            check_problems(&problems);
            // Members that share bytes with another name: their contents are exercised above.
            check_members(&*members, MOST_LAYERS, counts);
        }
    }
}

/// Exercises members and decoded bytes as the format that claims them.
fn exercise_member(
    source: &Source,
    claimed: Option<(&dyn Format, Probe)>,
    layer: usize,
    counts: &mut Exercised,
) {
    if let Some((format, _)) = claimed.filter(|_| layer < MOST_LAYERS) {
        exercise_as(format, source, layer + 1, counts);
    }
}

fn check_problems(problems: &Problems) {
    assert!(problems.iter().count() <= Problems::LIMIT + 1);
    for problem in problems.iter() {
        assert!(!problem.message.is_empty(), "a problem without a message: {problem:?}");
    }
}

/// Checks that every byte belongs to one field and every field has one path. Samples one in `less` of the
/// limit, and returns the number of fields.
fn check_tree(tree: &Tree, less: usize) -> usize {
    let len = tree.source().len();
    let coverage = tree.coverage();
    assert_eq!(coverage.fields + coverage.padding + coverage.unread, len, "{coverage:?}");
    for offset in some_of(len, MOST_OFFSETS / less as u64) {
        let found = tree.deepest_at(offset).and_then(|id| tree.field(&id));
        let Some(field) = found else { panic!("no field has the byte at {offset:#x}") };
        assert!(field.span.contains(offset), "{} does not contain {offset:#x}", field.path);
    }
    let mut count = 0;
    let mut open = VecDeque::from([FieldId::root()]);
    while let Some(id) = open.pop_front() {
        let Some(field) = tree.field(&id) else { panic!("{id:?} is listed but has no field") };
        assert_eq!(
            tree.find(&field.path).as_ref(),
            Ok(&id),
            "{:?} names another field",
            field.path
        );
        assert!(field.span.end() <= len, "{} ends after the source", field.path);
        if matches!(field.kind, FieldKind::Scalar(_)) {
            assert_ne!(field.value, Value::None, "{} has no value", field.path);
        }
        count += 1;
        if count + open.len() < MOST_FIELDS / less {
            let some = some_of(field.children as u64, MOST_OF_AN_ARRAY as u64);
            open.extend(some.filter_map(|index| tree.child(&id, index as usize)));
        }
    }
    count
}

/// Up to `most` evenly spaced numbers below `count`, including the first and the last.
fn some_of(count: u64, most: u64) -> impl Iterator<Item = u64> {
    let picked = count.min(most);
    (0..picked).map(move |i| if picked < 2 { 0 } else { i * (count - 1) / (picked - 1) })
}

/// A context in which every companion exists and is the file itself.
struct Mirror<'a>(&'a Source);

impl Siblings for Mirror<'_> {
    fn open(&self, name: &str) -> Result<Source, MissingCompanion> {
        Ok(Source::from_bytes(name, self.0.bytes().to_vec()))
    }
    fn names(&self) -> std::sync::Arc<[String]> {
        [self.0.file_name().to_owned()].into()
    }
}

/// Checks the scene of the file alone, and with companions that are as damaged as the file.
fn check_scenes(document: &Document, is_exported: bool, counts: &mut Exercised) {
    let mirror = Context { siblings: &Mirror(&document.source), names: &NoNames };
    for (is_alone, context) in [(true, Context::ALONE), (false, mirror)] {
        let Some((scene, problems)) = document.content.displayed().scene(context) else { continue };
        check_problems(&problems);
        check_scene(&scene);
        check_textures(&scene, document.source.len());
        // Sounds of a companion bank have their fields in that bank.
        check_sounds(&scene, is_alone.then_some(&document.tree));
        check_videos(&scene, &document.tree);
        check_animations(&scene, &document.tree);
        let index = SceneIndex::new(&scene);
        for offset in some_of(document.source.len(), MOST_OFFSETS) {
            for element in index.at(&scene, document.source.id(), offset) {
                let origin = scene.origin(element);
                let owns = origin.is_some_and(|origin| origin.span.contains(offset));
                assert!(owns, "{element:?} does not own the byte at {offset:#x}");
            }
        }
        if is_alone && is_exported {
            counts.exported += exported::check(&scene, &document.source);
        }
        counts.faces += scene.drawn_faces();
        counts.textures += scene.textures.len();
        counts.sounds += scene.sounds.len();
    }
}

/// Checks that a scene refers only to its own elements, and that every number can be drawn.
fn check_scene(scene: &Scene) {
    for (id, node) in scene.nodes.pairs() {
        assert!(node.parent.is_none_or(|parent| parent < id), "parents come first");
        assert!(node.mesh.is_none() || scene.mesh_of(node).is_some(), "{} has no mesh", node.name);
        assert!(node.local.is_finite(), "{} has no finite transform", node.name);
        assert!((node.layer as usize) < scene.layers.len(), "{} is on no layer", node.name);
        let rows = node.rows.is_none() || scene.rows_of(node).is_some();
        assert!(rows, "{} has rows but no table", node.name);
    }
    for mesh in &scene.meshes {
        check_mesh(scene, mesh);
    }
    for material in &scene.materials {
        if let Surface::Textured { texture, palette } = material.surface {
            assert!(scene.textures.get(texture).is_some(), "a material's texture");
            let palette = palette.map(|palette| scene.palettes.get(palette));
            assert!(palette.is_none_or(|palette| palette.is_some()), "a material's palette");
        }
    }
    for palette in &scene.palettes {
        assert_eq!(palette.loaded().len(), palette.stored.len(), "{}", palette.name);
    }
    for texture in &scene.textures {
        let known = texture.palette.is_none_or(|palette| palette.index() < scene.palettes.len());
        assert!(known, "{} names a missing palette", texture.name);
    }
    for helper in &scene.helpers {
        assert!((helper.layer as usize) < scene.layers.len(), "{} is on no layer", helper.name);
    }
    for table in &scene.tables {
        let columns = table.columns.len();
        let fits = table.rows.iter().all(|row| row.cells.len() == columns);
        assert!(fits, "{} has rows that are not {columns} cells wide", table.name);
    }
    assert_eq!(scene.draw_ids().total() as usize, scene.drawn_faces());
}

fn check_mesh(scene: &Scene, mesh: &Mesh) {
    let name = &mesh.name;
    assert!(mesh.positions.iter().all(|p| p.is_finite()), "{name} has a vertex that is not finite");
    assert!(mesh.normals.iter().all(|n| n.is_finite()), "{name} has a normal that is not finite");
    let table = mesh.colour_table.map(|table| scene.colour_tables.get(table));
    assert!(table.is_none_or(|table| table.is_some()), "{name} has no colour table");
    assert!(mesh.faces.iter().is_sorted_by_key(|face| face.index), "{name}: faces in stored order");
    for face in &mesh.faces {
        check_face(scene, mesh, &face);
    }
    assert_eq!(mesh.face_values.len(), scene.face_fields.len(), "{name}: one list for each field");
    for values in &mesh.face_values {
        assert_eq!(values.len(), mesh.faces.len(), "{name}: one value for each face");
    }
    for billboard in &mesh.billboards {
        for vertex in [billboard.vertex, billboard.anchor, billboard.mate] {
            assert!(
                (vertex as usize) < mesh.positions.len(),
                "{name}: a billboard refers to a missing vertex"
            );
        }
    }
}

/// Checks that animations decode to keys of existing nodes, and that every key has the span of its
/// bytes.
fn check_animations(scene: &Scene, tree: &Tree) {
    for animation in scene.animations.iter().take(MOST_ANIMATIONS) {
        let clip = animation.data.decode();
        for (index, track) in clip.tracks.iter().enumerate() {
            assert!(track.node < scene.nodes.next_id(), "{animation:?} moves nothing");
            assert_eq!(track.keys.len(), clip.frames as usize, "{animation:?}: one key per frame");
            assert!(track.keys.iter().all(|key| key.matrix().is_finite()), "{animation:?}");
            let Some(key) = animation.data.key(index, track.keys.len() / 2) else { continue };
            let own = key.span.source == tree.source().id();
            assert!(!own || key.span.end() <= tree.source().len(), "{} is outside", key.path);
            let moment = animation.data.moment(&key.path);
            assert!(moment.is_none_or(|(_, node)| node == Some(track.node)), "{}", key.path);
        }
    }
}

fn check_face(scene: &Scene, mesh: &Mesh, face: &Face) {
    for corner in 0..face.sides() {
        let position = face.corners[corner] as usize;
        assert!(position < mesh.positions.len(), "{}: corner at {position}", mesh.name);
        let normal = face.normals[corner];
        let has = normal == NO_CORNER || (normal as usize) < mesh.normals.len();
        assert!(has, "{}: normal {normal}", mesh.name);
        assert!(face.uvs[corner].iter().all(|uv| uv.is_finite()), "{}: uv", mesh.name);
    }
    assert!(face.material.index() < scene.materials.len(), "{}: material", mesh.name);
    assert!((face.layer as usize) < scene.layers.len(), "{}: layer", mesh.name);
}

/// Checks that textures decode to their stated size, and are not larger than `len` bytes can justify.
fn check_textures(scene: &Scene, len: u64) {
    let mut left = MOST_TEXELS;
    for texture in &scene.textures {
        let (width, height) = (u64::from(texture.width), u64::from(texture.height));
        let texels = width.saturating_mul(height);
        let most = LEAST_TEXELS.saturating_add(len.saturating_mul(MOST_TEXELS_A_BYTE));
        assert!(texels <= most, "{} is {width} × {height} in {len} bytes", texture.name);
        if texels <= left {
            left -= texels;
            assert_eq!(decoded_len(texture) as u64, texels, "{}", texture.name);
        }
        for (x, y) in [(0, 0), (texture.width, texture.height), (u32::MAX, u32::MAX)] {
            texture.pixels.texel_offset(x, y);
        }
    }
}

fn decoded_len(texture: &Texture) -> usize {
    match texture.pixels.decode() {
        Texels::Indices(texels) => texels.len(),
        Texels::Words(texels) => texels.len(),
        Texels::Rgba(texels) => texels.len(),
    }
}

/// Checks that sounds decode to their stated length, that captions are in order, and that all of it has
/// fields.
fn check_sounds(scene: &Scene, tree: Option<&Tree>) {
    let has_field = |path: &str| {
        let found = tree.is_none_or(|tree| tree.find(path).is_ok());
        assert!(found, "missing field {path:?}");
    };
    let mut left = MOST_SAMPLES;
    for sound in &scene.sounds {
        assert!(sound.rate > 0 && sound.channels <= 2, "{sound:?}");
        let samples = sound.frames.saturating_mul(sound.channels.into());
        // Silence may take hardly a bit per sample.
        let most_a_byte = if sound.codec == "Smacker" { 8192 } else { 2 };
        let most = sound.stored_bytes.saturating_mul(most_a_byte);
        assert!(samples <= most, "{sound:?} in {} bytes", sound.stored_bytes);
        if samples <= left {
            left -= samples;
            assert_eq!(sound.data.decode().len() as u64, samples, "{sound:?}");
        }
        let (mut at, some) = (0, sound.captions.iter().take(MOST_OF_AN_ARRAY));
        for caption in some {
            assert!(caption.start_ms == at && caption.end_ms >= at, "{caption:?}");
            at = caption.end_ms;
            has_field(&caption.origin.path);
        }
        has_field(&sound.origin.path);
        sound.ids.iter().take(MOST_OF_AN_ARRAY).for_each(|id| has_field(&id.origin.path));
    }
    for collision in scene.collisions.iter().take(MOST_OF_AN_ARRAY) {
        has_field(&collision.origin.path);
        for sound in collision.hits.iter().chain(&collision.slide).filter_map(|used| used.sound) {
            assert!(scene.sounds.get(sound).is_some(), "a collision's sound");
        }
    }
}

/// Checks that videos decode to pictures of their size, forwards and backwards, and that every
/// block has its field.
fn check_videos(scene: &Scene, tree: &Tree) {
    for video in &scene.films {
        assert!(video.frames > 0 && video.frame_us > 0 && video.rows > 0, "{video:?}");
        let known = |track: &gouraud::scene::RecordingId| scene.sounds.get(*track).is_some();
        assert!(video.tracks.iter().all(known), "{video:?} has a missing track");
        let texels = u64::from(video.width) * u64::from(video.height);
        if texels > MOST_TEXELS {
            continue;
        }
        for frame in [0, video.frames.min(3) - 1, 0] {
            let still = video.still(frame);
            assert_eq!(still.pixels.len() as u64, texels, "{video:?}");
            for at in [[0, 0], [video.width - 1, video.height - 1], [u32::MAX, u32::MAX]] {
                let path = video.data.block(frame, at).map(|origin| origin.path);
                assert!(path.iter().all(|path| tree.find(path).is_ok()), "missing field {path:?}");
            }
        }
        let shown = video.palettes.iter().map(|(_, table)| scene.colour_tables.get(*table));
        assert!(
            shown.flatten().count() == video.palettes.len(),
            "{video:?} refers to a missing palette"
        );
    }
}

/// Checks that a file is written back byte for byte, or refused with a reason; a wrapper only needs to
/// unpack to the same bytes.
fn check_written(format: &dyn Format, document: &Document, counts: &mut Exercised) {
    let id = format.info().id;
    let written = match document.content.write() {
        Ok(written) => written,
        Err(refusal) => {
            assert!(!refusal.0.is_empty(), "{id}: refused without a reason");
            return;
        }
    };
    counts.written += 1;
    let decoded = |content: &dyn Content| -> Option<Vec<u8>> {
        content.packed().decoded().map(|Decoded { source, .. }| source.bytes().to_vec())
    };
    if let Some(inside) = decoded(&*document.content) {
        let again = format.open(&Source::from_bytes(document.source.name(), written));
        let same = again.is_ok_and(|again| decoded(&*again.content) == Some(inside));
        assert!(same, "{id}: repacked data does not unpack to the same bytes");
    } else if written != document.source.bytes() {
        let stored = document.source.bytes();
        let same = stored.iter().zip(&written).take_while(|(a, b)| a == b).count();
        let around = |bytes: &[u8]| {
            let end = bytes.len().min(same + 4);
            format!("{:02x?} of {}", bytes.get(same..end).unwrap_or(&[]), bytes.len())
        };
        let (was, is) = (around(stored), around(&written));
        panic!("{id}: written back differently at {same:#x}: {was} stored, {is} written");
    }
}

fn check_members(members: &dyn Members, layer: usize, counts: &mut Exercised) {
    let list = members.list();
    for index in some_of(list.len() as u64, MOST_MEMBERS as u64) {
        let index = index as usize;
        let Some(member) = list.get(index) else { continue };
        let Ok(source) = members.open(index) else { continue };
        assert_eq!(source.len(), member.size, "{}", member.path);
        counts.members += 1;
        exercise_member(&source, formats::identify(&source), layer, counts);
    }
    assert!(members.open(list.len()).is_err(), "a member past the last");
}

#[cfg(test)]
mod tests {
    use super::*;
    use gouraud::bytes::{Endian, Result};
    use gouraud::formats::{Capability, Counts, FormatInfo, Probe, Refusal};

    static INFO: FormatInfo = FormatInfo {
        id: "test.toy",
        name: "Toy",
        extensions: &[],
        versions: &[],
        can: &[Capability::Write],
    };

    /// A format of one number, which is written back with `added` to it.
    struct Toy {
        added: u8,
    }

    struct Number(u8);

    impl Format for Toy {
        fn info(&self) -> &'static FormatInfo {
            &INFO
        }
        fn probe(&self, _: &Head<'_>) -> Option<Probe> {
            None
        }
        fn open(&self, source: &Source) -> Result<Document> {
            let (tree, problems, number) =
                Tree::record(source, Endian::Little, "Toy", |cur| cur.get::<u8>("number"));
            Ok(Document {
                format: &INFO,
                version: String::new(),
                source: source.clone(),
                tree: tree.into(),
                problems,
                counts: Counts::default(),
                usable: true,
                content: std::sync::Arc::new(Number(number?.wrapping_add(self.added))),
            })
        }
    }

    impl Content for Number {
        fn write(&self) -> std::result::Result<Vec<u8>, Refusal> {
            Ok(vec![self.0])
        }
    }

    #[test]
    fn exercises_a_faithful_format() {
        let counts = exercise(&[&Toy { added: 0 }], "toy", &[7]);
        let expected = Exercised { documents: 1, fields: 2, written: 1, ..Exercised::default() };
        assert_eq!(counts, expected);
        assert_eq!(exercise(&[&Toy { added: 0 }], "toy", &[]), Exercised::default());
    }

    #[test]
    #[should_panic(expected = "differently at 0x0: [07] of 1 stored, [08] of 1 written")]
    fn catches_a_writer_that_changes_a_byte() {
        exercise(&[&Toy { added: 1 }], "toy", &[7]);
    }

    #[test]
    #[should_panic(expected = "differently at 0x1: [07] of 2 stored, [] of 1 written")]
    fn catches_a_writer_that_drops_bytes() {
        exercise(&[&Toy { added: 0 }], "toy", &[7, 7]);
    }

    #[test]
    fn spreads_samples_from_first_to_last() {
        let picked = |count, most| some_of(count, most).collect::<Vec<_>>();
        assert_eq!(picked(10, 4), [0, 3, 6, 9]);
        assert_eq!(picked(3, 4), [0, 1, 2]);
        assert_eq!((picked(0, 4), picked(9, 1)), (vec![], vec![0]));
    }
}
