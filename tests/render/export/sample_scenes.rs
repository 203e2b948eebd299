//! Scenes for the exporters: a small level with one element of each kind, an empty scene, a broken scene.

use std::sync::Arc;

use glam::{Mat4, Quat, Vec3};
use gouraud::bytes::{SourceId, Span};
use gouraud::scene::{Id, Mesh, MeshId, Node, NodeId, Palette, Texture, *};

/// Offset of the cube's faces in the imaginary file; each is 28 bytes long.
pub const CUBE_FACES: u64 = 0x12340;
pub const FLAGS: [u32; 6] = [0x1803, 0x0080, 0x00c0, 0x0143, 0x1803, 0xffff];
pub const TEXTURE_IDS: [u32; 6] = [0xaabb_ccdd, 0, 1, 0xffff_ffff, 0x0001_0000, 0x8000_0001];

pub struct Fixed(pub Texels);

impl TextureData for Fixed {
    fn decode(&self) -> Texels {
        self.0.clone()
    }

    fn texel_offset(&self, _: u32, _: u32) -> Option<u64> {
        None
    }
}

pub fn texture(name: &str, size: (u32, u32), format: TexelFormat, texels: Texels) -> Texture {
    Texture {
        name: name.to_owned(),
        id: 0xaabb_ccdd,
        width: size.0,
        height: size.1,
        format,
        palette: None,
        pixels: Arc::new(Fixed(texels)),
        origin: Origin::default(),
    }
}

pub fn palette(stored: &[u16], rule: PaletteRule) -> Palette {
    Palette {
        name: "palette".to_owned(),
        id: 7,
        stored: stored.to_vec(),
        rule,
        position: None,
        origin: Origin::new(Span::new(SourceId(1), 0x40, 32), "palettes[0]"),
        entries: Spans::default(),
    }
}

/// Magenta becomes a hole, and words after it get STP.
pub fn holes_from_magenta(stored: &[u16]) -> Vec<u16> {
    let mut after = false;
    let loaded = stored.iter().map(|word| match word & 0x7fff {
        0x7c1f => {
            after = true;
            0
        }
        _ if after || *word == 0 => word | 0x8000,
        _ => *word,
    });
    loaded.collect()
}

pub fn material(name: &str, surface: Surface, blend: Option<Blend>) -> Material {
    Material {
        name: name.to_owned(),
        surface,
        uv: UvSpace::Texels,
        blend,
        colour: ColourScale::Modulate128,
        gouraud: true,
        ..Material::PLAIN
    }
}

pub fn face(corners: [u32; 4], material: u32, index: u32) -> Face {
    Face {
        corners,
        colours: [[128, 64, 32], [255, 0, 0], [0, 255, 0], [0, 0, 255]],
        uvs: [[0.0, 0.0], [3.0, 0.0], [0.0, 7.0], [3.0, 7.0]],
        material: Id::new(material),
        index,
        ..Face::default()
    }
}

/// A cube of six quads around the origin, with clockwise fronts and plane normals.
pub fn cube(half: f32) -> Mesh {
    let mut mesh = Mesh {
        name: "cube".to_owned(),
        winding: Winding::Clockwise,
        origin: Origin::new(Span::new(SourceId(1), 0x100, 400), "models[0]"),
        ..Mesh::default()
    };
    let axes = [Vec3::X, Vec3::Y, Vec3::Z];
    for side in 0..6usize {
        let normal = axes[side % 3] * if side < 3 { 1.0 } else { -1.0 };
        let across = normal.any_orthonormal_vector();
        let along = normal.cross(across);
        let first = mesh.positions.len() as u32;
        // Strip order, clockwise when viewed against the normal.
        for (a, b) in [(-1.0, -1.0), (-1.0, 1.0), (1.0, -1.0), (1.0, 1.0)] {
            mesh.positions.push((normal + across * a + along * b) * half);
        }
        let mut quad = face([first, first + 1, first + 2, first + 3], side as u32, side as u32);
        quad.normals = [side as u32; 4];
        mesh.normals.push(normal);
        mesh.faces.extend([quad]);
    }
    let starts: Vec<u32> = (0..6).map(|face| face * 28).collect();
    let end = CUBE_FACES + 6 * 28;
    let path = "models[0].faces".to_owned();
    mesh.face_spans = Spans::table(SourceId(1), CUBE_FACES, end, starts.into(), path);
    mesh.face_values = vec![PackedInts::from_iter(FLAGS), PackedInts::from_iter(TEXTURE_IDS)];
    mesh
}

