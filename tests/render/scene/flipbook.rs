use gouraud::scene::*;

fn book(freeze: Option<u32>, round: u32) -> Flipbook {
    let frame = |index: u32| FlipFrame {
        name: index.to_string(),
        surface: Surface::Plain,
        origin: Origin::default(),
    };
    let frames = (0..4).map(frame).collect();
    Flipbook { frames, round, freeze, seconds: 0.04, ..Flipbook::default() }
}

fn shown(book: &Flipbook, seconds: f64) -> &str {
    &book.frame_at(seconds).unwrap().name
}

#[test]
fn frames_repeat_in_order() {
    let all = book(None, 4);
    let at = [0.0, 0.039, 0.04, 0.12, 0.16, 160.0].map(|seconds| shown(&all, seconds));
    assert_eq!(at, ["0", "0", "1", "3", "0", "0"]);
    assert_eq!(shown(&book(None, 3), 0.12), "0", "the last one belongs to another track");
    assert_eq!(shown(&book(None, 9), 0.12), "3");
}

#[test]
fn stops_at_a_frozen_frame() {
    assert_eq!(shown(&book(Some(2), 4), 99.0), "2");
    assert_eq!(shown(&book(Some(0), 4), 99.0), "0");
    assert_eq!(shown(&book(Some(7), 4), 0.16), "0", "it is never reached");
    assert_eq!(book(Some(2), 4).period(), None);
    let still = Flipbook { seconds: 0.0, ..book(None, 4) };
    assert_eq!((shown(&still, 9.0), still.period()), ("0", None));
    assert!(Flipbook::default().frame_at(1.0).is_none());
}
