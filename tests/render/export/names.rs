use gouraud::export::names::UniqueNames;

#[test]
fn names_are_unique_ignoring_case() {
    let mut names = UniqueNames::default();
    assert_eq!(names.unique("Wall", ".png"), "Wall.png");
    assert_eq!(names.unique("wall", ".png"), "wall~2.png");
    assert_eq!(names.unique("wall~2", ".png"), "wall~2~2.png");
    assert_eq!(names.unique("WALL", ".png"), "WALL~3.png");
    assert_eq!(names.unique("wall", ".glb"), "wall.glb");
}
