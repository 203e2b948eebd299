use glam::{Mat4, Vec3};
use gouraud::export::skin::Weights;
use gouraud::scene::{Id, Influence, Joint, Mesh, Skin};

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
