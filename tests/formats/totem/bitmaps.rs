use gouraud::bytes::Endian;
use gouraud::codec::gx::Coding;
use gouraud::formats::Records;
use gouraud::formats::totem::Platform;
use gouraud::scene::{Blend, Surface, Texels};

use super::fixture::{
    BITMAP, Folder, alone, bitmap, direct, material, open, problems, sample, scene_among,
};

fn colours(name: &str, bytes: &[u8]) -> Vec<[u8; 4]> {
    let scene = alone(&open(name, bytes));
    let Texels::Rgba(colours) = scene.textures[0].pixels.decode() else { panic!("{name}") };
    colours
}

#[test]
fn sample_pixels_match_their_generator() {
    for name in ["grad_f12p3", "grad_f1p2", "grad_f8p3"] {
        let bytes = sample(&format!("{name}.ngc.TBITMAP"));
        let document = open(name, &bytes);
        assert_eq!((document.format.id, document.version.as_str()), ("totem.bitmap", "GameCube"));
        assert_eq!(problems(&document), [""; 0], "{name}");
        assert_eq!(document.content.write().unwrap(), bytes, "{name}");
        assert_eq!(document.tree.coverage().unread, 0, "{name}");
        let expected = sample(&format!("{name}.rgba"));
        let found = colours(name, &bytes);
        assert_eq!(found.as_flattened().len(), expected.len(), "{name}");
        for (found, expected) in found.as_flattened().iter().zip(expected) {
            // 5-bit channels are rounded here; the generator repeats their bits, which can differ by 1.
            let same = if name == "grad_f12p3" { 0 } else { 1 };
            assert!(found.abs_diff(expected) <= same, "{name}: {found} for {expected}");
        }
    }
}

#[test]
fn both_byte_orders_store_the_same_picture() {
    let [big, little] =
        [Platform::GAMECUBE, Platform::PS2].map(|p| colours("cloth", &bitmap(p).write().unwrap()));
    assert_eq!(big, little);
    assert_eq!((big[0], big[15]), ([0, 255, 0, 255], [255, 0, 0, 255]));
    for coding in Coding::ALL.into_iter().filter(|coding| !coding.is_indexed()) {
        let [big, little] = [Platform::GAMECUBE, Platform::PS2]
            .map(|p| colours("direct", &direct(p, coding).write().unwrap()));
        assert_eq!(big, little, "{coding:?}");
        assert_eq!(big.len(), 70);
    }
}

#[test]
fn reports_that_playstation_2_bitmaps_are_guessed() {
    let document = open("cloth", &bitmap(Platform::PS2).write().unwrap());
    assert_eq!(problems(&document), ["note 0x12 pixels"]);
    assert_eq!(document.version, "PlayStation 2");
}

#[test]
fn texels_have_byte_offsets() {
    let bytes = direct(Platform::GAMECUBE, Coding::Rgb565).write().unwrap();
    let scene = alone(&open("direct", &bytes));
    let at = |x, y| scene.textures[0].pixels.texel_offset(x, y);
    assert_eq!([at(0, 0), at(1, 1), at(4, 0), at(0, 4)], [Some(18), Some(28), Some(50), Some(114)]);
    assert_eq!(at(10, 0), None);
}

#[test]
fn shows_existing_rows_only() {
    let mut bytes = direct(Platform::GAMECUBE, Coding::Rgba8).write().unwrap();
    bytes.truncate(18 + 3 * 64 + 5);
    let document = open("half.TBITMAP", &bytes);
    assert_eq!(problems(&document), ["error 0x12 pixels"]);
    assert_eq!(alone(&document).textures[0].height, 4);
    assert!(document.content.write().is_err());
}

