// Draws selected faces, ignoring occlusion.

// A selected face (see mask.rs).
const SELECTED = 0x40000000u;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    let id = index / 4u;
    var p = transformed(id);
    if (!p.drawn || (masks[id] & SELECTED) == 0u) {
        return vec4f(0.0, 0.0, 2.0, 1.0);
    }
    return p.clip[min(index % 4u, select(3u, 2u, p.triangle))];
}

@fragment
fn fragment() -> @location(0) vec4f {
    return vec4f(1.0);
}
