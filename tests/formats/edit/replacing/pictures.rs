//! Replacing textures by pictures.

use gouraud::bytes::{Colour15, expand5};
use gouraud::codec::powervr;
use gouraud::edit::asset::AssetFile;
use gouraud::formats::ea::ssh::Sheet;
use gouraud::scene::{PaletteUse, Picture, Replacement};
use gouraud_testing::build::ssh;

use super::{
    bitmaps, every_document, fidelity, library, open, opened_library, picture, put, scene, tims,
};

/// Distance of two colours in Oklab, by the published numbers.
fn distance(a: [u8; 3], b: [u8; 3]) -> f64 {
    let lab = |rgb: [u8; 3]| {
        let [r, g, b] = rgb.map(|v| {
            let v = f64::from(v) / 255.0;
            if v <= 0.04045 { v / 12.92 } else { ((v + 0.055) / 1.055).powf(2.4) }
        });
        let l = (0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b).cbrt();
        let m = (0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b).cbrt();
        let s = (0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b).cbrt();
        [
            0.2104542553 * l + 0.7936177850 * m - 0.0040720468 * s,
            1.9779984951 * l - 2.4285922050 * m + 0.4505937099 * s,
            0.0259040371 * l + 0.7827717662 * m - 0.8086757660 * s,
        ]
    };
    lab(a).iter().zip(lab(b)).map(|(a, b)| (a - b) * (a - b)).sum()
}

#[test]
fn replacing_texture_by_its_export_keeps_bytes() {
    let mut count = 0;
    for document in every_document() {
        for index in 0..scene(&document).textures.len() as u32 {
            for palette in [PaletteUse::Keep, PaletteUse::Rebuild] {
                let same = picture(&document, index);
                let changed = put(&document, &format!("texture {index}"), &same, palette).unwrap();
                let (now, was) = (changed.source.bytes(), document.source.bytes());
                assert!(now == was, "texture {index} of {}", document.format.id);
                count += 1;
            }
        }
    }
    assert_eq!(count, 2 * (4 + 5 + 5 + 3 + 4));
}

#[test]
fn one_changed_texel_changes_only_that_texel() {
    for document in every_document() {
        for index in 0..scene(&document).textures.len() as u32 {
            let mut new = picture(&document, index);
            // Another colour of its palette.
            let other = new.texels.iter().rposition(|t| *t != new.texels[1] && t[3] > 0);
            let Some(other) = other else { continue };
            new.texels[1] = new.texels[other];
            let asset = format!("texture {index}");
            let changed = put(&document, &asset, &new, PaletteUse::Keep).unwrap();
            assert_eq!(picture(&changed, index), new, "{asset} of {}", document.format.id);
            let (now, was) = (changed.source.bytes(), document.source.bytes());
            assert_eq!(now.len(), was.len());
            let differ = now.iter().zip(was).filter(|(a, b)| a != b).count();
            assert!((1..=4).contains(&differ), "{differ} bytes of {}", document.format.id);
        }
    }
}

#[test]
fn maps_excess_colours_to_nearest_palette_entries() {
    let document = opened_library();
    let mut new = picture(&document, 2);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        *texel = [(n * 12) as u8, (255 - n * 9) as u8, (n * n) as u8, 255];
    }
    let changed = put(&document, "textures[2]", &new, PaletteUse::Keep).unwrap();
    let palette: Vec<[u8; 3]> = library().library.unwrap().palettes256[0]
        .colours
        .iter()
        .map(|w| Colour15(*w).rgb8())
        .collect();
    for (wanted, stored) in new.texels.iter().zip(picture(&changed, 2).texels) {
        let rgb = |[r, g, b, _]: [u8; 4]| [r, g, b];
        let best = palette.iter().map(|c| distance(rgb(*wanted), *c)).fold(f64::MAX, f64::min);
        let own = distance(rgb(*wanted), rgb(stored));
        assert!(own - best < 1e-6, "{wanted:?} became {stored:?}");
    }
    let with = AssetFile::content("new.png", Replacement::Picture(new.clone()));
    let report = fidelity(&changed, "textures[2]", &with).unwrap();
    let differences: Vec<u32> = new
        .texels
        .iter()
        .zip(picture(&changed, 2).texels)
        .map(|(a, b)| (0..3).map(|c| u32::from(a[c].abs_diff(b[c]))).max().unwrap())
        .collect();
    assert_eq!(report.differ, differences.iter().filter(|d| **d > 0).count());
    assert_eq!(report.most, *differences.iter().max().unwrap());
    assert!((report.mean - f64::from(differences.iter().sum::<u32>()) / 21.0).abs() < 1e-9);
}

#[test]
fn rebuilt_palette_is_exact_for_few_colours() {
    let document = opened_library();
    let mut new = picture(&document, 2);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        let five = |v: usize| expand5((v % 31) as u8);
        *texel = if n == 4 { [0; 4] } else { [five(n), five(n * 3), five(n * 5), 255] };
    }
    let refused = put(&document, "textures[2]", &new, PaletteUse::Keep).unwrap_err().to_string();
    assert!(refused.contains("no entry for them (keep)"), "{refused}");
    let changed = put(&document, "textures[2]", &new, PaletteUse::Rebuild).unwrap();
    assert_eq!(picture(&changed, 2), new);
    assert_eq!(picture(&changed, 0), picture(&document, 0));
    // Translucent colours have STP, opaque ones do not.
    new.texels[0][3] = 128;
    let changed = put(&document, "textures[2]", &new, PaletteUse::Rebuild).unwrap();
    let scene = scene(&changed);
    let texture = &scene.textures[2];
    let loaded = scene.palettes[texture.palette.unwrap().index()].loaded();
    let gouraud::scene::Texels::Indices(indices) = texture.pixels.decode() else { panic!() };
    let stp: Vec<bool> = indices.iter().map(|i| loaded[usize::from(*i)] & 0x8000 != 0).collect();
    assert!(stp[0] && !stp[1], "{stp:?}");
    assert_eq!(loaded[usize::from(indices[4])], 0);
}

