//! A model's vertices and faces to a mesh.

use glam::Vec3;

use super::super::face::{Face as Stored, Uv};
use super::super::flags::{self, base};
use super::super::read::ModelPlace;
use super::super::records::{File, Model, Normal, vertex_kind};
use super::Part;
use super::materials::{self, Materials};
use super::{light, moving};
use crate::formats::neversoft::transform::turn;
use crate::scene::{
    Billboard, ColourTable, CornerRefs, Face, Faces, LayerKind, Mesh, NO_CORNER, Numbers, Origin,
    Scene, Spans, Surface, Winding,
};

/// What the faces of a model are made with.
pub struct Maker<'a> {
    pub part: &'a Part<'a>,
    /// By texture index.
    pub surfaces: Vec<Surface>,
    pub materials: &'a mut Materials,
    /// World units per vertex unit.
    pub scale: f32,
    pub layers: FaceLayers,
    /// The colour table in the scene, if the file has one.
    pub table: Option<u32>,
    pub stitches: &'a [Stitch],
}

/// The layers of faces that are not drawn.
#[derive(Clone, Copy)]
pub struct FaceLayers {
    /// They still collide: walls one cannot see.
    pub walls: u16,
    /// They take no part in collision: triggers, gaps, camera zones.
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

impl Maker<'_> {
    /// Makes the mesh of model `index`, still without a name, whose object stands at `home` (PlayStation axes, world
    /// units), which stitched vertices need.
    pub fn mesh(&mut self, scene: &Scene, index: usize, home: Vec3) -> Mesh {
        let nothing = (Model::default(), ModelPlace::default());
        let model = self.part.file.models.get(index).unwrap_or(&nothing.0);
        let place = self.part.places.models.get(index).unwrap_or(&nothing.1);
        let source = self.part.source.id();
        let path = format!("models[{index}]");
        let count = model.vertices.len() as u64;
        let mut mesh = Mesh {
            winding: Winding::Clockwise,
            position_spans: Spans::even(
                source,
                place.vertices,
                8,
                count,
                format!("{path}.vertices"),
            ),
            face_spans: Spans::table(
                source,
                place.faces,
                place.faces_end,
                place.face_starts.clone(),
                format!("{path}.faces"),
            ),
            normals: model.normals.iter().map(unit).collect(),
            colour_table: self.table,
            origin: Origin::new(place.span, path),
            ..Mesh::default()
        };
        self.vertices(model, home, &mut mesh);
        self.faces(scene, model, &mut mesh);
        mesh
    }

