// Copies the colour target without the bits below the fifth, which blending leaves.

@group(0) @binding(0) var colours: texture_2d<f32>;

@vertex
fn vertex(@builtin(vertex_index) index: u32) -> @builtin(position) vec4f {
    // One triangle over the whole target.
    return vec4f(f32(index & 1u) * 4.0 - 1.0, f32(index >> 1u) * 4.0 - 1.0, 0.0, 1.0);
}

@fragment
fn fragment(@builtin(position) position: vec4f) -> @location(0) vec4f {
    let c = vec3u(textureLoad(colours, vec2u(position.xy), 0).rgb * 255.0 + 0.5);
    return vec4f(vec3f(c & vec3u(0xF8u)) / 255.0, 1.0);
}
