//! A GLB as a file: its JSON, and the numbers of its accessors. Its content is not trusted.

use std::cell::Cell;

use glam::Mat4;
use gltf_json::accessor::{Accessor, ComponentType, GenericComponentType, Type};
use gltf_json::validation::Checked::Valid;
use gltf_json::validation::USize64;
use gltf_json::{Index, Root};

/// Extensions that may be ignored: they only affect the appearance.
const HARMLESS: [&str; 3] = ["KHR_materials_", "KHR_texture_transform", "KHR_mesh_quantization"];
/// Limit of numbers read from all accessors, including repeated reads.
const MAX_NUMBERS: usize = 1 << 27;

/// A parsed GLB.
pub(super) struct File<'a> {
    pub root: Root,
    binary: &'a [u8],
    /// Count of numbers read so far.
    read: Cell<usize>,
}

/// Values of one attribute, with a fixed number of components per vertex.
pub(super) struct Numbers {
    all: Vec<f32>,
    width: usize,
}

impl Numbers {
    /// Components of vertex `at`.
    pub fn get(&self, at: usize) -> Option<&[f32]> {
        let start = at.checked_mul(self.width)?;
        self.all.get(start..start.checked_add(self.width)?)
    }

    /// The first `N` components of vertex `at`.
    pub fn vector<const N: usize>(&self, at: usize) -> Option<[f32; N]> {
        self.get(at)?.first_chunk().copied()
    }

    /// The first component of vertex `at`.
    pub fn first(&self, at: usize) -> Option<f32> {
        self.get(at)?.first().copied()
    }

    /// Number of vertices.
    pub fn len(&self) -> usize {
        self.all.len() / self.width.max(1)
    }
}

impl<'a> File<'a> {
    /// Reads the chunks and the JSON.
    ///
    /// # Errors
    /// A message, if it is not a GLB or is packed in an unsupported way.
    pub fn read(bytes: &'a [u8]) -> Result<Self, String> {
        let not_glb = || "not a GLB: export as glTF Binary (.glb)".to_owned();
        let word = |at: usize| {
            let end = at.checked_add(4)?;
            let word = bytes.get(at..end)?.first_chunk()?;
            usize::try_from(u32::from_le_bytes(*word)).ok()
        };
        if !bytes.starts_with(b"glTF") || word(4) != Some(2) {
            return Err(not_glb());
        }
        let chunk = |at: usize, kind: &[u8]| {
            let start = at.checked_add(8)?;
            let end = start.checked_add(word(at)?)?;
            (bytes.get(at + 4..start)? == kind).then_some(())?;
            Some((bytes.get(start..end)?, end))
        };
        let (json, end) = chunk(12, b"JSON").ok_or_else(not_glb)?;
        let binary = chunk(end, b"BIN\0").map_or(&[][..], |(binary, _)| binary);
        let root = description(json).map_err(|error| format!("invalid JSON: {error}"))?;
        let unknown = root.extensions_required.iter();
        let mut unknown =
            unknown.filter(|name| !HARMLESS.iter().any(|known| name.starts_with(known)));
        match unknown.next() {
            Some(name) => {
                Err(format!("extension {name} is not supported: export without compression"))
            }
            None => Ok(Self { root, binary, read: Cell::new(0) }),
        }
    }

    /// Numbers of an accessor, normalized if it requires that.
    ///
    /// # Errors
    /// A message, if they are not in the file.
    pub fn numbers(&self, index: Index<Accessor>) -> Result<Numbers, String> {
        let accessor = self.accessor(index)?;
        let (component, width) = shape(accessor).ok_or_else(broken)?;
        let scale = if accessor.normalized { full(component) } else { 1.0 };
        let mut all = Vec::new();
        self.each(accessor, component, width, &mut |bytes| {
            let number = number(component, bytes) as f32;
            all.push(if scale == 1.0 { number } else { (number / scale).max(-1.0) });
        })?;
        Ok(Numbers { all, width })
    }

    /// Matrices of an accessor.
    ///
    /// # Errors
    /// A message, if they are not in the file.
    pub fn matrices(&self, index: Index<Accessor>) -> Result<Vec<Mat4>, String> {
        let mut numbers = Vec::new();
        self.each(self.accessor(index)?, ComponentType::F32, 16, &mut |bytes| {
            numbers.push(number(ComponentType::F32, bytes) as f32);
        })?;
        let matrix = |sixteen: &[f32]| Mat4::from_cols_slice(sixteen);
        Ok(numbers.chunks_exact(16).map(matrix).collect())
    }

