//! Scenes of several files as one: a body, its board; a battle.

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use super::Library;
use crate::bytes::{Source, SourceId};
use crate::container::parent;
use crate::scene::Scene;

/// A scene with those of other files around it.
pub struct Together {
    /// All that could be shown.
    pub scene: Scene,
    /// Paths of the files that are around it.
    pub around: Vec<String>,
    /// Why others are not.
    pub failed: Vec<String>,
}

impl Library {
    /// A scene with those of the files at these paths around it, one after the other. Each is called
    /// as its file, a second one of the same name `name 2`.
    pub fn put_together(&self, own: &Scene, paths: &[String]) -> Together {
        let (scene, around, failed) = (own.clone(), Vec::new(), Vec::new());
        let mut together = Together { scene, around, failed };
        let mut names: Vec<String> = Vec::new();
        // What its companions show is there already; itself it may be there once more.
        let mut shown = own.meshes.iter().map(|mesh| mesh.origin.span.source);
        let main = shown.next();
        let companions: BTreeSet<SourceId> = shown.filter(|own| Some(*own) != main).collect();
        for path in paths {
            match self.scene_at(path) {
                Ok((source, _)) if companions.contains(&source.id()) => {
                    together.failed.push(format!("{path}: it is part of what is shown already"));
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

    /// The file that `path` names for somebody who looks at the one at `main`: beside it, else as it
    /// is.
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

/// `path` as [`Library::beside_main`] takes it: its name alone where it lies beside the one at `main`.
pub fn named_beside(main: &str, path: &str) -> String {
    let name = path.rsplit(['/', '\\']).next().unwrap_or(path);
    if parent(main) == parent(path) { name.to_owned() } else { path.to_owned() }
}
