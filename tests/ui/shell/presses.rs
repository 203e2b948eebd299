//! Key events of different keyboard layouts, and the commands they trigger.

use egui::{Event, Key, Modifiers, PointerButton, Pos2, RawInput};
use gouraud::app::model::{Command, PanelId, Switch};
use gouraud::app::shell::key_presses::{TypedAhead, left_over, pressed};
use gouraud::app::ui::CTRL_SHIFT;
use gouraud::app::ui::keys::{ALT, ALT_SHIFT, CTRL, NONE, SHIFT};
use gouraud::render::Preset;

const SCENE: PanelId = PanelId::SCENE;
const SOUNDS: PanelId = PanelId::SOUNDS;
const BYTES: PanelId = PanelId::BYTES;
const TEXTURE: PanelId = PanelId::TEXTURE;

/// A key press as the window system reports it: the sign, or the position if the sign has no name; and
/// the position.
fn press(key: Key, place: Key, modifiers: Modifiers) -> Event {
    Event::Key { key, physical_key: Some(place), pressed: true, repeat: false, modifiers }
}

fn release(key: Key) -> Event {
    let modifiers = NONE;
    Event::Key { key, physical_key: Some(key), pressed: false, repeat: false, modifiers }
}

fn right_button(pressed: bool) -> Event {
    let (pos, button, modifiers) = (Pos2::ZERO, PointerButton::Secondary, NONE);
    Event::PointerButton { pos, button, pressed, modifiers }
}

/// Feeds frames of events to a window in which `focus` has the focus.
struct Keyboard(egui::Context);

impl Keyboard {
    fn frame(&self, focus: PanelId, events: Vec<Event>) -> Vec<Command> {
        let mut out = Vec::new();
        let input = RawInput { events, focused: true, ..RawInput::default() };
        let mut frame = self.0.run_ui(input, |ui| out = pressed(ui.ctx(), focus));
        // Nothing is painted here.
        frame.textures_delta.clear();
        out
    }
}

fn commands(focus: PanelId, events: Vec<Event>) -> Vec<Command> {
    Keyboard(egui::Context::default()).frame(focus, events)
}

