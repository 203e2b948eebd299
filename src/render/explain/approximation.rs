//! Powers and logarithms to base 2, with the polynomials of the software adapter.

/// Coefficients of 2ˣ for x from 0 to 1.
const EXP2: [f32; 6] =
    [1.0, 0.693_153_1, 0.240_153_61, 0.055_826_318, 0.008_989_34, 0.001_877_576_7];

/// Coefficients of log₂((1 + √x) / (1 − √x)) / √x.
const LOG2: [f32; 5] = [2.885_39, 0.961_791_6, 0.577_440_3, 0.403_343_86, 0.406_718_05];

/// Approximation of 2ˣ.
pub fn exp2(x: f32) -> f32 {
    let x = x.clamp(-126.999_99, 128.0);
    let whole = x.floor();
    let power = f32::from_bits(((whole as i32 + 127) as u32) << 23);
    power * polynomial(x - whole, &EXP2)
}

/// Approximation of log₂ x, for positive numbers.
fn log2(x: f32) -> f32 {
    let exponent = (x.to_bits() >> 23) as f32 - 127.0;
    let mantissa = f32::from_bits(x.to_bits() & 0x7F_FFFF | 1.0f32.to_bits());
    let y = (mantissa - 1.0) / (mantissa + 1.0);
    y.mul_add(polynomial(y * y, &LOG2), exponent)
}

/// Approximation of xʸ.
pub fn pow(x: f32, y: f32) -> f32 {
    if x == 0.0 { 0.0 } else { exp2(log2(x) * y) }
}

/// Adds even and odd powers separately.
fn polynomial(x: f32, coefficients: &[f32]) -> f32 {
    let square = x * x;
    let sum = |first: usize| {
        let powers = coefficients.iter().skip(first).step_by(2).rev();
        powers.copied().reduce(|sum, next| square.mul_add(sum, next)).unwrap_or(0.0)
    };
    sum(1).mul_add(x, sum(0))
}
