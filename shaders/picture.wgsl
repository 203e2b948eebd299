// Maps the render target to the picture in full resolution, for lines on top of it.

@group(0) @binding(1) var depths: texture_2d<f32>;

// The target may extend beyond the picture's right and bottom edges.
fn on_picture(clip: vec4f) -> vec4f {
    let x = (clip.x + clip.w) * view.extent.x - clip.w;
    let y = clip.w - (clip.w - clip.y) * view.extent.y;
    return vec4f(x, y, clip.zw);
}

// true if nothing is drawn in front; `slope` is the change of depth within a target pixel.
fn in_front(position: vec4f, slope: f32) -> bool {
    let last = vec2i(textureDimensions(depths)) - 1;
    let source = min(vec2i(position.xy * view.step), last);
    // A five-hundredth of the viewer's distance: relative in perspective, of Camera's depth range
    // in a parallel view.
    let tolerance = select(1e-5, position.z * 0.002, view.eye.w != 0.0);
    return position.z + tolerance + slope >= textureLoad(depths, source, 0).r;
}
