use gouraud::bytes::{SourceId, Span};
use gouraud::scene::*;

#[test]
fn joined_arrays_number_elements_consecutively() {
    let id = SourceId(7);
    let part = |start, size, count: u64, path: &str| {
        (count as usize, Spans::even(id, start, size, count, path.to_owned()))
    };
    let parts = vec![part(4, 16, 2, "a"), part(40, 20, 0, "b"), part(44, 20, 2, "c")];
    let joined = Spans::joined(parts);
    assert_eq!(joined.all(), Span::new(id, 4, 80));
    assert_eq!(joined.get(1), Span::new(id, 20, 16));
    assert_eq!(joined.origin(1).path, "a[1]");
    assert_eq!(joined.origin(2), Origin::new(Span::new(id, 44, 20), "c[0]"));
    assert_eq!([3, 19, 20, 37, 44, 83].map(|at| joined.index_at(id, at)), {
        [None, Some(0), Some(1), None, Some(2), Some(3)]
    });
    let some = Spans::even(id, 0, 2, 4, "x".to_owned()).counted_from(16);
    assert_eq!(some.origin(1).path, "x[17]");
}

#[test]
fn strip_triangles_have_the_span_of_their_last_corner() {
    let strip = |strip, first, count, start| StripSpan { strip, first, count, start };
    let source = SourceId(7);
    let strips = vec![strip(0, 0, 2, 100), strip(3, 2, 1, 120)];
    let spans = Spans::strips(source, strips, 2, "strips".to_owned(), "ids");
    let origin = |index| {
        let origin = spans.origin(index);
        (origin.span.start, origin.span.len, origin.path)
    };
    assert_eq!(origin(0), (100, 6, "strips[0].ids[2]".to_owned()));
    assert_eq!(origin(1), (102, 6, "strips[0].ids[3]".to_owned()));
    assert_eq!(origin(2), (120, 6, "strips[3].ids[2]".to_owned()));
    assert_eq!(origin(3).1, 0);
    let at = |offset| spans.index_at(source, offset);
    assert_eq!([100, 103, 105, 106].map(at), [Some(0), Some(0), Some(0), Some(1)]);
    // The bytes after the corners of a strip belong to another element.
    assert_eq!([108, 119, 125, 126].map(at), [None, None, Some(2), None]);
}
