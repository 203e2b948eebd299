//! Sines and easing from sums and products only, the same on every machine.

/// Eases 0 to 1 with level ends.
pub fn ease(t: f64) -> f64 {
    let t = t.clamp(0.0, 1.0);
    t * t * (3.0 - 2.0 * t)
}

/// 0 below `low`, 1 above `high`, eased between.
pub fn step(low: f64, high: f64, v: f64) -> f64 {
    ease((v - low) / (high - low))
}

/// Sine of an angle in turns, from sums and products only.
pub fn sin(turns: f64) -> f64 {
    let t = turns - turns.floor();
    // Reduced to a quarter turn on either side of zero.
    let t = if t > 0.75 {
        t - 1.0
    } else if t > 0.25 {
        0.5 - t
    } else {
        t
    };
    let x = t * std::f64::consts::TAU;
    let s = x * x;
    let series = 1.0 - s / 72.0 * (1.0 - s / 110.0 * (1.0 - s / 156.0 * (1.0 - s / 210.0)));
    x * (1.0 - s / 6.0 * (1.0 - s / 20.0 * (1.0 - s / 42.0 * series)))
}

pub fn cos(turns: f64) -> f64 {
    sin(turns + 0.25)
}

/// Length of a vector in the plane.
pub fn length(x: f64, y: f64) -> f64 {
    (x * x + y * y).sqrt()
}

/// A value at a time, eased from key to key; `keys` are times and values.
pub fn keyed(t: f64, keys: &[(f64, f64)]) -> f64 {
    let mut last = keys[0];
    for key in keys {
        if t < key.0 {
            return last.1 + (key.1 - last.1) * ease((t - last.0) / (key.0 - last.0));
        }
        last = *key;
    }
    last.1
}
