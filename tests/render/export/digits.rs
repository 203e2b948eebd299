use gouraud::export::digits::{push_fourth, push_whole};

#[test]
fn formats_numbers_like_write() {
    for number in (0..3000).chain([u32::MAX, 1_000_000_000, 99_999, 100_000]) {
        let mut text = String::new();
        push_whole(&mut text, number);
        assert_eq!(text, number.to_string());
    }
    // Includes ties: 1/32 has five decimals.
    let shares = (0..=4096).map(|part| part as f32 / 4096.0);
    let bytes = (0..=255).map(|byte| byte as f32 / 255.0);
    let others = [1e-9, 12345.678, 3e8, -0.5, -0.0, f32::INFINITY, f32::NAN, 99999.99];
    for number in shares.chain(bytes).chain(others) {
        let mut text = String::new();
        push_fourth(&mut text, number);
        assert_eq!(text, format!("{number:.4}"));
    }
}
