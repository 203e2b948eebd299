// Computes the screen positions of a face's corners from its draw id. Shared by the passes that draw
// faces.
//
// No vertex buffers are used: everything is fetched by the draw id, so that every corner can access the
// others.

// Maximum number of lamps.
const LAMPS = 3u;

struct View {
    // World to clip space; depth 1 is near, 0 far.
    matrix: mat4x4f,
    // Position of the viewer (w = 1), or the direction to it (w = 0).
    eye: vec4f,
    // Size of the picture in native pixels.
    grid: vec2f,
    // Position of a snapped vertex in its pixel: 0.5 if native pixels are the target's.
    pixel_offset: f32,
    // Added to integer texel coordinates before truncation.
    nudge: f32,
    near: f32,
    // Target pixels per dither cell.
    dither_cell: f32,
    flags: u32,
    // Target pixels per pixel of the picture.
    step: f32,
    // Size of the whole target relative to the picture: it may extend beyond the right and bottom edges.
    extent: vec2f,
    // Size of the picture in pixels.
    picture: vec2f,
    // Ambient light on lit faces; w is 0 without light, and faces then have their own colours.
    ambient: vec4f,
    // Directions to the lamps, and their colours.
    to_lamps: array<vec4f, LAMPS>,
    lamps: array<vec4f, LAMPS>,
    // Distance ahead of the viewer at which fog begins, and the inverse of its range; z is 0 without fog;
    // w is the exponent of its density, or 0 if the remaining visibility halves.
    fog: vec4f,
    // Fog colour as bytes.
    fog_colour: vec4f,
    // Screen directions in world space.
    right: vec4f,
    up: vec4f,
}

// View.flags
const SNAP = 1u;
const AFFINE = 2u;
const DITHERED = 4u;
const FIFTEEN_BIT = 8u;
const HIDE_BACK = 16u;
const TINT_BACK = 32u;
const VANISHING = 64u;
const SIZE_LIMIT = 128u;
const SKY_PASS = 256u;
const FILTERED = 512u;
const CHECKER = 1024u;
const SUBDIVIDES = 2048u;
const RELIEFS = 4096u;
const SHINES = 8192u;

struct Face {
    // Offsets in the pool; the top bit marks a billboard's corner, all ones a missing corner.
    corners: vec4u,
    // R, G, B and 8 bits of the state's index, lowest first.
    colours: vec4u,
    // Two signed 16-bit numbers each; or x is the pool offset of eight floats, and y, unless it is 0,
    // that of the corners' normals.
    uvs: vec4u,
}

struct Node {
    // Rows of the world transform.
    x: vec4f,
    y: vec4f,
    z: vec4f,
    flags: u32,
    unused0: u32,
    unused1: u32,
    unused2: u32,
}

// Node.flags
const NODE_HIDDEN = 1u;
const NODE_CLOCKWISE = 2u;
const NODE_SKY = 4u;
const NODE_FACES_VIEWER = 8u;
// A node that faces the viewer also turns up and down.
const NODE_LEANS = 16u;
// The front of a node that faces the viewer is +Z, otherwise −Z.
const NODE_FRONT_IS_Z = 32u;
// A quad shows its front if one of its halves does.
const NODE_EITHER_HALF = 64u;

// A material on a layer.
struct State {
    flags: u32,
    // First word of the texture.
    texels: u32,
    width: u32,
    height: u32,
    // First word of the palette, and its length.
    palette: u32,
    entries: u32,
    // R, G, B bytes that replace the texture while its texels are not resident.
    fill: u32,
    // Number of mipmaps after the texels.
    levels: u32,
    // First word of the normals of the texels.
    normals: u32,
    // Numbers of the states whose textures are the reflected surroundings and the gloss map; 0 if
    // missing.
    surroundings: u32,
    gloss: u32,
    // Reflectivity, 0 to 1.
    shine: f32,
    // Factor for corner colours of dyed states; w is the opacity in mode 0, multiplied by the texel's
    // alpha.
    tint: vec4f,
    // Offset for dyed colours, of 255.
    glow: vec4f,
}

