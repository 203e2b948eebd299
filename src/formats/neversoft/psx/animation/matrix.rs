//! Bones of plain clips: a rotation matrix and a translation in every stored frame (section 16.2).

use crate::bytes::Hint;

crate::record! {
    /// A bone in a stored frame.
    pub struct Matrix {
        /// Row by row.
        pub rotation: [i16; 9] => Hint::Fixed(12),
        /// Position in the model, in sixteenths.
        pub translation: [i16; 3],
    }
}

impl Matrix {
    /// Part of the way to `next`, in 1/4096, number by number. The game's arithmetic: the shift
    /// rounds down.
    pub fn towards(&self, next: &Self, amount: i32) -> Self {
        // Between two 16-bit numbers, or beyond by the 12 bits of the amount: no overflow.
        let mix = |a: i16, b: i16| {
            let way = (i32::from(b) - i32::from(a)) * amount;
            (i32::from(a) + (way >> 12)) as i16
        };
        let (mut rotation, mut translation) = (self.rotation, self.translation);
        rotation.iter_mut().zip(next.rotation).for_each(|(a, b)| *a = mix(*a, b));
        translation.iter_mut().zip(next.translation).for_each(|(a, b)| *a = mix(*a, b));
        Self { rotation, translation }
    }

    /// True where the rows are about as long as those of a rotation and stand about at right angles.
    pub fn is_rotation(&self) -> bool {
        let [a, b, c, d, e, f, g, h, i] = self.rotation.map(i64::from);
        let rows = [[a, b, c], [d, e, f], [g, h, i]];
        let dot = |p: [i64; 3], q: [i64; 3]| p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
        // A sixteenth of one; rounding is far below, other data far above.
        let near = |dot: i64, wanted: i64| (dot - wanted).abs() < ONE * ONE / 16;
        rows.iter().all(|row| near(dot(*row, *row), ONE * ONE))
            && near(dot(rows[0], rows[1]), 0)
            && near(dot(rows[1], rows[2]), 0)
            && near(dot(rows[2], rows[0]), 0)
    }
}

/// 1 in a rotation.
const ONE: i64 = 4096;

/// How many of a clip's frames are stored: every one of `tween + 1`.
pub fn stored(frames: u16, tween: u16) -> usize {
    match usize::from(frames) {
        0 => 0,
        frames => (frames - 1) / (usize::from(tween) + 1) + 1,
    }
}

/// Between which stored frames a frame lies, and how far along in 1/4096. Behind the last stored
/// frame the way leads back to the first: what a clip that goes round does. One that is played once
/// goes on as before instead; which of both is the game's choice and not in the file.
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
