//! Bone weights in the form that glTF requires: at most four per position, each joint once, heaviest
//! first, with the sum 1.

use crate::scene::{Influence, Mesh, Skin};

/// A joint's number and its weight.
pub(super) type Share = (u16, f32);

/// Weights of a mesh's positions.
pub(super) struct Weights {
    pub shares: Vec<[Share; 4]>,
    /// A position follows no joint: it is bound to an additional joint that does not move.
    pub anchored: bool,
}

impl Weights {
    /// `None` for a mesh without bones.
    pub(super) fn of(mesh: &Mesh) -> Option<Self> {
        let skin = mesh.skin.as_ref()?;
        let anchor = u16::try_from(skin.joints.len()).ok()?;
        let own = skin.influences.iter().map(|influences| shares(skin, influences));
        let own = own.chain(std::iter::repeat(None)).take(mesh.positions.len());
        let mut anchored = false;
        let shares = own.map(|shares| {
            shares.unwrap_or_else(|| {
                anchored = true;
                [(anchor, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)]
            })
        });
        Some(Self { shares: shares.collect(), anchored })
    }
}

/// `None` if no weights remain.
fn shares(skin: &Skin, influences: &[Influence; 4]) -> Option<[Share; 4]> {
    let mut shares: [Share; 4] = [(0, 0.0); 4];
    let mut count = 0;
    for Influence { joint, weight } in influences {
        let exists = usize::from(*joint) < skin.joints.len();
        if !exists || !weight.is_finite() || *weight <= 0.0 {
            continue;
        }
        if let Some(known) = shares.iter_mut().take(count).find(|share| share.0 == *joint) {
            known.1 += weight;
        } else if let Some(free) = shares.get_mut(count) {
            *free = (*joint, *weight);
            count += 1;
        }
    }
    shares.sort_by(|a, b| b.1.total_cmp(&a.1));
    let total: f32 = shares.iter().map(|share| share.1).sum();
    if !(total.is_normal() && total > 0.0) {
        return None;
    }
    for share in &mut shares {
        share.1 /= total;
        if share.1 == 0.0 {
            share.0 = 0;
        }
    }
    Some(shares)
}

#[cfg(test)]
mod tests {
    use glam::{Mat4, Vec3};

    use super::*;
    use crate::scene::{Id, Joint};

    #[test]
    fn merges_sorts_and_normalises_weights() {
        let joint = Joint { node: Id::new(0), inverse_bind: Mat4::IDENTITY };
        let share = |joint, weight| Influence { joint, weight };
        let skin = Skin {
            joints: vec![joint; 3],
            influences: vec![
                [share(0, 0.1), share(1, 0.2), share(0, 0.1), share(2, 0.6)],
                [share(9, 1.0), share(1, f32::NAN), share(2, 0.0), share(0, -1.0)],
            ],
        };
        let mesh = Mesh { positions: vec![Vec3::ZERO; 3], skin: Some(skin), ..Mesh::default() };
        let weights = Weights::of(&mesh).expect("it has bones");
        let [first, second, third] = weights.shares[..] else { panic!("one per position") };
        assert_eq!(first.map(|share| share.0), [2, 0, 1, 0]);
        assert!((first.iter().map(|share| share.1).sum::<f32>() - 1.0).abs() < 1e-6);
        assert_eq!((second, third), ([(3, 1.0), (0, 0.0), (0, 0.0), (0, 0.0)], second));
        assert!(weights.anchored);
    }
}