#[test]
fn rebuilds_shared_palette_on_request_and_keeps_other_textures() {
    let document = opened_library();
    let mut new = picture(&document, 0);
    for (n, texel) in new.texels.iter_mut().enumerate() {
        *texel = [expand5(n as u8 % 3), 255, 0, 255];
    }
    let refused = put(&document, "textures[0]", &new, PaletteUse::Rebuild).unwrap_err().to_string();
    assert!(refused.contains("1 other textures use its palette"), "{refused}");
    let changed = put(&document, "textures[0]", &new, PaletteUse::Shared).unwrap();
    assert_eq!(picture(&changed, 0), new);
    assert_eq!(picture(&changed, 1), picture(&document, 1));
}

#[test]
fn rebuilds_small_palette_as_close_as_possible() {
    for document in tims().into_iter().take(1).chain(bitmaps().into_iter().take(1)) {
        let mut new = picture(&document, 0);
        for (n, texel) in new.texels.iter_mut().enumerate() {
            *texel = [(n * 2) as u8, (n * 2) as u8, (n * 2) as u8, 255];
        }
        let error = |palette| {
            let changed = put(&document, "texture 0", &new, palette).unwrap();
            let with = AssetFile::content("new.png", Replacement::Picture(new.clone()));
            fidelity(&changed, "texture 0", &with).unwrap()
        };
        let (kept, made) = (error(PaletteUse::Keep), error(PaletteUse::Rebuild));
        assert!(made.mean < kept.mean && made.most <= 16, "{made:?} {kept:?}");
    }
}

#[test]
fn larger_packed_image_moves_following_data() {
    use ssh::{Picture as Stored, Stored as Texels};
    let grey: Vec<[u8; 4]> = (0..=255).map(|n| [n, n, n, 128]).collect();
    let flat = |name: &[u8; 4]| {
        let texels = Texels::Eight(vec![3; 1024], grey.clone());
        Stored { packed: true, ..Stored::new(*name, 32, 32, texels) }
    };
    let bytes = ssh::file(&[flat(b"one "), flat(b"two ")]);
    let document = open::<Sheet>("rider.ssh", bytes);
    let mut new = picture(&document, 0);
    let mut state = 7u32;
    for texel in &mut new.texels {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        *texel = [[(state >> 24) as u8; 3].as_slice(), &[255]].concat().try_into().unwrap();
    }
    let changed = put(&document, "images[0]", &new, PaletteUse::Keep).unwrap();
    assert!(changed.source.len() > document.source.len() + 500);
    assert_eq!(picture(&changed, 0), new);
    assert_eq!(picture(&changed, 1), picture(&document, 1));
    assert_eq!(changed.problems.iter().count(), document.problems.iter().count());
    let size = u32::from_le_bytes(*changed.source.bytes()[4..].first_chunk().unwrap());
    assert_eq!(u64::from(size), changed.source.len());
}

#[test]
fn accepts_other_size_if_format_can_store_it() {
    let document = opened_library();
    let sized = |width, height| Picture {
        width,
        height,
        texels: vec![[255, 255, 255, 255]; (width * height) as usize],
        palette: PaletteUse::Shared,
        shown_in: None,
    };
    let changed = put(&document, "textures[0]", &sized(13, 9), PaletteUse::Shared).unwrap();
    assert_eq!(picture(&changed, 0).texels, sized(13, 9).texels);
    assert_eq!(picture(&changed, 3), picture(&document, 3));
    let refused = |asset: &str, w, h| {
        put(&document, asset, &sized(w, h), PaletteUse::Keep).unwrap_err().to_string()
    };
    assert!(refused("textures[0]", 257, 1).contains("1 to 256 texels per side"));
    assert!(refused("textures[3]", 4, 4).contains("expected a picture of 8 × 8"));
    let tim = &tims()[0];
    let refused = put(tim, "image", &sized(4, 4), PaletteUse::Keep).unwrap_err().to_string();
    assert!(refused.contains("expected a picture of 8 × 8"), "{refused}");
}

#[test]
fn rebuilds_mip_levels_of_powervr_textures() {
    // Twiddled words of 5, 6 and 5 bits with mip levels: 4 × 4.
    let format = 0x0201;
    let needed = powervr::needed(format, 4, 4).unwrap();
    let red = vec![[255, 0, 0, 255]; 16];
    let made = powervr::encode(format, 4, 4, &red, &vec![0; needed]).unwrap();
    assert_eq!(powervr::decode(format, 4, 4, &made).unwrap(), red);
    assert_eq!(made[..2], [0, 0], "the bytes before the levels are kept");
    assert!(made[2..].chunks(2).all(|word| word == [0x00, 0xF8]), "{made:x?}");
}
