//! Exports any scene: each file has content, or is refused with a reason.

use std::collections::BTreeSet;

use gouraud::bytes::Source;
use gouraud::export::{Job, Kind, Options, Subject};
use gouraud::scene::Scene;

/// Maximum number of elements that one exported file lists, and of texels and samples in it.
const MOST_ELEMENTS: u64 = 2_000;
const MOST_TEXELS: u64 = 1 << 14;
const MOST_SAMPLES: u64 = 1 << 13;
/// Ogg Vorbis is written for one in this number of files, since preparing it takes longer than all other exports.
const SLOW: u32 = 16;
/// From this rate on, the encoder for Ogg Vorbis reads a number after the end of a table, and multiplies it by 0.
/// AddressSanitizer, with which fuzzers are built, would end them.
const READS_PAST_TABLE: u32 = 32_000;

/// Exports the first small element of a scene in each format. Returns the number of files.
pub fn check(scene: &Scene, source: &Source) -> usize {
    let options = Options { kinds: Kind::ALL.to_vec(), ..Options::default() };
    let job = Job { scene, source_name: "file", source: source.id(), crc32: 0, options };
    let is_small_scene = is_small(scene);
    let is_read_past = scene.sounds.iter().any(|sound| sound.rate >= READS_PAST_TABLE);
    let has_ogg = source.crc32().is_multiple_of(SLOW) && !is_read_past;
    let used = |kind: &Kind| has_ogg || kind.name() != "ogg";
    let mut left: BTreeSet<Kind> = Kind::ALL.iter().copied().filter(used).collect();
    let mut count = 0;
    for asset in job.plan() {
        if !(has_few_elements(scene, asset.subject, is_small_scene) && left.remove(&asset.kind)) {
            continue;
        }
        match job.bytes(None, asset.subject, asset.kind) {
            Ok(bytes) => {
                assert!(!bytes.is_empty(), "{} is empty", asset.file);
                count += 1;
            }
            Err(why) => assert!(!why.is_empty(), "{} is refused without a reason", asset.file),
        }
    }
    count
}

/// `true` if the whole scene can be exported in little time.
fn is_small(scene: &Scene) -> bool {
    let rows: usize = scene.tables.iter().map(|table| table.rows.len()).sum();
    let vertices: usize = scene.meshes.iter().map(|mesh| mesh.positions.len()).sum();
    let lists = [scene.nodes.len(), scene.helpers.len(), scene.materials.len(), scene.sounds.len()];
    let elements = lists.iter().sum::<usize>() + scene.drawn_faces() + rows + vertices;
    let keys = scene.animations.iter().map(|animation| u64::from(animation.frames)).sum::<u64>();
    let texels = scene.textures.iter().map(|one| texels(one.width, one.height)).sum::<u64>();
    elements as u64 <= MOST_ELEMENTS && keys <= MOST_ELEMENTS && texels <= MOST_TEXELS
}

fn has_few_elements(scene: &Scene, subject: Subject, is_small_scene: bool) -> bool {
    let is_few = |count: Option<u64>, most: u64| count.is_some_and(|count| count <= most);
    match subject {
        Subject::Scene | Subject::Model(_) | Subject::Animation(_) => is_small_scene,
        Subject::Texture { texture, .. } => {
            let found = scene.textures.get(texture);
            is_few(found.map(|found| texels(found.width, found.height)), MOST_TEXELS)
        }
        Subject::Palette(_) => true,
        Subject::Table(table) => {
            is_few(scene.tables.get(table).map(|table| table.rows.len() as u64), MOST_ELEMENTS)
        }
        Subject::HeightField(field) => {
            is_few(scene.height_fields.get(field).map(|field| field.vertices), MOST_ELEMENTS)
        }
        Subject::Sound(sound) => {
            let samples = |frames: u64, channels: u16| frames.saturating_mul(channels.into());
            let found = scene.sounds.get(sound);
            is_few(found.map(|found| samples(found.frames, found.channels)), MOST_SAMPLES)
        }
        Subject::Film(film) | Subject::Frame { film, .. } => {
            let found = scene.films.get(film);
            let size = found
                .map(|film| texels(film.width, film.height).saturating_mul(film.frames.into()));
            is_few(size, MOST_TEXELS)
        }
        // Needs a renderer.
        Subject::Pose { .. } => false,
    }
}

fn texels(width: u32, height: u32) -> u64 {
    u64::from(width) * u64::from(height)
}
