use gouraud::export::TimeRange;
use gouraud::scene::{Caption, Origin};

#[test]
fn parses_a_part_from_seconds() {
    let part = |text: &str| text.parse::<TimeRange>().map(|part| (part.from, part.to));
    assert_eq!(part("0.5..1.25"), Ok((0.5, 1.25)));
    assert_eq!(part("..2"), Ok((0.0, 2.0)));
    assert_eq!(part("3.."), Ok((3.0, f64::MAX)));
    for wrong in ["", "1", "2..1", "-1..2", "a..b", "1..inf"] {
        assert!(part(wrong).is_err(), "{wrong}");
    }
}

#[test]
fn captions_are_relative_to_the_part() {
    let origin = Origin::default();
    let caption = |start_ms, end_ms| Caption {
        start_ms,
        end_ms,
        text: String::new(),
        origin: origin.clone(),
    };
    let all = [caption(0, 900), caption(900, 2000), caption(2000, 3000)];
    let part = TimeRange { from: 0.5, to: 1.5 };
    let times = part.captions(&all).into_iter().map(|c| (c.start_ms, c.end_ms));
    assert_eq!(times.collect::<Vec<_>>(), [(0, 400), (400, 1000)]);
}

#[test]
fn rounds_frames_and_clamps_them_to_the_sound() {
    assert_eq!(TimeRange { from: 0.5, to: 1.0 }.frames(11_025, 20_000), (5513, 11_025));
    assert_eq!(TimeRange { from: 9.0, to: f64::MAX }.frames(11_025, 20_000), (20_000, 20_000));
}
