//! Names, for assistive technology, of things that are only painted.

use egui::{Response, Role, WidgetInfo};

/// A widget that says what it is.
pub trait Named {
    /// Says what it is and what it is called.
    fn named(&self, role: Role, label: impl Into<String>);

    /// Says so of something that is on or off, selected or not.
    fn named_on(&self, role: Role, on: bool, label: impl Into<String>);
}

impl Named for Response {
    fn named(&self, role: Role, label: impl Into<String>) {
        let label = label.into();
        self.widget_info(|| WidgetInfo::labeled(role, true, &label));
    }

    fn named_on(&self, role: Role, on: bool, label: impl Into<String>) {
        let label = label.into();
        self.widget_info(|| WidgetInfo::selected(role, true, on, &label));
    }
}
