//! The jobs of the comparison of a tab, and their results.

use std::sync::Arc;

use gouraud::app::model::document::compared_contents::ComparedContents;
use gouraud::app::model::document::comparing::Comparing;
use gouraud::app::model::document::comparison::{ComparedFile, Comparison, OpenFile};
use gouraud::library::{Library, ResolvedPath, plain};

/// A comparison with a file, whose job is running.
fn begun() -> Comparing {
    let mut comparing = Comparing::default();
    comparing.compare_with(Some(ComparedFile::File("other.psx".to_owned())));
    assert!(comparing.is_new() && comparing.begin(1).is_some());
    comparing.runs_in(7);
    comparing
}

/// A result with another file.
fn result() -> Comparison {
    let source = gouraud::bytes::Source::from_bytes("other.psx", vec![1, 2, 3]);
    let opened = Library::new().open_plain(&source, Some(&plain::BYTES), None);
    let own = Some(OpenFile { opened: opened.clone(), scene: None, generation: 1 });
    Comparison { other_file: Some(opened), own, ..Comparison::default() }
}

#[test]
fn results_of_an_earlier_document_are_dropped() {
    let mut comparing = begun();
    assert!(comparing.begin(1).is_none(), "it was begun");
    assert_eq!(comparing.jobs().collect::<Vec<_>>(), [7]);
    assert!(comparing.begin(2).is_some(), "the document was edited");
    comparing.runs_in(8);
    assert!(!comparing.take(7, Ok(result())));
    assert!(comparing.result().is_none());
    assert!(comparing.take(8, Ok(result())));
    assert!(comparing.comparison().is_some());
}

#[test]
fn bytes_and_sounds_are_compared_once_for_each_result() {
    let mut comparing = begun();
    assert!(comparing.begin_contents().is_none(), "there is no result yet");
    comparing.take(7, Ok(result()));
    assert!(comparing.begin_contents().is_some());
    comparing.compares_contents_in(8);
    assert!(comparing.begin_contents().is_none());
    assert_eq!(comparing.interrupt().collect::<Vec<_>>(), [8]);
    assert!(comparing.begin_contents().is_some(), "it was interrupted");
    comparing.compares_contents_in(9);
    assert!(comparing.end(9), "it ended without a result");
    assert!(comparing.contents().is_none() && comparing.contents_failure().is_some());
    assert!(comparing.begin_contents().is_none());
}

#[test]
fn bytes_and_sounds_of_the_last_result_are_compared_if_the_next_comparison_fails() {
    let mut comparing = begun();
    comparing.take(7, Ok(result()));
    assert!(comparing.begin_contents().is_some());
    comparing.compares_contents_in(8);
    assert!(comparing.begin(2).is_some(), "the document was edited");
    comparing.runs_in(9);
    assert!(comparing.begin_contents().is_none(), "the fields are compared first");
    comparing.take(9, Err("no such file".to_owned()));
    let last = comparing.begin_contents().unwrap();
    assert!(Arc::ptr_eq(&last, comparing.comparison().unwrap()));
}

#[test]
fn a_failure_keeps_earlier_bytes_and_sounds() {
    let compare_again = |comparing: &mut Comparing, job| {
        comparing.outdate();
        assert!(comparing.begin(1).is_some());
        comparing.runs_in(job);
        comparing.take(job, Ok(result()));
        assert!(comparing.begin_contents().is_some());
        comparing.compares_contents_in(job + 1);
    };
    let mut comparing = begun();
    compare_again(&mut comparing, 8);
    comparing.take_contents(9, ComparedContents::of(&result(), &|| true));
    let first = comparing.current_contents().unwrap().clone();
    compare_again(&mut comparing, 10);
    assert!(comparing.current_contents().is_none(), "they belong to the result before");
    comparing.take_contents(11, ComparedContents::of(&result(), &|| false));
    assert_eq!(comparing.contents_failure(), Some("the comparison was cancelled"));
    assert!(Arc::ptr_eq(&first, comparing.contents().unwrap()));
    assert!(comparing.begin_contents().is_none(), "it was cancelled");
    compare_again(&mut comparing, 12);
    assert!(comparing.contents_failure().is_none());
}

#[test]
fn a_cancelled_comparison_can_be_repeated() {
    let mut comparing = begun();
    comparing.take(7, Err("the comparison was cancelled".to_owned()));
    assert!(matches!(comparing.result(), Some(Err(_))) && comparing.begin(1).is_none());
    comparing.outdate();
    assert!(comparing.begin(1).is_some());
    assert!(comparing.result().is_none(), "the error is not shown while it is repeated");
}

#[test]
fn an_interrupted_comparison_is_begun_again() {
    let mut comparing = begun();
    assert_eq!(comparing.interrupt().collect::<Vec<_>>(), [7]);
    assert!(!comparing.end(7));
    assert!(comparing.result().is_none() && comparing.begin(1).is_some());
}

#[test]
fn a_failure_keeps_an_earlier_result() {
    let mut comparing = begun();
    comparing.take(7, Ok(result()));
    let first = comparing.comparison().unwrap().clone();
    comparing.outdate();
    assert!(comparing.begin(1).is_some() && !comparing.is_new());
    comparing.runs_in(8);
    comparing.take(8, Err("no such file".to_owned()));
    assert!(comparing.is_outdated() && Arc::ptr_eq(&first, comparing.comparison().unwrap()));
    assert_eq!(comparing.problems().collect::<Vec<_>>(), ["no such file"]);
    comparing.outdate();
    assert!(comparing.begin(1).is_some());
    comparing.runs_in(9);
    comparing.take(9, Ok(result()));
    assert!(!comparing.is_outdated());
}

#[test]
fn a_file_that_was_shortened_is_not_compared_byte_by_byte() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("other.bin");
    let file = std::fs::File::create(&path).unwrap();
    // Large enough to be read on demand.
    file.set_len(17 << 20).unwrap();
    let library = Library::new();
    let place = library.place(&path.to_string_lossy()).unwrap();
    let ResolvedPath::File(source) = place else { panic!("expected a file") };
    file.set_len(4).unwrap();
    let other_file = Some(library.open_plain(&source, Some(&plain::BYTES), None));
    let comparison = Comparison { other_file, ..result() };
    let contents = ComparedContents::of(&comparison, &|| true).unwrap();
    let why = contents.bytes.unwrap_err();
    assert!(why.starts_with("other.bin was shortened while it was open"), "{why}");
    assert!(ComparedContents::of(&comparison, &|| false).is_err(), "it is cancelled");
}
