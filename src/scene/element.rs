//! Selectable elements of a scene and their descriptions, which lists, cards and searches display without
//! knowing the kinds of elements. A new kind needs its own file with its [`ElementInfo`], entries here,
//! and, if it has a list, one in `element_group.rs`.

use super::property::{Properties, Value};
use super::{
    AnimationId, BoneId, CollisionId, ColourTableId, CueId, HelperId, MeshId, NodeId, Origin,
    PaletteId, ProgramId, RecordingId, Scene, SkeletonId, Spans, TableId, TextureId, VideoId,
};

/// A selectable element of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub enum Element {
    /// Index into [`Scene::nodes`].
    Node(NodeId),
    /// Index into [`Scene::meshes`].
    Mesh(MeshId),
    /// Face as placed by a node.
    Face(FaceRef),
    /// Position of a mesh.
    Vertex {
        /// Index into [`Scene::meshes`].
        mesh: MeshId,
        /// Index into [`Mesh::positions`](super::Mesh::positions).
        vertex: u32,
    },
    /// Index into [`Scene::textures`].
    Texture(TextureId),
    /// Index into [`Scene::palettes`].
    Palette(PaletteId),
    /// Colour of a palette.
    PaletteEntry {
        /// Index into [`Scene::palettes`].
        palette: PaletteId,
        /// Index into [`Palette::stored`](super::Palette::stored).
        entry: u32,
    },
    /// Index into [`Scene::colour_tables`].
    ColourTable(ColourTableId),
    /// Colour of a colour table.
    ColourEntry {
        /// Index into [`Scene::colour_tables`].
        table: ColourTableId,
        /// Index into [`ColourTable::colours`](super::ColourTable::colours).
        entry: u32,
    },
    /// Index into [`Scene::helpers`].
    Helper(HelperId),
    /// The sky plane.
    Sky,
    /// Row of a table.
    Row {
        /// Index into [`Scene::tables`].
        table: TableId,
        /// Index into [`Table::rows`](super::Table::rows).
        row: u32,
    },
    /// Index into [`Scene::films`].
    Film(VideoId),
    /// Frame of a video.
    Frame {
        /// Index into [`Scene::films`].
        film: VideoId,
        /// Number of the frame, from 0.
        frame: u32,
    },
    /// Index into [`Scene::sounds`].
    Sound(RecordingId),
    /// An identifier of a sound.
    SoundId {
        /// Index into [`Scene::sounds`].
        sound: RecordingId,
        /// Index into [`Sound::ids`](super::Sound::ids).
        id: u32,
    },
    /// Caption of a sound.
    Caption {
        /// Index into [`Scene::sounds`].
        sound: RecordingId,
        /// Index into [`Sound::captions`](super::Sound::captions).
        caption: u32,
    },
    /// Index into [`Scene::programs`].
    Program(ProgramId),
    /// Tone of a program.
    Tone {
        /// Index into [`Scene::programs`].
        program: ProgramId,
        /// Index into [`Program::tones`](super::Program::tones).
        tone: u32,
    },
    /// Index into [`Scene::cues`].
    Cue(CueId),
    /// Index into [`Scene::collisions`].
    Collision(CollisionId),
    /// Bone of a skeleton.
    Bone {
        /// Index into [`Scene::skeletons`].
        skeleton: SkeletonId,
        /// Index into [`Skeleton::bones`](super::Skeleton::bones).
        bone: BoneId,
    },
    /// Index into [`Scene::animations`].
    Animation(AnimationId),
    /// A morph target.
    Morph {
        /// Index into [`Scene::meshes`].
        mesh: MeshId,
        /// Index into [`Mesh::morphs`](super::Mesh::morphs).
        morph: u32,
    },
}

/// A face as placed: `node` is the instance, `face` its index in [`Mesh::faces`](super::Mesh).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct FaceRef {
    /// Index into [`Scene::nodes`].
    pub node: NodeId,
    /// Index into [`Mesh::faces`](super::Mesh::faces).
    pub face: u32,
}

