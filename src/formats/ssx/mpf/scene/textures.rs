//! Finds textures by their four letters, in companion sheets and elsewhere in the archive.

use std::collections::BTreeMap;

use super::companions::Companions;
use crate::bytes::{Problems, Severity, Span};
use crate::container::Context;
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
        for name in sheets(context, &companions.base).into_iter().take(MAX_SHEETS) {
            if wanted.is_empty() {
                break;
            }
            let Ok(source) = context.siblings.open(&name) else { continue };
            match Loaded::<Sheet>::companion_in::<RefPack>(&source, context) {
                Ok(sheet) => {
                    for (index, image) in sheet.records.images.iter().enumerate() {
                        let is_it = |(wanted, _): &(&[u8; 4], &String)| same(**wanted, image.name);
                        let Some((name, _)) = wanted.iter().find(is_it) else { continue };
                        let name = *name;
                        if let Some(texture) = sheet.texture(index) {
                            textures.add(name, texture);
                            wanted.remove(&name);
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
        wanted: &BTreeMap<[u8; 4], String>,
        looked_in: &[String],
        parts: &[&Loaded<File>],
        problems: &mut Problems,
    ) {
        let names: Vec<String> = wanted.keys().map(|name| text(name)).collect();
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

/// The names of textures that groups use, and the first field with each name.
fn texture_names(parts: &[&Loaded<File>]) -> BTreeMap<[u8; 4], String> {
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
                    wanted.entry(name).or_insert_with(field);
                }
            }
        }
    }
    wanted
}

/// Names of sheets: those of the rider first, then companions, then others.
fn sheets(context: Context<'_>, base: &str) -> Vec<String> {
    let is_sheet = |name: &str| name.to_ascii_lowercase().ends_with(".ssh");
    let siblings = context.siblings;
    let (near, further, roots) = (siblings.names(), siblings.in_container(), siblings.in_roots());
    let all = near.iter().chain(&further).chain(roots.iter());
    let mut all: Vec<String> = all.filter(|name| is_sheet(name)).cloned().collect();
    let base = base.to_ascii_lowercase();
    all.sort_by_key(|name| !name.to_ascii_lowercase().contains(&base));
    all
}

/// Compares names without case and padding.
fn same(a: [u8; 4], b: [u8; 4]) -> bool {
    let plain = |name: [u8; 4]| text(&name).trim_end().to_ascii_lowercase();
    plain(a) == plain(b)
}
