// Draws faces: colour (c5 << 3 in each channel, or 8 bits), draw id + 1, depth.

@group(2) @binding(0) var<storage, read> screen: array<ScreenFace>;

// Which texels a pipeline draws.
override OPAQUE_TEXELS = true;
override BLENDED_TEXELS = true;

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

// Perpendicular to both diagonals: where three corners of a quad lie in a line, it is its normal all
// the same. The fourth corner of a triangle is its third.
fn face_normal(node: u32, corners: vec4u) -> vec3f {
    let last = select(corners.w, corners.z, corners.w == NO_CORNER);
    let across = corner_world(node, corners.z) - corner_world(node, corners.y);
    let along = corner_world(node, last) - corner_world(node, corners.x);
    let normal = cross(along, across);
    return select(normal, -normal, (nodes[node].flags & NODE_CLOCKWISE) != 0u);
}

// Two signed shares: of an octahedron, unfolded.
fn unpacked_normal(word: u32) -> vec3f {
    let flat = unpack2x16snorm(word);
    let up = 1.0 - abs(flat.x) - abs(flat.y);
    let fold = max(-up, 0.0);
    return vec3f(flat - select(vec2f(-fold), vec2f(fold), flat >= vec2f(0.0)), up);
}

// The stored normal of a corner in the world; that of the face where there is none, or where it
// turns with the view.
fn corner_normal(face: u32, node: u32, flags: u32, corner: u32, flat: vec3f) -> vec3f {
    let at = faces[face].uvs.y;
    if ((flags & FLOAT_UVS) == 0u || at == 0u || (nodes[node].flags & NODE_FACES_VIEWER) != 0u) {
        return flat;
    }
    let word = pool[at + corner];
    if (word == NO_NORMAL) {
        return flat;
    }
    // By the cofactors of the transform, so that it stays perpendicular.
    let local = unpacked_normal(word);
    let x = nodes[node].x.xyz;
    let y = nodes[node].y.xyz;
    let z = nodes[node].z.xyz;
    let sized = vec3f(dot(cross(y, z), local), dot(cross(z, x), local), dot(cross(x, y), local));
    return select(sized, -sized, dot(x, cross(y, z)) < 0.0);
}

// What of its colour a lit face shows at a corner: seen from either side, where both are drawn.
fn light_at(face: u32, node: u32, flags: u32, corner: u32) -> vec3f {
    if ((flags & LIT) == 0u || view.ambient.w == 0.0) {
        return vec3f(1.0);
    }
    let corners = faces[face].corners;
    let flat = face_normal(node, corners);
    var normal = corner_normal(face, node, flags, corner, flat);
    normal *= inverseSqrt(max(dot(normal, normal), 1e-30));
    let to_viewer = view.eye.xyz - corner_world(node, corners.x) * view.eye.w;
    if ((flags & DOUBLE_SIDED) != 0u && dot(flat, to_viewer) < 0.0) {
        normal = -normal;
    }
    var light = view.ambient.rgb;
    for (var i = 0u; i < LAMPS; i++) {
        light += view.lamps[i].rgb * max(dot(normal, view.to_lamps[i].xyz), 0.0);
    }
    return light;
}

// How bright a face is whose texture is missing: light from the upper left on the side that is
// seen, so that its shape can be told whatever the scene says about light.
fn shape_light(face: u32, node: u32) -> f32 {
    let corners = faces[face].corners;
    var normal = face_normal(node, corners);
    normal *= inverseSqrt(max(dot(normal, normal), 1e-30));
    if (dot(normal, view.eye.xyz - corner_world(node, corners.x) * view.eye.w) < 0.0) {
        normal = -normal;
    }
    return 0.72 + 0.28 * dot(normal, normalize(vec3f(-0.45, 0.75, 0.5)));
}

