//! Queries on the faces of a scene: `flags.semi_transparent and texture.width > 64`.

mod columns;
mod instance;
mod memo;

use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::ops::Range;
use std::sync::Arc;

use glam::Mat4;
use rayon::prelude::*;

use self::columns::Column;
use self::instance::Instance;
use self::memo::Memo;
use super::{Library, Opened};
use crate::bytes::{ElementFields, FieldContent, FieldId, Hint, RunElements, SourceId, Tree};
use crate::ksy::{Condition, Examination, Mistake, Property, TreeObjects, ValueType};
use crate::scene::{Face, FaceRef, Scene};

/// A condition on a face: on its fields, those around them, and its [properties](PROPERTIES) in the
/// scene.
#[derive(Clone, Debug)]
pub struct FaceQuery(Condition);

/// Properties of a face in the scene. They hide fields with the same path.
pub const PROPERTIES: [Property; 14] = [
    property("area", ValueType::Float, "area in square units of the scene"),
    property("corners", ValueType::Integer, "number of corners"),
    property("layer", ValueType::Text, "name of the layer"),
    property("material.name", ValueType::Text, "name of the material"),
    property("model.name", ValueType::Text, "name of the model"),
    property("normal.x", ValueType::Float, "X of the unit normal, computed from the corners"),
    property("normal.y", ValueType::Float, "Y of this normal"),
    property("normal.z", ValueType::Float, "Z of this normal"),
    property("object.name", ValueType::Text, "name of the object that places the model"),
    property("texture.bits", ValueType::Integer, "bits per texel of the texture"),
    property("texture.height", ValueType::Integer, "height of the texture in texels"),
    property("texture.missing", ValueType::Boolean, "true if no open file has the texture"),
    property("texture.name", ValueType::Text, "name of the texture"),
    property("texture.width", ValueType::Integer, "width of the texture in texels"),
];

const fn property(path: &'static str, value: ValueType, meaning: &'static str) -> Property {
    Property { path, value, meaning }
}

impl FaceQuery {
    /// Parses a query.
    ///
    /// # Errors
    /// The first mistake.
    pub fn parse(text: &str) -> Result<Self, Mistake> {
        Condition::parse(text).map(Self)
    }

    /// The faces for which the query holds, by object and position in the model.
    ///
    /// # Errors
    /// A name that no examined face has, or an operation that has no result for any of them.
    pub fn faces(
        &self,
        library: &Library,
        opened: &Arc<Opened>,
        scene: &Scene,
    ) -> Result<Vec<FaceRef>, Mistake> {
        let documents = documents(library, opened, scene);
        let subject = Subject { scene, opened, world: scene.world_transforms(), documents };
        let placed: Vec<Instance<'_>> = subject.instances().collect();
        let columns: Vec<Option<Vec<Column<'_>>>> =
            placed.par_iter().map(|instance| self.columns(instance)).collect();
        let parts: Vec<(&Instance<'_>, Columns<'_>, Range<usize>)> = placed
            .iter()
            .zip(&columns)
            .flat_map(|(instance, columns)| {
                instance.parts().map(move |part| (instance, columns.as_deref(), part))
            })
            .collect();
        let found: Vec<FaceRef> = parts
            .into_par_iter()
            .flat_map_iter(|(instance, columns, part)| {
                let faces = match columns {
                    Some(columns) => self.matching_by_columns(instance, part, columns),
                    None => self.matching_by_fields(instance, part),
                };
                faces.into_iter().map(|face| FaceRef { node: instance.id, face })
            })
            .collect();
        self.mistake(&placed, &found).map_or(Ok(found), Err)
    }

    /// Positions of the matching faces in a part of an instance.
    fn matching_by_fields(&self, instance: &Instance<'_>, part: Range<usize>) -> Vec<u32> {
        let mut runs = Runs::default();
        instance.faces(part, |_, face| {
            let properties = |path: &str| instance.property(face, path);
            let found = runs.fields(instance, face);
            self.0.holds_for(&mut found.objects().with(&properties))
        })
    }

