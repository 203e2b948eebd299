//! Names of actions, and summaries of scripts.

use super::Script;

/// Number of actions of an enemy and of a playable character; each runs a script.
pub const ENEMY_SCRIPTS: usize = 32;
pub const PLAYER_SCRIPTS: usize = 74;

/// Actions of playable characters (section 1.4 of the document).
const PLAYER: &[(usize, &str)] = &[
    (0x00, "idle"),
    (0x03, "to the front row"),
    (0x04, "to the back row"),
    (0x05, "hurt"),
    (0x06, "hurt for long"),
    (0x07, "knocked down"),
    (0x08, "block"),
    (0x0A, "learn an enemy skill"),
    (0x10, "return"),
    (0x14, "attack"),
    (0x15, "slash all"),
    (0x16, "two cuts"),
    (0x17, "two cuts, second"),
    (0x18, "four cuts"),
    (0x19, "four cuts, second"),
    (0x1A, "four cuts, third"),
    (0x1B, "four cuts, fourth"),
    (0x1C, "flash"),
    (0x1D, "magic"),
    (0x1E, "enemy skill"),
    (0x1F, "summon"),
    (0x20, "item"),
    (0x21, "item for all"),
    (0x22, "steal"),
    (0x23, "steal, second"),
    (0x24, "mug"),
    (0x25, "mug, second"),
    (0x26, "sense"),
    (0x27, "sense, second"),
    (0x28, "morph"),
    (0x29, "morph, second"),
    (0x2A, "deathblow"),
    (0x2B, "deathblow, second"),
    (0x2C, "manipulate"),
    (0x2D, "manipulate, second"),
    (0x3C, "limit 1-1"),
    (0x3D, "limit 1-2"),
    (0x3E, "limit 2-1"),
    (0x3F, "limit 2-2"),
    (0x40, "limit 3-1"),
    (0x41, "limit 3-2"),
    (0x42, "limit 4-1"),
];
/// Actions of enemies. `scene.bin` selects their attacks.
const ENEMY: &[(usize, &str)] = &[(0, "idle"), (1, "hurt")];

/// Name of action `slot` of `count`; empty if no source gives one.
pub fn action_name(slot: usize, count: usize) -> &'static str {
    let is_player = count == PLAYER_SCRIPTS;
    if is_player && is_replaced(slot) {
        return "built into the program";
    }
    let known = if is_player { PLAYER } else { ENEMY };
    known.iter().find(|(known, _)| *known == slot).map_or("", |(_, name)| name)
}

/// `true` if the program replaces the script of this action with a built-in one.
fn is_replaced(slot: usize) -> bool {
    matches!(slot, 0x2E..=0x32 | 0x34..=0x3B)
}

/// Summary of a script's steps.
pub fn in_words(script: &Script) -> String {
    if script.is_unused() {
        return "not used".to_owned();
    }
    let step = |step: &super::Step| match step.animation() {
        Some(animation) => format!("plays {animation}"),
        None => step.opcode().map_or_else(
            || format!("unknown {:#x}", step.code),
            |op| format!("{} {}", op.name, step.operand_text()).trim_end().to_owned(),
        ),
    };
    script.steps.iter().map(step).collect::<Vec<_>>().join(" · ")
}
