//! Memory use of faces.

use gouraud::formats::neversoft::psx::face::{Face, Packed, Parts, TexelUv, Uv};

const TEXELS: Uv = Uv::Texels([TexelUv { u: 1, v: 2 }; 4]);
const WIDE: Uv = Uv::Wide { u: [1, 2, 511, 512], v: [-1, 0, 1, 512] };

#[test]
fn face_takes_at_most_forty_bytes() {
    assert!(size_of::<Face>() <= 40, "{}", size_of::<Face>());
}

#[test]
fn packing_keeps_every_value_of_a_face() {
    let textures = [None, Some(0), Some(0xFFFF), Some(0x1_0000), Some(u32::MAX)];
    let uvs = [None, Some(TEXELS), Some(WIDE)];
    let windows = [None, Some(0), Some(7)];
    for indices in [[0, 1, 2, 3], [255, 256, 0, 0xFFFF]] {
        for (texture, uv) in textures.iter().flat_map(|texture| uvs.map(|uv| (*texture, uv))) {
            for (window, light) in
                windows.iter().flat_map(|w| [None, Some([4; 4])].map(|l| (*w, l)))
            {
                for extra in [Vec::new(), vec![9; 4]] {
                    let parts = Parts { indices, texture, uv, light, window, extra };
                    let packed = Packed::from(parts.clone());
                    assert_eq!(packed.unpack(), parts);
                    let face = Face { parts: packed, ..Face::default() };
                    assert_eq!((face.indices(), face.texture(), face.uv()), (indices, texture, uv));
                }
            }
        }
    }
}

#[test]
fn usual_values_need_no_allocation() {
    let is_inline = |parts: Parts| !matches!(Packed::from(parts), Packed::Other(_));
    let textured =
        |uv, window| Parts { texture: Some(9), uv: Some(uv), window, ..Parts::default() };
    assert!(is_inline(Parts { indices: [300; 4], ..Parts::default() }));
    assert!(is_inline(textured(TEXELS, None)) && is_inline(textured(TEXELS, Some(0))));
    assert!(is_inline(textured(WIDE, None)) && is_inline(textured(WIDE, Some(0))));
    assert!(!is_inline(textured(TEXELS, Some(1))));
}