#[test]
fn unknown_formats_keep_their_bytes() {
    let mut file = bitmap(Platform::GAMECUBE);
    file.header.format = 7;
    // The end of the pixels is unknown.
    let colours = std::mem::take(&mut file.palette);
    file.pixels.extend(colours);
    let bytes = file.write().unwrap();
    let document = super::fixture::open_as("totem.bitmap", &bytes);
    assert_eq!(problems(&document), ["error 0xc header.format"]);
    assert!(!document.usable && alone(&document).textures.is_empty());
    assert_eq!(document.content.write().unwrap(), bytes);
    // Format 13 with filter 5: tiles, of which a quarter is missing.
    let mut file = direct(Platform::GAMECUBE, Coding::Bgr8);
    file.header.filter = 5;
    let document = open("cut", &file.write().unwrap());
    assert_eq!(problems(&document), ["warning 0x11 header.filter"]);
    assert_eq!(document.content.write().unwrap(), file.write().unwrap());
    assert_eq!(alone(&document).textures[0].height, 4);
}

#[test]
fn material_is_shown_as_a_textured_square() {
    for platform in [Platform::GAMECUBE, Platform::PS2] {
        let file = material(platform);
        let document = open("CLOTH.TMATERIAL", &file.write().unwrap());
        assert_eq!(document.version, platform.name());
        assert_eq!(document.content.write().unwrap(), file.write().unwrap());
        let (scene, missing) = scene_among(&document, &Folder::default());
        assert_eq!((scene.drawn_faces(), missing.len()), (1, 1));
        let folder = Folder::of(&[(BITMAP, bitmap(platform).write().unwrap())]);
        let (scene, missing) = scene_among(&document, &folder);
        assert_eq!(missing, [""; 0]);
        assert!(matches!(scene.materials[0].surface, Surface::Textured { .. }));
        assert_eq!(scene.tables[0].rows.len(), 1);
    }
}

#[test]
fn reads_the_sample_material() {
    let bytes = sample("grad.ngc.TMATERIAL");
    let document = open("grad", &bytes);
    assert_eq!((document.format.id, document.version.as_str()), ("totem.material", "GameCube"));
    assert_eq!(problems(&document), [""; 0]);
    assert_eq!(document.content.write().unwrap(), bytes);
    assert_eq!(document.tree.coverage().unread, 0);
    let field = document.tree.find("material.texture").unwrap();
    let value = document.tree.field(&field).unwrap().value;
    assert_eq!(value.as_u64(), Some(0x4FCB_A02E));
}

#[test]
fn coordinates_are_transformed_by_the_material_matrix() {
    let mut file = material(Platform::GAMECUBE);
    file.material.uv_matrix = [2.0, 0.0, 0.0, 0.0, 3.0, 0.0, 0.5, 0.25, 1.0];
    assert_eq!(file.material.uv([1.0, 1.0]), [2.5, 3.25]);
    file.material.uv_matrix = [0.0; 9];
    assert_eq!(file.material.uv([1.0, 1.0]), [1.0, 1.0]);
    assert_eq!(file.platform.endian, Endian::Big);
}

#[test]
fn translucent_and_hidden_materials_have_their_blending() {
    let folder =
        Folder::of(&[(BITMAP, direct(Platform::GAMECUBE, Coding::Rgba8).write().unwrap())]);
    let mut file = material(Platform::GAMECUBE);
    let (scene, _) = scene_among(&open("m", &file.write().unwrap()), &folder);
    assert_eq!(scene.materials[0].blend, Some(Blend::TEXELS), "a blended bitmap");
    file.material.colour[3] = 0.5;
    let (scene, _) = scene_among(&open("m", &file.write().unwrap()), &folder);
    let Texels::Rgba(colours) = scene.textures[0].pixels.decode() else { panic!() };
    assert_eq!((colours[0][3], scene.materials[0].blend), (255, Some(Blend::Alpha(0.5))));
    file.material.flags_b = 1;
    let (scene, _) = scene_among(&open("m", &file.write().unwrap()), &folder);
    assert_ne!(scene.meshes[0].faces.get(0).unwrap().layer, 0);
}
