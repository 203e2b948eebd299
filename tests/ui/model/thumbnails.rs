//! Thumbnails for the list of files.

use gouraud::app::model::document::thumbnails::{Item, Thumbnail, Thumbnails};

#[test]
fn draws_the_latest_request_first_and_drops_the_oldest() {
    let mut thumbnails = Thumbnails::default();
    for at in 0..45 {
        thumbnails.enqueue(&Item::file(&format!("{at}")), false);
        thumbnails.enqueue(&Item::file(&format!("{at}")), false);
    }
    let waiting = std::iter::from_fn(|| thumbnails.queue().next());
    let waiting: Vec<String> = waiting.map(|item| item.path).collect();
    assert_eq!((waiting.len(), waiting[0].as_str()), (40, "44"));
    assert!(thumbnails.get(&Item::file("4")).is_none(), "it is requested again when visible");
    assert!(matches!(thumbnails.get(&Item::file("5")), Some(Thumbnail::Waiting)));
}

#[test]
fn caches_pictures_until_their_file_changes() {
    let mut thumbnails = Thumbnails::default();
    thumbnails.enqueue(&Item::file("a"), false);
    thumbnails.forget("a");
    assert!(
        matches!(thumbnails.get(&Item::file("a")), Some(Thumbnail::Waiting)),
        "it is being drawn"
    );
    thumbnails.put(Item::file("a"), Thumbnail::Nothing);
    assert!(matches!(thumbnails.get(&Item::file("a")), Some(Thumbnail::Nothing)));
    thumbnails.forget("a");
    assert!(thumbnails.get(&Item::file("a")).is_none());
    thumbnails.enqueue(&Item::file("b"), true);
    assert!(
        matches!(thumbnails.get(&Item::file("b")), Some(Thumbnail::Nothing))
            && thumbnails.is_wanted()
    );
}
