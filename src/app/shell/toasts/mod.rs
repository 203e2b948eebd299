//! Notices at the bottom right of the picture, where they cover neither the panels nor the transport bar:
//! one stack, the newest on top. They disappear automatically, errors only after the user has been
//! active while they were visible, and remain in the log.
//!
//! While the pointer is on the stack nothing disappears or moves: a closed notice leaves a gap until the
//! pointer has left.

mod draw;

use std::time::Duration;

use egui::{Align2, Area, Context, Id, Rect, Vec2, vec2};

use self::draw::ToastClick;
use crate::app::model::{Command, Commands, Level, Notice, PanelId};
use crate::app::ui::GRID;

/// Maximum number of visible notices.
const MAX_SHOWN: usize = 5;

/// Seconds that a notice is visible.
fn stay(level: Level) -> f64 {
    match level {
        Level::Info | Level::Success => 5.0,
        Level::Warning => 10.0,
        Level::Error => 20.0,
    }
}

struct Toast {
    notice: Notice,
    /// Text of the notice's link, and the command that the link runs.
    action: Option<(String, Command)>,
    /// Concerns the open document, and is removed with it.
    of_document: bool,
    /// Seconds left.
    left: f64,
    /// Number of repetitions.
    count: u32,
    /// The notice was drawn at least once; its time starts then.
    drawn: bool,
    /// The user has been active while the notice was visible.
    seen: bool,
    /// The notice was closed and leaves a gap of its size.
    closed: bool,
    size: Vec2,
}

/// All visible notices.
#[derive(Default)]
pub struct Toasts {
    /// Oldest first.
    all: Vec<Toast>,
    /// The time of the last frame.
    last: f64,
    /// Rectangle of the stack in the last frame.
    rect: Option<Rect>,
}

impl Toasts {
    pub fn push(&mut self, notice: Notice) {
        self.add(notice, false, None);
    }

    /// Shows a notice about the open document, or one that could not be opened, with an optional action.
    pub fn push_of_document(&mut self, notice: Notice, action: Option<(String, Command)>) {
        self.add(notice, true, action);
    }

    /// Shows a notice with an optional action.
    pub fn push_with(&mut self, notice: Notice, action: Option<(String, Command)>) {
        self.add(notice, false, action);
    }

    fn add(&mut self, notice: Notice, of_document: bool, action: Option<(String, Command)>) {
        let left = stay(notice.level);
        if let Some(same) = self.all.iter_mut().find(|toast| toast.notice == notice) {
            let count = if same.closed { 1 } else { same.count.saturating_add(1) };
            (same.count, same.left, same.action) = (count, left, action);
            (same.drawn, same.seen, same.closed) = (false, false, false);
            return;
        }
        self.all.push(Toast {
            notice,
            action,
            of_document,
            left,
            count: 1,
            drawn: false,
            seen: false,
            closed: false,
            size: Vec2::ZERO,
        });
    }

    /// Removes the notices about the document that was open.
    pub fn withdraw_of_document(&mut self) {
        self.all.iter_mut().filter(|toast| toast.of_document).for_each(|toast| toast.closed = true);
    }

    /// Texts of the visible notices, oldest first.
    pub fn texts(&self) -> impl Iterator<Item = &str> {
        let open = self.all.iter().filter(|toast| !toast.closed);
        open.map(|toast| toast.notice.text.as_str())
    }

    /// Draws the notices in the lower right corner of `room`; while a dialog is open, in that of the window.
    pub fn show(&mut self, ctx: &Context, room: Rect, commands: &mut Commands) {
        let (now, pointer, is_there) = ctx.input(|input| {
            let is_there = !input.events.is_empty() || input.pointer.is_moving();
            (input.time, input.pointer.hover_pos(), is_there)
        });
        let held = pointer.zip(self.rect).is_some_and(|(pointer, rect)| rect.contains(pointer));
        let passed = now - std::mem::replace(&mut self.last, now);
        if !held {
            self.pass(passed, is_there);
        }
        if self.all.is_empty() {
            self.rect = None;
            return;
        }
        let next = self.all.iter().filter(|toast| toast.leaves()).map(|toast| toast.left);
        if let Some(next) = next.min_by(f64::total_cmp).filter(|_| !held) {
            ctx.request_repaint_after(Duration::from_secs_f64(next.max(0.0)));
        }
        // Above the shade of a dialog, and in the corner of the window, away from its buttons.
        let is_modal = ctx.memory(|memory| memory.top_modal_layer().is_some());
        let (order, room) = match is_modal {
            true => (egui::Order::Tooltip, ctx.content_rect()),
            false => (egui::Order::Foreground, room),
        };
        let area = Area::new(Id::unique("toasts"))
            .pivot(Align2::RIGHT_BOTTOM)
            .fixed_pos(room.right_bottom() - vec2(3.0, 3.0) * GRID)
            .order(order);
        let shown = area.show(ctx, |ui| {
            ui.spacing_mut().item_spacing.y = 2.0 * GRID;
            if self.all.iter().filter(|toast| !toast.closed).count() > 1 && draw::clear_all(ui) {
                self.all.iter_mut().for_each(|toast| toast.closed = true);
            }
            for toast in self.all.iter_mut().rev() {
                if toast.closed {
                    ui.allocate_space(toast.size);
                    continue;
                }
                let link = toast.action.as_ref().map(|(name, _)| name.as_str());
                let (asked, size) = draw::toast(ui, &toast.notice, link, toast.count);
                (toast.size, toast.drawn) = (size, true);
                match asked {
                    Some(ToastClick::Close) => toast.closed = true,
                    Some(ToastClick::Act) => {
                        commands.extend(toast.action.iter().map(|(_, command)| command.clone()));
                    }
                    Some(ToastClick::Log) => {
                        toast.closed = true;
                        commands.push(Command::ShowPanel(PanelId::LOG));
                    }
                    None => {}
                }
            }
        });
        self.rect = Some(shown.response.rect);
    }

    /// Counts down the notices that the last frame drew. That frame was `seconds` ago, which may be long;
    /// `is_there` is `true` if the user has been active since then.
    fn pass(&mut self, seconds: f64, is_there: bool) {
        for toast in self.all.iter_mut().filter(|toast| toast.drawn) {
            if toast.leaves() {
                toast.left -= seconds;
            }
            toast.seen |= is_there;
        }
        self.all.retain(|toast| !toast.closed && toast.left > 0.0);
        let many = self.all.len().saturating_sub(MAX_SHOWN);
        self.all.drain(..many);
    }
}

impl Toast {
    /// Errors stay until the user has been active.
    fn leaves(&self) -> bool {
        self.seen || self.notice.level < Level::Error
    }
}
