// Draws faces: colour (c5 << 3 in each channel, or 8 bits), draw id + 1, depth.

@group(1) @binding(6) var<storage, read> texels: array<u32>;
@group(1) @binding(7) var<storage, read> palettes: array<u32>;
@group(2) @binding(0) var<storage, read> spots: array<Spot>;

// Which texels a pipeline draws.
override OPAQUE_TEXELS = true;
override BLENDED_TEXELS = true;

// scene::TexelFormat, 4 and 8 bits being one.
const INDEXED = 0u;
const DIRECT_15 = 1u;
const RGBA_8 = 2u;

const STP = 0x8000u;

// Keeps a coordinate that is exactly on a boundary there in spite of rounding.
const TIE = 1.0 / 4096.0;

struct Corner {
    @builtin(position) position: vec4f,
    // u * w, v * w, w, red * w: divided again in the fragment this is linear on the screen.
    @location(0) uv_red: vec4f,
    @location(1) green_blue: vec2f,
    // Draw id + 1; state and, in the top bit, seen from behind.
    @location(2) @interpolate(flat, either) ids: vec2u,
}

struct Pixel {
    @location(0) colour: vec4f,
    @location(1) id: u32,
}

fn corner_uv(face: u32, state: u32, flags: u32, corner: u32) -> vec2f {
    if ((flags & (TEXTURED | MISSING)) == 0u) {
        return vec2f(0.0);
    }
    var uv: vec2f;
    if ((flags & FLOAT_UVS) != 0u) {
        let at = faces[face].uvs.x + corner * 2u;
        uv = vec2f(bitcast<f32>(pool[at]), bitcast<f32>(pool[at + 1u]));
        // Coordinates that flow lie between texels; the old hardware knows whole ones alone.
        if ((view.flags & AFFINE) != 0u && (flags & FRACTION) == 0u) {
            uv = floor(uv);
        }
    } else {
        let word = faces[face].uvs[corner];
        uv = vec2f(vec2i(i32(word << 16u), i32(word)) >> vec2u(16u));
    }
    if ((flags & FRACTION) != 0u) {
        uv *= vec2f(f32(states[state].width), f32(states[state].height));
    }
    return uv;
}

// How bright the sun makes a face: seen from either side, where both are drawn.
fn sunlight(face: u32, node: u32, flags: u32) -> f32 {
    if ((flags & LIT) == 0u || all(view.sun == vec4f(0.0, 0.0, 0.0, 1.0))) {
        return 1.0;
    }
    let corners = faces[face].corners;
    let a = corner_world(node, corners.x);
    let b = corner_world(node, corners.y);
    let c = corner_world(node, corners.z);
    var normal = cross(b - a, c - a);
    normal *= inverseSqrt(max(dot(normal, normal), 1e-30));
    if ((nodes[node].flags & NODE_CLOCKWISE) != 0u) {
        normal = -normal;
    }
    if ((flags & DOUBLE_SIDED) != 0u && dot(normal, view.eye.xyz - a * view.eye.w) < 0.0) {
        normal = -normal;
    }
    return clamp(view.sun.w + max(dot(normal, view.sun.xyz), 0.0), 0.0, 1.0);
}

