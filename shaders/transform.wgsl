// Projects the faces of a batch to the screen.

struct Batch {
    first: u32,
    count: u32,
    // Faces are in the order of the list, else in that of their draw ids.
    sorted: u32,
    unused: u32,
}

@group(0) @binding(1) var<storage, read> order: array<u32>;
@group(2) @binding(0) var<uniform> batch: Batch;
@group(2) @binding(1) var<storage, read_write> screen: array<ScreenFace>;

@compute @workgroup_size(64)
fn transform_faces(@builtin(global_invocation_id) at: vec3u) {
    if (at.x >= batch.count) {
        return;
    }
    var id = batch.first + at.x;
    if (batch.sorted != 0u) {
        id = order[id];
    }
    var p = transformed(id);
    // An affine face that crosses the near plane would be distorted: its mapping depends on corners that
    // are off screen. The whole face is drawn with perspective instead.
    let affine = (view.flags & AFFINE) != 0u && !p.crosses_near;
    let cut = affine && p.drawn && (view.flags & SUBDIVIDES) != 0u
        && (states[p.state].flags & SUBDIVIDED) != 0u;
    var halvings = 0u;
    if (cut) {
        halvings = halved(&p);
    }
    screen[at.x].clip = p.clip;
    screen[at.x].id = id;
    screen[at.x].face = p.face;
    screen[at.x].state = p.state | select(0u, FROM_BEHIND, p.from_behind);
    screen[at.x].flags = select(0u, IS_TRIANGLE, p.triangle) | select(0u, IS_AFFINE, affine)
        | select(0u, IS_DRAWN, p.drawn) | (halvings << 3u);
}
