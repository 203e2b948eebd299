//! The neutral model that every format produces and every consumer (viewport, exporters, command line)
//! reads. Nothing in it depends on a file format.
//!
//! # Conventions
//!
//! * Axes: right-handed, **+Y up**, as in glTF. Formats convert once, in their `scene.rs`.
//! * Faces are triangles or quads in **strip order**: a quad's triangles are corners (0,1,2) and
//!   (1,2,3), so its diagonal is 1–2. [`Mesh::winding`] defines the front side.
//! * Colours are display-referred bytes, as stored.
//! * Every element has the [`Span`](crate::bytes::Span) of the bytes it was made from, and a
//!   field path if there is one. The path is the durable name.
//! * Large data is decoded on demand ([`Texture::pixels`], [`Sound::data`]).
//! * A face is identified by one 32-bit *draw id*: the base of its instance (see
//!   [`Scene::draw_ids`]) plus its index in the mesh.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use serde::Serialize;

use crate::bytes::Source;

mod adjacency;
mod animation;
mod annotated_text;
mod attachment;
mod battle_layout;
mod caption;
mod collision;
mod colour_table;
mod data_map;
mod detail;
mod element;
mod element_group;
mod element_state;
mod envelope;
mod face;
mod face_forms;
mod faces;
mod file_coordinates;
mod flipbook;
mod fog;
mod frame_sequence;
mod geometry;
mod height;
mod helper;
mod helper_contents;
pub(crate) mod hull;
mod id;
mod index;
mod keyframes;
mod layered_clip;
mod light;
mod link;
mod material;
mod material_animation;
mod memory;
mod merge;
mod name_hash;
mod naming;
mod origin;
mod packed_ints;
mod palette_animation;
mod palette_candidates;
mod placement;
mod pose;
mod program;
mod property;
mod read_option;
mod replacement;
mod samples;
mod skeleton;
mod skin;
mod sky;
mod sound;
mod sound_cue;
mod sound_users;
mod start;
mod subset;
mod surface_animation;
mod table;
mod texture;
mod uv_animation;
mod uv_track;
mod variant;
mod video;
mod video_info;
mod video_memory;

pub use adjacency::Spread;
pub use animation::{Animation, AnimationData, Clip, Track};
pub use annotated_text::{AnnotatedLine, AnnotatedText, Word, WordKind};
pub use attachment::Attachment;
pub use battle_layout::{BattleLayout, Side};
pub use caption::{Caption, caption_at};
pub use collision::{Collision, CollisionSound, Ramp, Transfer, attenuated_db};
pub use colour_table::{ColourTable, TableColour};
pub use data_map::{ByteRows, CELLS, Cell, DataMap, Pages};
pub use detail::{Detail, DetailStep};
pub use element::{Element, ElementInfo, FaceRef};
pub use element_group::ElementGroup;
pub use element_state::ElementState;
pub use envelope::{ENVELOPE_RATE, Envelope, FULL_LEVEL, Note, Phase};
pub use face::{CornerRefs, Face, NO_CORNER};
pub use faces::Faces;
pub use file_coordinates::FileCoordinates;
pub use flipbook::{FlipFrame, Flipbook};
pub use fog::{Atmosphere, Backdrop, Fog, Growth};
pub use frame_sequence::{FrameRenderer, FrameSequence, PictureSettings, RenderedFrame};
pub use geometry::{
    Billboard, FaceField, FacesViewer, FlagBit, Front, Mesh, Node, QuadTest, Winding,
};
pub use height::{HeightData, HeightField, HeightRaster};
pub use helper::{Helper, HelperShape, across, corners};
pub use id::{Id, List};
pub use index::{DrawIds, SceneIndex};
pub use keyframes::{Key, Keyframes};
pub use light::{Lamp, Light};
pub use link::Link;
pub use material::{Blend, ColourScale, Material, Shine, Surface, TextureFault, UvSpace};
pub use material_animation::{MaterialAnimation, MaterialTint, Paint};
pub use name_hash::{KnownName, NameHash};
pub use naming::{face_label, full_label, label_of, name_of};
pub use origin::{ListedSpan, Origin, Spans, StripSpan};
pub use packed_ints::PackedInts;
pub use palette_animation::{PaletteAnimation, PaletteKey};
pub use palette_candidates::{
    EntryDifference, PaletteCandidate, PaletteChange, PaletteUses, TexelCounts, most_colours,
    own_candidates, stored_words,
};
pub use placement::{Placement, PlacementTarget};
pub use pose::{Pose, Posed};
pub use program::{MIDDLE_C, Program, Tone, keys_in_words, note_name, pitch_at, time_in_words};
pub use property::{Properties, Value};
pub use read_option::{AppliedOption, ReadOption};
pub use replacement::{CodingUse, PaletteUse, Picture, Recording, ReplaceOptions, Replacement};
pub use samples::Samples;
pub use skeleton::{Bone, Skeleton, Transform};
pub use skin::{Influence, Joint, Morph, Skin};
pub use sky::Sky;
pub use sound::{LoopPart, Sound, SoundData, SoundId};
pub use sound_cue::Cue;
pub use start::Start;
pub use surface_animation::{FlashLimit, SURFACES, SurfaceState};
pub use table::{Rows, Table, TableRow};
pub use texture::{
    Mip, Palette, PaletteRule, TexelFormat, Texels, Texture, TextureData, Upload, flip_rows,
};
pub use uv_animation::{CornerWave, UvAnimatedFace, UvAnimatedFaces, UvAnimation};
pub use uv_track::UvTrack;
pub use variant::{Choice, Variant, VariantOption};
pub use video::{FrameCache, Video, VideoDecoder, VideoFrame};
pub use video_info::{
    FrameParts, Portion, Track as AudioTrack, TrackPortion, VideoInfo, VideoTrack,
};
pub use video_memory::{
    FaceInMemory, MEMORY_HEIGHT, MEMORY_WIDTH, MemoryBlock, MemoryUsers, ModelUse, PAGE_HEIGHT,
    PAGE_WIDTH, Positions, Unplaced, VideoMemory, page_at,
};

