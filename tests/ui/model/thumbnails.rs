//! Small pictures for the list of files.

use gouraud::app::model::thumbnails::{Thumbnail, Thumbnails};

#[test]
fn the_last_one_asked_for_is_drawn_first_and_the_first_ones_are_left_out() {
    let mut thumbnails = Thumbnails::default();
    for at in 0..45 {
        thumbnails.ask(&format!("{at}"), false);
        thumbnails.ask(&format!("{at}"), false);
    }
    let waiting: Vec<String> = std::iter::from_fn(|| thumbnails.queue().next()).collect();
    assert_eq!((waiting.len(), waiting[0].as_str()), (40, "44"));
    assert!(thumbnails.get("4").is_none(), "it is asked for again when it is in sight");
    assert!(matches!(thumbnails.get("5"), Some(Thumbnail::Waiting)));
}

#[test]
fn a_picture_is_kept_until_its_file_changes() {
    let mut thumbnails = Thumbnails::default();
    thumbnails.ask("a", false);
    thumbnails.forget("a");
    assert!(matches!(thumbnails.get("a"), Some(Thumbnail::Waiting)), "it is being drawn");
    thumbnails.put("a".to_owned(), Thumbnail::Nothing);
    assert!(matches!(thumbnails.get("a"), Some(Thumbnail::Nothing)));
    thumbnails.forget("a");
    assert!(thumbnails.get("a").is_none());
    thumbnails.ask("b", true);
    assert!(matches!(thumbnails.get("b"), Some(Thumbnail::Nothing)) && thumbnails.is_wanted());
}
