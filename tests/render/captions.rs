//! Events for captions as they start.

use gouraud::audio::CaptionFeed;
use gouraud::scene::{Caption, Origin};

#[test]
fn reports_each_caption_once_when_it_starts() {
    let caption = |start_ms, end_ms, text: &str| Caption {
        start_ms,
        end_ms,
        text: text.to_owned(),
        origin: Origin::default(),
    };
    let all = [caption(0, 1000, "a"), caption(1000, 1200, "b"), caption(1200, 3000, "c")];
    let mut feed = CaptionFeed::new(&all);
    let mut due = |ms| feed.due(ms).iter().map(|c| c.text.as_str()).collect::<String>();
    assert_eq!([due(0), due(999), due(1500), due(9000)], ["a", "", "bc", ""]);
    assert!(feed.due(u64::MAX).is_empty());
}
