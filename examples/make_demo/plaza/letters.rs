//! Capital letters as strokes on a grid of 4 × 6, for paint and for neon.

/// From (0, 0) at the bottom left to (4, 6).
pub type Point = [f64; 2];

/// Width of a letter including its spacing.
pub const ADVANCE: f64 = 5.4;

/// Strokes of a letter; empty for letters that are not used here.
fn strokes(letter: char) -> &'static [&'static [Point]] {
    match letter {
        'A' => &[
            &[[0., 0.], [0., 4.], [1., 6.], [3., 6.], [4., 4.], [4., 0.]],
            &[[0., 2.4], [4., 2.4]],
        ],
        'C' => &[&[[4., 5.], [3., 6.], [1., 6.], [0., 5.], [0., 1.], [1., 0.], [3., 0.], [4., 1.]]],
        'D' => &[&[[0., 0.], [0., 6.], [2.6, 6.], [4., 4.6], [4., 1.4], [2.6, 0.], [0., 0.]]],
        'E' => &[&[[4., 6.], [0., 6.], [0., 0.], [4., 0.]], &[[0., 3.], [3.2, 3.]]],
        'G' => &[&[
            [4., 5.],
            [3., 6.],
            [1., 6.],
            [0., 5.],
            [0., 1.],
            [1., 0.],
            [3., 0.],
            [4., 1.],
            [4., 3.],
            [2.2, 3.],
        ]],
        'K' => &[&[[0., 0.], [0., 6.]], &[[4., 6.], [0., 2.8]], &[[1.4, 3.8], [4., 0.]]],
        'L' => &[&[[0., 6.], [0., 0.], [4., 0.]]],
        'M' => &[&[[0., 0.], [0., 6.], [2., 3.], [4., 6.], [4., 0.]]],
        'N' => &[&[[0., 0.], [0., 6.], [4., 0.], [4., 6.]]],
        'O' => &[&[
            [1., 0.],
            [3., 0.],
            [4., 1.],
            [4., 5.],
            [3., 6.],
            [1., 6.],
            [0., 5.],
            [0., 1.],
            [1., 0.],
        ]],
        'P' => &[&[[0., 0.], [0., 6.], [3., 6.], [4., 5.], [4., 3.8], [3., 2.8], [0., 2.8]]],
        'R' => &[
            &[[0., 0.], [0., 6.], [3., 6.], [4., 5.], [4., 3.8], [3., 2.8], [0., 2.8]],
            &[[2., 2.8], [4., 0.]],
        ],
        'S' => &[&[
            [4., 5.],
            [3., 6.],
            [1., 6.],
            [0., 5.],
            [0., 4.],
            [1., 3.2],
            [3., 2.8],
            [4., 2.],
            [4., 1.],
            [3., 0.],
            [1., 0.],
            [0., 1.],
        ]],
        'T' => &[&[[0., 6.], [4., 6.]], &[[2., 6.], [2., 0.]]],
        'U' => &[&[[0., 6.], [0., 1.], [1., 0.], [3., 0.], [4., 1.], [4., 6.]]],
        'Z' => &[&[[0., 6.], [4., 6.], [0., 0.], [4., 0.]]],
        _ => &[],
    }
}

/// All line segments of a word, from left to right.
pub fn segments(word: &str) -> Vec<[Point; 2]> {
    let mut all = Vec::new();
    for (number, letter) in word.chars().enumerate() {
        let left = number as f64 * ADVANCE;
        for stroke in strokes(letter) {
            let pieces = stroke.windows(2);
            all.extend(pieces.map(|p| [[p[0][0] + left, p[0][1]], [p[1][0] + left, p[1][1]]]));
        }
    }
    all
}

/// Distance of a point from the strokes of a word.
pub fn distance(segments: &[[Point; 2]], p: Point) -> f64 {
    let far = |[a, b]: &[Point; 2]| {
        let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
        let t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy);
        let t = t.clamp(0.0, 1.0);
        let (x, y) = (a[0] + t * dx - p[0], a[1] + t * dy - p[1]);
        (x * x + y * y).sqrt()
    };
    segments.iter().map(far).fold(f64::INFINITY, f64::min)
}
