// Draws faces: colour (c5 << 3 in each channel, or 8 bits), draw id + 1, depth.

@group(2) @binding(0) var<storage, read> screen: array<ScreenFace>;

// Texels that a pipeline draws.
override OPAQUE_TEXELS = true;
override BLENDED_TEXELS = true;
// Colours have 5 bits per channel.
override FIFTEEN = true;

struct Corner {
    @builtin(position) position: vec4f,
    // u * w, v * w, w, red * w: divided again in the fragment shader this is linear on the screen.
    @location(0) uv_red: vec4f,
    // Green and blue, times w; position in the face: 0, 1, 2, 3 are (0, 0), (1, 0), (0, 1), (1, 1).
    @location(1) green_blue_at: vec4f,
    // Draw id + 1; state, with the top bit set for back faces; index in `screen`, with the number of
    // halvings of its sides in the top two bits; node.
    @location(2) @interpolate(flat, either) ids: vec4u,
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
        // Animated coordinates may be between texels; the original hardware only has integer ones.
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

// Perpendicular to both diagonals: also a normal of the quad if three corners are collinear. The fourth
// corner of a triangle is its third.
fn face_normal(frame: Frame, corners: vec4u) -> vec3f {
    let last = select(corners.w, corners.z, corners.w == NO_CORNER);
    let across = corner_world(frame, corners.z) - corner_world(frame, corners.y);
    let along = corner_world(frame, last) - corner_world(frame, corners.x);
    let normal = cross(along, across);
    return select(normal, -normal, (nodes[frame.node].flags & NODE_CLOCKWISE) != 0u);
}

// Unfolds an octahedral normal of two signed fractions.
fn unpacked_normal(word: u32) -> vec3f {
    let flat = unpack2x16snorm(word);
    let up = 1.0 - abs(flat.x) - abs(flat.y);
    let fold = max(-up, 0.0);
    return vec3f(flat - select(vec2f(-fold), vec2f(fold), flat >= vec2f(0.0)), up);
}

// World normal of a corner: the stored one; that of the face if it is missing or the corner is a
// billboard's.
fn corner_normal(face: u32, node: u32, flags: u32, corner: u32, flat: vec3f) -> vec3f {
    let at = faces[face].uvs.y;
    if ((flags & FLOAT_UVS) == 0u || at == 0u || (nodes[node].flags & NODE_FACES_VIEWER) != 0u) {
        return flat;
    }
    let word = pool[at + corner];
    if (word == NO_NORMAL) {
        return flat;
    }
    // Cofactors of the transform keep it perpendicular.
    let local = unpacked_normal(word);
    let x = nodes[node].x.xyz;
    let y = nodes[node].y.xyz;
    let z = nodes[node].z.xyz;
    let sized = vec3f(dot(cross(y, z), local), dot(cross(z, x), local), dot(cross(x, y), local));
    return select(sized, -sized, dot(x, cross(y, z)) < 0.0);
}

// Light on a surface with this normal.
fn light_on(normal: vec3f) -> vec3f {
    var light = view.ambient.rgb;
    for (var i = 0u; i < LAMPS; i++) {
        light += view.lamps[i].rgb * max(dot(normal, view.to_lamps[i].xyz), 0.0);
    }
    return light;
}

// true if the back of a two-sided face is visible.
fn shows_back(frame: Frame, flags: u32, corners: vec4u, flat: vec3f) -> bool {
    let to_viewer = view.eye.xyz - corner_world(frame, corners.x) * view.eye.w;
    return (flags & DOUBLE_SIDED) != 0u && dot(flat, to_viewer) < 0.0;
}

// The light of a face is computed per texel.
fn is_embossed(flags: u32) -> bool {
    return (flags & (LIT | RELIEF)) == (LIT | RELIEF) && (view.flags & RELIEFS) != 0u
        && view.ambient.w != 0.0;
}

// Light on a corner of a lit face, on the visible side if it is two-sided.
fn light_at(face: u32, node: u32, flags: u32, corner: u32) -> vec3f {
    if ((flags & LIT) == 0u || view.ambient.w == 0.0 || is_embossed(flags)) {
        return vec3f(1.0);
    }
    let corners = faces[face].corners;
    let frame = frame_of(node);
    let flat = face_normal(frame, corners);
    var normal = corner_normal(face, node, flags, corner, flat);
    normal *= inverseSqrt(max(dot(normal, normal), 1e-30));
    if (shows_back(frame, flags, corners, flat)) {
        normal = -normal;
    }
    return light_on(normal);
}

// The half of a face that contains a position: its corner, the next one along each side, and
// barycentric weights.
struct Triad {
    corners: vec3u,
    steps: vec2f,
}

fn triad_at(corners: vec4u, at: vec2f) -> Triad {
    if (corners.w != NO_CORNER && at.x + at.y > 1.0) {
        return Triad(vec3u(3u, 2u, 1u), 1.0 - at);
    }
    return Triad(vec3u(0u, 1u, 2u), at);
}

// Unit normal at a position between the corners.
fn normal_at(face: u32, node: u32, flags: u32, flat: vec3f, triad: Triad) -> vec3f {
    let a = corner_normal(face, node, flags, triad.corners.x, flat);
    let b = corner_normal(face, node, flags, triad.corners.y, flat);
    let c = corner_normal(face, node, flags, triad.corners.z, flat);
    let normal = normalize(a) * (1.0 - triad.steps.x - triad.steps.y) + normalize(b) * triad.steps.x
        + normalize(c) * triad.steps.y;
    return normal * inverseSqrt(max(dot(normal, normal), 1e-30));
}

// Light on a texel with a bump map: `lean` is its normal, x along u, y along v, z away from the face, and
// `at` its position between the corners.
fn embossed(face: u32, node: u32, state: u32, lean: vec3f, at: vec2f) -> vec3f {
    let flags = states[state].flags;
    var corners = faces[face].corners;
    let frame = frame_of(node);
    let flat = face_normal(frame, corners);
    let triad = triad_at(corners, at);
    let normal = normal_at(face, node, flags, flat, triad);
    // Directions of u and v on the face.
    let origin = corner_world(frame, corners[triad.corners.x]);
    let along = corner_world(frame, corners[triad.corners.y]) - origin;
    let across = corner_world(frame, corners[triad.corners.z]) - origin;
    let uv = corner_uv(face, state, flags, triad.corners.x);
    let uv_along = corner_uv(face, state, flags, triad.corners.y) - uv;
    let uv_across = corner_uv(face, state, flags, triad.corners.z) - uv;
    let turn = sign(uv_along.x * uv_across.y - uv_along.y * uv_across.x);
    var u = (along * uv_across.y - across * uv_along.y) * turn;
    u -= normal * dot(normal, u);
    u *= inverseSqrt(max(dot(u, u), 1e-30));
    var v = (across * uv_along.x - along * uv_across.x) * turn;
    v -= normal * dot(normal, v) + u * dot(u, v);
    v *= inverseSqrt(max(dot(v, v), 1e-30));
    let leaning = select(normal, u * lean.x + v * lean.y + normal * lean.z, turn != 0.0);
    let seen = select(leaning, -leaning, shows_back(frame, flags, corners, flat));
    return light_on(seen * inverseSqrt(max(dot(seen, seen), 1e-30)));
}

fn reflects(state: State) -> bool {
    return state.surroundings != 0u && (view.flags & SHINES) != 0u;
}

// Colour of a texel, or of its replacement, from 0 to 1.
fn share_at(state: State, uv: vec2f) -> vec3f {
    if ((state.flags & FILLED) != 0u) {
        return vec3f(fill_of(state).c8) / 255.0;
    }
    return vec3f(texel_at(state, uv).c8) / 255.0;
}

// Colour between texels, interpolated, without repetition.
fn flowing_at(state: State, uv: vec2f) -> vec3f {
    let last = vec2f(f32(state.width), f32(state.height)) - 1.0;
    let at = clamp(uv - 0.5, vec2f(0.0), last);
    let low = floor(at);
    let high = min(low + 1.0, last);
    let way = at - low;
    let above = mix(share_at(state, low), share_at(state, vec2f(high.x, low.y)), way.x);
    let below = mix(share_at(state, vec2f(low.x, high.y)), share_at(state, high), way.x);
    return mix(above, below, way.y);
}

// Reflected colour, of 255: the surroundings are a picture of a mirroring sphere, which is sampled at the
// position with the same normal. `uv` is in texels of the face, `at` between its corners.
fn reflection(state: State, face: u32, node: u32, uv: vec2f, at: vec2f) -> vec3f {
    var corners = faces[face].corners;
    let frame = frame_of(node);
    let flat = face_normal(frame, corners);
    let own = normal_at(face, node, state.flags, flat, triad_at(corners, at));
    let normal = select(own, -own, shows_back(frame, state.flags, corners, flat));
    let on_sphere = vec2f(dot(normal, view.right.xyz), -dot(normal, view.up.xyz));
    let surroundings = states[state.surroundings];
    let size = vec2f(f32(surroundings.width), f32(surroundings.height));
    var seen = flowing_at(surroundings, (on_sphere * 0.5 + 0.5) * size);
    if (state.gloss != 0u) {
        let gloss = states[state.gloss];
        let scale = vec2f(f32(gloss.width), f32(gloss.height))
            / vec2f(f32(state.width), f32(state.height));
        seen *= share_at(gloss, uv * scale);
    }
    return seen * state.shine * 255.0;
}

// Brightness of a face whose texture is missing: light from the upper left on the visible side, to show
// its shape regardless of the scene's light.
fn shape_light(face: u32, node: u32) -> f32 {
    let corners = faces[face].corners;
    let frame = frame_of(node);
    var normal = face_normal(frame, corners);
    normal *= inverseSqrt(max(dot(normal, normal), 1e-30));
    if (dot(normal, view.eye.xyz - corner_world(frame, corners.x) * view.eye.w) < 0.0) {
        normal = -normal;
    }
    return 0.72 + 0.28 * dot(normal, normalize(vec3f(-0.45, 0.75, 0.5)));
}

// The lit colour of a corner.
fn corner_colour(face: u32, node: u32, state: u32, flags: u32, corner: u32) -> vec3f {
    var stored = vec3f((vec3u(faces[face].colours[corner]) >> vec3u(0u, 8u, 16u)) & vec3u(255u));
    if ((flags & DYED) != 0u) {
        let dyed = stored * states[state].tint.rgb + states[state].glow.rgb;
        stored = clamp(dyed, vec3f(0.0), vec3f(255.0));
    }
    //@if MISSING
    if ((flags & MISSING) != 0u) {
        let colour = select(stored, vec3f(255.0), colour_scale(flags) == RAW);
        return colour * shape_light(face, node);
    }
    //@end
    //@if LIT
    stored *= light_at(face, node, flags, corner);
    //@end
    return clamp(stored, vec3f(0.0), vec3f(255.0));
}

// Four vertices per screen face.
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
        // Degenerate, and within the view: clipping is slower on some adapters, and slows down
        // neighbouring faces too.
        out.position = vec4f(0.0, 0.0, 0.5, 1.0);
        return out;
    }
    // A triangle's fourth corner equals its third.
    let corner = min(index % 4u, select(3u, 2u, (spot_flags & IS_TRIANGLE) != 0u));
    let face = screen[spot].face;
    let clip = screen[spot].clip[corner];
    // Subdivided faces are affine within each piece: see `within_piece`.
    let affine = (spot_flags & IS_AFFINE) != 0u && halvings(spot_flags) == 0u;
    let w = select(1.0, clip.w, affine);
    let node = placed[screen[spot].id].y;
    var colour = corner_colour(face, node, state, flags, corner);
    // The original hardware applies fog to corner colours, under the texture (ps1-rendering 11.1).
    //@if FOGGED
    if (FIFTEEN) {
        colour = mix(colour, view.fog_colour.rgb, fog_at(clip.w));
    }
    //@end
    out.position = clip;
    out.uv_red = vec4f(corner_uv(face, state, flags, corner) * w, w, colour.r * w);
    out.green_blue_at = vec4f(colour.gb * w, f32(corner & 1u), f32(corner >> 1u));
    let piece = spot | (halvings(spot_flags) << 30u);
    out.ids = vec4u(screen[spot].id + 1u, screen[spot].state, piece, node);
    return out;
}

