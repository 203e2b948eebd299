use proptest::prelude::*;

use gouraud::codec::aica_adpcm::*;

use super::bytes;

#[test]
fn decodes_vector_of_document() {
    assert_eq!(
        decode(&bytes("0817F0779988AB3C7F8001")),
        [
            -15, 0, 238, 352, 386, -73, 1027, 3665, 2400, 1264, 924, 619, -1303, -2536, -4529,
            -2670, -6249, 2334, 3706, 2473, 5796, 6791
        ]
    );
}

proptest! {
    #[test]
    fn decodes_two_samples_per_byte(stream: Vec<u8>) {
        prop_assert_eq!(decode(&stream).len(), stream.len() * 2);
    }
}

#[test]
fn encodes_tone_with_little_noise() {
    let samples: Vec<i16> = (0..2801).map(|i| ((i as f32 * 0.06).sin() * 9_000.0) as i16).collect();
    let decoded = decode(&encode(&samples));
    assert_eq!(decoded.len(), 2802);
    let square = |value: i32| f64::from(value).powi(2);
    let pairs = decoded.iter().zip(&samples);
    let error: f64 = pairs.map(|(is, was)| square(i32::from(*is) - i32::from(*was))).sum();
    let power: f64 = samples.iter().map(|s| square((*s).into())).sum();
    assert!(power / error > 300.0, "{:.0} : 1", power / error);
}
