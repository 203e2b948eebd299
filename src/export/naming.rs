//! Names of exported subjects: the name in the source, or kind and number.

use super::palette::name_of;
use super::picture::PictureKey;
use super::{Job, Subject};
use crate::scene::{RecordingId, Scene};

/// Name that selects a subject.
pub(super) fn name(job: &Job<'_>, subject: Subject) -> String {
    let scene = job.scene;
    let named = |name: Option<&str>, what: &str, index: u32| match name {
        Some(name) if !name.is_empty() => name.to_owned(),
        _ => format!("{what}{index}"),
    };
    match subject {
        Subject::Scene => job.title().to_owned(),
        Subject::Model(i) => {
            let mesh = scene.meshes.get(i);
            named(mesh.map(|mesh| mesh.name.as_str()), "model", i.number())
        }
        Subject::Palette(i) => {
            scene.palettes.get(i).map_or_else(String::new, |palette| name_of(palette, i))
        }
        Subject::Table(i) => {
            let table = scene.tables.get(i);
            named(table.map(|table| table.name.as_str()), "table", i.number())
        }
        Subject::HeightField(i) => {
            let field = scene.height_fields.get(i);
            named(field.map(|field| field.name.as_str()), "heights", i.number())
        }
        Subject::Sound(i) => {
            let sound = scene.sounds.get(i);
            named(sound.map(|sound| sound.name.as_str()), "sound", i.number())
        }
        Subject::Animation(i) => {
            let animation = scene.animations.get(i);
            named(animation.map(|found| found.name.as_str()), "animation", i.number())
        }
        Subject::Pose { animation: i, frame } => {
            let count = scene.animations.get(i).map_or(0, |found| found.frames);
            numbered(&name(job, Subject::Animation(i)), frame, count)
        }
        Subject::Film(i) => {
            let film = scene.films.get(i);
            named(film.map(|film| film.name.as_str()), "film", i.number())
        }
        Subject::Frame { film, frame } => {
            format!("{}_{frame:04}", name(job, Subject::Film(film)))
        }
        Subject::Texture { texture, palette } => {
            let Some(image) = scene.textures.get(texture) else { return String::new() };
            let mut name = image.name.clone();
            if name.is_empty() {
                name = format!("{:08x}", image.id);
            }
            let palette = PictureKey::new(scene, texture, palette).and_then(|key| key.palette);
            match palette {
                Some(palette) if Some(palette) != image.palette => format!("{name}.p{palette}"),
                _ => name,
            }
        }
    }
}

/// Name with a number, padded with zeros to the width of the last one so that files sort in order.
pub fn numbered(name: &str, at: u32, of: u32) -> String {
    let digits = of.saturating_sub(1).to_string().len();
    format!("{name}.{at:0digits$}")
}

/// File name of a sound without its extension: index, first identifier, resolved name. A sound without
/// identifiers uses its own name.
pub(super) fn sound_stem(scene: &Scene, index: RecordingId) -> String {
    let Some(sound) = scene.sounds.get(index) else { return String::new() };
    match sound.ids.first() {
        None => sound.name.clone(),
        Some(id) => match id.name.resolved() {
            None => format!("{index:03}_{}", id.name.hex()),
            Some(name) => format!("{index:03}_{}_{name}", id.name.hex()),
        },
    }
}
