// Draws selected faces, ignoring occlusion. A face that is turned towards the camera is brighter.

// A selected face (see mask.rs).
const SELECTED = 0x40000000u;
// Brightness of a face seen from its edge; more than half, see resolve.wgsl.
const EDGE = 0.55;

struct Corner {
    @builtin(position) position: vec4f,
    // Position in view space, with scaled axes.
    @location(0) at: vec3f,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    let id = index / 4u;
    var p = transformed(id);
    if (!p.drawn || (masks[id] & SELECTED) == 0u) {
        return Corner(vec4f(0.0, 0.0, 2.0, 1.0), vec3f(0.0));
    }
    let clip = p.clip[min(index % 4u, select(3u, 2u, p.triangle))];
    return Corner(clip, clip.xyw);
}

@fragment
fn fragment(corner: Corner) -> @location(0) vec4f {
    let normal = cross(dpdx(corner.at), dpdy(corner.at));
    let towards = abs(normal.z) / max(length(normal), 1e-30);
    return vec4f(mix(EDGE, 1.0, clamp(towards, 0.0, 1.0)));
}
