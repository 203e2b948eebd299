//! Layers of overlapping transparent faces.

use std::ops::Range;

use gouraud::render::LayerMap;
use proptest::prelude::*;

const SIZE: usize = 6;

/// Highest layers drawn over a pixel: of transparent faces, and of any.
#[derive(Clone, Copy, Default)]
struct Layers {
    transparent: u8,
    any: u8,
}

/// Layer according to the definition: every pixel is examined and changed.
fn add_plainly(pixels: &mut [Layers], spans: &[(usize, Range<usize>)], transparent: bool) -> u8 {
    let covered: Vec<usize> = spans
        .iter()
        .flat_map(|(row, columns)| columns.clone().map(move |column| row * SIZE + column))
        .collect();
    let layers = covered.iter().map(|at| pixels[*at]);
    let layer = layers.map(|pixel| pixel.any.max(pixel.transparent + u8::from(transparent)));
    let layer = layer.max().unwrap_or(0).min(16);
    for at in covered {
        pixels[at].any = layer;
        if transparent {
            pixels[at].transparent = layer;
        }
    }
    layer
}

/// Rows and columns of a rectangle, which may be the whole picture.
fn any_rectangle() -> impl Strategy<Value = [usize; 4]> {
    let some = [0..SIZE, 0..SIZE, 1..SIZE + 1, 1..SIZE + 1];
    prop_oneof![3 => some, 1 => Just([0, 0, SIZE, SIZE])]
}

proptest! {
    #[test]
    fn layers_equal_those_of_every_pixel(
        faces in prop::collection::vec((any_rectangle(), any::<bool>()), 0..60),
    ) {
        let mut map = LayerMap::new(SIZE, SIZE);
        let mut pixels = vec![Layers::default(); SIZE * SIZE];
        for ([top, left, bottom, right], transparent) in faces {
            let rows = top..bottom;
            let spans: Vec<(usize, Range<usize>)> =
                rows.filter(|_| left < right).map(|row| (row, left..right)).collect();
            let wanted = add_plainly(&mut pixels, &spans, transparent);
            let layer = match [top, left, bottom, right] == [0, 0, SIZE, SIZE] {
                true => map.add_everywhere(transparent),
                false => map.add(&spans, transparent),
            };
            prop_assert_eq!(layer, wanted);
        }
    }
}
