//! Pseudo-random numbers that are the same on every machine.

use super::maths::ease;

/// Hash of a position.
pub fn hash(x: i64, y: i64, seed: u64) -> u64 {
    let mut h = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15)
        ^ (x as u64).wrapping_mul(0xBF58_476D_1CE4_E5B9)
        ^ (y as u64).wrapping_mul(0x94D0_49BB_1331_11EB);
    h ^= h >> 31;
    h = h.wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^= h >> 29;
    h = h.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    h ^ (h >> 32)
}

/// Number from 0 to 1 for a position.
pub fn unit(x: i64, y: i64, seed: u64) -> f64 {
    (hash(x, y, seed) >> 40) as f64 / f64::from(1 << 24)
}

/// Smooth noise, 0 to 1, that repeats every `period` steps.
pub fn smooth(x: f64, y: f64, period: i64, seed: u64) -> f64 {
    let (x0, y0) = (x.floor(), y.floor());
    let (fx, fy) = (ease(x - x0), ease(y - y0));
    let at = |dx: i64, dy: i64| {
        let wrap = |v: f64, d: i64| (v as i64 + d).rem_euclid(period);
        unit(wrap(x0, dx), wrap(y0, dy), seed)
    };
    let top = at(0, 0) + (at(1, 0) - at(0, 0)) * fx;
    let bottom = at(0, 1) + (at(1, 1) - at(0, 1)) * fx;
    top + (bottom - top) * fy
}

/// Four octaves of smooth noise over a square of `size` texels, which it tiles; the coarsest grid
/// has `cells` cells.
pub fn cloudy(x: f64, y: f64, size: f64, cells: i64, seed: u64) -> f64 {
    let mut sum = 0.0;
    let mut weight = 0.5;
    let mut period = cells;
    for octave in 0..4 {
        let scale = period as f64 / size;
        sum += weight * smooth(x * scale, y * scale, period, seed + octave);
        weight *= 0.5;
        period *= 2;
    }
    sum / 0.9375
}
