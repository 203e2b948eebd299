// Screen position of a face, computed once for its four corners.

struct ScreenFace {
    clip: array<vec4f, 4>,
    id: u32,
    face: u32,
    // Top bit: back face.
    state: u32,
    flags: u32,
}

const FROM_BEHIND = 0x80000000u;

// ScreenFace.flags
const IS_TRIANGLE = 1u;
const IS_AFFINE = 2u;
const IS_DRAWN = 4u;

// Number of halvings of a face's sides (ps1-rendering 7.1), from ScreenFace.flags.
fn halvings(flags: u32) -> u32 { return (flags >> 3u) & 3u; }
