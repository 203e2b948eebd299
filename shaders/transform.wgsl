// Places the faces of a batch on the screen.

struct Batch {
    first: u32,
    count: u32,
    // Faces come in the order of the list, else of their draw ids.
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
    let p = transformed(id);
    // A face that is cut at the near plane would smear: its affine map hangs on corners that are
    // not on the screen. The whole face goes without.
    let affine = (view.flags & AFFINE) != 0u && !p.crosses_near;
    screen[at.x].clip = p.clip;
    screen[at.x].id = id;
    screen[at.x].face = p.face;
    screen[at.x].state = p.state | select(0u, FROM_BEHIND, p.from_behind);
    screen[at.x].flags = select(0u, IS_TRIANGLE, p.triangle) | select(0u, IS_AFFINE, affine)
        | select(0u, IS_DRAWN, p.drawn);
}
