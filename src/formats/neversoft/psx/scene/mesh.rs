//! Converts a model's vertices and faces to a mesh.

use glam::Vec3;

use super::super::face::{Face as Stored, Uv};
use super::super::flags::{self, base};
use super::super::records::{File, FileBlock, Model, Normal, Vertex, vertex_kind};
use super::materials::{self, States};
use super::{light, surface_animation};
use crate::formats::Loaded;
use crate::formats::neversoft::transform::turn;
use crate::scene::{
    Billboard, ColourTable, ColourTableId, CornerRefs, Face, Faces, LayerKind, List, MaterialId,
    Mesh, NO_CORNER, PackedInts, QuadTest, Scene, Surface, TextureFault, Winding,
};

/// Shared data for building the meshes of a file.
pub struct Maker<'a> {
    pub file: &'a Loaded<File>,
    /// Surface for each texture index.
    pub surfaces: Vec<Surface>,
    /// World units per vertex unit.
    pub scale: f32,
    pub layers: FaceLayers,
    /// Colour tables of the scene.
    pub tables: &'a List<ColourTable>,
    pub stitches: &'a [Stitch],
}

/// Layers of faces that are not drawn.
#[derive(Clone, Copy)]
pub struct FaceLayers {
    /// Invisible faces that collide: walls.
    pub walls: u16,
    /// Invisible faces that do not collide: triggers, gaps, camera zones.
    pub zones: u16,
}

impl FaceLayers {
    pub fn of(scene: &mut Scene) -> Self {
        Self {
            walls: scene.layer("Invisible walls", LayerKind::Invisible, false),
            zones: scene.layer("Invisible zones", LayerKind::Invisible, false),
        }
    }

    fn layer(self, face: &Stored) -> u16 {
        if flags::is_drawn(face.flags) {
            0
        } else if face.surface & 3 == 1 {
            self.zones
        } else {
            self.walls
        }
    }
}

/// Faces with valid indices, and their numbers (section 23, item 6). Other faces are only in the table.
fn valid_faces(model: &Model) -> impl Iterator<Item = (u32, &Stored)> {
    (0u32..).zip(&model.faces).filter(|(_, face)| is_inside(model, face))
}

/// `true` if all indices of a face are valid.
fn is_inside(model: &Model, face: &Stored) -> bool {
    face.corners().all(|corner| usize::from(corner) < model.vertices.len())
        && usize::from(face.normal) < model.normals.len()
}

impl Maker<'_> {
    /// Render states of a model's faces.
    pub fn states(&self, model: &Model) -> States {
        let mut states = States::default();
        let (version, smooth) = (self.file.records.version, model.is_smooth());
        for (_, face) in valid_faces(model) {
            states.push(face, self.surface(face), version, smooth);
        }
        states
    }

    /// Builds the mesh of model `index`, without a name. `materials` are those of its faces, `table` its
    /// colour table in the scene, and `home` the position of its object (PlayStation axes, world units),
    /// which stitched vertices need.
    pub fn mesh(
        &self,
        index: usize,
        materials: &[MaterialId],
        table: Option<ColourTableId>,
        home: Vec3,
    ) -> Mesh {
        let Some(model) = self.file.records.models.get(index) else { return Mesh::default() };
        let path = self.file.records.path(FileBlock::Model(index));
        let mut mesh = Mesh {
            winding: Winding::Clockwise,
            quad_test: QuadTest::EitherHalf,
            position_spans: self.file.spans(&format!("{path}.vertices")),
            face_spans: self.file.spans(&format!("{path}.faces")),
            normal_spans: self.file.spans(&format!("{path}.normals")),
            normals: model.normals.iter().map(unit).collect(),
            colour_table: table,
            origin: self.file.origin(path),
            ..Mesh::default()
        };
        self.vertices(model, home, &mut mesh);
        self.faces(model, materials, &mut mesh);
        mesh
    }

    fn vertices(&self, model: &Model, home: Vec3, mesh: &mut Mesh) {
        let at = |v: &Vertex| Vec3::new(v.x.into(), v.y.into(), v.z.into()) * self.scale;
        let count = model.vertices.len();
        mesh.positions.reserve(count);
        for (index, vertex) in (0u32..).zip(&model.vertices) {
            let position = if vertex.kind & vertex_kind::SPRITE != 0 {
                // x and y are byte offsets into the vertex list: index × 8.
                let [anchor, mate] = [vertex.x, vertex.y].map(|v| usize::from(v as u16) / 8);
                let (a, b) = (model.vertices.get(anchor), model.vertices.get(mate));
                if let (Some(a), Some(b)) = (a, b) {
                    let half_width = f32::from(vertex.z) * self.scale * stretch(at(b) - at(a));
                    let [anchor, mate] = [anchor, mate].map(|v| v as u32);
                    mesh.billboards.push(Billboard { vertex: index, anchor, mate, half_width });
                }
                a.map_or(Vec3::ZERO, at)
            } else if let Some(source) = vertex.stitched_to() {
                self.stitches.get(source).map_or(Vec3::ZERO, |source| source.at - home)
            } else {
                at(vertex)
            };
            mesh.positions.push(turn(position));
        }
    }

    /// Surface of a face. A texture index beyond the list counts as a missing texture, with a warning
    /// (section 17). A face with only one of the two texture bits is drawn wrongly in the game (section
    /// 7).
    fn surface(&self, face: &Stored) -> Surface {
        match face.flags & base::ANY_TEXTURE {
            0 => Surface::Plain,
            base::TEXTURED => Surface::Faulty(TextureFault::WrongTexture),
            base::TEXTURE_LOOKUP => Surface::Faulty(TextureFault::UndefinedCoordinates),
            _ => {
                let named = face.texture().and_then(|index| self.surfaces.get(index as usize));
                named.copied().unwrap_or(Surface::Missing(None))
            }
        }
    }

    fn faces(&self, model: &Model, materials: &[MaterialId], mesh: &mut Mesh) {
        let table = mesh.colour_table.and_then(|index| self.tables.get(index));
        let smooth = model.is_smooth();
        let mut faces = Vec::with_capacity(model.faces.len());
        if let Some(table) = table {
            mesh.faces = Faces::with_table(table.colours.clone());
        }
        for ((index, stored), material) in valid_faces(model).zip(materials) {
            let mut corners = stored.indices().map(u32::from);
            if stored.is_triangle() {
                corners[3] = NO_CORNER;
            }
            let (colours, colour_refs) = colours(stored, table);
            let face = Face {
                corners,
                normals: if smooth { corners } else { [stored.normal.into(); 4] },
                colours,
                colour_refs,
                uvs: uvs(stored),
                material: *material,
                layer: self.layers.layer(stored),
                index,
            };
            faces.push((face, materials::face_values(stored)));
        }
        mesh.face_values = vec![PackedInts::default(); materials::FACE_FIELDS];
        mesh.add_faces(&faces);
        let undrawn = model.faces.iter().filter(|face| !is_inside(model, face));
        mesh.undrawn = undrawn.map(|face| materials::face_values(face).to_vec()).collect();
    }
}

