//! Downscaling of pictures.

/// Scales a picture from `from` to `to` texels, neither side longer: each texel is the mean of those it
/// covers. If most of these are transparent it is transparent; otherwise transparent ones are ignored.
pub fn shrunk(texels: &[[u8; 4]], from: (u32, u32), to: (u32, u32)) -> Vec<[u8; 4]> {
    let cover = |at: u32, from: u32, to: u32| {
        let edge = |at: u32| u64::from(at) * u64::from(from) / u64::from(to.max(1));
        let start = edge(at);
        start..edge(at + 1).max(start + 1)
    };
    let width = u64::from(from.0);
    let texel = |x: u64, y: u64| usize::try_from(y * width + x).ok().and_then(|at| texels.get(at));
    let mean = |x: u32, y: u32| {
        let (mut sum, mut drawn, mut clear) = ([0u64; 4], 0u64, 0u64);
        for y in cover(y, from.1, to.1) {
            for texel in cover(x, from.0, to.0).filter_map(|x| texel(x, y)) {
                if texel.ends_with(&[0]) {
                    clear += 1;
                    continue;
                }
                drawn += 1;
                for (sum, channel) in sum.iter_mut().zip(texel) {
                    *sum += u64::from(*channel);
                }
            }
        }
        if clear > drawn || drawn == 0 {
            return [0; 4];
        }
        sum.map(|sum| u8::try_from((sum + drawn / 2) / drawn).unwrap_or(u8::MAX))
    };
    (0..to.1).flat_map(|y| (0..to.0).map(move |x| (x, y))).map(|(x, y)| mean(x, y)).collect()
}