// Four vertices a spot.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    var out: Corner;
    let spot = index / 4u;
    let state = spots[spot].state & ~FROM_BEHIND;
    let flags = states[state].flags;
    // Untextured transparent faces have no opaque texel, opaque faces no blended one.
    let semi = (flags & SEMI) != 0u;
    let empty = (!BLENDED_TEXELS && semi && (flags & TEXTURED) == 0u) || (!OPAQUE_TEXELS && !semi);
    let spot_flags = spots[spot].flags;
    if ((spot_flags & IS_DRAWN) == 0u || empty) {
        out.position = vec4f(0.0, 0.0, 2.0, 1.0);
        return out;
    }
    // A triangle's fourth corner is its third in everything.
    let corner = min(index % 4u, select(3u, 2u, (spot_flags & IS_TRIANGLE) != 0u));
    let face = spots[spot].face;
    let clip = spots[spot].clip[corner];
    let w = select(1.0, clip.w, (spot_flags & IS_AFFINE) != 0u);
    let stored = vec3f((vec3u(faces[face].colours[corner]) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    let colour = stored * sunlight(face, placed[spots[spot].id].y, flags);
    out.position = clip;
    out.uv_red = vec4f(corner_uv(face, state, flags, corner) * w, w, colour.r * w);
    out.green_blue = colour.gb * w;
    out.ids = vec2u(spots[spot].id + 1u, spots[spot].state);
    return out;
}

struct Texel {
    // 5 bits a channel, and 8.
    c5: vec3i,
    c8: vec3i,
    alpha: f32,
    hole: bool,
    stp: bool,
}

fn texel_of_word(word: u32) -> Texel {
    let c5 = channels5(word);
    return Texel(c5, expand5(c5), 0.5, word == 0u, (word & STP) != 0u);
}

fn wrapped(v: f32, size: u32) -> u32 {
    let s = f32(size);
    return min(u32(max(v - floor(v / s) * s, 0.0)), size - 1u);
}

fn texel_at(state: State, uv: vec2f) -> Texel {
    let x = wrapped(floor(uv.x), state.width);
    let y = wrapped(floor(uv.y), state.height);
    let i = y * state.width + x;
    switch texel_format(state.flags) {
        case INDEXED: {
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
        case DIRECT_15: {
            return texel_of_word((texels[state.texels + i / 2u] >> ((i & 1u) * 16u)) & 0xFFFFu);
        }
        default: {
            let rgba = vec4i((vec4u(texels[state.texels + i]) >> vec4u(0u, 8u, 16u, 24u)) & vec4u(255u));
            let between = rgba.a > 0 && rgba.a < 255;
            return Texel(rgba.rgb >> vec3u(3u), rgba.rgb, f32(rgba.a) / 255.0, rgba.a == 0, between);
        }
    }
}

// Taps each way, at most.
const MOST_TAPS = 4.0;

// A smaller version of a texture: each is half as large, one behind the other.
fn level_of(state: State, level: u32) -> State {
    var small = state;
    for (var i = 0u; i < level; i++) {
        small.texels += small.width * small.height;
        small.width = max(small.width / 2u, 1u);
        small.height = max(small.height / 2u, 1u);
    }
    return small;
}

// The average of what a pixel covers: from uv half of each step to either side. Whether there is
// something at all is the middle texel's to say, so that the processor finds the same face here.
fn filtered(state: State, middle: Texel, uv: vec2f, step_x: vec2f, step_y: vec2f) -> Texel {
    let reach = max(length(step_x), length(step_y));
    if (reach <= 1.0 || middle.hole) {
        return middle;
    }
    // The one of which it covers two to four texels.
    let level = min(u32(max(log2(reach * 0.5), 0.0)), state.levels);
    let small = level_of(state, level);
    let size = vec2f(f32(state.width), f32(state.height));
    let scale = vec2f(f32(small.width), f32(small.height)) / size;
    // What does not repeat takes nothing from its other side.
    let tile = floor(uv / size) * size;
    let tiled = (state.flags & TILED) != 0u;
    let low = select(tile, vec2f(-1e30), tiled);
    let high = select(tile + size - 0.5, vec2f(1e30), tiled);
    let taps = clamp(ceil(reach * exp2(-f32(level))), 2.0, MOST_TAPS);
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

// The front colour: 5 bits a channel, or 8 where nothing is truncated.
fn shade(state: State, texel: Texel, textured: bool, c8: vec3i, position: vec2f) -> vec3i {
    let scale = colour_scale(state.flags);
    let fifteen = (view.flags & FIFTEEN_BIT) != 0u;
    if (textured && scale == RAW) {
        return select(texel.c8, texel.c5, fifteen);
    }
    if (!fifteen) {
        if (textured) {
            return modulate8(texel.c8, c8, scale);
        }
        return c8;
    }
    // Flat untextured polygons are not dithered.
    let dithered = (view.flags & DITHERED) != 0u && (textured || (state.flags & GOURAUD) != 0u);
    var v = c8;
    if (textured) {
        v = modulate5(texel.c5, c8, scale);
    }
    return quantise(v, vec2u(position / view.cell), dithered);
}

// Colour and alpha that make fixed-function blending the original's (ps1-rendering 9.1).
fn encode(front: vec3i, blended: bool, mode: u32, alpha: f32) -> vec4f {
    let fifteen = (view.flags & FIFTEEN_BIT) != 0u;
    let shift = select(0u, 3u, fifteen);
    let f = vec3f(front << vec3u(shift)) / 255.0;
    if (!blended) {
        return vec4f(f, 1.0);
    }
    switch mode {
        case 0u: {
            let a = select(alpha, 0.5, fifteen);
            return vec4f(f * a, a);
        }
        case 3u: { return vec4f(vec3f((front >> vec3u(2u)) << vec3u(shift)) / 255.0, 0.0); }
        default: { return vec4f(f, 0.0); }
    }
}

// Where a texture should be.
fn checker(uv: vec2f, flags: u32) -> Texel {
    let squares = vec2i(floor(uv * select(0.125, 8.0, (flags & FRACTION) != 0u)));
    let light = ((squares.x + squares.y) & 1) == 0;
    return texel_of_word(select(0x1084u, 0x7C1Fu, light));
}

// Stands for texels that are not there yet.
fn fill_of(state: State) -> Texel {
    let rgb = vec3i((vec3u(state.fill) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    return Texel(rgb >> vec3u(3u), rgb, 0.5, false, true);
}

@fragment
fn fragment(in: Corner) -> Pixel {
    var state = states[in.ids.y & ~FROM_BEHIND];
    let uv = in.uv_red.xy / in.uv_red.z;
    // Texels from pixel to pixel.
    let step_x = dpdx(uv);
    let step_y = dpdy(uv);
    let colour = vec3f(in.uv_red.w, in.green_blue) / in.uv_red.z;
    let c8 = clamp(vec3i(floor(colour + 0.5 + TIE)), vec3i(0), vec3i(255));

    let textured = (state.flags & (TEXTURED | MISSING)) != 0u;
    var texel = Texel(vec3i(0), vec3i(0), 0.5, false, true);
    if ((state.flags & MISSING) != 0u) {
        texel = checker(uv, state.flags);
        state.flags = (state.flags & ~(SEMI | (3u << 14u))) | (RAW << 14u);
    } else if ((state.flags & FILLED) != 0u) {
        texel = fill_of(state);
    } else if (textured) {
        let nudge = select(view.nudge, 0.0, (state.flags & FRACTION) != 0u);
        let at = uv + vec2f(nudge + TIE);
        texel = texel_at(state, at);
        if ((view.flags & FILTERED) != 0u) {
            texel = filtered(state, texel, at, step_x, step_y);
        }
    }
    let blended = (state.flags & SEMI) != 0u && texel.stp;
    if (texel.hole || (blended && !BLENDED_TEXELS) || (!blended && !OPAQUE_TEXELS)) {
        discard;
    }

    var front = shade(state, texel, textured, c8, in.position.xy);
    if ((in.ids.y & FROM_BEHIND) != 0u && (view.flags & TINT_BACK) != 0u) {
        let full = select(255, 31, (view.flags & FIFTEEN_BIT) != 0u);
        front = (front + vec3i(full, 0, 0)) / 2;
    }
    return Pixel(encode(front, blended, blend_mode(state.flags), texel.alpha), in.ids.x);
}