#[test]
fn every_layout_reaches_commands_by_its_own_keys() {
    let table: &[(&str, PanelId, Event, Option<Command>)] = &[
        // American: Shift and = type +.
        ("us +", TEXTURE, press(Key::Plus, Key::Equals, SHIFT), Some(Command::NextPalette)),
        ("us =", TEXTURE, press(Key::Equals, Key::Equals, NONE), Some(Command::NextPalette)),
        ("us ctrl +", SCENE, press(Key::Plus, Key::Equals, CTRL_SHIFT), Some(Command::ZoomIn)),
        ("us ctrl =", SCENE, press(Key::Equals, Key::Equals, CTRL), Some(Command::ZoomIn)),
        ("us _", TEXTURE, press(Key::Minus, Key::Minus, SHIFT), None),
        ("us keypad +", TEXTURE, press(Key::Plus, Key::Plus, NONE), Some(Command::NextPalette)),
        ("us ]", SCENE, press(Key::CloseBracket, Key::CloseBracket, NONE), Some(Command::Faster)),
        ("us >", SCENE, press(Key::Period, Key::Period, SHIFT), None),
        ("us !", SCENE, press(Key::Exclamationmark, Key::Num1, SHIFT), None),
        ("us alt !", SCENE, press(Key::Num1, Key::Num1, ALT_SHIFT), Some(Command::StoreView(1))),
        // British: as American, except for signs without a meaning here.
        ("uk +", TEXTURE, press(Key::Plus, Key::Equals, SHIFT), Some(Command::NextPalette)),
        ("uk #", SCENE, press(Key::Backslash, Key::Backslash, NONE), None),
        // German: + next to Enter, - next to Shift, = above 0, brackets with AltGr on 8 and 9.
        ("de +", TEXTURE, press(Key::Plus, Key::CloseBracket, NONE), Some(Command::NextPalette)),
        ("de -", TEXTURE, press(Key::Minus, Key::Slash, NONE), Some(Command::PreviousPalette)),
        ("de ctrl +", BYTES, press(Key::Plus, Key::CloseBracket, CTRL), Some(Command::ZoomIn)),
        ("de ctrl =", BYTES, press(Key::Equals, Key::Num0, CTRL_SHIFT), Some(Command::ZoomIn)),
        ("de ctrl -", BYTES, press(Key::Minus, Key::Slash, CTRL), Some(Command::ZoomOut)),
        ("de ]", SOUNDS, press(Key::CloseBracket, Key::Num9, NONE), Some(Command::Higher)),
        ("de 9", SOUNDS, press(Key::Num9, Key::Num9, NONE), Some(Command::Quieter)),
        ("de ü", SCENE, press(Key::OpenBracket, Key::OpenBracket, NONE), Some(Command::Slower)),
        (
            "de + in place of ]",
            SCENE,
            press(Key::Plus, Key::CloseBracket, NONE),
            Some(Command::Faster),
        ),
        ("de *", TEXTURE, press(Key::CloseBracket, Key::CloseBracket, SHIFT), None),
        ("de ctrl z", SCENE, press(Key::Z, Key::Y, CTRL), Some(Command::Undo)),
        ("de alt /", SCENE, press(Key::Slash, Key::Num7, ALT_SHIFT), Some(Command::StoreView(7))),
        ("de ß", TEXTURE, press(Key::Minus, Key::Minus, NONE), Some(Command::PreviousPalette)),
        // French: digits with Shift, signs on the digit keys, . above ; and , next to N.
        ("fr &", SCENE, press(Key::Num1, Key::Num1, NONE), Some(Command::LookFrom(Preset::Front))),
        (
            "fr ctrl &",
            SCENE,
            press(Key::Num1, Key::Num1, CTRL),
            Some(Command::LookFrom(Preset::Back)),
        ),
        ("fr (", SCENE, press(Key::Num5, Key::Num5, NONE), Some(Command::ToggleParallel)),
        ("fr -", TEXTURE, press(Key::Minus, Key::Num6, NONE), Some(Command::PreviousPalette)),
        ("fr ctrl -", SCENE, press(Key::Minus, Key::Num6, CTRL), Some(Command::ZoomOut)),
        ("fr ctrl à", SCENE, press(Key::Num0, Key::Num0, CTRL), Some(Command::ZoomReset)),
        ("fr alt '", SCENE, press(Key::Quote, Key::Num4, ALT), Some(Command::RecallView(4))),
        ("fr alt -", SCENE, press(Key::Minus, Key::Num6, ALT), Some(Command::RecallView(6))),
        ("fr alt 6", SCENE, press(Key::Num6, Key::Num6, ALT_SHIFT), Some(Command::StoreView(6))),
        ("fr ,", SCENE, press(Key::Comma, Key::M, NONE), Some(Command::StepFrame(-1))),
        ("fr .", SCENE, press(Key::Period, Key::Comma, SHIFT), Some(Command::StepFrame(1))),
        ("fr ctrl ,", SCENE, press(Key::Comma, Key::M, CTRL), Some(Command::Settings)),
        ("fr +", TEXTURE, press(Key::Plus, Key::Equals, SHIFT), Some(Command::NextPalette)),
        ("fr $", SCENE, press(Key::CloseBracket, Key::CloseBracket, NONE), Some(Command::Faster)),
        ("fr w", SCENE, press(Key::W, Key::Z, NONE), Some(Command::Toggle(Switch::Wireframe))),
        ("fr m", SOUNDS, press(Key::M, Key::Semicolon, NONE), Some(Command::ToggleMute)),
        // Swiss: + above 1, = above 0, brackets with AltGr next to P.
        ("ch +", TEXTURE, press(Key::Plus, Key::Num1, SHIFT), Some(Command::NextPalette)),
        ("ch ctrl +", SCENE, press(Key::Plus, Key::Num1, CTRL_SHIFT), Some(Command::ZoomIn)),
        ("ch alt +", TEXTURE, press(Key::Plus, Key::Num1, ALT_SHIFT), Some(Command::StoreView(1))),
        ("ch [", SCENE, press(Key::OpenBracket, Key::OpenBracket, NONE), Some(Command::Slower)),
        ("ch -", TEXTURE, press(Key::Minus, Key::Slash, NONE), Some(Command::PreviousPalette)),
        // Nordic: + next to 0, - next to Shift, å and a dead key in place of the brackets.
        ("se +", TEXTURE, press(Key::Plus, Key::Minus, NONE), Some(Command::NextPalette)),
        ("se ctrl +", SCENE, press(Key::Plus, Key::Minus, CTRL), Some(Command::ZoomIn)),
        ("se -", TEXTURE, press(Key::Minus, Key::Slash, NONE), Some(Command::PreviousPalette)),
        ("se å", SCENE, press(Key::OpenBracket, Key::OpenBracket, NONE), Some(Command::Slower)),
        (
            "se dead ¨",
            SCENE,
            press(Key::CloseBracket, Key::CloseBracket, NONE),
            Some(Command::Faster),
        ),
        // Spanish and Italian: + next to Enter.
        ("es +", TEXTURE, press(Key::Plus, Key::CloseBracket, NONE), Some(Command::NextPalette)),
        ("it ctrl +", SCENE, press(Key::Plus, Key::CloseBracket, CTRL), Some(Command::ZoomIn)),
        // Czech: + and - on the row of digits, which are typed with Shift.
        (
            "cz + in the scene",
            SCENE,
            press(Key::Plus, Key::Num1, NONE),
            Some(Command::LookFrom(Preset::Front)),
        ),
        (
            "cz + at a texture",
            TEXTURE,
            press(Key::Plus, Key::Num1, NONE),
            Some(Command::NextPalette),
        ),
        // Japanese: + above ;, = above -, [ one key further to the right.
        ("jp +", TEXTURE, press(Key::Plus, Key::Semicolon, SHIFT), Some(Command::NextPalette)),
        ("jp ctrl =", SCENE, press(Key::Equals, Key::Minus, CTRL_SHIFT), Some(Command::ZoomIn)),
        ("jp ]", SCENE, press(Key::CloseBracket, Key::Backslash, NONE), Some(Command::Faster)),
        // Russian: letters without names are reported by their position.
        ("ru ц", SCENE, press(Key::W, Key::W, NONE), Some(Command::Toggle(Switch::Wireframe))),
        ("ru ctrl щ", SCENE, press(Key::O, Key::O, CTRL), Some(Command::OpenFile)),
        ("ru .", SCENE, press(Key::Period, Key::Slash, NONE), Some(Command::StepFrame(1))),
        ("ru б", SCENE, press(Key::Comma, Key::Comma, NONE), Some(Command::StepFrame(-1))),
        // Dvorak: letters are matched by their sign.
        (
            "dvorak w",
            SCENE,
            press(Key::W, Key::Comma, NONE),
            Some(Command::Toggle(Switch::Wireframe)),
        ),
        (
            "dvorak =",
            TEXTURE,
            press(Key::Equals, Key::CloseBracket, NONE),
            Some(Command::NextPalette),
        ),
    ];
    for (what, focus, event, command) in table {
        let expected: Vec<Command> = command.iter().cloned().collect();
        assert_eq!(commands(*focus, vec![event.clone()]), expected, "{what}");
    }
}

