//! Builds files from scratch: polygons, pictures and objects become records; dependent fields are
//! computed as in section 27.
//!
//! Axes and units are the file's: X right, Y down, Z forward, one unit per vertex step. Corners are in
//! strip order (a quad's triangles are 0,1,2 and 1,2,3) and run clockwise as seen from the front: top
//! left, top right, bottom left, bottom right.

mod block_map;
mod colours;
mod image;
mod motion;
mod polygon;
mod stream;

use std::collections::HashMap;

use crate::build::count;

pub use block_map::block_map;
pub use colours::{Reduced, reduce};
use gouraud::formats::Refusal;
use gouraud::formats::neversoft::psx::animation::Animations;
use gouraud::formats::neversoft::psx::chunk::{
    BlockMap, Body, Chunk, ObjectPointer, Pulse, PulseKey, Wibble, WibbleCorner, Wibbles, tag,
};
use gouraud::formats::neversoft::psx::derive;
use gouraud::formats::neversoft::psx::face::{Face, Parts, TexelUv, Uv};
use gouraud::formats::neversoft::psx::flags::base;
use gouraud::formats::neversoft::psx::records::{
    Angles, ColourPointer, File, Library, Lod, Model, Normal, Object, Position, Version, Vertex,
    vertex_kind,
};
pub use image::{Image, packed_rows};
pub use motion::{push_matrices, push_packed};
pub use polygon::{Corner, Paint, Polygon};
pub use stream::{MAX_INTERVAL, encode, encode_as};

/// Model flag 0x0008, which the loader requires.
const NEW_BOUNDS: u32 = 0x0008;

/// A file under construction. Values that cannot be stored are reported by [`Builder::finish`].
pub struct Builder {
    file: File,
    library: Library,
    /// Vertices of each model; stitched ones have the position of their source.
    shapes: Vec<Vec<Vertex>>,
    /// Colours of Gouraud faces by model and face, which get an entry of `RGBs` at the end.
    painted: Vec<(usize, usize, [[u8; 3]; 4])>,
    /// First entries of `RGBs`: those with a palette animation.
    fixed: Vec<[u8; 3]>,
    pulses: Vec<Pulse>,
    wibbles: Vec<Wibble>,
    /// Parents of the objects that are bones.
    parents: Vec<u16>,
    clips: Option<Animations>,
    /// Cells a side of the block map.
    cells: Option<u16>,
    refused: Option<String>,
}

/// Movement of the texture coordinates of an object's faces (section 10.3).
#[derive(Clone, Copy, Debug, Default)]
pub struct Motion {
    /// Scroll, in 1/4096 texel per tick of 1/60 s.
    pub u_speed: i16,
    pub v_speed: i16,
    /// Frequency of the wave: 1024 advances its table of 64 by one per tick.
    pub frequency: i32,
}

impl Builder {
    pub fn new(version: Version) -> Self {
        Self {
            file: File::new(version),
            library: Library::default(),
            shapes: Vec::new(),
            painted: Vec::new(),
            fixed: Vec::new(),
            pulses: Vec::new(),
            wibbles: Vec::new(),
            parents: Vec::new(),
            clips: None,
            cells: None,
            refused: None,
        }
    }

    fn refuse(&mut self, why: String) {
        self.refused.get_or_insert(why);
    }

    /// Returns the number by which faces refer to the texture called `name`, wherever its pixels are.
    pub fn texture(&mut self, name: u32) -> u32 {
        let names = &mut self.library.texture_names;
        let at = names.iter().position(|known| *known == name).unwrap_or_else(|| {
            names.push(name);
            names.len() - 1
        });
        count(at)
    }

    /// Adds a picture to this file; returns its number as in [`Builder::texture`].
    pub fn image(&mut self, image: &Image<'_>) -> u32 {
        let name = self.texture(image.name);
        match image.records(name) {
            Ok((texture, palette)) => {
                let small = texture.colours == 16;
                let palettes = if small {
                    &mut self.library.palettes16
                } else {
                    &mut self.library.palettes256
                };
                if palettes.iter().all(|known| known.name != palette.name) {
                    palettes.push(palette);
                }
                self.library.textures.push(texture);
            }
            Err(why) => self.refuse(format!("texture {:08x}: {why}", image.name)),
        }
        name
    }

