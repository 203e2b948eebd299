// Where a face is on the screen, computed once for its four corners.

struct ScreenFace {
    clip: array<vec4f, 4>,
    id: u32,
    face: u32,
    // The top bit: seen from behind.
    state: u32,
    flags: u32,
}

const FROM_BEHIND = 0x80000000u;

// ScreenFace.flags
const IS_TRIANGLE = 1u;
const IS_AFFINE = 2u;
const IS_DRAWN = 4u;

// How often the sides of a face are halved (ps1-rendering 7.1), in ScreenFace.flags.
fn halvings(flags: u32) -> u32 { return (flags >> 3u) & 3u; }
