use gouraud::codec::dsp_adpcm::*;

#[test]
fn decodes_frames_of_the_format_document() {
    let mut coefficients = Coefficients::default();
    coefficients[1] = [2048, 0];
    let first = [0x03, 0x1F, 0x2E, 0, 0, 0, 0, 0];
    let second = [0x13, 0x11, 0xF0, 0, 0, 0, 0, 0x01];
    let alone = decode(&first, &coefficients);
    assert_eq!(alone[..5], [8, -8, 16, -16, 0]);
    let all = decode(&[first, second].concat(), &coefficients);
    assert_eq!(all[14..18], [8, 16, 8, 8]);
    assert_eq!(all[26..], [8, 16]);
}

#[test]
fn wraps_coefficient_indices_and_decodes_truncated_frames() {
    let coefficients = [[2048, 0]; 8];
    assert_eq!(decode(&[0x93, 0x10], &coefficients), [8, 8]);
    assert_eq!((samples(8), samples(10), samples(9)), (14, 16, 14));
}

#[test]
fn decoding_comes_near_to_the_encoded_samples() {
    let wave: Vec<i16> = (0..140).map(|i| ((f64::from(i) * 0.2).sin() * 9000.0) as i16).collect();
    let (coefficients, data) = encode(&wave);
    let again = decode(&data, &coefficients);
    assert_eq!(again.len(), 140);
    assert!(wave.iter().zip(&again).all(|(a, b)| (i32::from(*a) - i32::from(*b)).abs() < 400));
}
