//! Text formats: points, triangles, models, menus, scripts.

use glam::{Mat4, Vec3};
use gouraud::bytes::Source;
use gouraud::container::Context;
use gouraud::formats::trespasser::asa::{Asa, Frame};
use gouraud::formats::trespasser::asb::Asb;
use gouraud::formats::trespasser::ddf::Ddf;
use gouraud::formats::trespasser::groff::instance_hash;
use gouraud::formats::trespasser::tpm::{Tpm, vectors};
use gouraud::formats::trespasser::tri::Tri;
use gouraud::formats::trespasser::trr::Trr;
use gouraud::formats::trespasser::wtd::{Terrain, Wtd};
use gouraud::formats::{self, Records, format_of};
use gouraud::scene::{Element, HelperShape, Id, Scene, SceneIndex, Surface, Texels};

use super::fixture::{assert_sound, open, problems, sample};
use gouraud_testing::Folder;
use gouraud_testing::build::texts;
use gouraud_testing::document::scene;

fn identified(name: &str, bytes: &[u8]) -> Option<&'static str> {
    let source = Source::from_bytes(name, bytes.to_vec());
    formats::identify(&source).map(|(format, _)| format.info().id)
}

const POINTS: &str = "0 0 1.50\r\n1\t0  2\n0 1 -3e0 1 1 4\n\n";