    /// Adds a model under its name's hash and returns its number. Equal corners become one vertex, equal
    /// planes one normal.
    pub fn model(&mut self, name: u32, polygons: &[Polygon]) -> u16 {
        let index = self.file.models.len();
        let mut model = Model {
            flags: NEW_BOUNDS,
            lod: self.file.version.has_lod().then_some(Lod::NONE),
            ..Model::default()
        };
        let mut pool = Pool::default();
        for polygon in polygons {
            if let Paint::Gouraud(colours) = polygon.paint {
                self.painted.push((index, model.faces.len(), colours));
            }
            model.faces.push(pool.face(polygon, &mut model.vertices, &mut model.normals));
        }
        self.shapes.push(pool.shape(&model.vertices));
        self.check(name, &model);
        self.file.models.push(model);
        self.library.model_names.push(name);
        u16::try_from(index).unwrap_or(u16::MAX)
    }

    /// Checks the limits of this version and the rules of tiled textures (section 14).
    fn check(&mut self, name: u32, model: &Model) {
        let version = self.file.version;
        let most = if version.is_wide() { 65536 } else { 256 };
        let vertices = model.vertices.len();
        if vertices > most {
            self.refuse(format!("model {name:08x} has {vertices} vertices, the maximum is {most}"));
        }
        let wide = version == Version::V6;
        let other = |face: &Face| face.uv().is_some_and(|uv| matches!(uv, Uv::Wide { .. }) != wide);
        if model.faces.iter().any(other) {
            let number = version.number();
            self.refuse(format!(
                "model {name:08x}: version {number} cannot store these coordinates"
            ));
        }
        let textures = &self.library.textures;
        let odd = model.faces.iter().find_map(|face| {
            let number = face.texture().filter(|_| face.flags & base::TILED != 0)?;
            let texture = textures.iter().find(|texture| texture.name == number)?;
            let fits = |side: u16| side >= 8 && side.is_power_of_two();
            (!fits(texture.width) || !fits(texture.height)).then_some(number)
        });
        if let Some(number) = odd {
            self.refuse(format!("texture {number} is tiled, but its sides are not powers of two"));
        }
    }

    /// Makes `next` the model that replaces `model` at `depth` and beyond.
    pub fn lower_detail(&mut self, model: u16, depth: i16, next: u16) {
        if let Some(model) = self.file.models.get_mut(usize::from(model)) {
            model.lod = Some(Lod { depth, next });
        }
    }

    /// Places a model, in whole units; returns the object's number.
    pub fn object(&mut self, model: u16, at: [i32; 3]) -> u32 {
        self.turned_object(model, at, [0; 3])
    }

    /// Places a model, rotated by angles of which 4096 are a full turn.
    pub fn turned_object(&mut self, model: u16, at: [i32; 3], angles: [i16; 3]) -> u32 {
        let [x, y, z] = at.map(|unit| unit.saturating_mul(4096));
        let [ax, ay, az] = angles;
        let index = self.file.objects.len();
        self.file.objects.push(Object {
            position: Position { x, y, z },
            angles: Angles { x: ax, y: ay, z: az },
            model,
            ..Object::default()
        });
        count(index)
    }

    /// Reserves an entry of `RGBs` that is animated by `keys`; returns its number for [`Paint::Entries`].
    pub fn pulse(&mut self, keys: Vec<PulseKey>, elapsed: u8) -> u8 {
        let entry = u8::try_from(self.fixed.len()).unwrap_or(u8::MAX);
        let pulse = Pulse { entry, current: 0, elapsed, keys };
        self.fixed.push(pulse.colour().unwrap_or_default());
        self.pulses.push(pulse);
        entry
    }

