// Texture lookup. Shared by the passes that draw textures.

@group(1) @binding(6) var<storage, read> texels: array<u32>;
@group(1) @binding(7) var<storage, read> palettes: array<u32>;

// scene::TexelFormat; 4 and 8 bits have the same value.
const INDEXED = 0u;
const DIRECT_15 = 1u;
const RGBA_8 = 2u;

const STP = 0x8000u;

// Keeps a coordinate exactly on a boundary there in spite of rounding.
const TIE = 1.0 / 4096.0;

struct Texel {
    // With 5 bits per channel, and with 8.
    c5: vec3i,
    c8: vec3i,
    alpha: f32,
    hole: bool,
    stp: bool,
}

fn texel_of_word(word: u32) -> Texel {
    let c5 = channels5(word);
    return Texel(c5, expand5(c5), 1.0, word == 0u, (word & STP) != 0u);
}

fn wrapped(v: f32, size: u32) -> u32 {
    let s = f32(size);
    return min(u32(max(v - floor(v / s) * s, 0.0)), size - 1u);
}

fn texel_at(state: State, uv: vec2f) -> Texel {
    let x = wrapped(floor(uv.x), state.width);
    let y = wrapped(floor(uv.y), state.height);
    let i = y * state.width + x;
    let format = texel_format(state.flags);
    //@if INDEXED
    if (format == INDEXED) {
        let index = (texels[state.texels + i / 4u] >> ((i & 3u) * 8u)) & 255u;
        if ((state.flags & GREY_RAMP) != 0u) {
            let grey = min(31u, index * 31u / max(state.entries - 1u, 1u));
            return texel_of_word(grey * 0x421u | STP);
        }
        if (index >= state.entries) {
            return texel_of_word(0u);
        }
        return texel_of_word(palettes[state.palette + index]);
    }
    //@end
    //@if DIRECT
    if (format == DIRECT_15) {
        return texel_of_word((texels[state.texels + i / 2u] >> ((i & 1u) * 16u)) & 0xFFFFu);
    }
    //@end
    //@if RGBA
    if (format == RGBA_8) {
        let rgba = vec4i((vec4u(texels[state.texels + i]) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
        let between = rgba.a > 0 && rgba.a < 255;
        return Texel(rgba.rgb >> vec3u(3u), rgba.rgb, f32(rgba.a) / 255.0, rgba.a == 0, between);
    }
    //@end
    return Texel(vec3i(0), vec3i(0), 1.0, false, true);
}

// The normal of a texel: x along u, y along v, z away from the surface.
fn normal_of(state: State, uv: vec2f) -> vec3f {
    let x = wrapped(floor(uv.x), state.width);
    let y = wrapped(floor(uv.y), state.height);
    let word = texels[state.normals + y * state.width + x];
    let stored = vec3f((vec3u(word) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    return stored / 127.5 - 1.0;
}

// Maximum number of samples in each direction.
const MAX_TAPS = 4.0;

// A mipmap of a texture. Each has half the side of the previous one; they are stored consecutively.
fn level_of(state: State, level: u32) -> State {
    var small = state;
    for (var i = 0u; i < level; i++) {
        small.texels += small.width * small.height;
        small.width = max(small.width / 2u, 1u);
        small.height = max(small.height / 2u, 1u);
    }
    return small;
}

// The logarithm to base 2 of a number from 1, without its fraction. Adapters approximate `log2`.
fn whole_log2(x: f32) -> u32 {
    return (bitcast<u32>(x) >> 23u) - 127u;
}

// A number divided by a power of 2. Adapters approximate `exp2`.
fn over_power(x: f32, exponent: u32) -> f32 {
    return x * bitcast<f32>((127u - exponent) << 23u);
}

// Average over the area of a pixel, which extends half a step from uv to each side. The middle
// texel determines the transparency, so that the processor finds the same face here.
fn filtered(state: State, middle: Texel, uv: vec2f, step_x: vec2f, step_y: vec2f) -> Texel {
    let reach = max(length(step_x), length(step_y));
    if (reach <= 1.0 || middle.hole) {
        return middle;
    }
    // The level at which it covers two to four texels.
    let level = min(whole_log2(max(reach * 0.5, 1.0)), state.levels);
    let small = level_of(state, level);
    let size = vec2f(f32(state.width), f32(state.height));
    let scale = vec2f(f32(small.width), f32(small.height)) / size;
    // A texture that does not repeat must not use texels of its opposite side.
    let tile = floor(uv / size) * size;
    let tiled = (state.flags & TILED) != 0u;
    let low = select(tile, vec2f(-1e30), tiled);
    let high = select(tile + size - 0.5, vec2f(1e30), tiled);
    let taps = clamp(ceil(over_power(reach, level)), 2.0, MAX_TAPS);
    var sum = vec4f(0.0);
    var seen = 0.0;
    for (var y = 0.5; y < taps; y += 1.0) {
        for (var x = 0.5; x < taps; x += 1.0) {
            let at = uv + step_x * (x / taps - 0.5) + step_y * (y / taps - 0.5);
            let tap = texel_at(small, clamp(at, low, high) * scale);
            if (!tap.hole) {
                sum += vec4f(vec3f(tap.c8), 1.0) * tap.alpha;
                seen += 1.0;
            }
        }
    }
    if (seen == 0.0) {
        return middle;
    }
    let c8 = vec3i(floor(sum.rgb / sum.a + 0.5));
    return Texel(c8 >> vec3u(3u), c8, sum.a / seen, false, middle.stp);
}

// Replacement for texels that are not resident.
fn fill_of(state: State) -> Texel {
    let rgb = vec3i((vec3u(state.fill) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    return Texel(rgb >> vec3u(3u), rgb, 1.0, false, true);
}
