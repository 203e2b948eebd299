// The edges of faces, on top of the picture. Both triangles of a quad share one pair of coordinates, so
// that its diagonal is not drawn.

const LINE = vec4f(0.88, 0.94, 1.0, 0.6);

struct Corner {
    @builtin(position) position: vec4f,
    @location(0) across: vec2f,
    @location(1) @interpolate(flat, either) triangle: u32,
}

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> Corner {
    var out: Corner;
    var p = transformed(index / 4u);
    if (!p.drawn) {
        out.position = vec4f(0.0, 0.0, 2.0, 1.0);
        return out;
    }
    let corner = min(index % 4u, select(3u, 2u, p.triangle));
    out.position = on_picture(p.clip[corner]);
    out.across = vec2f(f32(corner & 1u), f32(corner >> 1u));
    out.triangle = u32(p.triangle);
    return out;
}

@fragment
fn fragment(in: Corner) -> @location(0) vec4f {
    let s = in.across.x;
    let t = in.across.y;
    let ds = length(vec2f(dpdx(s), dpdy(s)));
    let dt = length(vec2f(dpdx(t), dpdy(t)));
    let dst = length(vec2f(dpdx(s + t), dpdy(s + t)));
    let slope = fwidth(in.position.z) / view.step;
    var distance = min(s / ds, t / dt);
    if (in.triangle != 0u) {
        distance = min(distance, (1.0 - s - t) / dst);
    } else {
        distance = min(distance, min((1.0 - s) / ds, (1.0 - t) / dt));
    }
    if (distance > 1.0 || !in_front(in.position, slope)) {
        discard;
    }
    return vec4f(LINE.rgb, LINE.a * clamp(1.5 - distance, 0.0, 1.0));
}