    fn vertices(&self, model: &Model, home: Vec3, mesh: &mut Mesh) {
        let at = |v: &super::super::records::Vertex| {
            Vec3::new(v.x.into(), v.y.into(), v.z.into()) * self.scale
        };
        let count = model.vertices.len();
        mesh.positions.reserve(count);
        for (index, vertex) in (0u32..).zip(&model.vertices) {
            let position = if vertex.kind & vertex_kind::SPRITE != 0 {
                // x and y are byte offsets into the vertex list: index times 8.
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

    /// What covers a face. An index past the list: untextured, with a warning (section 17).
    fn surface(&self, face: &Stored) -> Surface {
        if face.flags & base::ANY_TEXTURE == 0 {
            return Surface::Plain;
        }
        let named = face.texture.and_then(|index| self.surfaces.get(index as usize));
        named.copied().unwrap_or(Surface::Missing(None))
    }

    fn faces(&mut self, scene: &Scene, model: &Model, mesh: &mut Mesh) {
        let table = self.table.and_then(|index| scene.colour_tables.get(index as usize));
        let (vertices, normals) = (model.vertices.len(), model.normals.len());
        let smooth = normals == vertices + model.faces.len();
        mesh.face_values = vec![Numbers::default(); scene.face_fields.len()];
        if let Some(table) = table {
            mesh.faces = Faces::with_table(table.colours.clone());
        }
        for (index, stored) in (0u32..).zip(&model.faces) {
            let inside = stored.corners().iter().all(|corner| usize::from(*corner) < vertices);
            // Section 23, item 6: dropped from the mesh, kept in the table.
            if !inside || usize::from(stored.normal) >= normals {
                continue;
            }
            let surface = self.surface(stored);
            let material = self.materials.of(stored, surface, self.part.file.version, smooth);
            let mut corners = stored.indices.map(u32::from);
            if stored.is_triangle() {
                corners[3] = NO_CORNER;
            }
            let (colours, colour_refs) = colours(stored, table);
            mesh.faces.push(Face {
                corners,
                normals: if smooth { corners } else { [stored.normal.into(); 4] },
                colours,
                colour_refs,
                uvs: uvs(stored),
                material,
                layer: self.layers.layer(stored),
                index,
            });
            for (values, value) in mesh.face_values.iter_mut().zip(materials::face_values(stored)) {
                values.push(value);
            }
        }
    }
}

/// Width of a sprite for its half-width number: 1.6 for vertical axes, the pixel aspect of the
/// 512 × 240 mode [S].
fn stretch(axis: Vec3) -> f32 {
    if axis.y.abs() > axis.x.hypot(axis.z) { 1.6 } else { 1.0 }
}

fn unit(normal: &Normal) -> Vec3 {
    turn(Vec3::new(normal.x.into(), normal.y.into(), normal.z.into())).normalize_or_zero()
}

fn uvs(face: &Stored) -> [[f32; 2]; 4] {
    match face.uv {
        Some(Uv::Texels(uv)) => uv.map(|uv| [uv.u.into(), uv.v.into()]),
        Some(Uv::Wide { u, v }) => {
            let at = |i: usize| [f32::from(u[i]) / 512.0, f32::from(v[i]) / 512.0];
            [at(0), at(1), at(2), at(3)]
        }
        None => [[0.0; 2]; 4],
    }
}

/// Colour of an index past the end of the table, or without one (section 9).
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
        // A v6 face without a table has direct grey intensities [S]; else there is nothing to show.
        let wide = matches!(face.uv, Some(Uv::Wide { .. }));
        let grey = |c: u8| if wide { [c; 3] } else { GREY };
        return (face.colour.map(grey), CornerRefs::None);
    };
    let look_up = |index: u8| table.colours.get(usize::from(index)).copied().unwrap_or(GREY);
    (face.colour.map(look_up), CornerRefs::Table(face.colour))
}

/// The colour tables of a file as they stand at the start: entries that pulse have the colour of
/// their stored phase, since some art lives only through its pulse (section 10.4).
pub fn colour_tables(part: &Part<'_>) -> Vec<(usize, ColourTable)> {
    let chunks = part.file.library.as_ref().map_or(&[][..], |library| &library.chunks);
    let pulses = moving::pulses(part);
    let mut tables = Vec::new();
    for (index, chunk) in chunks.iter().enumerate() {
        let Some(stored) = chunk.rgbs() else { continue };
        let mut colours: Vec<[u8; 3]> = stored.iter().map(|[r, g, b, _]| [*r, *g, *b]).collect();
        for pulse in &pulses {
            if let (Some(entry), Some(colour)) =
                (colours.get_mut(usize::from(pulse.entry)), pulse.colour(0))
            {
                *entry = colour;
            }
        }
        let span = part.places.chunks.get(index).copied().unwrap_or_default();
        let path = format!("chunks[{index}]");
        let entries = Spans::even(
            part.source.id(),
            span.start,
            4,
            stored.len() as u64,
            format!("{path}.colours"),
        );
        let origin = Origin::new(span, path);
        tables.push((
            index,
            ColourTable { name: "RGBs".to_owned(), colours: colours.into(), origin, entries },
        ));
    }
    tables
}

/// A stitch source.
pub struct Stitch {
    /// PlayStation axes, world units.
    pub at: Vec3,
    pub model: usize,
}

/// The stitch sources in file order (section 5): models that are another's level of detail do not
/// count.
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
