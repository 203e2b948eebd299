// The PlayStation's colour arithmetic: integers, 5 bits per channel. Shared by all passes.

// Added to the 8-bit value before truncation, by [y & 3][x & 3] of the frame buffer pixel:
//   -4  0 -3  1
//    2 -2  3 -1
//   -3  1 -4  0
//    3 -1  2 -2
// Each plus 4 as a hex digit, first row and column lowest; an array would be copied for every
// pixel by some drivers.
const DITHER = vec2u(0x37265140u, 0x26374051u);

fn dither(cell: vec2u) -> i32 {
    let rows = select(DITHER.x, DITHER.y, (cell.y & 2u) != 0u);
    return i32((rows >> ((cell.y & 1u) * 16u + (cell.x & 3u) * 4u)) & 15u) - 4;
}

// Effect of a corner colour on a texel (scene::ColourScale).
const MODULATE_128 = 0u;
const MODULATE_255 = 1u;
const RAW = 2u;

// Channels of a 15-bit word.
fn channels5(word: u32) -> vec3i {
    return vec3i(vec3u(word, word >> 5u, word >> 10u) & vec3u(31u));
}

// For display: round(v * 255 / 31).
fn expand5(v: vec3i) -> vec3i {
    return (v * 527 + 23) >> vec3u(6u);
}

// A 5-bit texel modulated by an 8-bit colour: about 8 bits, up to 494.
fn modulate5(t5: vec3i, c8: vec3i, scale: u32) -> vec3i {
    if (scale == MODULATE_255) {
        return (t5 * c8 * 8) / 255;
    }
    return (t5 * c8) >> vec3u(4u);
}

// Modulates 8-bit texels, for pictures that are not truncated.
fn modulate8(t8: vec3i, c8: vec3i, scale: u32) -> vec3i {
    if (scale == MODULATE_255) {
        return (t8 * c8 + 127) / 255;
    }
    return min(vec3i(255), (t8 * c8) >> vec3u(7u));
}

// Dithers, truncates and clamps to 5 bits.
fn quantise(v: vec3i, cell: vec2u, dithered: bool) -> vec3i {
    let d = select(0, dither(cell), dithered);
    return clamp((v + vec3i(d)) >> vec3u(3u), vec3i(0), vec3i(31));
}
