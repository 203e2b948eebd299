//! Fast formatting of numbers for large text files, with the same result as `write!`.

use std::fmt::Write;

/// Appends an integer.
pub fn push_whole(text: &mut String, number: u32) {
    let mut digits = [b'0'; 10];
    let (mut rest, mut first) = (number, digits.len());
    for (at, digit) in digits.iter_mut().enumerate().rev() {
        *digit = b'0' + (rest % 10) as u8;
        (rest, first) = (rest / 10, at);
        if rest == 0 {
            break;
        }
    }
    text.extend(digits.iter().skip(first).map(|digit| char::from(*digit)));
}

/// Appends a number as `{:.4}` formats it.
pub fn push_fourth(text: &mut String, number: f32) {
    // Exact: the product of a 24-bit and a 14-bit number.
    let parts = (f64::from(number) * 10_000.0).round_ties_even();
    if !(0.0..=1e9).contains(&parts) || number.is_sign_negative() {
        let _ = write!(text, "{number:.4}");
        return;
    }
    let parts = parts as u32;
    push_whole(text, parts / 10_000);
    text.push('.');
    let digits = [1000, 100, 10, 1].map(|of| char::from(b'0' + (parts / of % 10) as u8));
    text.extend(digits);
}