impl Element {
    /// Names of its kind, singular and plural, and its number among the elements of that kind.
    fn described(self) -> ([&'static str; 2], u32) {
        match self {
            Element::Node(i) => (["object", "objects"], i.number()),
            Element::Mesh(i) => (["model", "models"], i.number()),
            Element::Face(FaceRef { face, .. }) => (["face", "faces"], face),
            Element::Vertex { vertex, .. } => (["vertex", "vertices"], vertex),
            Element::Texture(i) => (["texture", "textures"], i.number()),
            Element::Palette(i) => (["palette", "palettes"], i.number()),
            Element::PaletteEntry { entry, .. } | Element::ColourEntry { entry, .. } => {
                (["colour", "colours"], entry)
            }
            Element::ColourTable(i) => (["colour table", "colour tables"], i.number()),
            Element::Helper(i) => (["helper", "helpers"], i.number()),
            Element::Sky => (["sky", "skies"], 0),
            Element::Row { table, .. } => (["row", "rows"], table.number()),
            Element::Film(i) => (["film", "films"], i.number()),
            Element::Frame { frame, .. } => (["frame", "frames"], frame),
            Element::Sound(i) => (["sound", "sounds"], i.number()),
            Element::SoundId { id, .. } => (["identifier", "identifiers"], id),
            Element::Caption { caption, .. } => (["caption", "captions"], caption),
            Element::Program(i) => (["program", "programs"], i.number()),
            Element::Tone { tone, .. } => (["tone", "tones"], tone),
            Element::Cue(i) => (["cue", "cues"], i.number()),
            Element::Collision(i) => (["collision", "collisions"], i.number()),
            Element::Bone { bone, .. } => (["bone", "bones"], bone.number()),
            Element::Animation(i) => (["animation", "animations"], i.number()),
            Element::Morph { morph, .. } => (["morph target", "morph targets"], morph),
        }
    }

    /// `true` for kinds whose elements are distinguished by number: objects and models.
    pub(super) fn is_numbered(self) -> bool {
        matches!(self, Element::Node(_) | Element::Mesh(_))
    }

    /// `true` for parts of elements, which have no separate record.
    pub(super) fn is_part(self) -> bool {
        matches!(
            self,
            Element::Face(_)
                | Element::Vertex { .. }
                | Element::PaletteEntry { .. }
                | Element::ColourEntry { .. }
                | Element::Frame { .. }
        )
    }

    /// Name of the kind of element, such as `object`.
    pub fn kind(self) -> &'static str {
        self.described().0[0]
    }

    /// Plural of the name of its kind.
    pub fn plural(self) -> &'static str {
        self.described().0[1]
    }

    /// Number of the element among those of its kind; for a row, the number of its table.
    pub fn number(self) -> u32 {
        self.described().1
    }
}

/// A selectable element that has its own record.
pub trait ElementInfo {
    /// Bytes and field path that the element was made from.
    fn origin(&self) -> &Origin;

    /// Name, or an empty string. `own` is the element itself.
    fn name(&self, scene: &Scene, own: Element) -> String;

    /// Size or count, displayed at the end of its row in a list.
    fn detail(&self, scene: &Scene, own: Element) -> Value {
        let _ = (scene, own);
        Value::default()
    }

    /// Properties for its card, each with a heading.
    fn facts<'a>(&'a self, scene: &'a Scene, own: Element) -> Properties<'a>;
}

impl Scene {
    /// The record of an element; `None` for parts without their own record, and for missing elements.
    pub fn info(&self, element: Element) -> Option<&dyn ElementInfo> {
        fn at<T: ElementInfo>(list: &[T], index: u32) -> Option<&dyn ElementInfo> {
            list.get(index as usize).map(|thing| thing as &dyn ElementInfo)
        }
        fn own<T: ElementInfo>(found: Option<&T>) -> Option<&dyn ElementInfo> {
            found.map(|thing| thing as &dyn ElementInfo)
        }
        match element {
            Element::Node(i) => own(self.nodes.get(i)),
            Element::Mesh(i) => own(self.meshes.get(i)),
            Element::Texture(i) => own(self.textures.get(i)),
            Element::Palette(i) => own(self.palettes.get(i)),
            Element::ColourTable(i) => own(self.colour_tables.get(i)),
            Element::Helper(i) => own(self.helpers.get(i)),
            Element::Sky => self.sky.as_ref().map(|sky| sky as &dyn ElementInfo),
            Element::Row { table, row } => at(&self.tables.get(table)?.rows, row),
            Element::Film(i) => own(self.films.get(i)),
            Element::Sound(i) => own(self.sounds.get(i)),
            Element::SoundId { sound, id } => at(&self.sounds.get(sound)?.ids, id),
            Element::Caption { sound, caption } => at(&self.sounds.get(sound)?.captions, caption),
            Element::Program(i) => own(self.programs.get(i)),
            Element::Tone { program, tone } => own(self.tone(program, tone)),
            Element::Cue(i) => own(self.cues.get(i)),
            Element::Collision(i) => own(self.collisions.get(i)),
            Element::Bone { .. } => own(self.bone(element)),
            Element::Animation(i) => own(self.animations.get(i)),
            Element::Morph { mesh, morph } => at(&self.meshes.get(mesh)?.morphs, morph),
            _ => None,
        }
    }

