//! The builder follows the rules of section 27.

use gouraud::formats::neversoft::psx::face::{Face, Uv};
use gouraud::formats::neversoft::psx::flags::base;
use gouraud::formats::neversoft::psx::records::Version;
use gouraud_testing::build::psx::{Builder, Image, Polygon};

use super::fixture::{UV, file, scene, square, warnings};

fn face(polygon: Polygon) -> Face {
    let mut builder = Builder::new(Version::V4);
    builder.texture(5);
    builder.model(1, &[polygon]);
    builder.finish().unwrap().models.remove(0).faces.remove(0)
}

#[test]
fn sets_both_texture_bits_together() {
    assert_eq!(face(square(0).texels(0, UV)).flags & base::ANY_TEXTURE, base::ANY_TEXTURE);
    assert_eq!(face(square(0)).flags & base::ANY_TEXTURE, 0);
}

#[test]
fn subdivides_and_tiles_textured_faces_only() {
    // Some games reportedly drop an untextured face with 0x1000.
    assert_eq!(face(square(0).subdivided().tiled()).flags, 0);
    let both = base::SUBDIVIDE | base::TILED;
    assert_eq!(face(square(0).texels(0, UV).subdivided().tiled()).flags & both, both);
}

#[test]
fn unused_values_of_a_triangle_are_zero() {
    let triangle = Polygon::triangle([[5, 5, 5], [9, 5, 5], [5, 9, 5]]);
    let made = face(triangle.texels(0, [[1, 1], [2, 2], [3, 3], [4, 4]]).gouraud([[9; 3]; 4]));
    assert_eq!((made.indices()[3], made.colour[3]), (0, 0));
    let Some(Uv::Texels(uv)) = made.uv() else { panic!() };
    let mut expected = uv;
    expected[3] = Default::default();
    assert_eq!(uv, expected);
}

/// Section 7.
#[test]
fn flat_faces_store_their_drawing_command() {
    let triangle = || Polygon::triangle([[0, 0, 0], [1, 0, 0], [0, 1, 0]]);
    for (polygon, code) in [
        (triangle(), 0x20),
        (triangle().blended(0), 0x20),
        (triangle().texels(0, UV), 0x24),
        (triangle().texels(0, UV).blended(1), 0x24),
        (square(0), 0x28),
        (square(0).blended(2), 0x28),
        (square(0).texels(0, UV), 0x2C),
        (square(0).texels(0, UV).blended(3), 0x2C),
    ] {
        assert_eq!(face(polygon.flat([1, 2, 3])).colour, [1, 2, 3, code]);
    }
}

#[test]
fn blend_modes_have_their_bits() {
    let bits = [0x0040, 0x00C0, 0x0140, 0x01C0];
    for (mode, bits) in (0..4).zip(bits) {
        assert_eq!(face(square(0).blended(mode)).flags, bits);
    }
}

#[test]
fn equal_colours_share_entries_except_animated_ones() {
    let file = file();
    let table = file.last_chunk(|chunk| chunk.rgbs()).unwrap();
    // One animated colour, three constant ones, and grey; the gouraud faces share them.
    assert_eq!(table.len(), 5);
    assert_eq!(file.models[0].faces[5].colour, [0; 4]);
    assert_eq!(file.models[0].faces[0].colour, file.models[0].faces[2].colour);
    // A quarter of the way from the first key to the second.
    assert_eq!(table[0], [150, 0, 25, 0]);
}

#[test]
fn excess_colours_become_the_nearest_entry() {
    let mut builder = Builder::new(Version::V4);
    let strips: Vec<Polygon> = (0..64)
        .map(|i| {
            let c = |n: u8| [i * 4, n * 8, 255 - i * 4];
            let at = i16::from(i);
            Polygon::quad([[0, at, 0], [1, at, 0], [0, at + 1, 0], [1, at + 1, 0]])
                .gouraud([c(0), c(1), c(2), c(3)].map(|[r, g, b]| [r, g + i, b]))
        })
        .collect();
    let model = builder.model(1, &strips);
    builder.object(model, [0; 3]);
    let file = builder.finish().unwrap();
    let table = file.last_chunk(|chunk| chunk.rgbs()).unwrap();
    assert_eq!(table.len(), 256);
    assert_eq!(warnings(&file.write().unwrap()), [""; 0]);
}

#[test]
fn limits_counts_to_the_index_size_of_the_version() {
    let strips: Vec<Polygon> = (0..129).map(|i| square(0).clone_at(i * 10)).collect();
    let finish = |version| {
        let mut builder = Builder::new(version);
        builder.model(1, &strips);
        builder.finish()
    };
    assert!(finish(Version::V4).unwrap_err().to_string().contains("vertices, the maximum is 256"));
    assert!(finish(Version::V3 { lod: true }).is_ok());
}

trait At {
    fn clone_at(&self, z: i16) -> Polygon;
}

impl At for Polygon {
    fn clone_at(&self, z: i16) -> Polygon {
        Polygon::quad([[0, 0, z], [1, 0, z], [0, 1, z], [1, 1, z]])
    }
}

#[test]
fn requires_power_of_two_sides_for_tiled_textures() {
    let finish = |width: u16| {
        let mut builder = Builder::new(Version::V4);
        let indices = vec![0; usize::from(width) * 8];
        let image =
            Image { name: 1, palette: 1, width, height: 8, indices: &indices, colours: &[1] };
        let texture = builder.image(&image);
        builder.model(1, &[square(0).texels(texture, UV).tiled()]);
        builder.finish()
    };
    assert!(finish(16).is_ok());
    assert!(finish(12).unwrap_err().to_string().contains("powers of two"));
}

#[test]
fn refuses_images_that_do_not_fit_palette_or_size() {
    let finish = |indices: &[u8], colours: &[u16]| {
        let mut builder = Builder::new(Version::V4);
        builder.image(&Image { name: 1, palette: 1, width: 2, height: 2, indices, colours });
        builder.finish().map(drop)
    };
    assert!(finish(&[0, 1, 2, 15], &[0; 16]).is_ok());
    assert!(finish(&[0, 1, 2, 16], &[0; 17]).is_ok());
    assert!(finish(&[0, 1, 2, 16], &[0; 16]).unwrap_err().to_string().contains("index 16"));
    assert!(
        finish(&[0; 3], &[0; 16]).unwrap_err().to_string().contains("expected 4 texels, found 3")
    );
    assert!(finish(&[0; 4], &[0; 257]).unwrap_err().to_string().contains("257 colours"));
}

#[test]
fn corners_are_clockwise_seen_from_the_front() {
    let bytes = file().write().unwrap();
    let scene = scene(&bytes);
    let mesh = &scene.meshes[0];
    let face = mesh.faces.get(0).unwrap();
    let [a, b, c] = [0, 1, 2].map(|i| mesh.positions[face.corners[i] as usize]);
    let stored = mesh.normals[face.normals[0] as usize];
    // The front faces −Z of the file, which is +Z here.
    assert_eq!(stored.to_array(), [0.0, 0.0, 1.0]);
    assert_eq!((c - a).cross(b - a).normalize(), stored);
}
