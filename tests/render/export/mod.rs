//! Content of exported files, read with independent readers.

mod apng;
mod bvh;
mod digits;
mod facts;
mod folder;
mod gif_palette;
mod glb;
mod glb_animation;
mod glb_import;
mod globs;
mod height;
mod media;
mod names;
mod obj;
mod palettes;
mod plan;
mod png_files;
mod sample_scenes;
mod skin;
mod sound_part;
mod tangent;
mod text_files;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::ops::ControlFlow;
use std::path::Path;

use glam::{Mat4, Vec3};
use gltf::Semantic;
use gouraud::bytes::SourceId;
use gouraud::export::{Choice, Job, Kind, Options, Palettes, Report, Subject};
use gouraud::scene::*;
use gouraud_testing::{kind, puppet};
use proptest::prelude::*;
use sample_scenes::*;

fn job(scene: &Scene, options: Options) -> Job<'_> {
    Job { scene, source_name: "LEVEL.PSX", source: SourceId(1), crc32: 0x0012_ab34, options }
}

fn only(kinds: &[Kind]) -> Options {
    Options { kinds: kinds.to_vec(), ..Options::default() }
}

fn run(scene: &Scene, options: Options, folder: &Path) -> Report {
    job(scene, options).run(folder, &mut |_| ControlFlow::Continue(()))
}

/// Names and bytes of all files that the options select.
fn files(scene: &Scene, options: Options) -> BTreeMap<String, Vec<u8>> {
    let folder = tempfile::tempdir().unwrap();
    let report = run(scene, options, folder.path());
    assert_eq!(report.failed, []);
    read_folder(folder.path())
}

fn read_folder(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    entries.map(|e| (e.file_name().into_string().unwrap(), fs::read(e.path()).unwrap())).collect()
}

fn names(scene: &Scene, options: Options) -> Vec<String> {
    job(scene, options).plan().into_iter().map(|asset| asset.file).collect()
}

/// A GLB, read with strict validation.
struct Glb {
    document: gltf::Document,
    blob: Vec<u8>,
}

impl Glb {
    fn new(bytes: &[u8]) -> Self {
        let gltf = gltf::Gltf::from_slice(bytes).unwrap();
        Self { document: gltf.document, blob: gltf.blob.unwrap_or_default() }
    }

    fn of(scene: &Scene) -> Self {
        let files = files(scene, only(&[kind("glb")]));
        Self::new(files.values().next().unwrap())
    }

    fn mesh(&self, name: &str) -> gltf::Mesh<'_> {
        self.document.meshes().find(|mesh| mesh.name() == Some(name)).expect(name)
    }

    fn node(&self, name: &str) -> gltf::Node<'_> {
        self.document.nodes().find(|node| node.name() == Some(name)).expect(name)
    }

    /// Primitive of the material called `name`.
    fn primitive(&self, name: &str) -> gltf::Primitive<'_> {
        let mut primitives = self.document.meshes().flat_map(|mesh| mesh.primitives());
        primitives.find(|primitive| primitive.material().name() == Some(name)).expect(name)
    }

    fn positions(&self, primitive: &gltf::Primitive<'_>) -> Vec<Vec3> {
        let reader = primitive.reader(|_| Some(&self.blob));
        self.at_corners(primitive, reader.read_positions().unwrap().map(Vec3::from))
    }

    /// Elements of an attribute at the corners of a primitive, in order.
    fn at_corners<T: Clone>(
        &self,
        primitive: &gltf::Primitive<'_>,
        elements: impl IntoIterator<Item = T>,
    ) -> Vec<T> {
        let elements: Vec<T> = elements.into_iter().collect();
        match primitive.reader(|_| Some(&self.blob)).read_indices() {
            Some(indices) => indices.into_u32().map(|at| elements[at as usize].clone()).collect(),
            None => elements,
        }
    }

    /// The bytes of an attribute at each corner, and its accessor.
    fn elements<'a>(
        &'a self,
        primitive: &gltf::Primitive<'a>,
        semantic: &Semantic,
    ) -> (gltf::Accessor<'a>, Vec<&'a [u8]>) {
        let accessor = primitive.get(semantic).unwrap();
        let view = accessor.view().unwrap();
        let stride = view.stride().unwrap();
        assert_eq!((stride % 4, accessor.offset() % 4, view.offset() % 4), (0, 0, 0));
        let start = view.offset() + accessor.offset();
        let bytes = &self.blob[start..start + accessor.count() * stride];
        let elements = bytes.chunks(stride).map(|element| &element[..accessor.size()]);
        (accessor.clone(), self.at_corners(primitive, elements))
    }

    /// A custom attribute: one float for each corner, the only type that Blender keeps.
    fn floats(&self, primitive: &gltf::Primitive<'_>, name: &str) -> Vec<f32> {
        let (accessor, elements) = self.elements(primitive, &Semantic::Extras(name.to_owned()));
        assert_eq!(accessor.dimensions(), gltf::accessor::Dimensions::Scalar);
        assert_eq!(accessor.data_type(), gltf::accessor::DataType::F32);
        elements.iter().map(|four| f32::from_le_bytes((*four).try_into().unwrap())).collect()
    }

    /// A custom attribute as integers; bits that do not fit into a float are in a second attribute.
    fn numbers(&self, primitive: &gltf::Primitive<'_>, name: &str) -> Vec<u32> {
        let high = format!("{name}_HIGH");
        let is_there = primitive.get(&Semantic::Extras(high.clone())).is_some();
        let high = is_there.then(|| self.floats(primitive, &high));
        let low = self.floats(primitive, name);
        let whole = |at: usize| low[at] as u32 | high.as_ref().map_or(0, |h| (h[at] as u32) << 24);
        (0..low.len()).map(whole).collect()
    }

    fn picture(&self, primitive: &gltf::Primitive<'_>) -> Image {
        let material = primitive.material();
        let info = material.pbr_metallic_roughness().base_color_texture().unwrap();
        let gltf::image::Source::View { view, .. } = info.texture().source().source() else {
            panic!("not embedded")
        };
        decode_png(&self.blob[view.offset()..view.offset() + view.length()]).0
    }
}

/// Size and pixels.
type Image = (png::OutputInfo, Vec<u8>);

/// A picture and its text chunks.
fn decode_png(bytes: &[u8]) -> (Image, Vec<(String, String)>) {
    let mut reader = png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    let info = reader.next_frame(&mut pixels).unwrap();
    let text = reader.info().uncompressed_latin1_text.iter();
    let text = text.map(|chunk| (chunk.keyword.clone(), chunk.text.clone())).collect();
    ((info, pixels), text)
}

fn extras(extras: &gltf::json::Extras) -> serde_json::Value {
    serde_json::from_str(extras.as_ref().unwrap().get()).unwrap()
}