#[test]
fn flight_keys_trigger_no_command_when_the_button_is_released() {
    let w = press(Key::W, Key::W, NONE);
    let keyboard = Keyboard(egui::Context::default());
    assert_eq!(keyboard.frame(SCENE, vec![right_button(true)]), []);
    assert_eq!(keyboard.frame(SCENE, vec![w.clone()]), []);
    assert_eq!(keyboard.frame(SCENE, vec![release(Key::W), w.clone(), right_button(false)]), []);
    assert_eq!(keyboard.frame(SCENE, vec![w.clone()]), [], "it is still held");
    let wireframe = Command::Toggle(Switch::Wireframe);
    assert_eq!(keyboard.frame(SCENE, vec![release(Key::W), w]), [wireframe]);
}

#[test]
fn held_keys_repeat_steps_but_not_toggles() {
    let keyboard = Keyboard(egui::Context::default());
    let period = press(Key::Period, Key::Period, NONE);
    for _ in 0..3 {
        assert_eq!(keyboard.frame(SCENE, vec![period.clone()]), [Command::StepFrame(1)]);
    }
    let grid = press(Key::G, Key::G, NONE);
    assert_eq!(keyboard.frame(SCENE, vec![grid.clone()]), [Command::Toggle(Switch::Grid)]);
    assert_eq!(keyboard.frame(SCENE, vec![grid]), []);
}

