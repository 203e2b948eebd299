// Lines, discs and flat rectangles on top of the picture; those behind a face are faint.

struct Line {
    // In world space.
    a: vec3f,
    // In pixels.
    width: f32,
    b: vec3f,
    // R, G, B, A.
    colour: u32,
    // Draw id + 1 of the helper; 0 cannot be picked.
    id: u32,
    kind: u32,
    unused0: u32,
    unused1: u32,
}

// Line.kind
const SEGMENT = 0u;
const DISC = 1u;
// Horizontal, from corner a to corner b.
const RECTANGLE = 2u;

@group(0) @binding(2) var<storage, read> lines: array<Line>;

const SELECTED = 0x40000000u;
const DIMMED = 0x10000000u;
// Opacity of a line behind a face.
const BEHIND = 0.2;

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) colour: vec4f,
    // For a disc: offset from its centre, 1 at the rim.
    @location(1) from_centre: vec2f,
    @location(2) @interpolate(flat, either) id: u32,
}

fn beside(clip: vec4f, pixels: vec2f) -> vec4f {
    return vec4f(clip.xy + pixels * 2.0 / view.picture * clip.w, clip.zw);
}

// End point of a line, moved to the near plane if it is in front of it.
fn clipped(end: vec4f, other: vec4f) -> vec4f {
    if (end.w >= view.near || other.w <= view.near) {
        return end;
    }
    return mix(end, other, (view.near - end.w) / (other.w - end.w));
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let line = lines[index / 6u];
    // Two triangles: 0 1 2, 2 1 3.
    let corner = array<u32, 6>(0u, 1u, 2u, 2u, 1u, 3u)[index % 6u];
    let side = vec2f(f32(corner & 1u), f32(corner >> 1u)) * 2.0 - 1.0;
    var out: Corner;
    out.id = line.id;
    out.colour = unpack4x8unorm(line.colour);
    var width = line.width;
    if (line.id != 0u && (masks[line.id - 1u] & SELECTED) != 0u) {
        width += 2.0;
        // Areas are transparent.
        out.colour = vec4f(1.0, 0.93, 0.55, select(1.0, 0.5, line.kind == RECTANGLE));
    } else if (line.id != 0u && (masks[line.id - 1u] & DIMMED) != 0u) {
        out.colour.a *= 0.2;
    }
    let a = view.matrix * vec4f(line.a, 1.0);
    let b = view.matrix * vec4f(line.b, 1.0);
    switch line.kind {
        case DISC: {
            out.position = beside(on_picture(a), side * width * 0.5);
            out.from_centre = side;
        }
        case RECTANGLE: {
            let x = select(line.a.x, line.b.x, side.x > 0.0);
            let z = select(line.a.z, line.b.z, side.y > 0.0);
            out.position = on_picture(view.matrix * vec4f(x, line.a.y, z, 1.0));
        }
        default: {
            let from_near = on_picture(clipped(a, b));
            let to_near = on_picture(clipped(b, a));
            let along = (to_near.xy / to_near.w - from_near.xy / from_near.w) * view.picture;
            let unit = along / max(length(along), 1e-6);
            let end = select(from_near, to_near, side.x > 0.0);
            out.position = beside(end, vec2f(-unit.y, unit.x) * side.y * width * 0.5);
        }
    }
    return out;
}

struct Pixel {
    @location(0) colour: vec4f,
    @location(1) id: u32,
}

@fragment
fn fragment(in: Corner) -> Pixel {
    let slope = fwidth(in.position.z) / view.step;
    if (dot(in.from_centre, in.from_centre) > 1.0) {
        discard;
    }
    if (in_front(in.position, slope)) {
        return Pixel(in.colour, in.id);
    }
    return Pixel(vec4f(in.colour.rgb, in.colour.a * BEHIND), 0u);
}