/// Number of a node in [`Scene::nodes`].
pub type NodeId = Id<Node>;

/// Number of a material in [`Scene::materials`].
pub type MaterialId = Id<Material>;

/// Number of a texture in [`Scene::textures`].
pub type TextureId = Id<Texture>;

/// Number of a palette in [`Scene::palettes`].
pub type PaletteId = Id<Palette>;

/// Number of a colour table in [`Scene::colour_tables`].
pub type ColourTableId = Id<ColourTable>;

/// Number of a mesh in [`Scene::meshes`].
pub type MeshId = Id<Mesh>;

/// Number of a collision in [`Scene::collisions`].
pub type CollisionId = Id<Collision>;

/// Number of a helper in [`Scene::helpers`].
pub type HelperId = Id<Helper>;

/// Number of a skeleton in [`Scene::skeletons`].
pub type SkeletonId = Id<Skeleton>;

/// Number of a bone in [`Skeleton::bones`].
pub type BoneId = Id<Bone>;

/// Number of an animation in [`Scene::animations`].
pub type AnimationId = Id<Animation>;

/// Number of a height field in [`Scene::height_fields`].
pub type HeightFieldId = Id<HeightField>;

/// Number of a sound in [`Scene::sounds`], which is named by [identifiers](SoundId).
pub type RecordingId = Id<Sound>;

/// Number of a video in [`Scene::films`].
pub type VideoId = Id<Video>;

/// Number of a program in [`Scene::programs`].
pub type ProgramId = Id<Program>;

/// Number of a cue in [`Scene::cues`].
pub type CueId = Id<Cue>;

/// Number of a table in [`Scene::tables`].
pub type TableId = Id<Table>;

/// Number of a variant in [`Scene::variants`].
pub type VariantId = Id<Variant>;

/// Number of an option in [`Variant::options`].
pub type OptionId = Id<VariantOption>;

/// Ticks per second: the time steps of animated surfaces.
pub const TICKS: f32 = 60.0;

/// Initial drawing style of a scene.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Style {
    /// PlayStation rendering.
    Ps1,
    /// Perspective, a depth buffer and 8 bits per channel.
    #[default]
    Clean,
}

/// Content of a layer; determines its icon and how it is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum LayerKind {
    /// Faces that the game draws.
    Drawn,
    /// Faces that are never drawn: collision walls, triggers.
    Invisible,
    /// Helpers: points, lines and boxes.
    Helper,
    /// Drawn behind everything, without distance.
    Sky,
    /// Levels of detail that replace other faces at a distance.
    #[serde(rename = "level of detail")]
    LevelOfDetail,
}