// State.flags
const STATE_HIDDEN = 1u;
const TEXTURED = 2u;
const MISSING = 4u;
const GREY_RAMP = 8u;
const SEMI = 16u;
const DOUBLE_SIDED = 32u;
const GOURAUD = 64u;
const VANISHES = 128u;
const FRACTION = 256u;
const FLOAT_UVS = 512u;
const STATE_SKY = 1024u;
const FILLED = 2048u;
const LIT = 0x80000u;
const TILED = 0x40000u;
// Texels that are normally opaque are blended, too.
const TAKES_ALL = 0x100000u;
// Subdivided when large on the screen.
const SUBDIVIDED = 0x200000u;
// The texture has a normal for each texel.
const RELIEF = 0x400000u;
// Corner colours are animated.
const DYED = 0x800000u;
// A missing texture is always drawn as a checkerboard, in the plane of the screen.
const CHECKERED = 0x1000000u;
fn blend_mode(flags: u32) -> u32 { return (flags >> 12u) & 3u; }
fn colour_scale(flags: u32) -> u32 { return (flags >> 14u) & 3u; }
fn texel_format(flags: u32) -> u32 { return (flags >> 16u) & 3u; }

// Relevant bits of a face's mask (see mask.rs).
const MASK_HIDDEN = 0x20000000u;

// Factor for the depth of faces that are seen from behind.
const BACK_DEPTH = 0.99993896484375;

const NO_CORNER = 0xFFFFFFFFu;
const BILLBOARD = 0x80000000u;
// Pool offset of a missing normal.
const NO_NORMAL = 0x80008000u;

@group(0) @binding(0) var<uniform> view: View;
// Face and node of each draw id.
@group(1) @binding(0) var<storage, read> placed: array<vec2u>;
@group(1) @binding(1) var<storage, read> faces: array<Face>;
@group(1) @binding(2) var<storage, read> pool: array<u32>;
@group(1) @binding(3) var<storage, read> nodes: array<Node>;
@group(1) @binding(4) var<storage, read> states: array<State>;
@group(1) @binding(5) var<storage, read> masks: array<u32>;

struct Transformed {
    // Number of the face, and of its state.
    face: u32,
    state: u32,
    triangle: bool,
    // After snapping.
    clip: array<vec4f, 4>,
    drawn: bool,
    from_behind: bool,
    // A corner is in front of the near plane.
    crosses_near: bool,
}

fn pool_position(index: u32) -> vec4f {
    let at = index * 3u;
    return vec4f(bitcast<f32>(pool[at]), bitcast<f32>(pool[at + 1u]), bitcast<f32>(pool[at + 2u]), 1.0);
}

// A node in the world. It is computed once per face, since adapters repeat the code of every call.
struct Frame {
    node: u32,
    //@if TURNS
    // If the front of the node, -Z, is rotated about the up axis towards the viewer: its origin, its axes
    // and their scale.
    faces_viewer: bool,
    at: vec3f,
    right: vec3f,
    up: vec3f,
    back: vec3f,
    size: vec3f,
    //@end
}