/// Width of a sprite per unit of its half-width number: 1.6 for vertical axes, the pixel aspect of the
/// 512 × 240 mode [S].
fn stretch(axis: Vec3) -> f32 {
    if axis.y.abs() > axis.x.hypot(axis.z) { 1.6 } else { 1.0 }
}

fn unit(normal: &Normal) -> Vec3 {
    turn(Vec3::new(normal.x.into(), normal.y.into(), normal.z.into())).normalize_or_zero()
}

fn uvs(face: &Stored) -> [[f32; 2]; 4] {
    match face.uv() {
        Some(Uv::Texels(uv)) => uv.map(|uv| [uv.u.into(), uv.v.into()]),
        Some(Uv::Wide { u, v }) => {
            let at = |i: usize| [f32::from(u[i]) / 512.0, f32::from(v[i]) / 512.0];
            [at(0), at(1), at(2), at(3)]
        }
        None => [[0.0; 2]; 4],
    }
}

/// Colour for an index beyond the table, or without a table (section 9).
const GREY: [u8; 3] = [128; 3];

fn colours(face: &Stored, table: Option<&ColourTable>) -> ([[u8; 3]; 4], CornerRefs) {
    let [r, g, b, _] = face.colour;
    if face.flags & base::LIT != 0 {
        return ([light::neutral(face); 4], CornerRefs::None);
    }
    if face.flags & base::GOURAUD == 0 {
        return ([[r, g, b]; 4], CornerRefs::None);
    }
    let Some(table) = table else {
        // A v6 face without a table has direct grey intensities [S]; other versions have no colour data.
        let wide = matches!(face.uv(), Some(Uv::Wide { .. }));
        let grey = |c: u8| if wide { [c; 3] } else { GREY };
        return (face.colour.map(grey), CornerRefs::None);
    };
    let look_up = |index: u8| table.colours.get(usize::from(index)).copied().unwrap_or(GREY);
    (face.colour.map(look_up), CornerRefs::Table(face.colour))
}

/// Colour tables of a file in their initial state: pulsing entries have the colour of their stored phase,
/// since some art is visible only through its pulse (section 10.4).
pub fn colour_tables(file: &Loaded<File>) -> Vec<(usize, ColourTable)> {
    let pulses = surface_animation::pulses(file);
    let mut tables = Vec::new();
    for (index, chunk) in file.records.chunks().iter().enumerate() {
        let Some(stored) = chunk.rgbs() else { continue };
        let mut colours: Vec<[u8; 3]> = stored.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        for pulse in &pulses {
            if let (Some(entry), Some(colour)) =
                (colours.get_mut(usize::from(pulse.entry)), pulse.colour(0))
            {
                *entry = colour;
            }
        }
        let path = format!("chunks[{index}]");
        let entries = file.spans(&format!("{path}.colours"));
        let (name, origin) = ("RGBs".to_owned(), file.origin(format!("{path}.colours")));
        tables.push((
            index,
            ColourTable { name, colours: colours.into(), origin, entries, ..Default::default() },
        ));
    }
    tables
}

/// A stitch source.
pub struct Stitch {
    /// Position in PlayStation axes and world units.
    pub at: Vec3,
    pub model: usize,
}

/// Stitch sources in file order (section 5), without those of models that are a lower level of detail.
pub fn stitches(file: &File, scale: f32, skipped: &[bool], homes: &[Vec3]) -> Vec<Stitch> {
    let mut all = Vec::new();
    for (index, model) in file.models.iter().enumerate() {
        if skipped.get(index) == Some(&true) {
            continue;
        }
        let home = homes.get(index).copied().unwrap_or(Vec3::ZERO);
        let sources = model.vertices.iter().filter(|v| v.kind == vertex_kind::STITCH_SOURCE);
        all.extend(sources.map(|v| Stitch {
            at: home + Vec3::new(v.x.into(), v.y.into(), v.z.into()) * scale,
            model: index,
        }));
    }
    all
}
