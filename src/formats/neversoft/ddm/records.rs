//! Records of a visible level mesh.

use crate::bytes::layout::{self, Layout, Pass, Text};
use crate::bytes::{Arrangement, Endian, Gap, Hint, Result as Read, Writer, count32};
use crate::formats::EditResult;
use crate::{layout, record, symbols};

layout! {
    /// Material of faces.
    pub struct Material {
        pub name: Text<64>,
        /// Name of a file in the `.ddx` archive.
        pub texture: Text<64>,
        pub draw_order: u32,
        pub colour: [u8; 4] => Hint::Channel,
        pub emissive: f32,
        pub specular_level: f32,
        pub glossiness: f32,
        pub blend: u32 => Hint::Enum(BLENDS),
    }
}

symbols! {
    /// Values of [`Material::blend`].
    pub mod blend: u32, BLENDS {
        0 "opaque",
        ADD = 1 "additive",
        2 "cut out",
        ADD_TOO = 3 "additive",
    }
}

/// Texture name of a material without a texture.
pub const NO_TEXTURE: &str = "No_Texture_Map";

record! {
    /// Vertex of a mesh.
    pub struct Vertex {
        /// X right, Y down, Z forward, in world units.
        pub position: [f32; 3],
        pub normal: [f32; 3],
        pub colour: [u8; 4] => Hint::Channel,
        pub uv: [f32; 2],
    }
}

record! {
    /// Faces of one material: a strip of the indices.
    pub struct Split {
        pub material: u16 => Hint::Index("materials"),
        pub first: u16 => Hint::Index("indices"),
        pub count: u16,
    }
}

record! {
    /// Location of an object.
    pub struct Row {
        pub offset: u32 => Hint::Pointer,
        pub length: u32 => Hint::Unit("bytes"),
    }
}

/// Named part of the level.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Object {
    pub index: u32,
    /// Checksum of the name.
    pub checksum: u32,
    /// Scroll speed of texture coordinates.
    pub scroll: [f32; 2],
    pub rate: f32,
    pub animation: u32,
    pub flags: u32,
    pub name: Text<64>,
    pub centre: [f32; 3],
    pub extent: [f32; 3],
    pub radius: f32,
    pub materials: Vec<Material>,
    pub vertices: Vec<Vertex>,
    /// Indices of triangle strips.
    pub indices: Vec<u16>,
    pub splits: Vec<Split>,
    /// Remaining bytes within the stored length.
    pub rest: Vec<u8>,
}

impl Layout for Object {
    const TYPE: &'static str = "Object";
    const MIN_SIZE: u64 = 136;

    fn pass<P: Pass>(&mut self, pass: &mut P, (): ()) -> Read<()> {
        pass.value("index", &mut self.index)?;
        pass.value(("checksum", Hint::Hex), &mut self.checksum)?;
        pass.value("scroll", &mut self.scroll)?;
        pass.value("rate", &mut self.rate)?;
        pass.value(("animation", Hint::Hex), &mut self.animation)?;
        pass.value(("flags", Hint::Hex), &mut self.flags)?;
        self.name.field("name".into(), pass, ())?;
        pass.value("centre", &mut self.centre)?;
        pass.value("extent", &mut self.extent)?;
        pass.value("radius", &mut self.radius)?;
        let materials = pass.count::<u32>("material_count", self.materials.len())?;
        let vertices = pass.count::<u32>("vertex_count", self.vertices.len())?;
        let indices = pass.count::<u32>("index_count", self.indices.len())?;
        let splits = pass.count::<u32>("split_count", self.splits.len())?;
        pass.counted_list("material_count", "materials", &mut self.materials, materials, ())?;
        pass.counted_list("vertex_count", "vertices", &mut self.vertices, vertices, ())?;
        let named = ("indices", Hint::Index("vertices"));
        pass.counted_list("index_count", named, &mut self.indices, indices, ())?;
        pass.counted_list("split_count", "splits", &mut self.splits, splits, ())?;
        pass.rest("rest", &mut self.rest)
    }

    fn summary(&self) -> String {
        format!("{}, {} vertices", self.name.lossy(), self.vertices.len())
    }
}

/// Records of a mesh file.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Ddm {
    /// Always 1.
    pub version: u32,
    pub file_size: u32,
    /// Rows as stored. Offset and length of a row with an object are recomputed on write.
    pub rows: Vec<Row>,
    /// Object of each row; `None` if the row has an invalid or repeated offset.
    pub objects: Vec<Option<Object>>,
    /// Order of the objects, and the bytes between them.
    pub layout: Arrangement<usize>,
}

/// Bytes before the table.
pub(super) const HEAD: u64 = 12;

impl Ddm {
    /// Creates a file with these objects.
    pub fn new(objects: Vec<Object>) -> EditResult<Self> {
        let rows = vec![Row::default(); objects.len()];
        let objects = objects.into_iter().map(Some).collect();
        let mut file = Self { version: 1, rows, objects, ..Self::default() };
        file.file_size = count32(file.write()?.len());
        Ok(file)
    }

    /// Objects with their row indices.
    pub fn objects(&self) -> impl Iterator<Item = (usize, &Object)> {
        self.objects.iter().enumerate().filter_map(|(row, object)| Some((row, object.as_ref()?)))
    }

    /// Serialises the file with recomputed offsets.
    pub fn write(&self) -> EditResult<Vec<u8>> {
        let mut out = Writer::new(Endian::Little);
        out.put(self.version);
        out.put(self.file_size);
        out.put(count32(self.rows.len()));
        let table = out.pos();
        self.rows.iter().for_each(|row| out.shaped(row));
        let mut rows = self.rows.clone();
        for index in self.layout.order(self.objects().map(|(index, _)| index)) {
            let Some(object) = self.objects.get(index).and_then(Option::as_ref) else { continue };
            self.layout.write_gap(index, &Gap::NONE, &mut out);
            let offset = count32(out.pos());
            let bytes = layout::write(object, Endian::Little, ())?;
            out.bytes(&bytes);
            if let Some(row) = rows.get_mut(index) {
                *row = Row { offset, length: count32(bytes.len()) };
            }
        }
        out.bytes(&self.layout.tail);
        for (index, row) in rows.iter().enumerate() {
            let at = table.saturating_add(index.saturating_mul(8));
            out.patch_at(at, row.offset);
            out.patch_at(at.saturating_add(4), row.length);
        }
        Ok(out.finish())
    }
}
