//! Keyboard control of the memory: the arrow keys select the next rectangle in their direction, and
//! plus and minus zoom.

use egui::{Id, Key, Rect, Role, Ui, Vec2, pos2, vec2};

use super::{Memory, details};
use crate::app::model::{DocScene, PanelId, SelectionTarget};
use crate::app::ui::Ctx;
use crate::app::ui::input::{key_area, take_presses, takes_keys};
use crate::scene::MemoryBlock;

const KEYS: [Key; 7] = [
    Key::ArrowLeft,
    Key::ArrowRight,
    Key::ArrowUp,
    Key::ArrowDown,
    Key::Plus,
    Key::Equals,
    Key::Minus,
];

/// Zoom factor per key press.
const ZOOM: f32 = 1.25;

/// Change of the view that a key requests.
pub enum ViewChange {
    /// Show this word.
    Reveal(Vec2),
    /// Zoom by a factor, at a word or at the centre.
    Zoom(f32, Option<Vec2>),
}

fn id(ui: &Ui) -> Id {
    ui.scope_id().with("rectangles")
}

/// The area that takes the focus. Call it after the picture in it is drawn, which would cover its outline.
pub fn area(ui: &Ui, rect: Rect) {
    key_area(ui, id(ui), rect, Role::List, "Rectangles of the video memory");
}

/// Handles the keys while the picture or its panel has the focus.
pub fn handle(ui: &Ui, cx: &mut Ctx<'_>, (scene, memory): (&DocScene, &Memory)) -> Vec<ViewChange> {
    let mut changes = Vec::new();
    if !takes_keys(ui, id(ui), cx.state.focus == PanelId::VIDEO_MEMORY) {
        return changes;
    }
    let blocks = &memory.content.blocks;
    let mut at = details::selected_block(cx, scene, memory);
    for (key, _) in take_presses(ui, &KEYS) {
        let block = at.and_then(|at| blocks.get(at));
        let zoom = match key {
            Key::Minus => ZOOM.recip(),
            Key::Plus | Key::Equals => ZOOM,
            _ => {
                let next = match block {
                    Some(block) => next(blocks, block, direction(key)),
                    None => (!blocks.is_empty()).then_some(0),
                };
                let Some(block) = next.and_then(|next| blocks.get(next)) else { continue };
                at = next;
                changes.push(ViewChange::Reveal(centre(block)));
                cx.select(SelectionTarget::Element(block.element));
                continue;
            }
        };
        changes.push(ViewChange::Zoom(zoom, block.map(centre)));
    }
    changes
}

fn direction(key: Key) -> Vec2 {
    match key {
        Key::ArrowLeft => Vec2::LEFT,
        Key::ArrowRight => Vec2::RIGHT,
        Key::ArrowUp => Vec2::UP,
        _ => Vec2::DOWN,
    }
}

/// Word at the centre of a rectangle.
fn centre(block: &MemoryBlock) -> Vec2 {
    let corner = pos2(block.x as f32, block.y as f32);
    Rect::from_min_size(corner, vec2(block.width as f32, block.height as f32)).center().to_vec2()
}

/// The nearest rectangle in a direction: one whose centre is at most 45° off.
fn next(blocks: &[MemoryBlock], from: &MemoryBlock, direction: Vec2) -> Option<usize> {
    let distance = |block: &MemoryBlock| {
        let offset = centre(block) - centre(from);
        let ahead = offset.dot(direction);
        let aside = (offset - ahead * direction).length();
        (ahead > 0.0 && aside <= ahead).then_some(ahead + 2.0 * aside)
    };
    let distances = blocks.iter().enumerate().filter_map(|(at, b)| Some((at, distance(b)?)));
    distances.min_by(|(_, a), (_, b)| a.total_cmp(b)).map(|(at, _)| at)
}
