//! Lifetime of messages.

use egui::{Context, Event, RawInput};
use gouraud::app::model::{Commands, Level, Notice};
use gouraud::app::shell::toasts::Toasts;
use gouraud::app::ui::theme;

fn notice(level: Level, text: &str) -> Notice {
    Notice { level, text: text.to_owned() }
}

/// The messages, shown in frames at given times.
struct Stack {
    toasts: Toasts,
    ctx: Context,
}

impl Stack {
    fn new() -> Self {
        let ctx = Context::default();
        theme::install(&ctx);
        Self { toasts: Toasts::default(), ctx }
    }

    /// Shows a frame at `time` and returns the visible messages; `is_there` means that the user is
    /// present.
    fn frame(&mut self, time: f64, is_there: bool) -> Vec<&str> {
        let events = if is_there { vec![Event::WindowFocused(true)] } else { Vec::new() };
        let input = RawInput { time: Some(time), events, ..Default::default() };
        let toasts = &mut self.toasts;
        let mut frame = self.ctx.run_ui(input, |ui| {
            let room = ui.ctx().content_rect();
            toasts.show(ui.ctx(), room, &mut Commands::default());
        });
        // Nothing is painted here.
        frame.textures_delta.clear();
        self.toasts.texts().collect()
    }
}

#[test]
fn shows_only_the_newest_messages() {
    let mut stack = Stack::new();
    for n in [0, 0, 1, 2, 3, 4, 5, 6] {
        stack.toasts.push(notice(Level::Info, &n.to_string()));
    }
    assert_eq!(stack.toasts.texts().count(), 7, "repeated messages are shown once");
    assert_eq!(stack.frame(1.0, true), ["2", "3", "4", "5", "6"]);
}

#[test]
fn messages_expire_and_errors_after_they_were_seen() {
    let mut stack = Stack::new();
    for level in [Level::Info, Level::Warning, Level::Error] {
        stack.toasts.push(notice(level, &format!("{level:?}")));
    }
    assert_eq!(stack.frame(1.0, false), ["Info", "Warning", "Error"]);
    assert_eq!(stack.frame(7.0, false), ["Warning", "Error"]);
    assert_eq!(stack.frame(13.0, false), ["Error"]);
    assert_eq!(stack.frame(3600.0, false), ["Error"], "no user was present");
    assert_eq!(stack.frame(3600.1, true), ["Error"]);
    assert_eq!(stack.frame(3619.0, false), ["Error"]);
    assert!(stack.frame(3621.0, false).is_empty());
}

#[test]
fn messages_after_a_pause_get_full_time() {
    let mut stack = Stack::new();
    stack.frame(1.0, false);
    stack.toasts.push(notice(Level::Info, "a"));
    assert_eq!(stack.frame(3600.0, false), ["a"], "no frame has shown it yet");
    assert_eq!(stack.frame(3604.0, false), ["a"]);
    stack.toasts.push(notice(Level::Info, "a"));
    assert_eq!(stack.frame(3608.0, false), ["a"], "said again");
    assert!(stack.frame(3614.0, false).is_empty());
}

#[test]
fn messages_about_a_file_are_removed_with_it() {
    let mut toasts = Toasts::default();
    toasts.push(notice(Level::Error, "disk full"));
    toasts.push_of_document(notice(Level::Error, "no such file"), None);
    toasts.withdraw_of_document();
    assert_eq!(toasts.texts().collect::<Vec<_>>(), ["disk full"]);
    toasts.push_of_document(notice(Level::Error, "no such file"), None);
    assert_eq!(toasts.texts().collect::<Vec<_>>(), ["disk full", "no such file"], "said again");
}
