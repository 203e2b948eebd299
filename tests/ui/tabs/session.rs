//! Tabs of the last session.

use gouraud::app::model::{Command, Switch};
use gouraud::render::Preset;

use super::{OTHER, is_open, look_from, open_in_tab, paths, show};
use crate::SAMPLE;
use crate::driver::{Driver, Kept, again};

#[test]
fn restores_the_tabs_and_opens_them_when_they_are_shown() {
    let folder = tempfile::tempdir().unwrap();
    let mut first = again(folder.path(), Box::new(Kept::default()));
    first.until("the demo is open", |w| is_open(w, SAMPLE) && w.is_idle());
    let camera = look_from(&mut first, Preset::Top);
    first.send(Command::Toggle(Switch::Wireframe));
    let tab = first.model().tab.id;
    open_in_tab(&mut first, OTHER);
    let other_camera = look_from(&mut first, Preset::Left);
    first.settle();
    show(&mut first, tab);
    let mut kept = Kept::default();
    eframe::App::save(first.state_mut(), &mut kept);
    let mut second = again(folder.path(), Box::new(kept));
    second.until("the current tab is open", |w| is_open(w, SAMPLE) && w.is_idle());
    assert_eq!(paths(&second), [SAMPLE, OTHER]);
    assert!(second.model().view.camera.eye().distance(camera.eye()) < 0.01 * camera.distance);
    assert!(second.model().view.marks.wireframe, "overlays are restored");
    assert!(second.model().tabs.others().all(|tab| tab.doc.is_none()), "not read yet");
    // A tab that was never shown is saved, too.
    let mut kept = Kept::default();
    eframe::App::save(second.state_mut(), &mut kept);
    let mut third = again(folder.path(), Box::new(kept));
    third.until("the current tab is open", |w| is_open(w, SAMPLE) && w.is_idle());
    third.send(Command::NextDocument);
    third.until("the other tab is open", |w| is_open(w, OTHER) && w.is_idle());
    let restored = third.model().view.camera;
    assert!(restored.eye().distance(other_camera.eye()) < 0.01 * other_camera.distance);
}