    /// Animates the texture coordinates of an object's faces. `wave` returns the amplitude (texels, at
    /// most 15) and phase (of 16) of each coordinate.
    pub fn wibble(&mut self, object: u32, motion: Motion, wave: impl Fn([u8; 2]) -> [(u8, u8); 2]) {
        let model = self.file.objects.get(object as usize).map_or(0, |o| usize::from(o.model));
        let faces = self.file.models.get(model).map_or(&[][..], |model| &model.faces);
        let corner = |TexelUv { u, v }| {
            let [u_wave, v_wave] =
                wave([u, v]).map(|(swing, phase)| swing.min(15) << 4 | phase & 15);
            WibbleCorner { u, v, u_wave, v_wave }
        };
        let corners = |face: &Face| match face.uv() {
            Some(Uv::Texels(uv)) => uv.map(corner),
            _ => [WibbleCorner::default(); 4],
        };
        self.wibbles.push(Wibble {
            object: ObjectPointer::Object(object),
            u_speed: motion.u_speed,
            v_speed: motion.v_speed,
            frequency: motion.frequency,
            idle: [0; 2],
            faces: faces.iter().map(corners).collect(),
        });
    }

    /// Requests a block map of `cells` × `cells` over all objects.
    pub fn block_map(&mut self, cells: u16) {
        self.cells = Some(cells);
    }

    /// Builds the records. Fails when a value cannot be stored.
    pub fn finish(mut self) -> Result<File, Refusal> {
        if let Some(why) = self.refused {
            return Err(Refusal(why));
        }
        let names = &self.library.model_names;
        debug_assert_eq!(names.len(), self.file.models.len());
        self.colour_table();
        let map = self.cells.map(|cells| {
            self.library
                .chunks
                .push(Chunk::new(tag::BLOCK_MAP, Body::BlockMap(BlockMap::default())));
            (self.library.chunks.len() - 1, cells)
        });
        self.character_chunks();
        self.sizes();
        if let Some((chunk, cells)) = map {
            let footprint = |object: &Object| {
                let model = self.file.models.get(usize::from(object.model))?;
                Some(derive::footprint(object, model))
            };
            let footprints: Vec<_> = self.file.objects.iter().filter_map(footprint).collect();
            let map = block_map(&footprints, cells);
            self.library.chunks[chunk] = Chunk::new(tag::BLOCK_MAP, Body::BlockMap(map));
        }
        if !self.wibbles.is_empty() {
            let wibbles = Wibbles { records: self.wibbles, ended: true };
            let mut chunk = Chunk::new(tag::WIBBLE, Body::Wibble(wibbles));
            // The end is as long as a record's header.
            chunk.rest = vec![0; 12];
            self.library.chunks.push(chunk);
        }
        if !self.pulses.is_empty() {
            self.library.chunks.push(Chunk::new(tag::PULSE, Body::Pulse(self.pulses)));
        }
        self.file.library = Some(self.library);
        Ok(self.file)
    }

    /// Sets every model's radius and bounds, whose unit depends on the chunks.
    fn sizes(&mut self) {
        self.file.library = Some(std::mem::take(&mut self.library));
        let units = derive::vertex_units(&self.file);
        self.library = self.file.library.take().unwrap_or_default();
        for (model, shape) in self.file.models.iter_mut().zip(&self.shapes) {
            model.radius = derive::radius(shape, units);
            model.bounds = derive::bounds(shape, units);
        }
    }

    /// Builds the `RGBs` chunk and assigns an entry to every Gouraud corner.
    fn colour_table(&mut self) {
        let wanted: Vec<[u8; 3]> = self.painted.iter().flat_map(|(.., colours)| *colours).collect();
        let reduced = reduce(&wanted, 256usize.saturating_sub(self.fixed.len()));
        let first = self.fixed.len();
        for ((model, face, _), entries) in self.painted.iter().zip(reduced.indices.chunks(4)) {
            let face = self.file.models.get_mut(*model).and_then(|m| m.faces.get_mut(*face));
            let Some(face) = face else { continue };
            let corners = face.corners().len();
            for (colour, entry) in face.colour.iter_mut().zip(entries).take(corners) {
                *colour = u8::try_from(first + entry).unwrap_or(u8::MAX);
            }
        }
        let table: Vec<[u8; 3]> = self.fixed.iter().chain(&reduced.colours).copied().collect();
        let pointer = if table.is_empty() {
            ColourPointer::None
        } else {
            let table = table.into_iter().map(|[r, g, b]| [r, g, b, 0]).collect();
            self.library.chunks.push(Chunk::new(tag::RGBS, Body::Rgbs(table)));
            ColourPointer::Chunk(self.library.chunks.len() - 1)
        };
        self.file.colour_pointers = vec![pointer; self.file.objects.len()];
    }
}

