//! An empty window of the same kind as ours, for `scripts/race.sh`: the minimum cost of a window.

use eframe::egui;

struct Empty;

impl eframe::App for Empty {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        egui::CentralPanel::default().show(ui, |ui| ui.label("empty"));
    }
}

fn main() -> eframe::Result {
    let viewport =
        egui::ViewportBuilder::default().with_inner_size([1440.0, 900.0]).with_maximized(true);
    let native = eframe::NativeOptions { viewport, ..Default::default() };
    eframe::run_native("empty", native, Box::new(|_| Ok(Box::new(Empty))))
}
