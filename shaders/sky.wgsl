// A sky without faces: a horizontal plane above the viewer with a repeated picture, which fades into one
// colour towards the horizon (scene::Sky).

struct Sky {
    // From the centre of the target to the centres of its right and upper edges, and ahead.
    right: vec3f,
    // Coordinate of the picture straight above the viewer, in repeats.
    u: f32,
    up: vec3f,
    v: f32,
    ahead: vec3f,
    // Height of the plane above the viewer, in repeats.
    height: f32,
    // From 0 to 255.
    horizon: vec3f,
    unused: f32,
    // Start of the fade and the inverse of its range, as sines of the angle above the horizon.
    fade: vec2f,
    unused2: vec2f,
    state: State,
}

@group(2) @binding(0) var<uniform> sky: Sky;

struct Corner {
    @builtin(position) position: vec4f,
    // Offset from the centre of the target: 1 at its right and upper edges.
    @location(0) at: vec2f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let at = vec2f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0);
    return Corner(vec4f(at, 0.0, 1.0), at);
}

// Maximum number of texels that are averaged along the longer side of a pixel.
const MAX_ALONG = 4.0;

// Never transparent, even if the alpha of a texel is 0.
fn colour_at(state: State, uv: vec2f) -> vec3f {
    return vec3f(texel_at(state, uv).c8);
}

fn between(state: State, uv: vec2f) -> vec3f {
    let low = floor(uv - 0.5);
    let t = uv - 0.5 - low;
    let near = mix(colour_at(state, low), colour_at(state, low + vec2f(1.0, 0.0)), t.x);
    let far = mix(colour_at(state, low + vec2f(0.0, 1.0)), colour_at(state, low + 1.0), t.x);
    return mix(near, far, t.y);
}

// Average over the area of a pixel, which is much longer than wide near the horizon. A sky is never
// near and its texels would be large squares, so they are interpolated.
fn smoothed(state: State, uv: vec2f, step_x: vec2f, step_y: vec2f) -> vec3f {
    let x_is_longer = length(step_x) > length(step_y);
    let along = select(step_y, step_x, x_is_longer);
    let across = select(step_x, step_y, x_is_longer);
    let reach = max(length(across), length(along) / MAX_ALONG);
    let level = min(whole_log2(max(reach, 1.0)), state.levels);
    let small = level_of(state, level);
    let scale = vec2f(f32(small.width), f32(small.height))
        / vec2f(f32(state.width), f32(state.height));
    let taps = clamp(ceil(over_power(length(along), level)), 1.0, MAX_ALONG);
    var sum = vec3f(0.0);
    for (var tap = 0.5; tap < taps; tap += 1.0) {
        sum += between(small, (uv + along * (tap / taps - 0.5)) * scale);
    }
    return sum / taps;
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let way = normalize(sky.ahead + sky.right * in.at.x + sky.up * in.at.y);
    let across = vec2f(way.x, -way.z) * (sky.height / max(way.y, 1e-3));
    let size = vec2f(f32(sky.state.width), f32(sky.state.height));
    let uv = (vec2f(sky.u, sky.v) + across) * size;
    let step_x = dpdxFine(uv);
    let step_y = dpdyFine(uv);

    let faded = clamp((sky.fade.x - way.y) * sky.fade.y, 0.0, 1.0);
    var c = sky.horizon;
    if (faded < 1.0) {
        var overhead: vec3f;
        if ((sky.state.flags & FILLED) != 0u) {
            overhead = vec3f(fill_of(sky.state).c8);
        } else if ((view.flags & FILTERED) != 0u) {
            overhead = smoothed(sky.state, uv, step_x, step_y);
        } else {
            overhead = colour_at(sky.state, uv + TIE);
        }
        c = mix(overhead, sky.horizon, faded);
    }
    let c8 = vec3i(floor(c + 0.5));
    if ((view.flags & FIFTEEN_BIT) == 0u) {
        return vec4f(vec3f(c8) / 255.0, 1.0);
    }
    let dithered = (view.flags & DITHERED) != 0u;
    let c5 = quantise(c8, vec2u(in.position.xy / view.dither_cell), dithered);
    return vec4f(vec3f(c5 << vec3u(3u)) / 255.0, 1.0);
}
