#[path = "common/level.rs"]
mod level;
#[path = "inspector/window.rs"]
mod window;
use gouraud::app::panels::{bytes::BytesPanel, fields::FieldsPanel};
use gouraud::app::selection::Target;
use window::*;

fn shoot<P: gouraud::app::panel::Panel + 'static>(name: &str, panel: P, size: [f32; 2], path: &str) {
    for (theme, suffix) in [(egui::Theme::Dark, "dark"), (egui::Theme::Light, "light")] {
        let _ = suffix;
        if std::env::var("LIGHT").is_err() && suffix == "light" { return; }
        if std::env::var("LIGHT").is_ok() && suffix == "dark" { continue; }
        let mut bench = Bench::new(panel, 110_000);
        let source = bench.state.shown.as_ref().unwrap().document.source.id();
        bench.state.selection = bench.state.resolve(&Target::Path { source, path: path.to_owned() });
        let mut w = themed(bench, size, theme);
        w.run_ok();
        w.run_ok();
        w.render().unwrap().save(format!("/tmp/look_{name}_{suffix}.png")).unwrap();
        return;
    }
}
#[test]
fn fields() {
    shoot("fields", FieldsPanel::default(), [460.0, 520.0], "models[0].faces[6].flags");
}
#[test]
fn bytes() {
    shoot("bytes", BytesPanel::default(), [640.0, 560.0], "objects[3].position");
}