#[test]
fn handles_every_press_of_a_slow_frame() {
    let period = press(Key::Period, Key::Period, NONE);
    let twice = vec![period.clone(), release(Key::Period), period];
    assert_eq!(commands(SCENE, twice), [Command::StepFrame(1), Command::StepFrame(1)]);
}

#[test]
fn copies_selected_text() {
    let ctx = egui::Context::default();
    let frame = |focus: PanelId, events: Vec<Event>| {
        let mut out = Vec::new();
        let mut place = egui::Rect::NOTHING;
        let input = RawInput { events, focused: true, ..RawInput::default() };
        let mut frame = ctx.run_ui(input, |ui| {
            out = pressed(ui.ctx(), focus);
            place = ui.label("a message").rect;
            out.extend(left_over(ui.ctx(), focus, false));
        });
        frame.textures_delta.clear();
        let copied = frame.platform_output.commands.iter().find_map(|command| match command {
            egui::OutputCommand::CopyText(text) => Some(text.clone()),
            _ => None,
        });
        (out, copied, place)
    };
    let button = |pos, pressed| {
        let (button, modifiers) = (PointerButton::Primary, NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    for focus in [SCENE, PanelId::FILES] {
        let (out, copied, place) = frame(focus, vec![Event::Copy]);
        assert_eq!((out, copied), (vec![Command::CopyState], None), "nothing is selected");
        let (from, to) = (place.left_center(), place.right_center());
        frame(focus, vec![Event::PointerMoved(from)]);
        frame(focus, vec![button(from, true)]);
        frame(focus, vec![Event::PointerMoved(to)]);
        frame(focus, vec![button(to, false)]);
        let (out, copied, _) = frame(focus, vec![Event::Copy]);
        assert_eq!((out, copied), (vec![], Some("a message".to_owned())), "{focus:?}");
        let outside = place.right_bottom() + egui::vec2(50.0, 50.0);
        frame(focus, vec![Event::PointerMoved(outside)]);
        frame(focus, vec![button(outside, true)]);
        frame(focus, vec![button(outside, false)]);
    }
}

#[test]
fn menus_show_keys_by_their_signs() {
    use gouraud::app::ui::shortcuts::keys_of;
    assert_eq!(keys_of(&Command::StepFrame(1)), ".");
    assert_eq!(keys_of(&Command::Faster), "]");
    assert_eq!(keys_of(&Command::Slower), "[");
    assert_eq!(keys_of(&Command::Back), "Alt+←");
    assert_eq!(keys_of(&Command::NextFile), "Ctrl+Page Down");
    assert_eq!(keys_of(&Command::ZoomOut), "Ctrl+−");
    let named = ["Period", "Comma", "Bracket", "Equals", "Plus", "Minus", "Num", "Arrow"];
    for entry in gouraud::app::shell::commands::table() {
        for keys in entry.keys().iter().map(|keys| keys.text()) {
            assert!(named.iter().all(|name| !keys.contains(name)), "{}: {keys}", entry.title);
        }
    }
}

#[test]
fn presses_after_tab_wait_until_the_next_widget_takes_keys() {
    let (ctx, mut ahead) = (egui::Context::default(), TypedAhead::default());
    let mut frame = |mut events: Vec<Event>| {
        ahead.defer_after_tab(&ctx, &mut events);
        events
    };
    let [tab, down, up] = [Key::Tab, Key::ArrowDown, Key::ArrowUp].map(|key| press(key, key, NONE));
    let together = vec![up.clone(), tab.clone(), down.clone(), tab.clone()];
    assert_eq!(frame(together), [up.clone(), tab.clone()]);
    assert_eq!(frame(vec![up.clone()]), []);
    assert_eq!(frame(Vec::new()), [down, tab]);
    assert_eq!(frame(Vec::new()), []);
    assert_eq!(frame(Vec::new()), [up]);
}
