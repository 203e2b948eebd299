// Produces the visible picture: 5 bits to 8, enlarged or averaged, then the overlay.

struct Resolve {
    // Target pixels per picture pixel, or picture pixels per target pixel.
    enlarge: u32,
    average: u32,
    fifteen_bit: u32,
    // Draw id + 1, or 0.
    hovered: u32,
    // Size of the picture.
    size: vec2u,
    background: u32,
    // Marking of selected faces: 0 nothing selected, 1 outline, 2 outline and tint; 4 is added if the
    // outline of occluded faces is drawn, and 8 if other faces are faded.
    selection: u32,
}

@group(0) @binding(0) var<uniform> frame: Resolve;
@group(0) @binding(1) var colours: texture_2d<f32>;
@group(0) @binding(2) var ids: texture_2d<u32>;
@group(0) @binding(3) var<storage, read> masks: array<u32>;
// Brightness of the selected face at a pixel, even if occluded: more than half, or 0 without such a face.
@group(0) @binding(4) var silhouette: texture_2d<f32>;

// Bits of a face's mask (see mask.rs).
const DIMMED = 0x10000000u;
const SELECTED = 0x40000000u;

// Opacity of the paint on a face.
const COVER = 0.6;
// The window's accent colour of selected elements.
const SELECTION_LIGHT = vec3f(0.27, 0.74, 1.0);
const SELECTION_DARK = vec3f(0.02, 0.05, 0.08);
// Opacity of the tint of selected faces.
const TINT = 0.2;
// Opacity of an occluded face's outline over the faces in front of it.
const THROUGH = 0.55;
// Opacity of faces that are not selected over the background, and of selected faces over them.
const FADED = 0.3;
const XRAY = 0.6;
const HOVER_LIGHT = vec3f(0.92, 0.96, 1.0);

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

fn shown(at: vec2u) -> vec3f {
    let c = vec3i(textureLoad(colours, at, 0).rgb * 255.0 + 0.5);
    if (frame.fifteen_bit != 0u) {
        return vec3f(expand5(c >> vec3u(3u))) / 255.0;
    }
    return vec3f(c) / 255.0;
}

fn id_at(at: vec2i) -> u32 {
    let inside = clamp(at, vec2i(0), vec2i(frame.size) - 1);
    return textureLoad(ids, vec2u(inside) * frame.average / frame.enlarge, 0).r;
}

fn mask_of(id: u32) -> u32 {
    if (id == 0u) {
        return 0u;
    }
    return masks[id - 1u];
}

// true if a pattern covers this pixel (overlay::Pattern).
fn covers(pattern: u32, at: vec2u) -> bool {
    switch pattern {
        case 1u: { return true; }
        case 2u: { return ((at.x + at.y) / 3u) % 3u != 0u; }
        case 3u: { return ((at.x + 0x30000000u - at.y) / 3u) % 3u != 0u; }
        case 4u: { return (at.y / 3u) % 3u != 0u; }
        case 5u: { return (at.x / 3u) % 3u != 0u; }
        case 6u: { return (at.x / 2u) % 5u == 0u || (at.y / 2u) % 5u == 0u; }
        case 7u: {
            let d = vec2f(at % vec2u(8u)) - 3.5;
            return dot(d, d) < 8.0;
        }
        case 8u: { return ((at.x / 5u + at.y / 5u) & 1u) == 0u; }
        default: { return false; }
    }
}

// Line of the selection's outline at this pixel: 0 none, 1 inside, 2 outside.
fn outline_of_selection(at: vec2i, inside: bool) -> u32 {
    for (var y = -2; y <= 2; y++) {
        for (var x = -2; x <= 2; x++) {
            let other = (mask_of(id_at(at + vec2i(x, y))) & SELECTED) != 0u;
            if (other != inside) {
                return select(2u, 1u, inside);
            }
        }
    }
    return 0u;
}

// Brightness of the selected faces at this pixel, ignoring occlusion; 0 without any.
fn brightness(at: vec2i) -> f32 {
    let inside = clamp(at, vec2i(0), vec2i(frame.size) - 1);
    return textureLoad(silhouette, vec2u(inside) * frame.average / frame.enlarge, 0).r;
}

fn in_silhouette(at: vec2i) -> bool {
    return brightness(at) > 0.5;
}

// true if this pixel is on the inner outline of the selected faces, ignoring occlusion.
fn on_hidden_outline(at: vec2i) -> bool {
    if (!in_silhouette(at)) {
        return false;
    }
    for (var y = -1; y <= 1; y++) {
        for (var x = -1; x <= 1; x++) {
            if (!in_silhouette(at + vec2i(x, y))) {
                return true;
            }
        }
    }
    return false;
}

// Holes of up to this number of pixels in a face get no outline: transparent texels, thin objects in front.
const HOLE = 48;

// For each of the four directions: true if the hovered face is found at this distance in pixels.
fn hovered_around(at: vec2i, far: i32) -> vec4<bool> {
    let ids = vec4u(
        id_at(at + vec2i(far, 0)),
        id_at(at - vec2i(far, 0)),
        id_at(at + vec2i(0, far)),
        id_at(at - vec2i(0, far)),
    );
    return ids == vec4u(frame.hovered);
}

fn at_edge_of_hovered(at: vec2i) -> bool {
    var inside = hovered_around(at, 1);
    for (var far = 2; far <= HOLE && !all(inside); far++) {
        inside = inside | hovered_around(at, far);
    }
    return !all(inside);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let at = vec2u(position.xy);
    let source = at * frame.average / frame.enlarge;
    var c = vec3f(0.0);
    for (var y = 0u; y < frame.average; y++) {
        for (var x = 0u; x < frame.average; x++) {
            c += shown(source + vec2u(x, y));
        }
    }
    c /= f32(frame.average * frame.average);
    let id = id_at(vec2i(at));
    let mask = mask_of(id);
    if ((mask & DIMMED) != 0u) {
        let grey = dot(c, vec3f(0.3, 0.59, 0.11));
        c = mix(unpack4x8unorm(frame.background).rgb, vec3f(grey), 0.2);
    }
    if ((frame.selection & 8u) != 0u && (mask & SELECTED) == 0u) {
        if (id != 0u) {
            c = mix(unpack4x8unorm(frame.background).rgb, c, FADED);
        }
        let bright = brightness(vec2i(at));
        if (bright > 0.5) {
            c = mix(c, SELECTION_LIGHT * bright, XRAY);
        }
    }
    if (covers((mask >> 24u) & 15u, at)) {
        c = mix(c, unpack4x8unorm(mask).rgb, COVER);
    }
    if ((frame.selection & 3u) == 2u && (mask & SELECTED) != 0u) {
        c = mix(c, SELECTION_LIGHT, TINT);
    }
    if (id != 0u && id == frame.hovered && at_edge_of_hovered(vec2i(at))) {
        c = HOVER_LIGHT;
    }
    if (frame.selection != 0u) {
        switch outline_of_selection(vec2i(at), (mask & SELECTED) != 0u) {
            case 1u: { c = SELECTION_LIGHT; }
            case 2u: { c = SELECTION_DARK; }
            default: {
                let hidden = (frame.selection & 4u) != 0u && (mask & SELECTED) == 0u;
                if (hidden && on_hidden_outline(vec2i(at))) {
                    c = mix(c, SELECTION_LIGHT, THROUGH);
                }
            }
        }
    }
    return vec4f(c, 1.0);
}