// Density of the fog at a distance ahead of the viewer, in the steps of the original hardware.
fn fog_at(distance: f32) -> f32 {
    let way = max((distance - view.fog.x) * view.fog.y, 0.0);
    var share = min(way, 1.0);
    if (view.fog.w == 0.0) {
        share = 1.0 - exp2(-way);
    } else if (view.fog.w != 1.0) {
        share = pow(share, view.fog.w);
    }
    return select(0.0, floor(share * 4096.0) / 4096.0, view.fog.z != 0.0);
}

// Foreground colour: 5 bits per channel, or 8 without truncation.
fn shade(state: State, texel: Texel, textured: bool, c8: vec3i, position: vec2f) -> vec3i {
    let scale = colour_scale(state.flags);
    if (textured && scale == RAW) {
        return select(texel.c8, texel.c5, FIFTEEN);
    }
    if (!FIFTEEN) {
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

// Colour and alpha for which fixed-function blending gives the original's result (ps1-rendering 9.1).
fn encode(front: vec3i, blended: bool, mode: u32, alpha: f32) -> vec4f {
    let shift = select(0u, 3u, FIFTEEN);
    let f = vec3f(front << vec3u(shift)) / 255.0;
    if (!blended) {
        return vec4f(f, 1.0);
    }
    switch mode {
        // For real alpha values, the nearest mode of the original is averaging.
        case 0u: {
            let a = select(alpha, 0.5, FIFTEEN);
            return vec4f(f * a, a);
        }
        case 3u: { return vec4f(vec3f((front >> vec3u(2u)) << vec3u(shift)) / 255.0, 0.0); }
        default: { return vec4f(f, 0.0); }
    }
}

// Position of a point of a face on the target, snapped to a native pixel if vertices snap; `far`
// selects the half of its last three corners.
fn on_target(spot: u32, at: vec2f, far: bool) -> vec2f {
    let origin = screen[spot].clip[select(0u, 3u, far)];
    let along = screen[spot].clip[select(1u, 2u, far)] - origin;
    let across = screen[spot].clip[select(2u, 1u, far)] - origin;
    let steps = select(at, 1.0 - at, far);
    var pixel = native(origin + along * steps.x + across * steps.y);
    if ((view.flags & SNAP) != 0u) {
        pixel = snapped(pixel - view.pixel_offset) + view.pixel_offset;
    }
    return pixel * view.dither_cell;
}

// A pair of coordinates at a pixel, and its change per pixel to the right and downwards.
struct Place {
    at: vec2f,
    step_x: vec2f,
    step_y: vec2f,
}

// Position in a face of a pixel whose true position is `true_place`, if the face is subdivided into
// triangles without perspective: its sides are halved `times` times.
fn within_piece(spot: u32, times: u32, true_place: Place, far: bool, position: vec2f) -> Place {
    let n = f32(1u << times);
    let cell = clamp(floor(true_place.at * n), vec2f(0.0), vec2f(n - 1.0));
    let rest = true_place.at * n - cell;
    let upper = rest.x + rest.y > 1.0;
    let a = (cell + select(vec2f(0.0), vec2f(1.0), upper)) / n;
    let b = (cell + select(vec2f(1.0, 0.0), vec2f(0.0, 1.0), upper)) / n - a;
    let c = (cell + select(vec2f(0.0, 1.0), vec2f(1.0, 0.0), upper)) / n - a;
    let origin = on_target(spot, a, far);
    let along = on_target(spot, a + b, far) - origin;
    let across = on_target(spot, a + c, far) - origin;
    let twice = along.x * across.y - along.y * across.x;
    // Edge-on.
    if (abs(twice) < 0.5) {
        return true_place;
    }
    let to = position - origin;
    let shares = vec2f(to.x * across.y - to.y * across.x, along.x * to.y - along.y * to.x) / twice;
    // A pixel next to a snapped edge gets the value at the edge.
    let inside = clamp(shares, vec2f(0.0), vec2f(1.0));
    let step_x = (b * across.y - c * along.y) / twice;
    let step_y = (c * along.x - b * across.x) / twice;
    return Place(a + b * inside.x + c * inside.y, step_x, step_y);
}

// Texture coordinate of a pixel of a subdivided face. The steps do not use neighbouring pixels: some
// adapters read no buffers outside the face.
fn piecewise_uv(spot: u32, times: u32, true_place: Place, position: vec2f) -> Place {
    let is_triangle = (screen[spot].flags & IS_TRIANGLE) != 0u;
    let far = !is_triangle && true_place.at.x + true_place.at.y > 1.0;
    let place = within_piece(spot, times, true_place, far, position);
    let face = screen[spot].face;
    let state = screen[spot].state & ~FROM_BEHIND;
    let flags = states[state].flags;
    let origin = corner_uv(face, state, flags, select(0u, 3u, far));
    let along = corner_uv(face, state, flags, select(1u, 2u, far)) - origin;
    let across = corner_uv(face, state, flags, select(2u, 1u, far)) - origin;
    let sign = select(1.0, -1.0, far);
    let from_origin = select(place.at, 1.0 - place.at, far);
    return Place(
        origin + along * from_origin.x + across * from_origin.y,
        (along * place.step_x.x + across * place.step_x.y) * sign,
        (along * place.step_y.x + across * place.step_y.y) * sign,
    );
}

// Colour of missing textures.
const NEUTRAL = 0x5294u;

// Checkerboard that makes missing textures conspicuous.
fn checker(uv: vec2f, flags: u32) -> Texel {
    let squares = vec2i(floor(uv * select(0.125, 8.0, (flags & FRACTION) != 0u)));
    let light = ((squares.x + squares.y) & 1) == 0;
    return texel_of_word(select(0x1084u, 0x7C1Fu, light));
}

@fragment
fn fragment(in: Corner) -> Pixel {
    var state = states[in.ids.y & ~FROM_BEHIND];
    let interpolated = in.uv_red.xy / in.uv_red.z;
    // The steps are those of each row and column of the four pixels that are shaded together. `dpdx`
    // leaves the choice to the driver.
    var place = Place(interpolated, dpdxFine(interpolated), dpdyFine(interpolated));
    //@if PIECES
    let at = in.green_blue_at.zw;
    let true_place = Place(at, dpdxFine(at), dpdyFine(at));
    let times = in.ids.z >> 30u;
    if (times != 0u) {
        place = piecewise_uv(in.ids.z & 0x3FFFFFFFu, times, true_place, in.position.xy);
    }
    //@end
    let uv = place.at;
    var colour = vec3f(in.uv_red.w, in.green_blue_at.xy) / in.uv_red.z;
    //@if EMBOSSED
    if (is_embossed(state.flags)) {
        let lean = normal_of(state, uv + vec2f(TIE));
        // The true position between the corners, independent of the interpolation on the screen.
        let at = in.green_blue_at.zw;
        let face = screen[in.ids.z & 0x3FFFFFFFu].face;
        let light = embossed(face, in.ids.w, in.ids.y & ~FROM_BEHIND, lean, at);
        colour = clamp(colour * light, vec3f(0.0), vec3f(255.0));
    }
    //@end
    let c8 = clamp(vec3i(floor(colour + 0.5 + TIE)), vec3i(0), vec3i(255));

    let textured = (state.flags & (TEXTURED | MISSING)) != 0u;
    var texel = Texel(vec3i(0), vec3i(0), 1.0, false, true);
    if ((state.flags & FILLED) != 0u) {
        texel = fill_of(state);
    } else if ((state.flags & TEXTURED) != 0u) {
        let nudge = select(view.nudge, 0.0, (state.flags & FRACTION) != 0u);
        let at = uv + vec2f(nudge + TIE);
        texel = texel_at(state, at);
        //@if FILTERED
        if ((view.flags & FILTERED) != 0u) {
            texel = filtered(state, texel, at, place.step_x, place.step_y);
        }
        //@end
    }
    //@if MISSING
    if ((state.flags & MISSING) != 0u) {
        let is_faulty = (state.flags & CHECKERED) != 0u;
        let is_checker = (view.flags & CHECKER) != 0u || is_faulty;
        var scale = colour_scale(state.flags);
        if (is_checker) {
            texel = checker(select(uv, in.position.xy, is_faulty), select(state.flags, 0u, is_faulty));
            scale = RAW;
        } else {
            texel = texel_of_word(NEUTRAL);
            scale = select(scale, MODULATE_255, scale == RAW);
        }
        // It is unknown which of the missing texels are transparent.
        state.flags = (state.flags & ~(SEMI | (3u << 14u))) | (scale << 14u);
    }
    //@end
    let mixed = texel.stp || (state.flags & TAKES_ALL) != 0u;
    let blended = (state.flags & SEMI) != 0u && mixed;
    if (texel.hole || (blended && !BLENDED_TEXELS) || (!blended && !OPAQUE_TEXELS)) {
        discard;
    }

    var front = shade(state, texel, textured, c8, in.position.xy);
    //@if SHINES
    if (reflects(state)) {
        let face = screen[in.ids.z & 0x3FFFFFFFu].face;
        let seen = vec3i(reflection(state, face, in.ids.w, uv, in.green_blue_at.zw) + 0.5);
        front = min(front + (seen >> vec3u(select(0u, 3u, FIFTEEN))), vec3i(select(255, 31, FIFTEEN)));
    }
    //@end
    //@if FOGGED
    if (!FIFTEEN) {
        // Additive and subtractive colours fade to black.
        let far = select(view.fog_colour.rgb, vec3f(0.0), blended && blend_mode(state.flags) != 0u);
        let share = fog_at(1.0 / in.position.w);
        front = vec3i(floor(mix(vec3f(front), far, share) + 0.5));
    }
    //@end
    if ((in.ids.y & FROM_BEHIND) != 0u && (view.flags & TINT_BACK) != 0u) {
        let full = select(255, 31, FIFTEEN);
        front = (front + vec3i(full, 0, 0)) / 2;
    }
    let alpha = texel.alpha * state.tint.w;
    return Pixel(encode(front, blended, blend_mode(state.flags), alpha), in.ids.x);
}
