//! Queries on the selection: its faces, its visibility, and the subjects that can be exported.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::sync::Arc;

use crate::app::model::numbers::counted;
use crate::app::model::view::element_faces::{each_id, each_run, is_seen, unseen};
use crate::app::model::{InvisibleReason, Selection, State};
use crate::export::Subject;
use crate::scene::{Element, FaceRef, MeshId, NodeId, Scene, name_of};

impl State {
    /// All selected elements; the first is the first selected.
    pub fn selected(&self) -> impl Iterator<Item = Element> + '_ {
        self.selection.iter().flat_map(Selection::elements)
    }

    /// Draw ids of all selected faces, including those of selected objects, models, bones and textures.
    pub fn selected_ids(&self) -> BTreeSet<u32> {
        let mut ids = BTreeSet::new();
        let Some(scene) = self.scene() else { return ids };
        for element in self.selected() {
            each_id(scene, element, &mut |id| {
                ids.insert(id);
            });
        }
        // Draw ids of helpers follow those of faces.
        ids.split_off(&scene.ids.total());
        ids
    }

    /// Individually selected faces.
    pub fn selected_faces(&self) -> impl Iterator<Item = FaceRef> + '_ {
        self.selected().filter_map(|element| match element {
            Element::Face(face) => Some(face),
            _ => None,
        })
    }

    /// All selected faces, including those of other selected elements, in drawing order.
    pub fn faces_of_selection(&self) -> Vec<FaceRef> {
        let Some(scene) = self.scene() else { return Vec::new() };
        self.selected_ids().into_iter().filter_map(|id| scene.ids.face(id)).collect()
    }

    /// `true` if a selected element has faces in the scene.
    pub fn selection_has_faces(&self) -> bool {
        let faces = |element: Element| !matches!(element, Element::Helper(_));
        let seen = |element| self.scene().is_some_and(|scene| is_seen(scene, element));
        self.selected().filter(|element| faces(*element)).any(seen)
    }

    /// `true` if a selected element has a position in the scene.
    pub fn selection_is_in_scene(&self) -> bool {
        let located = |element: Element| {
            matches!(element, Element::Node(_) | Element::Bone { .. } | Element::Vertex { .. })
        };
        let seen = |element| self.scene().is_some_and(|scene| is_seen(scene, element));
        self.selected().any(|element| located(element) || seen(element))
    }

    /// `true` if a selected element is hidden, for any reason.
    pub fn selection_is_unseen(&self) -> bool {
        let find = || self.selected().any(|element| self.unseen(element).is_some());
        let now = (self.shown_now(), self.selection.clone());
        self.known.selection_is_unseen.get(now, find)
    }

    /// Reason why no face of an element is visible; `None` if some are, or if it has none.
    pub fn unseen(&self, element: Element) -> Option<InvisibleReason> {
        unseen(&self.view, self.scene()?, element)
    }

    /// Textures and palettes in the selection and on selected faces.
    pub fn surfaces_of_selection(&self) -> Arc<BTreeSet<Element>> {
        let now = (self.generation(), self.selection.clone());
        self.known.surfaces.get(now, || Arc::new(self.find_surfaces()))
    }

    fn find_surfaces(&self) -> BTreeSet<Element> {
        let (mut found, mut used) = (BTreeSet::new(), HashSet::new());
        let Some(scene) = self.scene() else { return found };
        for element in self.selected() {
            if matches!(element, Element::Texture(_) | Element::Palette(_)) {
                found.insert(element);
            }
            each_run(scene, element, &mut |run| {
                let faces = run.faces.map(|face| FaceRef { node: run.node, face });
                used.extend(faces.filter_map(|at| Some(scene.face(at)?.1.material)));
            });
        }
        let used = used.into_iter().filter_map(|index| scene.scene.materials.get(index));
        found.extend(used.flat_map(|material| material.elements()));
        found
    }

    /// `true` if the selection contains something that can be exported separately.
    pub fn selection_has_subjects(&self) -> bool {
        self.selected().any(|element| self.subject(element).is_some())
    }

    /// The selected subjects for an export, without duplicates: the models of objects and faces,
    /// textures with their palettes, tables of rows, sounds.
    pub fn selected_subjects(&self) -> Vec<Subject> {
        let mut subjects: Vec<Subject> = Vec::new();
        let mut known = HashSet::new();
        for subject in self.selected().filter_map(|element| self.subject(element)) {
            if known.insert(subject) {
                subjects.push(subject);
            }
        }
        subjects
    }

    /// The scene to export if individual faces are selected: their models reduced to these faces.
    pub fn selected_faces_scene(&self) -> Option<Arc<Scene>> {
        let scene = &self.scene()?.scene;
        let mesh_of = |node: NodeId| scene.nodes.get(node)?.mesh;
        let mut faces: BTreeMap<MeshId, BTreeSet<u32>> = BTreeMap::new();
        for face in self.selected_faces() {
            if let Some(mesh) = mesh_of(face.node) {
                faces.entry(mesh).or_default().insert(face.face);
            }
        }
        let whole = self.selected().filter_map(|element| match element {
            Element::Face(_) => None,
            _ => match self.subject(element)? {
                Subject::Model(mesh) => Some(mesh),
                _ => None,
            },
        });
        let whole = whole.collect();
        (!faces.is_empty()).then(|| Arc::new(scene.of_faces(&faces, &whole)))
    }

    /// Short description of the selection: `face 12 of shops`, `3 faces of shops`, `2 objects`.
    pub fn selection_in_words(&self) -> Option<String> {
        let scene = &self.scene()?.scene;
        let first = self.selected_element()?;
        let count = self.selected().count() as u64;
        let kind = first.kind();
        if !self.selected().all(|element| element.kind() == kind) {
            return Some(counted(count, "element"));
        }
        if let Element::Face(face) = first {
            let same = self.selected_faces().all(|other| other.node == face.node);
            let of = match scene.nodes.get(face.node).filter(|_| same) {
                Some(node) if !node.name.is_empty() => format!(" of {}", node.name),
                _ => String::new(),
            };
            let stored = self.scene().and_then(|scene| Some(scene.face(face)?.1.index));
            return Some(match count {
                1 => format!("face {}{of}", stored.unwrap_or(face.face)),
                _ => format!("{}{of}", counted(count, "face")),
            });
        }
        Some(match count {
            1 => format!("{kind} {}", name_of(scene, first)),
            _ => counted(count, kind),
        })
    }

    fn subject(&self, element: Element) -> Option<Subject> {
        let scene = &self.scene()?.scene;
        let of_node = |node: NodeId| {
            let mesh = scene.nodes.get(node)?.mesh?;
            Some(Subject::Model(mesh))
        };
        match element {
            Element::Node(node) => of_node(node),
            Element::Face(face) => of_node(face.node),
            Element::Mesh(mesh) | Element::Vertex { mesh, .. } | Element::Morph { mesh, .. } => {
                Some(Subject::Model(mesh))
            }
            Element::Texture(texture) => {
                let palette = self.palettes.tried.get(&texture).copied();
                Some(Subject::Texture { texture, palette })
            }
            Element::Palette(palette) | Element::PaletteEntry { palette, .. } => {
                Some(Subject::Palette(palette))
            }
            Element::Row { table, .. } => Some(Subject::Table(table)),
            Element::Sound(sound)
            | Element::SoundId { sound, .. }
            | Element::Caption { sound, .. } => Some(Subject::Sound(sound)),
            Element::Animation(animation) => Some(Subject::Animation(animation)),
            Element::Film(film) => Some(Subject::Film(film)),
            Element::Frame { film, frame } => Some(Subject::Frame { film, frame }),
            _ => None,
        }
    }

    /// The current animation or video.
    pub fn moving_subject(&self) -> Option<Subject> {
        match self.film() {
            Some((film, _)) => Some(Subject::Film(film)),
            None => self.view.animation.map(Subject::Animation),
        }
    }
}
