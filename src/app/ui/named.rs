//! Accessible names of painted elements.

use egui::{Response, Role, WidgetInfo};

/// A widget with an accessible name.
pub trait Named {
    /// Sets role and name.
    fn named(&self, role: Role, label: impl Into<String>);

    /// Sets role and name of an element that can be on or selected.
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