    /// Integers of an accessor, used for indices.
    ///
    /// # Errors
    /// A message, if they are not in the file.
    pub fn indices(&self, index: Index<Accessor>) -> Result<Vec<usize>, String> {
        let accessor = self.accessor(index)?;
        let (component, width) = shape(accessor).ok_or_else(broken)?;
        let mut all = Vec::new();
        self.each(accessor, component, width, &mut |bytes| {
            // 32 bits always fit.
            all.push(number(component, bytes) as usize);
        })?;
        Ok(all)
    }

    fn accessor(&self, index: Index<Accessor>) -> Result<&Accessor, String> {
        self.root.accessors.get(index.value()).ok_or_else(broken)
    }

    /// Calls `take` with the bytes of each component.
    fn each(
        &self,
        accessor: &Accessor,
        component: ComponentType,
        width: usize,
        take: &mut dyn FnMut(&[u8]),
    ) -> Result<(), String> {
        if accessor.sparse.is_some() {
            return Err("sparse accessors are not supported".to_owned());
        }
        let view = accessor.buffer_view.and_then(|view| self.root.buffer_views.get(view.value()));
        let view = view.ok_or_else(broken)?;
        if view.buffer.value() != 0 {
            return Err("the data is in another file: export as glTF Binary (.glb)".to_owned());
        }
        let start = size(view.byte_offset).ok_or_else(broken)?;
        let end = start.checked_add(size(Some(view.byte_length)).ok_or_else(broken)?);
        let bytes = end.and_then(|end| self.binary.get(start..end)).ok_or_else(broken)?;
        let size_of_one = component.size() * width;
        let stride = view.byte_stride.map_or(size_of_one, |stride| stride.0).max(size_of_one);
        let count = size(Some(accessor.count)).ok_or_else(broken)?;
        let offset = size(accessor.byte_offset).ok_or_else(broken)?;
        let all = count.checked_mul(width).and_then(|more| more.checked_add(self.read.get()));
        let all = all.filter(|all| *all <= MAX_NUMBERS);
        self.read.set(all.ok_or_else(|| "too many numbers".to_owned())?);
        for element in 0..count {
            let at = element.checked_mul(stride).and_then(|at| at.checked_add(offset));
            let end = at.and_then(|at| at.checked_add(size_of_one));
            let one = at.zip(end).and_then(|(at, end)| bytes.get(at..end)).ok_or_else(broken)?;
            one.chunks_exact(component.size()).for_each(&mut *take);
        }
        Ok(())
    }
}

/// Parses the parts of a GLB's JSON that are compared. The rest is ignored, since some editors write
/// invalid glTF, such as empty scenes.
fn description(json: &[u8]) -> serde_json::Result<Root> {
    const PARTS: [&str; 8] = [
        "asset",
        "nodes",
        "meshes",
        "skins",
        "accessors",
        "bufferViews",
        "buffers",
        "extensionsRequired",
    ];
    let mut all: serde_json::Map<String, serde_json::Value> = serde_json::from_slice(json)?;
    all.retain(|part, _| PARTS.contains(&part.as_str()));
    serde_json::from_value(all.into())
}

fn broken() -> String {
    "broken GLB: referenced data is outside the file".to_owned()
}

fn size(number: Option<USize64>) -> Option<usize> {
    number.map_or(Some(0), |number| usize::try_from(number.0).ok())
}

fn shape(accessor: &Accessor) -> Option<(ComponentType, usize)> {
    let Valid(GenericComponentType(component)) = accessor.component_type else { return None };
    let Valid(shape) = accessor.type_ else { return None };
    let width = match shape {
        Type::Scalar => 1,
        Type::Vec2 => 2,
        Type::Vec3 => 3,
        Type::Vec4 => 4,
        Type::Mat2 | Type::Mat3 | Type::Mat4 => return None,
    };
    Some((component, width))
}

/// Value that represents 1 in a normalized component.
fn full(component: ComponentType) -> f32 {
    match component {
        ComponentType::I8 => 127.0,
        ComponentType::U8 => 255.0,
        ComponentType::I16 => 32767.0,
        ComponentType::U16 => 65535.0,
        ComponentType::U32 | ComponentType::F32 => 1.0,
    }
}

fn number(component: ComponentType, bytes: &[u8]) -> f64 {
    let two = || bytes.first_chunk::<2>().copied().unwrap_or_default();
    let four = || bytes.first_chunk::<4>().copied().unwrap_or_default();
    let one = || bytes.first_chunk::<1>().copied().unwrap_or_default();
    match component {
        ComponentType::I8 => i8::from_le_bytes(one()).into(),
        ComponentType::U8 => u8::from_le_bytes(one()).into(),
        ComponentType::I16 => i16::from_le_bytes(two()).into(),
        ComponentType::U16 => u16::from_le_bytes(two()).into(),
        ComponentType::U32 => u32::from_le_bytes(four()).into(),
        ComponentType::F32 => f32::from_le_bytes(four()).into(),
    }
}
