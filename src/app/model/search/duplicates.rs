//! Context menu entries that search the index for copies of an element or file.

use crate::app::model::State;
use crate::app::model::search::same_as;
use crate::bytes::{Source, SourceId};
use crate::index::FaceWord;
use crate::scene::Element;

/// A menu entry that searches for copies.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Duplicates {
    /// Title of the entry.
    pub title: &'static str,
    /// The query, or the reason why there is none.
    pub query: Result<String, &'static str>,
}

impl State {
    /// Searches for an element of the scene: copies of its content, or of the parts it is made of.
    pub fn find_copies(&self, element: Element) -> Vec<Duplicates> {
        let ask = |title, element| Duplicates { title, query: self.same_as(element) };
        let model_of = |node| self.scene()?.scene.nodes.get(node)?.mesh.map(Element::Mesh);
        match element {
            Element::Texture(_) => vec![ask("Find copies of this texture", element)],
            Element::Palette(_) | Element::ColourTable(_) => {
                vec![ask("Find copies of this palette", element)]
            }
            Element::Sound(sound)
            | Element::SoundId { sound, .. }
            | Element::Caption { sound, .. } => {
                vec![ask("Find copies of this sound", Element::Sound(sound))]
            }
            Element::Mesh(_) => vec![ask("Find copies of this model", element)],
            Element::Node(node) => {
                let model = model_of(node).into_iter();
                model.map(|model| ask("Find copies of its model", model)).collect()
            }
            Element::Face(face) => {
                let texture = self.scene().and_then(|scene| scene.texture_of(element));
                let texture = texture.map(Element::Texture).into_iter();
                let texture = texture.map(|texture| ask("Find copies of its texture", texture));
                let model = model_of(face.node).into_iter();
                texture.chain(model.map(|model| ask("Find copies of its model", model))).collect()
            }
            _ => Vec::new(),
        }
    }

    /// The search for copies of a file.
    pub fn find_file_copies(&self, path: &str) -> Duplicates {
        let query = self.finding.not_indexed(path).map_or_else(|| Ok(same_as(path, None)), Err);
        Duplicates { title: "Find copies", query }
    }

    /// The query for models with faces that have a bit set, if the field can be queried by bits.
    pub fn bit_query(&self, field: usize, mask: u32) -> Option<String> {
        let field = self.scene()?.scene.face_fields.get(field)?;
        let key = match FaceWord::of_field(field)? {
            FaceWord::Flags => "flag",
            FaceWord::Surface => "surface",
            FaceWord::Material => return None,
        };
        let digits = usize::from(field.bits) / 4;
        Some(format!("{key}:0x{mask:0digits$x}"))
    }

    fn same_as(&self, element: Element) -> Result<String, &'static str> {
        let origin = self.scene().and_then(|scene| scene.scene.origin(element));
        let origin = origin.filter(|origin| origin.span.len > 0).ok_or("Not stored in a file")?;
        let path = self.path_of(origin.span.source).ok_or("Not stored in a file")?;
        match self.finding.not_indexed(&path) {
            Some(why) => Err(why),
            None => Ok(same_as(&path, Some(&origin.path))),
        }
    }

    /// The path that opens the file with these bytes.
    fn path_of(&self, source: SourceId) -> Option<String> {
        let open = self.doc.as_ref().map(|doc| &doc.opened);
        let mut open = open.into_iter().chain(&self.shown);
        let own = open.find(|opened| opened.layers().any(|layer| layer.id() == source));
        match own {
            Some(opened) => Some(opened.path.clone()),
            None => self.library.source(source).as_ref().map(Source::name).map(str::to_owned),
        }
    }
}
