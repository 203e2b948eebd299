use gouraud::bytes::{Colour15, expand5};

#[test]
fn expansion_rounds_and_shift_inverts_it() {
    assert_eq!([3, 7, 24, 28].map(expand5), [25, 58, 197, 230]);
    assert!((0..32).all(|v| expand5(v) >> 3 == v));
    assert_eq!((expand5(0), expand5(31)), (0, 255));
}

#[test]
fn converts_words_of_document() {
    assert_eq!(Colour15(0x1234).rgb8(), [165, 140, 33]);
    assert_eq!(Colour15(0x4210).rgb8(), [132, 132, 132]);
    assert_eq!(Colour15(0xFC1F).rgb8(), [255, 0, 255]);
    assert_eq!(Colour15::new([20, 17, 4], false), Colour15(0x1234));
}

#[test]
fn nearest_finds_closest_displayed_colour() {
    for word in (0..0x8000).map(Colour15) {
        assert_eq!(Colour15::nearest(word.rgb8()), word);
    }
    // 4 of 255 is nearer to 0 of 31, 5 to 1 of 31.
    assert_eq!(Colour15::nearest([4, 5, 250]), Colour15(0x7820));
    assert_eq!(Colour15(0).drawn(), Colour15(0x8000), "a hole that is drawn is black with STP");
    assert_eq!(Colour15(0x001F).drawn(), Colour15(0x001F));
}