// The colour of a corner in its light.
fn corner_colour(face: u32, node: u32, flags: u32, corner: u32) -> vec3f {
    let stored = vec3f((vec3u(faces[face].colours[corner]) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    if ((flags & MISSING) == 0u) {
        let light = light_at(face, node, flags, corner);
        return clamp(stored * light, vec3f(0.0), vec3f(255.0));
    }
    let colour = select(stored, vec3f(255.0), colour_scale(flags) == RAW);
    return colour * shape_light(face, node);
}

// Four vertices a spot.
@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    var out: Corner;
    let spot = index / 4u;
    let state = screen[spot].state & ~FROM_BEHIND;
    let flags = states[state].flags;
    // Untextured transparent faces have no opaque texel, opaque faces no blended one.
    let semi = (flags & SEMI) != 0u;
    let plain = (flags & (TEXTURED | MISSING)) == 0u;
    let empty = (!BLENDED_TEXELS && semi && plain) || (!OPAQUE_TEXELS && !semi);
    let spot_flags = screen[spot].flags;
    if ((spot_flags & IS_DRAWN) == 0u || empty) {
        out.position = vec4f(0.0, 0.0, 2.0, 1.0);
        return out;
    }
    // A triangle's fourth corner is its third in everything.
    let corner = min(index % 4u, select(3u, 2u, (spot_flags & IS_TRIANGLE) != 0u));
    let face = screen[spot].face;
    let clip = screen[spot].clip[corner];
    let w = select(1.0, clip.w, (spot_flags & IS_AFFINE) != 0u);
    let colour = corner_colour(face, placed[screen[spot].id].y, flags, corner);
    out.position = clip;
    out.uv_red = vec4f(corner_uv(face, state, flags, corner) * w, w, colour.r * w);
    out.green_blue = colour.gb * w;
    out.ids = vec2u(screen[spot].id + 1u, screen[spot].state);
    return out;
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
    return quantise(v, vec2u(position / view.dither_cell), dithered);
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
        // Of real alphas the original's nearest is half.
        case 0u: {
            let a = select(alpha, 0.5, fifteen);
            return vec4f(f * a, a);
        }
        case 3u: { return vec4f(vec3f((front >> vec3u(2u)) << vec3u(shift)) / 255.0, 0.0); }
        default: { return vec4f(f, 0.0); }
    }
}

// Stands for a texture that is missing.
const NEUTRAL = 0x5294u;

// Stands for one where it is to be seen at once.
fn checker(uv: vec2f, flags: u32) -> Texel {
    let squares = vec2i(floor(uv * select(0.125, 8.0, (flags & FRACTION) != 0u)));
    let light = ((squares.x + squares.y) & 1) == 0;
    return texel_of_word(select(0x1084u, 0x7C1Fu, light));
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
    var texel = Texel(vec3i(0), vec3i(0), 1.0, false, true);
    if ((state.flags & MISSING) != 0u) {
        let is_checker = (view.flags & CHECKER) != 0u;
        var scale = colour_scale(state.flags);
        if (is_checker) {
            texel = checker(uv, state.flags);
            scale = RAW;
        } else {
            texel = texel_of_word(NEUTRAL);
            scale = select(scale, MODULATE_255, scale == RAW);
        }
        // Nobody knows which of its texels would have let something through.
        state.flags = (state.flags & ~(SEMI | (3u << 14u))) | (scale << 14u);
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
    let mixed = texel.stp || (state.flags & TAKES_ALL) != 0u;
    let blended = (state.flags & SEMI) != 0u && mixed;
    if (texel.hole || (blended && !BLENDED_TEXELS) || (!blended && !OPAQUE_TEXELS)) {
        discard;
    }

    var front = shade(state, texel, textured, c8, in.position.xy);
    if ((in.ids.y & FROM_BEHIND) != 0u && (view.flags & TINT_BACK) != 0u) {
        let full = select(255, 31, (view.flags & FIFTEEN_BIT) != 0u);
        front = (front + vec3i(full, 0, 0)) / 2;
    }
    let alpha = texel.alpha * state.opacity;
    return Pixel(encode(front, blended, blend_mode(state.flags), alpha), in.ids.x);
}
