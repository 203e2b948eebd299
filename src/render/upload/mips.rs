//! Mipmaps of a texture: half the size along each side, down to one texel.

/// Number of mipmaps below a texture of this size.
pub fn levels(width: u32, height: u32) -> u32 {
    width.max(height).max(1).ilog2()
}

/// Number of texels of all levels, including the texture itself.
pub fn texels(mut width: u32, mut height: u32) -> u64 {
    let mut total = u64::from(width) * u64::from(height);
    for _ in 0..levels(width, height) {
        (width, height) = half(width, height);
        total += u64::from(width) * u64::from(height);
    }
    total
}

/// Same as `level_of` in `texels.wgsl`.
fn half(width: u32, height: u32) -> (u32, u32) {
    ((width / 2).max(1), (height / 2).max(1))
}

/// Appends all mipmaps to texels of this size.
pub fn append(colours: &mut Vec<[u8; 4]>, mut width: u32, mut height: u32) {
    let mut start = 0;
    for _ in 0..levels(width, height) {
        let smaller = halved(colours.get(start..).unwrap_or_default(), width, height);
        start = colours.len();
        colours.extend(smaller);
        (width, height) = half(width, height);
    }
}

fn halved(colours: &[[u8; 4]], width: u32, height: u32) -> Vec<[u8; 4]> {
    let (w, h) = half(width, height);
    let at = |x: u32, y: u32| {
        let index = y.min(height - 1) as usize * width as usize + x.min(width - 1) as usize;
        colours.get(index).copied().unwrap_or_default()
    };
    let texel = |x: u32, y: u32| average([at(x, y), at(x + 1, y), at(x, y + 1), at(x + 1, y + 1)]);
    (0..h).flat_map(|y| (0..w).map(move |x| (x * 2, y * 2))).map(|(x, y)| texel(x, y)).collect()
}

/// Weights colours by alpha, so that the colour of transparent texels does not show.
pub fn average(four: [[u8; 4]; 4]) -> [u8; 4] {
    let alpha: u32 = four.iter().map(|colour| u32::from(colour[3])).sum();
    let seen = |colour: &[u8; 4]| if alpha == 0 { 1 } else { u32::from(colour[3]) };
    let whole = if alpha == 0 { 4 } else { alpha };
    let channel = |i: usize| {
        let sum: u32 = four.iter().map(|colour| u32::from(colour[i]) * seen(colour)).sum();
        ((sum + whole / 2) / whole) as u8
    };
    [channel(0), channel(1), channel(2), ((alpha + 2) / 4) as u8]
}
