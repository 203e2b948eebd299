use gouraud::scene::{Detail, DetailStep, Id};

#[test]
fn selects_the_first_step_in_range_or_the_last() {
    let step = |node, until| DetailStep { node: Id::new(node), until };
    let detail = Detail { steps: vec![step(0, Some(100.0)), step(1, Some(400.0))] };
    assert_eq!([0.0, 100.0, 100.5, 400.0, 9000.0].map(|far| detail.at(far)), [0, 0, 1, 1, 1]);
    let endless = Detail { steps: vec![step(0, None), step(1, None)] };
    assert_eq!(endless.at(f32::MAX), 0);
    assert_eq!(Detail::default().at(1.0), 0);
}
