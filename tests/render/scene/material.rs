use gouraud::scene::Blend;

#[test]
fn only_opacities_below_one_blend() {
    assert_eq!(Blend::of_opacity(0.25), Some(Blend::Alpha(0.25)));
    assert_eq!(Blend::of_opacity(-3.0), Some(Blend::Alpha(0.0)));
    assert_eq!([1.0, 2.0, f32::NAN].map(Blend::of_opacity), [None; 3]);
    assert!(Blend::Alpha(0.25).takes_all());
    assert!(!Blend::TEXELS.takes_all() && !Blend::Average.takes_all());
}

#[test]
fn blend_modes_have_descriptions_and_playstation_numbers() {
    for (number, mode) in (0u32..).zip(Blend::MODES) {
        assert_eq!((mode.mode(), Blend::from_mode(number)), (Some(number), mode));
    }
    assert_eq!(Blend::TEXELS.mode(), None);
    assert_eq!(Blend::Alpha(0.05).to_string(), "B·(1 − α) + F·α, 5 % opaque");
    assert_eq!(Blend::TEXELS.to_string(), "B·(1 − α) + F·α");
    assert_eq!(Blend::Add.to_string(), "B + F");
}