/// Changes the parts of a face that depend on its flags.
pub fn edit(face: &mut Face, change: impl FnOnce(&mut Parts)) {
    let mut parts = face.parts.unpack();
    change(&mut parts);
    face.parts = parts.into();
}

/// Vertices and normals that faces of a model share.
#[derive(Default)]
struct Pool {
    vertices: HashMap<[u16; 4], u16>,
    normals: HashMap<[i16; 3], u16>,
    /// Positions of stitched vertices, by the number of their source.
    stitched: HashMap<u16, [i16; 3]>,
}

impl Pool {
    /// The vertices; stitched ones have the position of their source.
    fn shape(&self, vertices: &[Vertex]) -> Vec<Vertex> {
        let place = |vertex: &Vertex| {
            let number = vertex.stitched_to().and_then(|number| u16::try_from(number).ok());
            let at = number.and_then(|number| self.stitched.get(&number));
            at.map_or(*vertex, |[x, y, z]| Vertex { x: *x, y: *y, z: *z, ..*vertex })
        };
        vertices.iter().map(place).collect()
    }

    fn face(
        &mut self,
        polygon: &Polygon,
        vertices: &mut Vec<Vertex>,
        normals: &mut Vec<Normal>,
    ) -> Face {
        let (mut face, mut parts) = polygon.face();
        let mut points = [Vertex::default(); 4];
        for ((index, point), corner) in
            parts.indices.iter_mut().zip(&mut points).zip(polygon.corners())
        {
            (*index, *point) = self.corner(corner, vertices);
        }
        face.parts = parts.into();
        let [a, b, c, _] = points;
        let normal = derive::normal([a, b, c]);
        face.normal = *self.normals.entry([normal.x, normal.y, normal.z]).or_insert_with(|| {
            normals.push(normal);
            u16::try_from(normals.len() - 1).unwrap_or(u16::MAX)
        });
        face
    }

    /// The index of a corner's vertex, and its position for the plane equation.
    fn corner(&mut self, corner: &Corner, vertices: &mut Vec<Vertex>) -> (u16, Vertex) {
        let at = |[x, y, z]: [i16; 3], kind| Vertex { x, y, z, kind };
        let vertex = match corner {
            Corner::At(place) => at(*place, vertex_kind::PLAIN),
            Corner::Source(place) => at(*place, vertex_kind::STITCH_SOURCE),
            Corner::Stitched { source, at: place } => {
                self.stitched.insert(*source, *place);
                let vertex = at([0, *source as i16, 0], vertex_kind::STITCH_REFERENCE);
                return (self.vertex(vertex, vertices), at(*place, vertex_kind::PLAIN));
            }
            Corner::Beside { anchor, mate, half_width } => {
                let mut offset = |at: [i16; 3]| {
                    // Byte offsets: eight to a vertex.
                    (self.corner(&Corner::At(at), vertices).0.wrapping_mul(8)) as i16
                };
                let (x, y) = (offset(*anchor), offset(*mate));
                let vertex = Vertex { x, y, z: *half_width, kind: vertex_kind::SPRITE };
                let index = self.vertex(vertex, vertices);
                return (index, polygon::facing_front(*anchor, *mate, *half_width));
            }
        };
        (self.vertex(vertex, vertices), vertex)
    }

    fn vertex(&mut self, vertex: Vertex, vertices: &mut Vec<Vertex>) -> u16 {
        let key = [vertex.x as u16, vertex.y as u16, vertex.z as u16, vertex.kind];
        *self.vertices.entry(key).or_insert_with(|| {
            vertices.push(vertex);
            u16::try_from(vertices.len() - 1).unwrap_or(u16::MAX)
        })
    }
}