/// An upright billboard, with a triangle next to it.
pub fn tree() -> Mesh {
    let corner = |vertex, half_width| Billboard {
        vertex,
        anchor: vertex % 2,
        mate: 1 - vertex % 2,
        half_width,
    };
    Mesh {
        name: "tree".to_owned(),
        positions: vec![Vec3::ZERO, Vec3::Y * 4.0, Vec3::ONE, Vec3::ONE, Vec3::ONE, Vec3::ONE],
        faces: Faces::from_iter([face([2, 4, 3, 5], 0, 0), face([0, 4, 1, NO_CORNER], 0, 1)]),
        billboards: vec![corner(2, -1.5), corner(3, 1.5), corner(4, 1.5), corner(5, -1.5)],
        ..Mesh::default()
    }
}

fn node(name: &str, parent: Option<NodeId>, local: Mat4, mesh: Option<MeshId>) -> Node {
    let origin = Origin::new(Span::new(SourceId(1), 0x20, 36), format!("objects[{name}]"));
    Node { name: name.to_owned(), parent, local, mesh, origin, ..Node::default() }
}

fn textures() -> Vec<Texture> {
    let ramp = |count: u8| Texels::Indices((0..count).map(|i| i % 5).collect());
    let mut wall = texture("wall", (4, 8), TexelFormat::Indexed4, ramp(32));
    wall.palette = Some(Id::new(0));
    let words = [0x0000, 0x8000, 0x1234, 0x7fff].repeat(4);
    let alpha = (0..16u8).map(|i| [i, 2 * i, 3 * i, 17 * i]).collect();
    vec![
        wall,
        texture("", (4, 4), TexelFormat::Indexed8, ramp(16)),
        texture("wall", (4, 4), TexelFormat::Direct15, Texels::Words(words)),
        texture("../glass", (4, 4), TexelFormat::Rgba8, Texels::Rgba(alpha)),
    ]
}

fn materials() -> Vec<Material> {
    let textured = |texture, palette| Surface::Textured { texture, palette };
    let mut list = vec![
        material("wall", textured(Id::new(0), Some(Id::new(0))), None),
        material("plain", Surface::Plain, None),
        material("added", Surface::Plain, Some(Blend::Add)),
        material("mixed", textured(Id::new(0), Some(Id::new(1))), Some(Blend::Average)),
        material("glass", textured(Id::new(3), None), Some(Blend::AddQuarter)),
        material("missing", Surface::Missing(Some(0x1234)), None),
    ];
    list[3].double_sided = true;
    list[4].colour = ColourScale::Raw;
    list[4].uv = UvSpace::Fraction;
    list[5].lit = true;
    list
}

fn helpers(layer: u16) -> Vec<Helper> {
    let helper = |name: &str, shape| Helper {
        name: name.to_owned(),
        layer,
        shape,
        origin: Origin::new(Span::new(SourceId(2), 0x18, 12), format!("nodes[{name}]")),
    };
    let (min, max) = (Vec3::splat(-4.0), Vec3::splat(4.0));
    vec![
        helper("restart", HelperShape::Point { at: Vec3::ONE, heading: Some(Vec3::X) }),
        helper("rail", HelperShape::Line(vec![Vec3::ZERO, Vec3::X, Vec3::Y])),
        helper("zone", HelperShape::Box { min, max }),
        helper("block map", HelperShape::Grid { min, max, nx: 2, nz: 1, counts: vec![3, 4] }),
    ]
}

/// The level below a sky that has no faces.
pub fn under_a_sky() -> Scene {
    let mut scene = level();
    let layer = scene.layer("sky", LayerKind::Sky, true);
    scene.sky = Some(Sky {
        name: "dusk".to_owned(),
        texture: Some(Id::new(0)),
        plain: [9; 3],
        height: 500.0,
        repeat: 250.0,
        horizon: [1, 2, 3],
        fade: [0.5, 0.25],
        layer,
        origin: Origin::new(Span::new(SourceId::default(), 0x40, 8), "skies[0]"),
    });
    scene
}