    /// The same without reading the records of the faces.
    fn matching_by_columns(
        &self,
        instance: &Instance<'_>,
        part: Range<usize>,
        columns: &[Column<'_>],
    ) -> Vec<u32> {
        let current = Cell::new((part.start, Face::default()));
        let properties = |path: &str| instance.property(&current.get().1, path);
        let known = |path: &str| columns.iter().find(|c| c.name == path)?.at(current.get().0);
        let fields = FaceFields::none(instance.subject);
        let mut objects = fields.objects().with(&properties).with_known(&known);
        let used = self.0.paths().into_iter().filter(|path| is_property(path));
        let mut memo = Memo::new(used, columns);
        instance.faces(part, |at, face| {
            let mut holds = || {
                current.set((at, *face));
                self.0.holds_for(&mut objects)
            };
            match &mut memo {
                Some(memo) => memo.result(at, face, holds),
                None => holds(),
            }
        })
    }

    /// The fields of the query as columns of the scene; `None` if one of them must be read from the file.
    fn columns<'a>(&self, instance: &Instance<'a>) -> Option<Vec<Column<'a>>> {
        // Special names belong to the record.
        if self.0.has_special_names() {
            return None;
        }
        let scene = instance.subject.scene;
        let mut columns: Vec<Column<'a>> = Vec::new();
        for path in self.0.paths().into_iter().filter(|path| !is_property(path)) {
            let name = path.split('.').next().unwrap_or(path);
            if columns.iter().all(|column| column.name != name) {
                let field = scene.face_field(name)?;
                // Other numbers may be missing in the records of some faces.
                let info = scene.face_fields.get(field).filter(|info| !info.flags.is_empty())?;
                columns.push(Column::new(
                    instance,
                    info.name,
                    instance.mesh.face_values.get(field)?,
                )?);
            }
        }
        Some(columns)
    }

    /// The first mistake that the faces show. Some faces of each mesh are examined, and if faces were
    /// found, all of them before a name is reported as unknown.
    fn mistake(&self, placed: &[Instance<'_>], found: &[FaceRef]) -> Option<Mistake> {
        let mut known = HashSet::new();
        let new = |instance: &&Instance<'_>| known.insert(instance.node.mesh);
        let meshes: Vec<&Instance<'_>> = placed.iter().filter(new).collect();
        let count = (MAX_EXAMINED / meshes.len().max(1)).clamp(1, MAX_OF_MESH);
        let some = meshes.iter().flat_map(|instance| {
            let faces = instance.mesh.faces.len();
            (0..faces).step_by(faces.div_ceil(count).max(1)).map(move |face| (*instance, face))
        });
        let some: Vec<(&Instance<'_>, usize)> = some.collect();
        let all = meshes
            .iter()
            .flat_map(|instance| (0..instance.mesh.faces.len()).map(move |face| (*instance, face)));
        let mut examination = Examination::default();
        let mut runs = Runs::default();
        for (number, (instance, face)) in some.iter().copied().chain(all).enumerate() {
            let is_sample = number < some.len();
            if !is_sample && (found.is_empty() || examination.unknown_name().is_none()) {
                break;
            }
            let Some(face) = instance.mesh.faces.get(face) else { continue };
            let fields = runs.fields(instance, &face);
            examination.examine(&self.0, &fields.objects(), &PROPERTIES);
            if examination.is_clean() {
                return None;
            }
        }
        examination.mistake()
    }
}

/// The columns of an instance; `None` if the records of its faces must be read.
type Columns<'a> = Option<&'a [Column<'a>]>;

/// Maximum number of faces that are examined for mistakes; one of each mesh if there are more meshes.
const MAX_EXAMINED: usize = 4096;
/// Maximum number of these in one mesh.
const MAX_OF_MESH: usize = 64;

/// A name that a query may use.
#[derive(Clone, Debug, PartialEq)]
pub struct FaceName {
    /// Path of a field, of a bit of a field, or of a property.
    pub path: String,
    /// Meaning, or type.
    pub meaning: String,
}

/// Number of models whose first faces are examined for names.
const MAX_MODELS: usize = 256;

/// The names that queries on a scene may use: fields of faces, bits of flags and values of enumerations,
/// and properties. A few faces of every model are examined.
pub fn face_names(library: &Library, opened: &Opened, scene: &Scene) -> Vec<FaceName> {
    let documents = documents(library, opened, scene);
    let subject = Subject { scene, opened, world: Vec::new(), documents };
    let mut names = Vec::new();
    let mut known = HashSet::new();
    let mut add = |path: String, meaning: &str| {
        if known.insert(path.clone()) {
            names.push(FaceName { path, meaning: meaning.to_owned() });
        }
    };
    for instance in subject.instances().take(MAX_MODELS) {
        let mut runs = Runs::default();
        let count = instance.mesh.faces.len();
        for at in [0, count / 2, count.saturating_sub(1)] {
            let Some(face) = instance.mesh.faces.get(at) else { continue };
            let (tree, id) = match runs.fields(&instance, &face) {
                FaceFields::Element(tree, fields) => (tree, fields.id().clone()),
                FaceFields::Field(tree, id) => (tree, id),
            };
            for field in tree.children(&id, 0..tree.child_count(&id)) {
                add(field.name.clone(), &field.type_name);
                match field.hint {
                    Hint::Flags(bits) => {
                        for bit in bits {
                            add(format!("{}.{}", field.name, identifier(bit.name)), bit.meaning);
                        }
                    }
                    Hint::Enum(symbols) | Hint::Special(symbols) => {
                        for symbol in symbols {
                            add(format!("{}.{}", field.name, identifier(symbol.name)), "");
                        }
                    }
                    _ => {}
                }
            }
        }
    }
    PROPERTIES.iter().for_each(|property| add(property.path.to_owned(), property.meaning));
    names
}

/// A name of a bit as it is written in expressions.
fn identifier(name: &str) -> String {
    let plain = |c: char| if c.is_alphanumeric() { c.to_ascii_lowercase() } else { '_' };
    name.chars().map(plain).collect()
}

/// `true` if a path names a property of faces.
fn is_property(path: &str) -> bool {
    PROPERTIES.iter().any(|property| property.path == path)
}

/// The document of each file that faces come from, except the first.
fn documents(library: &Library, opened: &Opened, scene: &Scene) -> HashMap<SourceId, Arc<Opened>> {
    let own = opened.document.tree.source().id();
    let sources: HashSet<SourceId> =
        scene.meshes.iter().map(|mesh| mesh.face_spans.all().source).collect();
    let others = sources.into_iter().filter(|source| *source != own);
    let open = |id: SourceId| library.open_source(&library.source(id)?, None).ok();
    others.filter_map(|id| Some((id, open(id)?))).collect()
}

/// A scene with the documents of its faces.
struct Subject<'a> {
    scene: &'a Scene,
    opened: &'a Opened,
    /// Transform of each node.
    world: Vec<Mat4>,
    documents: HashMap<SourceId, Arc<Opened>>,
}

impl Subject<'_> {
    fn tree(&self, source: SourceId) -> Option<&Tree> {
        let own = &self.opened.document.tree;
        if own.source().id() == source || own.parts().iter().any(|part| part.id() == source) {
            return Some(own);
        }
        self.documents.get(&source).map(|other| &*other.document.tree)
    }

    fn instances(&self) -> impl Iterator<Item = Instance<'_>> {
        self.scene.nodes.pairs().filter_map(|(id, node)| {
            let mesh = self.scene.mesh_of(node)?;
            let world = self.world.get(id.index()).copied().unwrap_or_default();
            Some(Instance { subject: self, id, node, world, mesh })
        })
    }
}