/// A set of faces, nodes and helpers that is shown or hidden together.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Layer {
    /// Name of the layer in lists and lookups.
    pub name: String,
    /// Kind of the layer's content.
    pub kind: LayerKind,
    /// Visible when the scene is opened.
    pub visible: bool,
}

/// An asset that can be drawn, listed and exported.
#[derive(Clone, Debug, Default)]
pub struct Scene {
    /// Name of the asset; empty if the file has none.
    pub name: String,
    /// Other files that its elements come from, which stay open while the scene is in use.
    pub sources: Vec<Source>,
    /// Default drawing style.
    pub style: Style,
    /// Metres per scene unit, if the format defines it.
    pub metres_per_unit: Option<f32>,
    /// Index 0 is always the drawn geometry.
    pub layers: Vec<Layer>,
    /// Classes of objects in the terms of the game: `CLocationTrigger`.
    pub classes: Vec<String>,
    /// Groups and instances of meshes; parents come before their children.
    pub nodes: List<Node>,
    /// Meshes, each in its own space; nodes instance them.
    pub meshes: List<Mesh>,
    /// Distinct render states.
    pub materials: List<Material>,
    /// Images that faces refer to.
    pub textures: List<Texture>,
    /// Tables of 15-bit colours for indexed textures.
    pub palettes: List<Palette>,
    /// Tables that gouraud colours index, and palettes of 24-bit colours.
    pub colour_tables: List<ColourTable>,
    /// Per-face source fields, by name, with the meaning of their bits. The values are in
    /// [`Mesh::face_values`], in this order.
    pub face_fields: Vec<FaceField>,
    /// Names of values of face fields that are not flags, by field and value.
    pub value_names: BTreeMap<(&'static str, u32), String>,
    /// Terrain as stored.
    pub height_fields: List<HeightField>,
    /// Helpers, in world space.
    pub helpers: List<Helper>,
    /// Red, green and blue of helpers with their own colour; others have that of their layer.
    pub tints: BTreeMap<HelperId, [u8; 3]>,
    /// Nodes that helpers contain: the objects in a cell.
    pub held: BTreeMap<HelperId, Vec<NodeId>>,
    /// Nodes that helpers follow in poses other than the rest pose.
    pub carried: BTreeMap<HelperId, NodeId>,
    /// Coordinate system of the file, if there is a single one.
    pub file_space: Option<FileCoordinates>,
    /// Points where the player enters, the default one first.
    pub starts: Vec<Start>,
    /// Attachment points to models in other files.
    pub floor_height: Option<Attachment>,
    /// Position in a battle, or the units in it.
    pub formation: Option<BattleLayout>,
    /// Texture that represents the file in lists, if it has one for that purpose.
    pub cover: Option<TextureId>,
    /// Light on lit faces; without it they have their own colours.
    pub light: Option<Light>,
    /// Alternative lights.
    pub other_lights: Vec<Light>,
    /// Sky plane, painted behind everything that has faces.
    pub sky: Option<Sky>,
    /// Fog and background, unless the selected option has its own.
    pub air: Atmosphere,
    /// Data in rows and columns.
    pub tables: List<Table>,
    /// Data map of the file with its textures, or of another file without structure.
    pub storage: Option<DataMap>,
    /// An annotated text that describes the file's behaviour, or a related file.
    pub listing: Option<Arc<AnnotatedText>>,
    /// Videos.
    pub films: List<Video>,
    /// Recordings, with their captions.
    pub sounds: List<Sound>,
    /// Instruments, whose tones are recordings.
    pub programs: List<Program>,
    /// Numbers by which a game plays tones.
    pub cues: List<Cue>,
    /// Sounds of colliding materials.
    pub collisions: List<Collision>,
    /// References of objects and triggers.
    pub links: Vec<Link>,
    /// Hierarchies of bones, each of which moves a node.
    pub skeletons: List<Skeleton>,
    /// Node animations.
    pub animations: List<Animation>,
    /// Animated entries of colour tables.
    pub palette_animations: Vec<PaletteAnimation>,
    /// Materials with animated colours.
    pub material_animations: Vec<MaterialAnimation>,
    /// Materials that display several pictures, one after the other.
    pub flipbooks: Vec<Flipbook>,
    /// Read options of the file.
    pub read_options: Vec<AppliedOption>,
    /// Levels of detail of objects.
    pub details: Vec<Detail>,
    /// Alternatives of which one is visible.
    pub variants: List<Variant>,
    /// Path of the file with the whole that this is a part of: the level of these textures.
    pub part_of: Option<String>,
}

impl Scene {
    /// A scene that only has textures.
    pub fn of_pictures(textures: impl IntoIterator<Item = Texture>, name: String) -> Self {
        let mut scene = Self { name, ..Self::default() };
        scene.layer("Drawn", LayerKind::Drawn, true);
        scene.textures.extend(textures);
        scene
    }