#[test]
fn points_keep_their_spelling() {
    let document = open(format_of::<Trr>(), "a.trr", POINTS.as_bytes());
    assert_eq!(problems(&document), ["warning 0x15 points[2].z"]);
    assert_eq!(document.content.write().unwrap(), POINTS.as_bytes());
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    assert_eq!(document.counts.get("terrain_vertices"), Some(4));
    assert_eq!(identified("a.trr", POINTS.as_bytes()), Some("trespasser.trr"));
    assert_eq!(identified("a.txt", POINTS.as_bytes()), None);
    let scene = scene(&document);
    assert_eq!(scene.height_fields[0].data.vertices()[0], [0.0, 0.0, 1.5]);
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn sample_points_are_read_and_shown() {
    for (name, points) in [("t3.trr", 9), ("t5.trr", 25), ("t17.trr", 289)] {
        let bytes = sample(name);
        let document = open(format_of::<Trr>(), name, &bytes);
        assert_sound(&document);
        assert_eq!(document.counts.get("terrain_vertices"), Some(points));
        let scene = scene(&document);
        assert_eq!(scene.meshes[0].positions.len() as u64, points);
        assert_eq!(scene.variants.len(), 0);
    }
}

#[test]
fn invalid_number_ends_the_points() {
    let document = open(format_of::<Trr>(), "a.trr", b"0 0 1 1 0 2 0 1 x 5");
    assert_eq!(problems(&document), ["error 0x10 points[2].z"]);
    assert_eq!(document.counts.get("terrain_vertices"), Some(2));
    assert_eq!(document.content.write().unwrap(), b"0 0 1 1 0 2 0 1 x 5");
    let made = texts::trr(&[[0.0, 0.5, 1.25], [-1.0, 2.0, 3.0]]).write().unwrap();
    assert_eq!(String::from_utf8(made).unwrap(), "0 0.5 1.25\n-1 2 3\n");
    let one = open(format_of::<Trr>(), "a.trr", b"1 2 3");
    let (_, reported) = one.content.displayed().scene(Context::ALONE).unwrap();
    assert!(reported.iter().next().unwrap().message.contains("no area"));
}

#[test]
fn triangles_of_a_terrain_read_back() {
    let points: Vec<[f64; 3]> =
        (0..16).map(|i| [f64::from(i % 4), f64::from(i / 4), f64::from(i)]).collect();
    let terrain = Terrain::new(Wtd::of_points(&points, 16).unwrap());
    let tri = texts::tri_of_terrain(&terrain);
    let bytes = tri.write().unwrap();
    let document = open(format_of::<Tri>(), "a.tri", &bytes);
    assert_sound(&document);
    let counts: Vec<_> = document.counts.iter().collect();
    let expected = [("vertices", 25), ("faces", 32), ("triangles", 32), ("terrain_vertices", 25)];
    assert_eq!(counts, expected);
    assert_eq!(identified("a.tri", &bytes), Some("trespasser.tri"));
    let scene = scene(&document);
    let mesh = &scene.meshes[0];
    assert_eq!((mesh.positions.len(), mesh.faces.len()), (25, 32));
    // The highest point is at 65536 steps.
    assert!(mesh.positions[1].abs_diff_eq(Vec3::new(1.0, 1.0, 0.0), 1e-3));
    let at = mesh.face_spans.get(5).start + 1;
    let found = SceneIndex::new(&scene).at(&scene, document.source.id(), at);
    assert!(matches!(found[0], Element::Face(face) if face.face == 5), "{found:?}");
    let vertex = mesh.position_spans.origin(3);
    let field = document.tree.field(&document.tree.find(&vertex.path).unwrap()).unwrap();
    assert_eq!(field.span.start, vertex.span.start);
}

#[test]
fn reports_damaged_triangles() {
    for (text, expected) in [
        ("5\n0 1 2\n3\n0 0 0 1 0 0 0 1 0", "error 0x1 triangles"),
        ("1\n0 1 9\n3\n0 0 0 1 0 0 0 1 0", "error 0x1 triangles[0]"),
        ("1\n0 1 2\n4\n0 0 0 1 0 0 0 1 0", "error 0x9 vertices"),
        ("1\n0 1 2", "error 0x7 vertex_count"),
        ("-1\n3\n0 0 0", "error 0x2 triangles"),
    ] {
        let document = open(format_of::<Tri>(), "a.tri", text.as_bytes());
        let all = problems(&document);
        assert!(all.iter().any(|problem| problem == expected), "missing {expected} in {all:?}");
        assert_eq!(document.content.write().unwrap(), text.as_bytes());
        scene(&document);
    }
}

const MODEL: &str = "// made by hand\r\nfileinfo\r\n{\r\n\tformatversion = 1.0.1\r\n\tname = \"Crate = box\"\r\n}\r\n\r\n\
material \"wood\"\n{\n colormap = \"Map\\t\\woodt2.bmp\"\n}\n\
mesh \"Crate\"\n{\n m = \"wood\"\n v = (0,0,0)\n v = (1,0,0)\n v = (0, 2.5 ,0)\n t = (0,0)\n t = (1,0)\n t = (0,1)\n\
 n = (0,0,1)\n f = (1,2,3),(1,2,3),(1,1,1),1\n ext_note = anything\n}\n\
skin \"Beast\"\n{\n v = (0,0,0),0\n v = (1,0,0),1\n v = (0,1,0),-1\n f = (1,2,3),(0,0,0),(0,0,0),0\n}\n\
bone \"$JBeast00\"\n{\n position = (0,0,1)\n rotation = (0,0,90)\n}\n\
bone \"$JBeast01\"\n{\n position = (1,0,1)\n rotation = (0,0,0)\n}\n\
instance \"Crate-01\"\n{\n mesh = \"Crate\"\n position = (1,2,3)\n rotation = (90,0,90)\n scale = 2\n}\n";

#[test]
fn text_model_field_tree() {
    let document = open(format_of::<Tpm>(), "a.tpm", MODEL.as_bytes());
    assert_sound(&document);
    assert_eq!(document.version, "1.0.1");
    let counts: Vec<_> = document.counts.iter().collect();
    let expected = [
        ("models", 2),
        ("vertices", 6),
        ("faces", 2),
        ("triangles", 2),
        ("materials", 1),
        ("bones", 2),
        ("instances", 1),
    ];
    assert_eq!(counts, expected);
    assert_eq!(identified("a.txt", MODEL.as_bytes()), Some("trespasser.tpm"));
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn text_model_has_transforms_and_a_skin() {
    let document = open(format_of::<Tpm>(), "a.tpm", MODEL.as_bytes());
    let scene = scene(&document);
    let [crate_mesh, beast] = &scene.meshes[..] else { panic!("two meshes") };
    assert_eq!(crate_mesh.positions[2], Vec3::new(0.0, 0.0, -2.5));
    let face = crate_mesh.faces.get(0).unwrap();
    assert_eq!((face.uvs[0], face.uvs[2]), ([0.0, 1.0], [0.0, 0.0]));
    assert_eq!((face.material, crate_mesh.normals[0]), (Id::new(1), Vec3::Y));
    let placed = scene.nodes.iter().find(|node| node.name == "Crate-01").unwrap();
    // In the file's axes, (1,0,0) is rotated about x, then about z to (0,1,0), then scaled by 2 and
    // moved.
    let corner = placed.local.transform_point3(Vec3::X);
    assert!((corner - Vec3::new(1.0, 3.0, -4.0)).length() < 1e-5, "{corner}");
    // (0,1,0) is rotated to (0,0,1).
    let corner = placed.local.transform_point3(-Vec3::Z);
    assert!((corner - Vec3::new(1.0, 5.0, -2.0)).length() < 1e-5, "{corner}");
    let skin = beast.skin.as_ref().unwrap();
    assert_eq!((skin.joints.len(), skin.influences[1][0].joint), (2, 1));
    assert_eq!((skin.influences[1][0].weight, skin.influences[2][0].weight), (1.0, 0.0));
    let rest = scene.nodes[0].local * skin.joints[0].inverse_bind;
    assert!(rest.abs_diff_eq(Mat4::IDENTITY, 1e-6));
    let line = crate_mesh.face_spans.origin(face.index as usize);
    let field = document.tree.field(&document.tree.find(&line.path).unwrap()).unwrap();
    assert_eq!(field.span, line.span, "{}", line.path);
}

#[test]
fn built_and_changed_text_models_read_back() {
    let mut model = Tpm {
        blocks: vec![
            texts::block("fileinfo", "", &[("formatversion", "1.0.1".to_owned())]),
            texts::block("mesh", "a", &[("v", "(1,2,3)".to_owned())]),
        ],
    };
    let document = open(format_of::<Tpm>(), "a.tpm", &model.write().unwrap());
    assert_sound(&document);
    model.blocks.remove(1);
    let document = open(format_of::<Tpm>(), "a.tpm", &model.write().unwrap());
    assert_eq!(document.counts.get("models"), Some(0));
    let value = vectors(b" ( 1 , -2.5,3 ) ,(4,5),7").unwrap();
    assert_eq!(
        (value.three(0), value.two(1), value.rest),
        (Some([1.0, -2.5, 3.0]), Some([4.0, 5.0]), vec![7.0])
    );
    assert_eq!(vectors(b"(1,2"), None);
    assert_eq!(vectors(b"(1,x)"), None);
}

#[test]
fn reports_damaged_text_models() {
    for (from, to, expected) in [
        ("(0, 2.5 ,0)", "(0,2)", " blocks[2].lines[5]"),
        ("(1,2,3),(1", "(1,2,4),(1", " blocks[2].lines[10]"),
        ("scale = 2\n}", "scale = 2", " blocks[6]"),
        ("(90,0,90)", "up", " blocks[6].lines[4]"),
    ] {
        let text = MODEL.replacen(from, to, 1);
        let document = open(format_of::<Tpm>(), "a.tpm", text.as_bytes());
        let all = problems(&document);
        assert!(
            all.iter().any(|problem| problem.ends_with(expected)),
            "missing {expected} in {all:?}"
        );
        assert_eq!(document.content.write().unwrap(), text.as_bytes());
        scene(&document);
    }
}

/// A face with an invalid corner still counts, so that users can find it.
#[test]
fn text_model_counts_faces_with_a_bad_corner() {
    let document = open(format_of::<Tpm>(), "a.tpm", MODEL.as_bytes());
    let counted = |scene: &Scene| {
        let meshes = scene.meshes.iter().map(|mesh| (mesh.faces.len(), mesh.undrawn.len()));
        meshes.fold((0, 0), |sum, one| (sum.0 + one.0, sum.1 + one.1))
    };
    let (all, undrawn) = counted(&scene(&document));
    assert_eq!(undrawn, 0);
    let text = MODEL.replacen("(1,2,3),(1", "(1,2,4),(1", 1);
    let document = open(format_of::<Tpm>(), "a.tpm", text.as_bytes());
    assert_eq!(counted(&scene(&document)), (all - 1, 1));
    assert_eq!(document.counts.get("faces"), Some(all as u64));
}

const MENU: &str = "; the main screen\nBACKGROUND 0 0 640 480 \"menu\\\\main.tga\"\n\
UICTRL button 1 1 0x10 10 20 110 60 SPRITE 1 \"up.tga\" \"over.tga\" \"\" \"off.tga\"\n\
UICTRL TextBox 1 1 17 0 0 99 20 1 \"say \\\"hi\\\"\" 12 400 0,0,0 255 255 255 0 0\n\
UICTRL slider 1 1 18 0 0 50 10 100 -5 0 99\nUICTRL static 1 1 19 1 2 3 4 0\nEND\n";

#[test]
fn menu_field_tree() {
    let document = open(format_of::<Ddf>(), "main.ddf", MENU.as_bytes());
    assert_eq!(problems(&document), ["warning 0xff statements[4]"]);
    assert_eq!(document.content.write().unwrap(), MENU.as_bytes());
    let coverage = document.tree.coverage();
    assert_eq!((coverage.unread, coverage.overlap), (0, 0));
    let counts: Vec<_> = document.counts.iter().collect();
    assert_eq!(counts, [("objects", 4), ("texts", 6)]);
    assert_eq!(identified("x", MENU.as_bytes()), Some("trespasser.ddf"));
    let scene = scene(&document);
    let rows = &scene.tables[0].rows;
    assert_eq!(rows[0].cells[9], "menu\\main.tga");
    assert_eq!(rows[1].cells[..9], ["UICTRL", "button", "16", "1", "1", "10", "20", "110", "60"]);
    assert_eq!(rows[2].cells[9], "say \"hi\"");
    let HelperShape::Box { min, max } = scene.helpers[1].shape else { panic!("a box") };
    assert_eq!((min, max), (Vec3::new(10.0, -60.0, 0.0), Vec3::new(110.0, -20.0, 0.0)));
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
}

#[test]
fn menu_type_is_read_with_and_without_quotes() {
    let bare = "UICTRL static 1 1 7 20 30 60 50 1 \"\"\n";
    let quoted = bare.replace("static", "\"static\"");
    let rows = [bare, &quoted].map(|text| {
        let document = open(format_of::<Ddf>(), "a.ddf", text.as_bytes());
        assert_eq!(problems(&document), [""; 0]);
        assert_eq!(document.counts.get("texts"), Some(1));
        let scene = scene(&document);
        assert_eq!(scene.helpers[0].name, "static 7");
        scene.tables[0].rows[0].cells.clone()
    });
    assert_eq!(rows[0], rows[1]);
}

#[test]
fn menu_control_without_a_size_has_that_of_its_picture() {
    let text = "UICTRL \"static\" 1 1 7 20 30 -1 -1 0 \"menu\\\\sea.tga\"\n";
    let folder = Folder::default().with("sea.tga", targa(&[&[RED; 6][..]; 4]));
    let (scene, _) = folder.scene("main.ddf", text.as_bytes());
    let HelperShape::Box { min, max } = scene.helpers[0].shape else { panic!("a box") };
    assert_eq!((min, max), (Vec3::new(20.0, -34.0, 0.0), Vec3::new(26.0, -30.0, 0.0)));
    assert_eq!(scene.nodes[0].local.w_axis.truncate(), Vec3::new(20.0, -30.0, 0.0));
}

fn walk() -> Vec<(&'static str, Vec<Frame>)> {
    let frame = |seconds, x, turn: f32| Frame {
        seconds,
        position: [x, 2.0, 3.0],
        rotation: [(turn / 2.0).cos(), 0.0, 0.0, (turn / 2.0).sin()],
        scale: 1.0,
    };
    let quarter = std::f32::consts::FRAC_PI_2;
    vec![
        ("Camera", vec![frame(0.0, 0.0, 0.0), frame(2.0, 10.0, quarter)]),
        ("Gate-01", vec![frame(1.0, 5.0, 0.0)]),
    ]
}

#[test]
fn text_and_packed_scripts_read_back() {
    let text = texts::asa(10.0, &walk()).write().unwrap();
    let document = open(format_of::<Asa>(), "a.asa", &text);
    assert_sound(&document);
    let counts: Vec<_> = document.counts.iter().collect();
    assert_eq!(counts, [("objects", 2), ("animations", 1), ("frames", 3)]);
    assert_eq!(identified("a.asa", &text), Some("trespasser.asa"));
    insta::assert_snapshot!(gouraud_testing::fields::text(&document.tree));
    let packed = texts::asb(10.0, &walk()).write().unwrap();
    assert_eq!(packed.len(), 12 + 2 * 8 + 3 * 36);
    assert_eq!(packed[12..16], instance_hash("Camera").to_le_bytes());
    let document = open(format_of::<Asb>(), "a.asb", &packed);
    assert_sound(&document);
    assert_eq!(document.counts.iter().collect::<Vec<_>>(), counts);
    assert_eq!(identified("a", &packed), Some("trespasser.asb"));
}

#[test]
fn script_animates_objects_and_shows_the_camera_path() {
    let text = texts::asa(10.0, &walk()).write().unwrap();
    let packed = texts::asb(10.0, &walk()).write().unwrap();
    for document in
        [open(format_of::<Asa>(), "a.asa", &text), open(format_of::<Asb>(), "a.asb", &packed)]
    {
        let scene = scene(&document);
        assert_eq!(scene.nodes[0].name, "Camera");
        let [path] = &scene.helpers[..] else { panic!("one path") };
        assert_eq!(path.name, "Camera path of Camera");
        let ends = vec![Vec3::new(0.0, 3.0, -2.0), Vec3::new(10.0, 3.0, -2.0)];
        assert_eq!(path.shape, HelperShape::Line(ends));
        let [animation] = &scene.animations[..] else { panic!("one animation") };
        assert_eq!((animation.rate, animation.frames, animation.looped), (10.0, 21, false));
        let clip = animation.data.decode();
        let key = clip.tracks[0].keys[10];
        assert!((key.translation - Vec3::new(5.0, 3.0, -2.0)).length() < 1e-5);
        // A quarter turn about the level's z is a quarter turn about the scene's y.
        let ahead = clip.tracks[0].keys[20].rotation * Vec3::X;
        assert!((ahead - Vec3::new(0.0, 0.0, -1.0)).length() < 1e-5, "{ahead}");
        assert_eq!(clip.tracks[1].keys[0].translation.x, 5.0, "it stays at its first position");
        let origin = animation.data.key(0, 5).unwrap();
        assert!(document.tree.find(&origin.path).is_ok(), "{}", origin.path);
    }
}

#[test]
fn script_is_read_up_to_its_first_error() {
    let good = String::from_utf8(texts::asa(0.0, &walk()).write().unwrap()).unwrap();
    for (from, to, objects) in [
        ("version 2", "VERSION 3", 2),
        ("object Gate-01", "thing Gate-01", 1),
        ("pos 5", "pos five", 2),
        ("end_object", "end", 1),
    ] {
        let text = good.replacen(from, to, 1);
        let document = open(format_of::<Asa>(), "a.asa", text.as_bytes());
        assert!(!problems(&document).is_empty(), "{to}");
        assert_eq!(document.counts.get("objects"), Some(objects), "{to}");
        assert_eq!(document.content.write().unwrap(), text.as_bytes(), "{to}");
        scene(&document);
    }
    let packed = texts::asb(0.0, &walk()).write().unwrap();
    let document = open(format_of::<Asb>(), "a.asb", &packed[..packed.len() - 3]);
    assert_eq!(problems(&document), ["error 0x64 objects[1].frame_count"]);
    assert_eq!(document.content.write().unwrap(), packed[..packed.len() - 3]);
}

/// A 24-bit bitmap from rows in top-down order.
fn bitmap(rows: &[&[[u8; 3]]]) -> Vec<u8> {
    let (width, height) = (rows[0].len(), rows.len());
    let row = (width * 3).next_multiple_of(4);
    let mut bytes = b"BM".to_vec();
    let word = |value: usize| (value as u32).to_le_bytes();
    bytes.extend([word(54 + row * height), word(0), word(54), word(40)].as_flattened());
    bytes.extend([word(width), word(height)].as_flattened());
    bytes.extend([1, 0, 24, 0]);
    bytes.extend(
        [word(0), word(row * height), word(2835), word(2835), word(0), word(0)].as_flattened(),
    );
    for texels in rows.iter().rev() {
        let start = bytes.len();
        bytes.extend(texels.iter().flat_map(|[r, g, b]| [*b, *g, *r]));
        bytes.resize(start + row, 0);
    }
    bytes
}

/// An uncompressed 24-bit Targa file from rows in top-down order; it stores the lowest row first.
fn targa(rows: &[&[[u8; 3]]]) -> Vec<u8> {
    let mut bytes = vec![0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes.extend((rows[0].len() as u16).to_le_bytes());
    bytes.extend((rows.len() as u16).to_le_bytes());
    bytes.extend([24, 0]);
    bytes.extend(rows.iter().rev().flat_map(|row| row.iter().flat_map(|[r, g, b]| [*b, *g, *r])));
    bytes
}

const RED: [u8; 3] = [255, 0, 0];
const WHITE: [u8; 3] = [255; 3];
const BLACK: [u8; 3] = [0; 3];

fn texels(scene: &Scene, name: &str) -> Vec<[u8; 4]> {
    let texture = scene.textures.iter().find(|texture| texture.name == name).expect(name);
    match texture.pixels.decode() {
        Texels::Rgba(texels) => texels,
        _ => panic!("colours"),
    }
}

#[test]
fn text_model_uses_companion_pictures() {
    let model = MODEL.replace(
        " colormap = \"Map\\t\\woodt2.bmp\"\n",
        " colormap = \"Map\\t\\woodt2.bmp\"\n bumpmap = \"woodb8.bmp\"\n opacitymap = \"woodo8.bmp\"\n",
    );
    let folder = Folder::default()
        .with("WOODT2.BMP", bitmap(&[&[RED, WHITE, BLACK], &[WHITE, RED, RED]]))
        .with("woodo8.bmp", bitmap(&[&[BLACK, WHITE, WHITE], &[WHITE, WHITE, BLACK]]))
        // Some tools store Targa files instead.
        .with("woodb8.tga", targa(&[&[BLACK, WHITE]]));
    let (scene, problems) = folder.scene("a.tpm", model.as_bytes());
    assert!(problems.iter().next().is_none(), "{problems:?}");
    let colours = texels(&scene, "woodt2.bmp");
    assert_eq!(colours[0], [255, 0, 0, 0], "transparent where the opacity map is dark");
    assert_eq!(colours[1..4], [[255; 4], [0, 0, 0, 255], [255; 4]]);
    assert_eq!(colours[5], [255, 0, 0, 0]);
    assert_eq!(texels(&scene, "woodb8.bmp"), [[0, 0, 0, 255], [255; 4]]);
    let material = scene.materials.iter().find(|material| material.name == "wood").unwrap();
    assert!(matches!(material.surface, Surface::Textured { .. }));

    let (scene, problems) = Folder::default().scene("a.tpm", model.as_bytes());
    let reported: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
    let missing = "missing picture Map\\t\\woodt2.bmp of wood: not found in the folder";
    assert!(
        reported.iter().any(|reported| reported == missing) && reported.len() == 3,
        "{reported:?}"
    );
    assert!(scene.textures.is_empty());
}

#[test]
fn refuses_pictures_larger_than_their_data() {
    let good = bitmap(&[&[RED; 4][..]; 4]);
    let huge: Vec<u8> = [&good[..18], &[0xFF, 0x7F, 0, 0, 0xFF, 0x7F, 0, 0], &good[26..]].concat();
    for (bytes, why) in
        [(huge, "32767"), (b"BM".to_vec(), "cannot be read"), (Vec::new(), "cannot be read")]
    {
        let folder = Folder::default().with("woodt2.bmp", bytes);
        let (_, problems) = folder.scene("a.tpm", MODEL.as_bytes());
        let reported: Vec<String> =
            problems.iter().map(|problem| problem.message.clone()).collect();
        assert!(reported.len() == 1 && reported[0].contains(why), "{reported:?}");
    }
}

#[test]
fn joint_is_interpolated_between_two_others_by_its_ratios() {
    let between = MODEL.to_owned()
        + "bone \"$JBeast02\"\n{\n position = (9,9,9)\n Anim00 = 0\n Anim01 = 1\n Ratio = 0.25\n RotationRatio = 0.5\n}\n\
           bone \"$JBeast03\"\n{\n position = (9,9,9)\n Anim00 = 0\n Anim01 = 7\n}\n";
    let (scene, problems) = Folder::default().scene("a.tpm", between.as_bytes());
    let local = |name: &str| scene.nodes.iter().find(|node| node.name == name).unwrap().local;
    // A quarter of (0,0,1) and three quarters of (1,0,1); half of a quarter turn about z.
    let joint = local("$JBeast02");
    let expected = Mat4::from_translation(Vec3::new(0.75, 1.0, 0.0))
        * Mat4::from_rotation_y(std::f32::consts::FRAC_PI_4);
    assert!(joint.abs_diff_eq(expected, 1e-5), "{joint}");
    assert_eq!(local("$JBeast03").w_axis.truncate(), Vec3::new(9.0, 9.0, -9.0));
    let reported: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
    let why = "$JBeast03 does not name two other joints; shown at its stored transform";
    assert!(reported.iter().any(|reported| reported == why), "{reported:?}");
}

#[test]
fn menu_pictures_are_at_their_positions() {
    let menu =
        MENU.replace("static 1 1 19 1 2 3 4 0", "static 1 1 19 5 7 7 9 1 \"menu\\\\key.tga\"");
    let folder = Folder::default()
        .with("main.tga", targa(&[&[RED; 4][..]; 3]))
        .with("up.tga", targa(&[&[WHITE, RED]]))
        .with("off.bmp", bitmap(&[&[BLACK, RED]]))
        .with("key.tga", targa(&[&[RED, WHITE], &[[250, 1, 2], BLACK]]));
    let (scene, problems) = folder.scene("main.ddf", menu.as_bytes());
    let reported: Vec<String> = problems.iter().map(|problem| problem.message.clone()).collect();
    assert_eq!(reported, ["missing picture over.tga: not found in the folder"]);
    let node = |name: &str| scene.nodes.iter().find(|node| node.name == name).unwrap();
    let corner = node("key.tga").local.w_axis;
    assert_eq!((corner.x, corner.y), (5.0, -7.0));
    let size = |name: &str| {
        let mesh = scene.mesh_of(node(name)).unwrap();
        mesh.positions.iter().copied().reduce(Vec3::max).unwrap()
            - mesh.positions.iter().copied().reduce(Vec3::min).unwrap()
    };
    assert_eq!(size("main.tga"), Vec3::new(4.0, 3.0, 0.0), "as large as the picture");
    // Texels with the colour of the corner are transparent, compared in 5, 6 and 5 bits.
    let alphas: Vec<u8> = texels(&scene, "key.tga").iter().map(|texel| texel[3]).collect();
    assert_eq!(alphas, [0, 255, 0, 255]);
    let alphas: Vec<u8> = texels(&scene, "up.tga").iter().map(|texel| texel[3]).collect();
    assert_eq!(alphas, [0, 255], "the control's number enables the colour key");
    let [states] = &scene.variants[..] else { panic!("{:?}", scene.variants) };
    let names: Vec<&str> = states.options.iter().map(|option| option.name.as_str()).collect();
    assert_eq!(names, ["up", "inactive"]);
    // Later pictures are in front.
    assert!(node("key.tga").local.w_axis.z > node("main.tga").local.w_axis.z);
}