/// Finds the fields of faces; remembers the run of the last one.
#[derive(Default)]
struct Runs<'a> {
    last: Option<(SourceId, &'a str, Option<RunElements<'a>>)>,
}

/// The fields of a face.
enum FaceFields<'a> {
    Element(&'a Tree, ElementFields),
    Field(&'a Tree, FieldId),
}

impl<'a> FaceFields<'a> {
    /// For a face without a record: the fields of the whole file.
    fn none(subject: &Subject<'a>) -> Self {
        Self::Field(&subject.opened.document.tree, FieldId::root())
    }

    /// A field of the record of a face.
    fn find(&self, name: &str) -> Option<(FieldId, FieldContent)> {
        match self {
            Self::Element(tree, fields) => fields.find(tree, name),
            Self::Field(tree, id) => {
                let found = tree.find_below(id, name)?;
                let content = tree.content(&found)?;
                Some((found, content))
            }
        }
    }

    fn objects(&self) -> TreeObjects<'_> {
        match self {
            Self::Element(tree, fields) => TreeObjects::of_element(tree, fields),
            Self::Field(tree, id) => TreeObjects::new(tree, id.clone()),
        }
    }
}

impl<'a> Runs<'a> {
    /// The fields of a face; those of the whole file if it is not stored.
    fn fields(&mut self, instance: &Instance<'a>, face: &Face) -> FaceFields<'a> {
        let (spans, index) = (&instance.mesh.face_spans, face.index as usize);
        let subject = instance.subject;
        let source = spans.all().source;
        let Some(tree) = subject.tree(source) else {
            return FaceFields::none(subject);
        };
        let element = spans.element(index).and_then(|(path, index)| {
            let is_last = |last: &(SourceId, &str, _)| last.0 == source && last.1 == path;
            if !self.last.as_ref().is_some_and(is_last) {
                let run = tree.find(path).ok().and_then(|run| tree.elements_of(run));
                self.last = Some((source, path, run));
            }
            self.last.as_ref()?.2.as_ref()?.fields(index)
        });
        if let Some(fields) = element {
            return FaceFields::Element(tree, fields);
        }
        let id = tree.find(&spans.origin(index).path).unwrap_or_else(|_| FieldId::root());
        FaceFields::Field(tree, id)
    }
}
