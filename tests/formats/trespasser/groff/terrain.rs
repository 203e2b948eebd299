//! Polygons that are projected onto the terrain of a level.

use gouraud::formats::trespasser::wtd::Wtd;
use gouraud::scene::{FaceField, Mesh, Scene};
use gouraud_testing::build::groff::{
    Corner, Face, InstanceTransform, Level, Model, Polygons, Property,
};

use super::fixture::{bytes, crate_model};
use super::folder::Folder;

/// Corner of the terrain's square, far from the origin, and the length of its side, in metres.
const START: [f64; 2] = [1500.0, 1700.0];
const SIDE: f64 = 32.0;

/// Uneven ground: points every two metres, and every quarter of a metre in one corner.
fn terrain() -> Vec<u8> {
    let height = |x: f64, y: f64| 6.0 + 3.0 * (x * 0.7).sin() + 2.0 * (y * 1.3).cos();
    let coarse =
        (0..16).flat_map(|x| (0..16).map(move |y| (2.0 * f64::from(x), 2.0 * f64::from(y))));
    let fine =
        (0..16).flat_map(|x| (0..16).map(move |y| (0.25 * f64::from(x), 0.25 * f64::from(y))));
    let points: Vec<[f64; 3]> = coarse
        .chain(fine)
        .map(|(x, y)| [START[0] + x, START[1] + y, height(x, y)])
        .chain([[START[0] + SIDE, START[1] + SIDE, 0.0]])
        .collect();
    Wtd::of_points(&points, 16).unwrap().write()
}

/// A regular polygon: number of corners, centre, radius and turn.
#[derive(Clone, Copy)]
struct Piece {
    corners: u32,
    centre: [f64; 2],
    radius: f64,
    turn: f64,
}

impl Piece {
    const fn new(corners: u32, centre: [f64; 2], radius: f64, turn: f64) -> Self {
        Self { corners, centre, radius, turn }
    }

    fn model(self) -> Model {
        let angle =
            |corner: u32| f64::from(corner) * std::f64::consts::TAU / f64::from(self.corners);
        let points = (0..self.corners)
            .map(|corner| [angle(corner).cos() as f32, angle(corner).sin() as f32, 0.0]);
        let corners = (0..self.corners).map(|point| Corner { point, uv: [0.0; 2], normal: None });
        Model::Polygons(Polygons {
            points: points.collect(),
            faces: vec![Face { corners: corners.collect(), surface: 0, flags: 0 }],
            surfaces: Vec::new(),
            default_colour: 0x0080_8080,
        })
    }

    /// Corners seen from above, counter-clockwise.
    fn outline(self) -> Vec<[f64; 2]> {
        let step = std::f64::consts::TAU / f64::from(self.corners);
        let corner = |number: u32| {
            let angle = f64::from(number) * step + self.turn;
            [
                START[0] + self.centre[0] + self.radius * angle.cos(),
                START[1] + self.centre[1] + self.radius * angle.sin(),
            ]
        };
        (0..self.corners).map(corner).collect()
    }

    /// Area of the polygon within the terrain's square: the lengths of its cuts along Y, integrated over
    /// X. Between two events (an edge begins, ends or leaves the square) the length changes linearly, so
    /// that the value in the middle represents the interval.
    fn area_on_terrain(self) -> f64 {
        let outline = self.outline();
        let edges: Vec<[[f64; 2]; 2]> =
            (0..outline.len()).map(|at| [outline[at], outline[(at + 1) % outline.len()]]).collect();
        let [left, bottom] = START;
        let (right, top) = (left + SIDE, bottom + SIDE);
        let mut breaks = vec![left, right];
        for [a, b] in &edges {
            breaks.push(a[0]);
            let rise = b[1] - a[1];
            let crossing = |y: f64| a[0] + (b[0] - a[0]) * (y - a[1]) / rise;
            if rise != 0.0 {
                breaks.extend([crossing(bottom), crossing(top)]);
            }
        }
        breaks.retain(|x| (left..=right).contains(x));
        breaks.sort_by(f64::total_cmp);
        let cut = |x: f64| {
            let crossed = edges.iter().filter(|[a, b]| (a[0] <= x) != (b[0] <= x));
            let ys: Vec<f64> =
                crossed.map(|[a, b]| a[1] + (b[1] - a[1]) * (x - a[0]) / (b[0] - a[0])).collect();
            let low = ys.iter().copied().fold(f64::INFINITY, f64::min).max(bottom);
            let high = ys.iter().copied().fold(f64::NEG_INFINITY, f64::max).min(top);
            (high - low).max(0.0)
        };
        breaks.windows(2).map(|x| (x[1] - x[0]) * cut((x[0] + x[1]) / 2.0)).sum()
    }
}