    /// Index of the layer called `name`, created if necessary.
    pub fn layer(&mut self, name: &str, kind: LayerKind, visible: bool) -> u16 {
        let found = self.layers.iter().position(|layer| layer.name == name);
        let index = found.unwrap_or_else(|| {
            self.layers.push(Layer { name: name.to_owned(), kind, visible });
            self.layers.len() - 1
        });
        u16::try_from(index).unwrap_or(0)
    }

    /// Index of the class called `name`, ignoring case, created if necessary; `None` if there are too
    /// many.
    pub fn class(&mut self, name: &str) -> Option<u16> {
        let found = self.classes.iter().position(|class| class.eq_ignore_ascii_case(name));
        let index = found.unwrap_or_else(|| {
            self.classes.push(name.to_owned());
            self.classes.len() - 1
        });
        u16::try_from(index).ok()
    }

    /// Releases unused memory of the lists.
    pub fn shrink_to_fit(&mut self) {
        for mesh in &mut self.meshes {
            mesh.positions.shrink_to_fit();
            mesh.normals.shrink_to_fit();
            mesh.faces.shrink_to_fit();
            mesh.face_values.iter_mut().for_each(PackedInts::shrink_to_fit);
        }
    }

    /// `true` if a layer is drawn behind everything.
    pub fn is_sky(&self, layer: u16) -> bool {
        self.layers.get(usize::from(layer)).is_some_and(|layer| layer.kind == LayerKind::Sky)
    }

    /// `true` if the game never draws the content of a layer.
    pub fn is_unseen(&self, layer: u16) -> bool {
        let layer = self.layers.get(usize::from(layer));
        layer.is_some_and(|layer| layer.kind == LayerKind::Invisible)
    }

    /// Number of drawn faces: shared meshes count once per instance.
    pub fn drawn_faces(&self) -> usize {
        self.nodes.iter().filter_map(|node| self.mesh_of(node)).map(|mesh| mesh.faces.len()).sum()
    }

    /// Table and rows of a node.
    pub fn rows_of(&self, node: &Node) -> Option<(&Table, &[TableRow])> {
        let Rows { table, rows } = node.rows.as_ref()?;
        let table = self.tables.get(*table)?;
        Some((table, table.rows.get(rows.start as usize..rows.end as usize)?))
    }

    /// Index of the face field called `name`.
    pub fn face_field(&self, name: &str) -> Option<usize> {
        self.face_fields.iter().position(|field| field.name == name)
    }

    /// Number of textures that faces name but no open file has; all references that are out of range
    /// count as one.
    pub fn missing_textures(&self) -> usize {
        let surfaces = self.materials.iter().map(|material| material.surface);
        let missing = surfaces.filter_map(|surface| match surface {
            Surface::Missing(name) => Some(name),
            _ => None,
        });
        missing.collect::<BTreeSet<_>>().len()
    }

    /// `true` if a texture has a bump map.
    pub fn has_relief(&self) -> bool {
        self.textures.iter().any(|texture| texture.pixels.has_relief())
    }

    /// `true` if a face reflects its surroundings.
    pub fn has_shine(&self) -> bool {
        self.materials.iter().any(|material| material.shine.is_some())
    }

    /// `true` if a face or its node turns towards the viewer.
    pub fn has_facing(&self) -> bool {
        self.nodes.iter().any(|node| node.faces_viewer.is_some())
            || self.meshes.iter().any(|mesh| !mesh.billboards.is_empty())
    }

    /// The mesh of an instance.
    pub fn mesh_of(&self, node: &Node) -> Option<&Mesh> {
        self.meshes.get(node.mesh?)
    }
}