    /// The span and field path of an element.
    pub fn origin(&self, element: Element) -> Option<Origin> {
        Some(match element {
            Element::Face(face) => {
                let mesh = self.mesh_of(self.nodes.get(face.node)?)?;
                mesh.face_spans.origin(mesh.faces.get(face.face as usize)?.index as usize)
            }
            Element::Vertex { mesh, vertex } => {
                self.meshes.get(mesh)?.position_spans.origin(vertex as usize)
            }
            Element::PaletteEntry { palette, entry } => {
                self.palettes.get(palette)?.entries.origin(entry as usize)
            }
            Element::ColourEntry { table, entry } => {
                self.colour_tables.get(table)?.entries.origin(entry as usize)
            }
            Element::Frame { film, frame } => {
                self.films.get(film)?.frame_spans.origin(frame as usize)
            }
            _ => self.info(element)?.origin().clone(),
        })
    }

    /// Fields of the colours of a palette or a colour table, and their number.
    pub fn colour_fields(&self, element: Element) -> Option<(&Spans, usize)> {
        match element {
            Element::Palette(id) => {
                self.palettes.get(id).map(|palette| (&palette.entries, palette.stored.len()))
            }
            Element::ColourTable(id) => {
                self.colour_tables.get(id).map(|table| (&table.entries, table.colours.len()))
            }
            _ => None,
        }
    }

    /// Properties on the card of an element; empty for a face, which has a different card.
    pub fn facts(&self, element: Element) -> Properties<'_> {
        match element {
            Element::Vertex { mesh, vertex } => {
                let mesh = self.meshes.get(mesh);
                let at = mesh.and_then(|mesh| mesh.positions.get(vertex as usize));
                let at = at.map(|p| format!("{:.1} {:.1} {:.1}", p.x, p.y, p.z));
                let faces = mesh.into_iter().flat_map(|mesh| &mesh.faces);
                let used = faces.filter(|face| face.corners.contains(&vertex)).count();
                vec![
                    ("Vertex", vertex.to_string().into()),
                    ("Position in model", at.unwrap_or_default().into()),
                    ("Faces", Value::count(used)),
                ]
            }
            Element::PaletteEntry { entry, .. } | Element::ColourEntry { entry, .. } => {
                vec![("Entry", entry.to_string().into())]
            }
            Element::Frame { film, frame } => {
                let us = self.films.get(film).map_or(0, |film| film.start_us(frame));
                let at = format!("{}.{:03} s", us / 1_000_000, us / 1000 % 1000);
                vec![("Frame", frame.to_string().into()), ("Start time", at.into())]
            }
            _ => self.info(element).map_or_else(Vec::new, |thing| thing.facts(self, element)),
        }
    }

    /// Size or count of an element.
    pub fn detail(&self, element: Element) -> Value {
        self.info(element).map_or_else(Value::default, |thing| thing.detail(self, element))
    }

    /// The node of an element, or the one that was made from the same bytes, for example for a
    /// trigger's volume, the sky, or a row of a table.
    pub fn node_of(&self, element: Element) -> Option<NodeId> {
        let origin = match element {
            Element::Node(node) => return Some(node),
            Element::Helper(_) | Element::Sky | Element::Row { .. } => self.origin(element)?,
            _ => return None,
        };
        self.nodes.find(|node| node.origin == origin).filter(|_| origin.span.len > 0)
    }
}
