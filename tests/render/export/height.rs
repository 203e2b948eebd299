use std::sync::Arc;

use gouraud::export::height::{csv, png};
use gouraud::scene::{HeightData, HeightField, HeightRaster, Origin};

/// A ramp of 2 × 2 samples.
struct Ramp;

impl HeightData for Ramp {
    fn vertices(&self) -> Vec<[f64; 3]> {
        vec![[0.0, 0.0, -1.5], [0.25, 0.0, 100.0 / 3.0], [-0.0, 0.25, 123456789.0]]
    }
    fn raster(&self, _: u32) -> HeightRaster {
        HeightRaster { width: 2, height: 2, heights: vec![-1.0, 0.0, 0.5, 1.0], step: 0.25 }
    }
}

fn field() -> HeightField {
    HeightField {
        name: "ramp".to_owned(),
        vertices: 3,
        data: Arc::new(Ramp),
        origin: Origin::default(),
    }
}

#[test]
fn writes_a_line_per_vertex() {
    let text = String::from_utf8(csv(&field())).unwrap();
    assert_eq!(text, "x,y,height\n0,0,-1.5\n0.25,0,33.3333333333\n0,0.25,123456789\n");
}

#[test]
fn uses_the_full_16_bit_range() {
    let bytes = png(&field()).unwrap();
    let mut reader = ::png::Decoder::new(std::io::Cursor::new(bytes)).read_info().unwrap();
    let mut pixels = vec![0; reader.output_buffer_size().unwrap()];
    reader.next_frame(&mut pixels).unwrap();
    assert_eq!(pixels, [0, 0, 0x80, 0, 0xBF, 0xFF, 0xFF, 0xFF]);
    let texts = &reader.info().uncompressed_latin1_text;
    let message: Vec<_> = texts.iter().map(|t| (t.keyword.as_str(), t.text.as_str())).collect();
    assert_eq!(message, [("lowest", "-1"), ("highest", "1"), ("step", "0.25")]);
}