fn frame_of(index: u32) -> Frame {
    var frame: Frame;
    frame.node = index;
    //@if TURNS
    let node = nodes[index];
    if ((node.flags & NODE_FACES_VIEWER) == 0u) {
        return frame;
    }
    frame.faces_viewer = true;
    frame.at = vec3f(node.x.w, node.y.w, node.z.w);
    let to_viewer = view.eye.xyz - frame.at * view.eye.w;
    let far = length(to_viewer.xz);
    let ahead = select(vec2f(0.0, -1.0), to_viewer.xz / max(far, 1e-30), far > 0.0);
    let mirrored = dot(node.x.xyz, cross(node.y.xyz, node.z.xyz)) < 0.0;
    frame.size = vec3f(
        length(vec3f(node.x.x, node.y.x, node.z.x)),
        length(vec3f(node.x.y, node.y.y, node.z.y)),
        length(vec3f(node.x.z, node.y.z, node.z.z)),
    ) * select(1.0, -1.0, mirrored);
    let front = select(1.0, -1.0, (node.flags & NODE_FRONT_IS_Z) != 0u);
    frame.right = vec3f(-ahead.y, 0.0, ahead.x) * front;
    frame.back = vec3f(-ahead.x, 0.0, -ahead.y) * front;
    frame.up = vec3f(0.0, 1.0, 0.0);
    if ((node.flags & NODE_LEANS) != 0u) {
        let straight = length(to_viewer);
        let back = select(vec3f(0.0, 0.0, -1.0), to_viewer / max(straight, 1e-30), straight > 0.0);
        frame.back = back * -front;
        frame.up = cross(frame.back, frame.right);
    }
    //@end
    return frame;
}

fn to_world(frame: Frame, local: vec4f) -> vec3f {
    //@if TURNS
    if (frame.faces_viewer) {
        let sized = local.xyz * frame.size;
        return frame.at + frame.right * sized.x + frame.up * sized.y + frame.back * sized.z;
    }
    //@end
    let node = frame.node;
    return vec3f(dot(nodes[node].x, local), dot(nodes[node].y, local), dot(nodes[node].z, local));
}

fn corner_world(frame: Frame, corner: u32) -> vec3f {
    //@if TURNS
    if ((corner & BILLBOARD) != 0u) {
        return billboard_world(frame, corner);
    }
    //@end
    return to_world(frame, pool_position(corner));
}

fn billboard_world(frame: Frame, corner: u32) -> vec3f {
    // The slot of a billboard's corner contains its anchor, its mate and its half width.
    let at = (corner & ~BILLBOARD) * 3u;
    let anchor = to_world(frame, pool_position(pool[at]));
    let mate = to_world(frame, pool_position(pool[at + 1u]));
    let to_viewer = view.eye.xyz - anchor * view.eye.w;
    let across = cross(mate - anchor, to_viewer);
    let node = frame.node;
    let scale = length(vec3f(nodes[node].x.x, nodes[node].y.x, nodes[node].z.x));
    let width = bitcast<f32>(pool[at + 2u]) * scale;
    return anchor + across * (width / max(length(across), 1e-30));
}

// Native pixel coordinates, y down.
fn native(clip: vec4f) -> vec2f {
    let ndc = clip.xy / clip.w;
    return vec2f(ndc.x * 0.5 + 0.5, 0.5 - ndc.y * 0.5) * view.grid;
}

// The offset keeps points exactly on a pixel there in spite of rounding.
fn snapped(pixel: vec2f) -> vec2f {
    return floor(pixel + 1.0 / 512.0);
}

