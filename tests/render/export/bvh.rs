use std::collections::HashMap;

use glam::Vec3;
use gouraud::export::bvh::{near, unique};

#[test]
fn angles_are_continuous() {
    let angles = near(Vec3::new(-179.0, 10.0, 0.0), Vec3::new(179.0, 20.0, 720.0));
    assert_eq!(angles, Vec3::new(181.0, 10.0, 720.0));
}

#[test]
fn names_are_unique_single_words() {
    let mut names = HashMap::new();
    let mut name = |text| unique(&mut names, text);
    assert_eq!([name("left arm"), name("left arm"), name("")], ["left_arm", "left_arm~2", "joint"]);
}
