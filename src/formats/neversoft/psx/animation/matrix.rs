//! Bones of plain clips: a rotation matrix and a translation in every stored frame (section 16.2).

use crate::bytes::Hint;

crate::record! {
    /// A bone in a stored frame.
    pub struct Matrix {
        /// Row-major.
        pub rotation: [i16; 9] => Hint::Fixed(12),
        /// Position in model space, in sixteenths.
        pub translation: [i16; 3],
    }
}

impl Matrix {
    /// Interpolates each number towards `next` by `amount`/4096. As in the game, the shift rounds down.
    pub fn towards(&self, next: &Self, amount: i32) -> Self {
        // No overflow: the difference of two 16-bit numbers times a 12-bit amount.
        let mix = |a: i16, b: i16| {
            let way = (i32::from(b) - i32::from(a)) * amount;
            (i32::from(a) + (way >> 12)) as i16
        };
        let (mut rotation, mut translation) = (self.rotation, self.translation);
        rotation.iter_mut().zip(next.rotation).for_each(|(a, b)| *a = mix(*a, b));
        translation.iter_mut().zip(next.translation).for_each(|(a, b)| *a = mix(*a, b));
        Self { rotation, translation }
    }

    /// `true` if the rows are roughly orthonormal.
    pub fn is_rotation(&self) -> bool {
        let [a, b, c, d, e, f, g, h, i] = self.rotation.map(i64::from);
        let rows = [[a, b, c], [d, e, f], [g, h, i]];
        let dot = |p: [i64; 3], q: [i64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        // Tolerance of 1/16: rounding errors are far below, other data far above.
        let near = |dot: i64, wanted: i64| (dot - wanted).abs() < ONE * ONE / 16;
        rows.iter().all(|row| near(dot(*row, *row), ONE * ONE))
            && near(dot(rows[0], rows[1]), 0)
            && near(dot(rows[1], rows[2]), 0)
            && near(dot(rows[2], rows[0]), 0)
    }
}

/// 1.0 in a rotation.
const ONE: i64 = 4096;

/// Number of stored frames of a clip: one of every `tween + 1`.
pub fn stored(frames: u16, tween: u16) -> usize {
    match usize::from(frames) {
        0 => 0,
        frames => (frames - 1) / (usize::from(tween) + 1) + 1,
    }
}

/// Indices of the stored frames around a frame, and its position between them in 1/4096. After the last
/// stored frame the clip interpolates to the first, as in a looping clip. A clip that is played once
/// would extrapolate instead; the game makes this choice, not the file.
pub fn between(frame: usize, frames: u16, tween: u16) -> (usize, usize, i32) {
    let (frames, interval) = (usize::from(frames), usize::from(tween) + 1);
    let key = frame / interval;
    let start = key * interval;
    let (next, length) = if start + interval < frames {
        (key + 1, interval)
    } else {
        (0, frames.max(start + 1) - start)
    };
    // Both are below 65536.
    (key, next, ((frame - start) as i32 * 4096) / length as i32)
}