fn area(a: vec2f, b: vec2f, c: vec2f) -> f32 {
    return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

// Twice the area of three corners on the screen: positive if they are clockwise.
fn turn(
    p: ptr<function, Transformed>,
    pixel: ptr<function, array<vec2f, 4>>,
    corners: vec3u,
) -> f32 {
    if (!(*p).crosses_near) {
        return area((*pixel)[corners.x], (*pixel)[corners.y], (*pixel)[corners.z]);
    }
    let a = (*p).clip[corners.x].xyw;
    let b = (*p).clip[corners.y].xyw;
    let c = (*p).clip[corners.z].xyw;
    return -dot(a, cross(b, c));
}

fn too_large(pixel: ptr<function, array<vec2f, 4>>) -> bool {
    let low = min(min((*pixel)[0], (*pixel)[1]), min((*pixel)[2], (*pixel)[3]));
    let high = max(max((*pixel)[0], (*pixel)[1]), max((*pixel)[2], (*pixel)[3]));
    return any(high - low > vec2f(1023.0, 511.0));
}

// Sides longer than these fractions of the picture's height are halved once, and twice.
const LARGE = 0.25;
const VERY_LARGE = 0.5;

// Number of halvings of a face that is subdivided when large (ps1-rendering 7.1).
fn halved(p: ptr<function, Transformed>) -> u32 {
    var pixel: array<vec2f, 4>;
    for (var i = 0u; i < 4u; i++) {
        pixel[i] = native((*p).clip[i]);
    }
    let sides = vec4f(
        distance(pixel[0], pixel[1]),
        distance(pixel[0], pixel[2]),
        distance(pixel[1], pixel[3]),
        distance(pixel[2], pixel[3]),
    );
    let longest = max(max(sides.x, sides.y), max(sides.z, sides.w)) / view.grid.y;
    return select(0u, 1u, longest > LARGE) + select(0u, 1u, longest > VERY_LARGE);
}

fn transformed(id: u32) -> Transformed {
    var p: Transformed;
    let where_from = placed[id];
    p.face = where_from.x;
    let index = faces[p.face].colours >> vec4u(24u);
    p.state = index.x | (index.y << 8u) | (index.z << 16u) | (index.w << 24u);
    let flags = states[p.state].flags;
    let node = where_from.y;
    let node_flags = nodes[node].flags;

    let sky = (flags & STATE_SKY) != 0u || (node_flags & NODE_SKY) != 0u;
    let hidden = (flags & STATE_HIDDEN) != 0u || (node_flags & NODE_HIDDEN) != 0u
        || (masks[id] & MASK_HIDDEN) != 0u;
    if (hidden || sky != ((view.flags & SKY_PASS) != 0u)) {
        return p;
    }

    // The fourth corner of a triangle equals its third, so that its second half is empty.
    var corners = faces[p.face].corners;
    p.triangle = corners.w == NO_CORNER;
    corners.w = select(corners.w, corners.z, p.triangle);
    let frame = frame_of(node);
    var pixel: array<vec2f, 4>;
    for (var i = 0u; i < 4u; i++) {
        let clip = view.matrix * vec4f(corner_world(frame, corners[i]), 1.0);
        p.clip[i] = clip;
        p.crosses_near = p.crosses_near || clip.w < view.near;
        pixel[i] = native(clip);
        if ((view.flags & SNAP) != 0u && clip.w > 0.0) {
            pixel[i] = snapped(pixel[i]);
            let ndc = (pixel[i] + view.pixel_offset) / view.grid * 2.0 - 1.0;
            p.clip[i] = vec4f(ndc.x * clip.w, -ndc.y * clip.w, clip.zw);
        }
    }
    // The first half decides for the whole face, or either half, as in the original.
    let side = select(-1.0, 1.0, (node_flags & NODE_CLOCKWISE) != 0u);
    var front = side * turn(&p, &pixel, vec3u(0u, 1u, 2u));
    if ((node_flags & NODE_EITHER_HALF) != 0u) {
        // The second half of a strip runs the other way.
        front = max(front, side * turn(&p, &pixel, vec3u(1u, 3u, 2u)));
    }
    p.from_behind = front <= 0.0 && (flags & DOUBLE_SIDED) == 0u;
    p.drawn = !(p.from_behind && (view.flags & HIDE_BACK) != 0u);
    // A back face in the plane of a front face must be behind it, independent of rounding.
    if (p.from_behind) {
        for (var i = 0u; i < 4u; i++) {
            p.clip[i].z *= BACK_DEPTH;
        }
    }
    if ((view.flags & SIZE_LIMIT) != 0u && !p.crosses_near && too_large(&pixel)) {
        p.drawn = false;
    }
    // The console drops a face of this kind where it would subdivide it.
    if ((flags & VANISHES) != 0u && (view.flags & VANISHING) != 0u
        && (p.crosses_near || halved(&p) > 0u)) {
        p.drawn = false;
    }
    return p;
}
