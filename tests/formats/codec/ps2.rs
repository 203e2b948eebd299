use gouraud::codec::ps2::*;

#[test]
fn swaps_middle_of_each_32_palette_entries() {
    let pairs = [(8, 16), (15, 23), (24, 24), (40, 48), (7, 7)];
    for (a, b) in pairs {
        assert_eq!((clut_index(a), clut_index(b)), (b, a));
    }
    assert!((0..=255).all(|index| clut_index(clut_index(index)) == index));
}

#[test]
fn decodes_8_bit_texels_of_document() {
    let row = |y| (0..16).map(|x| place8(x, y, 16, 16).unwrap()).collect::<Vec<_>>();
    assert_eq!(row(0), [0, 4, 8, 12, 16, 20, 24, 28, 2, 6, 10, 14, 18, 22, 26, 30]);
    assert_eq!(row(2), [17, 21, 25, 29, 1, 5, 9, 13, 19, 23, 27, 31, 3, 7, 11, 15]);
    let mut all: Vec<usize> = (0..16).flat_map(row).collect();
    all.sort_unstable();
    assert_eq!(all, (0..256).collect::<Vec<_>>());
    assert_eq!(place8(0, 0, 8, 16), None);
}

#[test]
fn maps_4_bit_texels_of_page_to_distinct_offsets() {
    for (width, height) in [(128, 128), (32, 128)] {
        let texels = (0..height).flat_map(|y| (0..width).map(move |x| (x, y)));
        let mut all: Vec<_> = texels.map(|(x, y)| place4(x, y, width, height).unwrap()).collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), width * height, "{width} × {height}");
        assert_eq!(all.last().unwrap().0, width * height / 2 - 1);
    }
}

#[test]
fn doubles_alpha_with_saturation() {
    assert_eq!([0, 64, 127, 128, 200].map(alpha), [0, 128, 254, 255, 255]);
}
