use gouraud::scene::{Texels, flip_rows};

#[test]
fn flips_rows_and_keeps_the_middle_one() {
    let mut rows = [1, 2, 3, 4, 5, 6];
    flip_rows(&mut rows, 2);
    assert_eq!(rows, [5, 6, 3, 4, 1, 2]);
    flip_rows(&mut rows, 0);
    assert_eq!(rows, [5, 6, 3, 4, 1, 2]);
    let mut texels = Texels::Indices(vec![1, 2, 3, 4]);
    texels.flip(2);
    assert!(texels == Texels::Indices(vec![3, 4, 1, 2]));
}
