//! Normals in 32 bits.

use glam::Vec3;
use gouraud::render::device::records::NO_NORMAL;
use gouraud::render::normals::pack;

/// Decodes a normal that [`pack`] encoded, like `unpacked_normal` of the shader.
fn unpack(word: u32) -> Vec3 {
    let share = |half: u32| (f32::from(half as u16 as i16) / 32767.0).max(-1.0);
    let (x, y) = (share(word), share(word >> 16));
    let up = 1.0 - x.abs() - y.abs();
    let fold = (-up).max(0.0);
    let part = |v: f32| v - if v >= 0.0 { fold } else { -fold };
    Vec3::new(part(x), part(y), up).normalize()
}

#[test]
fn encodes_directions_to_a_hundredth_of_a_degree() {
    for x in -4i16..=4 {
        for y in -4i16..=4 {
            for z in -4i16..=4 {
                let normal = Vec3::new(x.into(), y.into(), z.into());
                let packed = pack(normal);
                if normal == Vec3::ZERO {
                    assert_eq!(packed, NO_NORMAL);
                    continue;
                }
                let off = unpack(packed).angle_between(normal).to_degrees();
                assert!(packed != NO_NORMAL && off < 0.03, "{normal}: {off}");
            }
        }
    }
    assert_eq!(pack(Vec3::NAN), NO_NORMAL);
}
