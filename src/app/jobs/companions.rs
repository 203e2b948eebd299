//! The other files that a scene uses: a level's texture library, its triggers, its sounds, wherever they
//! are.

use std::collections::HashSet;

use super::{Handle, Message};
use crate::app::model::Doc;
use crate::app::model::document::sources;
use crate::app::model::export::choices::Dependency;
use crate::bytes::{SourceId, Span};
use crate::export::{Job, Options, Subject};
use crate::library::Library;
use crate::scene::Scene;

/// Finds the files that a document uses, and what each of them contains beyond the export of the
/// document itself.
pub fn find_dependencies(handle: &Handle, library: &Library, doc: &Doc) {
    let own = doc.scene.as_ref().map(|scene| &scene.scene);
    let mut used: Vec<Dependency> = Vec::new();
    if let Some(own) = own {
        let known = spans(own);
        let mut met = HashSet::from([doc.opened.document.source.id(), doc.opened.stored.id()]);
        for id in sources(own) {
            if !met.insert(id) || handle.cancelled() {
                continue;
            }
            let Some(source) = library.source(id) else { continue };
            handle.set_item(source.file_name());
            // Unpacked content is identified by the packed file.
            let Ok(opened) = library.open_source(&source, None) else { continue };
            let Some(scene) = opened.scene(library) else { continue };
            if used.iter().any(|other| other.path == opened.path) {
                continue;
            }
            let name = opened.stored.file_name().to_owned();
            let crc32 = opened.stored.crc32();
            let subjects = others(&scene, &name, &known);
            let source = opened.document.source.id();
            used.push(Dependency {
                path: opened.path.clone(),
                name,
                source,
                crc32,
                scene,
                subjects,
            });
        }
    }
    handle.send(Message::Uses { generation: doc.generation, used });
}

/// Spans of everything that can be exported separately.
fn spans(scene: &Scene) -> HashSet<Span> {
    let meshes = scene.meshes.iter().map(|mesh| mesh.origin.span);
    let textures = scene.textures.iter().map(|texture| texture.origin.span);
    meshes.chain(textures).chain(scene.sounds.iter().map(|sound| sound.origin.span)).collect()
}

/// Subjects of a scene whose spans are not in `known`.
fn others(scene: &Scene, source_name: &str, known: &HashSet<Span>) -> Vec<Subject> {
    let is_new = |subject: &Subject| {
        let origin = match subject {
            Subject::Model(mesh) => scene.meshes.get(*mesh).map(|mesh| &mesh.origin),
            Subject::Texture { texture, .. } => scene.textures.get(*texture).map(|t| &t.origin),
            Subject::Sound(sound) => scene.sounds.get(*sound).map(|sound| &sound.origin),
            _ => None,
        };
        origin.is_none_or(|origin| !known.contains(&origin.span))
    };
    let job = Job {
        scene,
        source_name,
        source: SourceId::default(),
        crc32: 0,
        options: Options::default(),
    };
    let mut subjects: Vec<Subject> = Vec::new();
    let mut met = HashSet::new();
    for subject in job.plan().into_iter().map(|asset| asset.subject).filter(is_new) {
        if met.insert(subject) {
            subjects.push(subject);
        }
    }
    subjects
}
