//! The Bytes panel next to other panels.

use egui_kittest::kittest::Queryable;
use gouraud::app::model::Command;
use gouraud::app::model::Target;

use crate::common::{until, window};

#[test]
fn distinguishes_selection_and_hover() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("readme.txt");
    std::fs::write(&path, "one\r\ntwo\r\n").unwrap();
    let mut window = window(vec![path.to_string_lossy().into_owned()]);
    until(&mut window, "the file is open", |w| w.state.scene().is_some() && w.is_idle());
    let source = window.state().state.doc.as_ref().unwrap().opened.document.source.id();
    window.state_mut().push(Command::Select(Target::Byte { source, offset: 6 }));
    window.run_steps(3);
    window.get_by_label("Selected: lines[1].text");
    let row = window.get_by_label("lines[0] line").rect().center();
    window.hover_at(row);
    window.run_steps(4);
    window.get_by_label("Selected: lines[1].text, pointer over lines[0]");
}