/// Inside, across edges and corners of the terrain, on the fine ground, and around the whole terrain.
const PIECES: [Piece; 9] = [
    Piece::new(3, [16.0, 16.0], 9.0, 0.3),
    Piece::new(4, [10.0, 20.0], 7.0, 0.785),
    Piece::new(4, [16.0, 16.0], 11.0, 1.1),
    Piece::new(5, [31.0, 12.0], 8.0, 0.2),
    Piece::new(6, [3.0, 3.0], 2.5, 0.5),
    Piece::new(7, [0.0, 32.0], 10.0, 0.9),
    Piece::new(6, [16.0, 16.0], 100.0, 0.0),
    Piece::new(4, [2.0, 2.0], 0.3, 0.1),
    Piece::new(8, [20.0, -3.0], 6.0, 0.0),
];

fn level() -> Scene {
    let mut level = Level::default();
    let ground = level.model("Ground", crate_model());
    let text = Property::text;
    let file = vec![("Class", text("TerrainPlacement")), ("File", text("mini"))];
    let group = level.values("Ground", file);
    level.instance("Ground", ground, InstanceTransform::at(0.0, 0.0, 0.0), group);
    let group = level.values("Piece", vec![("Class", text("CTerrainObj"))]);
    for (number, piece) in PIECES.iter().enumerate() {
        let name = format!("Piece{number}");
        let model = level.model(&name, piece.model());
        let [x, y] = [0, 1].map(|axis| (START[axis] + piece.centre[axis]) as f32);
        let place = InstanceTransform::at(x, y, 0.0).turned(0.0, 0.0, piece.turn as f32);
        level.instance(&name, model, place.scaled(piece.radius as f32), group);
    }
    Folder::default().with("mini.wtd", terrain()).scene("mini.grf", &bytes(&level.finish())).0
}

fn laid(scene: &Scene, number: usize) -> &Mesh {
    let name = format!("Piece{number}");
    let node =
        scene.nodes.iter().find(|node| node.name == name).expect("the polygon is on the ground");
    scene.mesh_of(node).unwrap()
}

/// Area of a mesh seen from above.
fn plan_area(mesh: &Mesh) -> f64 {
    let at = |corner: u32| mesh.positions[corner as usize].as_dvec3();
    let triangles = mesh.faces.iter().flat_map(|face| {
        face.triangles().iter().map(move |triangle| triangle.map(|corner| face.corners[corner]))
    });
    let area = |[a, b, c]: [u32; 3]| {
        let (u, v) = (at(b) - at(a), at(c) - at(a));
        // Up is Y.
        (u.z * v.x - u.x * v.z) / 2.0
    };
    triangles.map(area).sum()
}

#[test]
fn projected_polygon_covers_its_area_on_the_terrain() {
    let scene = level();
    for (number, piece) in PIECES.iter().enumerate() {
        let (made, expected) = (plan_area(laid(&scene, number)), piece.area_on_terrain());
        let off = (made - expected).abs() / expected;
        assert!(off < 2e-3, "polygon {number}: expected {expected} m², found {made}");
    }
    assert!((PIECES[6].area_on_terrain() - SIDE * SIDE).abs() < 1e-9, "covers the whole terrain");
}

#[test]
fn projected_polygon_has_the_normals_of_the_ground() {
    let scene = level();
    let ground = scene.nodes.iter().find(|node| node.name == "mini").unwrap();
    let ground = scene.mesh_of(ground).unwrap();
    let piece = laid(&scene, 6);
    let stands = scene.nodes.iter().find(|node| node.name == "Piece6").unwrap().local;
    let mut compared = 0;
    for face in &piece.faces {
        for (corner, normal) in face.corners.into_iter().zip(face.normals).take(face.sides()) {
            let at = stands.transform_point3(piece.positions[corner as usize]);
            let same = |other: &&glam::Vec3| (at.x - other.x).hypot(at.z - other.z) < 1e-3;
            if let Some(under) = ground.positions.iter().position(|other| same(&other)) {
                let off = piece.normals[normal as usize].angle_between(ground.normals[under]);
                assert!(off < 0.05, "{off} at {at}");
                compared += 1;
            }
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn faces_store_the_corner_count_of_their_polygons() {
    let scene = level();
    let named = |field: &FaceField| field.name == FaceField::CORNERS;
    let field = scene.face_fields.iter().position(named).unwrap();
    for (number, piece) in PIECES.iter().enumerate() {
        let mesh = laid(&scene, number);
        assert_eq!(mesh.face_values[field].len(), mesh.faces.len());
        assert!(mesh.face_values[field].iter().all(|corners| corners == piece.corners));
    }
}
