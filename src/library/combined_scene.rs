//! Combines the scenes of several files: a body and its board, a battle.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::Library;
use crate::bytes::{Source, SourceId};
use crate::container::parent;
use crate::scene::Scene;

/// A scene combined with those of other files.
pub struct CombinedScene {
    /// The combined scene.
    pub scene: Scene,
    /// Paths of the added files.
    pub around: Vec<String>,
    /// Messages about files that could not be added.
    pub failed: Vec<String>,
}

impl Library {
    /// Adds the scenes of the files at these paths to a scene, in order. Each is named after its file; a
    /// second one of the same name is `name 2`.
    pub fn put_together(&self, own: &Scene, paths: &[String]) -> CombinedScene {
        let (scene, around, failed) = (own.clone(), Vec::new(), Vec::new());
        let mut together = CombinedScene { scene, around, failed };
        let mut names: Vec<String> = Vec::new();
        // The scene's companions cannot be added, since they are visible already; the file itself can be
        // added again.
        let mut shown = own.meshes.iter().map(|mesh| mesh.origin.span.source);
        let main = shown.next();
        let companions: BTreeSet<SourceId> = shown.filter(|own| Some(*own) != main).collect();
        for path in paths {
            match self.scene_at(path) {
                Ok((source, _)) if companions.contains(&source.id()) => {
                    together.failed.push(format!("{path}: already part of the scene"));
                }
                Ok((source, other)) => {
                    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
                    let before = names.iter().filter(|known| *known == name).count();
                    let called = match before {
                        0 => name.to_owned(),
                        _ => format!("{name} {}", before + 1),
                    };
                    together.scene = together.scene.beside(&other, &called);
                    together.scene.sources.push(source);
                    names.push(name.to_owned());
                    together.around.push(path.clone());
                }
                Err(why) => together.failed.push(why),
            }
        }
        together
    }

    fn scene_at(&self, path: &str) -> Result<(Source, Arc<Scene>), String> {
        let opened = self.open(path, None).map_err(|error| error.to_string())?;
        let nothing = || format!("{path}: nothing to draw in this file");
        let scene = opened.scene(self).ok_or_else(nothing)?;
        Ok((opened.document.source.clone(), scene))
    }

    /// Resolves `path` relative to the file at `main`: its sibling, otherwise the path itself.
    pub fn beside_main(&self, main: &str, path: &str) -> String {
        let holder = match Path::new(path).is_absolute() || path.contains("//") {
            true => String::new(),
            false => parent(main).unwrap_or_default(),
        };
        let near = match (holder.is_empty(), main.contains("//")) {
            (true, _) => path.to_owned(),
            (false, true) => format!("{holder}//{path}"),
            (false, false) => format!("{holder}/{path}"),
        };
        if self.place(&near).is_ok() { near } else { path.to_owned() }
    }
}

/// The inverse of [`Library::beside_main`]: only the name if `path` is a sibling of the file at `main`.
pub fn named_beside(main: &str, path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if parent(main) == parent(path) { name.to_owned() } else { path.to_owned() }
}
