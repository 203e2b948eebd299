//! Finds textures by their four letters, in companion sheets and elsewhere in the archive.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::companions::Companions;
use crate::bytes::{Problems, Severity, Span};
use crate::container::{Context, ParsedContent, has_extension};
use crate::formats::Loaded;
use crate::formats::ea::{refpack::RefPack, ssh::Sheet};
use crate::formats::ssx::mpf::records::{File, group_kind, text};
use crate::scene::{List, Texels, Texture, TextureId};

/// A texture in the scene.
#[derive(Clone, Copy, Debug)]
pub struct SceneTexture {
    pub texture: TextureId,
    /// Some of its texels are translucent.
    pub translucent: bool,
}

/// The textures of the scene, by name.
pub struct Textures {
    pub list: List<Texture>,
    found: BTreeMap<[u8; 4], SceneTexture>,
}

/// Maximum number of sheets to search; a rider needs only a few.
const MAX_SHEETS: usize = 64;

impl Textures {
    /// Searches every texture that the groups of `parts` use.
    pub fn open(
        parts: &[&Loaded<File>],
        companions: &Companions,
        context: Context<'_>,
        problems: &mut Problems,
    ) -> Self {
        let mut textures = Self { list: List::default(), found: BTreeMap::new() };
        let mut wanted = texture_names(parts);
        let asked = !wanted.is_empty();
        let (mut looked_in, mut unreadable) = (Vec::new(), Vec::new());
        for name in sheets(context, &companions.base) {
            if wanted.is_empty() {
                break;
            }
            let Ok(source) = context.siblings.open(&name) else { continue };
            match Loaded::<Sheet>::companion_in::<RefPack>(&source, context) {
                Ok(sheet) => {
                    for (index, image) in sheet.records.images.iter().enumerate() {
                        // Stored names may differ in case and padding.
                        let plain = plain(image.name);
                        let first = wanted.range((plain.clone(), [0; 4])..).next();
                        let Some((key, _)) = first.filter(|(key, _)| key.0 == plain) else {
                            continue;
                        };
                        let key = key.clone();
                        if let Some(texture) = sheet.texture(index) {
                            textures.add(key.1, texture);
                            wanted.remove(&key);
                        }
                    }
                    looked_in.push(name.trim_start_matches('/').to_owned());
                }
                Err(_) => unreadable.push(name),
            }
        }
        for name in unreadable {
            let message = format!("cannot read the sheet {name}");
            problems.report(Severity::Warning, Default::default(), "", message);
        }
        if asked && !wanted.is_empty() {
            textures.report(&wanted, &looked_in, parts, problems);
        }
        textures
    }

    fn add(&mut self, name: [u8; 4], texture: Texture) {
        let translucent = match texture.pixels.decode() {
            Texels::Rgba(texels) => texels.iter().any(|[.., alpha]| !matches!(alpha, 0 | 255)),
            _ => false,
        };
        let texture = self.list.push(texture);
        self.found.insert(name, SceneTexture { texture, translucent });
    }

    pub fn find(&self, name: [u8; 4]) -> Option<SceneTexture> {
        self.found.get(&name).copied()
    }

    fn report(
        &self,
        wanted: &BTreeMap<TextureName, String>,
        looked_in: &[String],
        parts: &[&Loaded<File>],
        problems: &mut Problems,
    ) {
        let names: Vec<String> = wanted.keys().map(|(_, name)| text(name)).collect();
        let looked_in = match looked_in {
            [] => "there is no companion .ssh file".to_owned(),
            some => format!("not in {}", some.join(", ")),
        };
        let field = wanted.values().next().cloned().unwrap_or_default();
        let span = parts.first().map(|part| Span::new(part.source.id(), 0, 0)).unwrap_or_default();
        let message = format!("missing textures: {}; {looked_in}", names.join(", "));
        problems.report(Severity::Warning, span, field, message);
    }
}

/// A name without case and padding, as sheets may store it, and the name.
type TextureName = (String, [u8; 4]);

/// The names of textures that groups use, and the first field with each name.
fn texture_names(parts: &[&Loaded<File>]) -> BTreeMap<TextureName, String> {
    let mut wanted = BTreeMap::new();
    for part in parts {
        for (index, model) in part.records.models.iter().enumerate() {
            for group in model.groups.iter().filter(|group| group.kind != group_kind::SHADOW) {
                let Ok(at) = usize::try_from(group.material) else { continue };
                let Some(material) = model.materials.get(at) else { continue };
                let slots = [
                    ("main", material.main()),
                    ("gloss", material.gloss()),
                    ("environment", material.environment()),
                ];
                for (slot, name) in slots {
                    let Some(name) = name else { continue };
                    let field = || format!("models[{index}].materials[{at}].{slot}");
                    wanted.entry((plain(name), name)).or_insert_with(field);
                }
            }
        }
    }
    wanted
}

/// Names of sheets, and their names in lower case.
type Sheets = Vec<(String, String)>;

/// Names of the sheets to search: those of the rider first, then companions, then others.
fn sheets(context: Context<'_>, base: &str) -> Vec<String> {
    let siblings = context.siblings;
    let sheets = |names: &[String]| -> ParsedContent {
        let sheets = names.iter().filter(|name| has_extension(name, &["ssh"]));
        let sheets: Sheets = sheets.map(|name| (name.clone(), name.to_ascii_lowercase())).collect();
        Arc::new(sheets)
    };
    // Listed once for all models of a folder.
    let near = || sheets(&[siblings.names().to_vec(), siblings.in_container("ssh")].concat());
    let near = siblings.of_folder("sheets", &near);
    let roots = siblings.of_roots("sheets", &|| sheets(&siblings.in_roots()));
    let base = base.to_ascii_lowercase();
    let all =
        || [&near, &roots].into_iter().filter_map(|made| made.downcast_ref::<Sheets>()).flatten();
    let own = all().filter(|(_, lower)| lower.contains(&base));
    let others = all().filter(|(_, lower)| !lower.contains(&base));
    own.chain(others).take(MAX_SHEETS).map(|(name, _)| name.clone()).collect()
}

/// A name without case and padding.
fn plain(name: [u8; 4]) -> String {
    text(&name).trim_end().to_ascii_lowercase()
}