/// A cube placed three times (turned and as a child, mirrored), with an invisible side; a model without a
/// node; helpers and a table.
pub fn level() -> Scene {
    let mut scene = Scene { name: "level".to_owned(), ..Scene::default() };
    scene.style = Style::Ps1;
    scene.layer("drawn", LayerKind::Drawn, true);
    let walls = scene.layer("collision", LayerKind::Invisible, false);
    let helper_layer = scene.layer("triggers", LayerKind::Helper, true);
    let mut cube = cube(2.0);
    cube.faces.update(|at, face| {
        if at == 1 {
            face.layer = walls;
        }
    });
    scene.meshes = vec![cube, tree()].into();
    let turned = Mat4::from_rotation_translation(Quat::from_rotation_y(0.5), Vec3::X * 10.0);
    scene.nodes = vec![
        node("first", None, Mat4::IDENTITY, Some(Id::new(0))),
        node("group", None, turned, None),
        node("second", Some(Id::new(1)), Mat4::from_scale(Vec3::splat(2.0)), Some(Id::new(0))),
        node("mirror", None, Mat4::from_scale(Vec3::new(-1.0, 1.0, 1.0)), Some(Id::new(0))),
    ]
    .into();
    scene.textures = textures().into();
    // Red, green, hole, white, black; then the same words as they are.
    let stored = [0x001f, 0x03e0, 0x7c1f, 0x7fff, 0x0000];
    scene.palettes = vec![
        palette(&stored, holes_from_magenta),
        palette(&[0x001f, 0x83e0, 0x7c1f, 0x7fff, 0x0000], <[u16]>::to_vec),
    ]
    .into();
    scene.materials = materials().into();
    let wide = FaceField { name: "texture", bits: 32, flags: Vec::new() };
    let flags = vec![FlagBit {
        mask: 0x0003,
        name: "textured",
        meaning: "has a texture",
        confidence: "confirmed",
    }];
    scene.face_fields = vec![FaceField { name: "flags", bits: 16, flags }, wide];
    scene.helpers = helpers(helper_layer).into();
    scene.tables = vec![Table {
        name: "values".to_owned(),
        columns: vec!["name".to_owned(), "value".to_owned()],
        rows: vec![TableRow {
            cells: vec!["speed, max".to_owned(), "1.5".to_owned()],
            origin: Origin::new(Span::new(SourceId(1), 0x99, 8), "values[0]"),
        }],
    }]
    .into();
    scene
}

/// All errors of file data that a scene can contain.
pub fn broken() -> Scene {
    let mut scene = level();
    scene.name = "broken".to_owned();
    scene.metres_per_unit = Some(f32::NAN);
    let mesh = &mut scene.meshes[0];
    mesh.positions[0] = Vec3::new(f32::NAN, f32::INFINITY, 1.0);
    mesh.normals[2] = Vec3::ZERO;
    mesh.faces.update(|at, face| match at {
        0 => face.uvs[1] = [f32::NAN, 1e30],
        3 => face.corners[2] = 999,
        4 => face.material = Id::new(999),
        5 => (face.layer, face.corners) = (999, [20; 4]),
        _ => {}
    });
    mesh.face_values = vec![PackedInts::repeated(1, 1)];
    scene.meshes[1].billboards[0].mate = 999;
    scene.materials[0].surface =
        Surface::Textured { texture: Id::new(999), palette: Some(Id::new(999)) };
    scene.materials[2].surface = Surface::Textured { texture: Id::new(4), palette: None };
    scene.textures.push(texture("flat", (0, 8), TexelFormat::Indexed4, Texels::Indices(vec![])));
    scene.textures.push(texture("cut", (8, 8), TexelFormat::Rgba8, Texels::Rgba(vec![[1; 4]; 9])));
    let shear = Mat4::from_cols_array(&[
        1.0, 0.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.0, 1.0,
    ]);
    scene.nodes[0].local = shear;
    scene.nodes[1].local = Mat4::from_scale(Vec3::new(0.0, 1.0, 1.0));
    scene.nodes[2].parent = Some(Id::new(77));
    scene.nodes[3].local = Mat4::from_translation(Vec3::splat(f32::NAN));
    scene.nodes.push(node("lost", None, Mat4::IDENTITY, Some(Id::new(999))));
    scene.helpers.push(Helper {
        name: String::new(),
        layer: 999,
        shape: HelperShape::Line(vec![Vec3::splat(f32::NAN)]),
        origin: Origin::default(),
    });
    scene
}
