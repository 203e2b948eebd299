//! Bone weights in the form that glTF requires: at most four per position, each joint once, heaviest
//! first, with the sum 1.

use crate::scene::{Influence, Mesh, Skin};

/// A joint's number and its weight.
pub type Share = (u16, f32);

/// Weights of a mesh's positions.
pub struct Weights {
    /// Up to four shares per position, heaviest first.
    pub shares: Vec<[Share; 4]>,
    /// A position follows no joint: it is bound to an additional joint that does not move.
    pub anchored: bool,
}

impl Weights {
    /// `None` for a mesh without bones.
    pub fn of(mesh: &Mesh) -> Option<Self> {
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
