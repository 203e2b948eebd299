//! Work on another thread, of which only the newest request counts.

use std::sync::mpsc::channel;

use gouraud::app::model::background::Newest;

#[test]
fn computes_the_first_and_the_newest_request() {
    let worker = Newest::default();
    let (begun, has_begun) = channel();
    let (go, may_go) = channel();
    let (done, is_done) = channel();
    let first = move || {
        begun.send(()).unwrap();
        may_go.recv().unwrap();
        1
    };
    worker.request("first", first, move || done.send(()).unwrap());
    has_begun.recv().unwrap();
    worker.request("second", || unreachable!(), || ());
    worker.request("third", || 3, || ());
    go.send(()).unwrap();
    is_done.recv().unwrap();
    is_done.recv().unwrap();
    assert_eq!(worker.take(), Some(3));
    assert_eq!(worker.take(), None);
}
