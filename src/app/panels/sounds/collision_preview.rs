//! Collision preview: two materials, a velocity, and the sounds that the engine plays for them.

use std::ops::RangeInclusive;

use egui::{Align2, ComboBox, RichText, Role, Sense, Slider, Stroke, Ui, pos2, vec2};
use egui_material_icons::icons;

use crate::app::model::{
    Command, DocScene, SelectionTarget, State, command::CollisionPart, sound::PlayMode,
};
use crate::app::ui::named::Named;
use crate::app::ui::{Ctx, GRID, ROW, Theme, buttons, choose, theme};
use crate::scene::{Collision, CollisionId, CollisionSound, Element, Id, List};

/// State of the preview.
pub struct CollisionPreview {
    collision: CollisionId,
    velocity: f32,
}

impl Default for CollisionPreview {
    fn default() -> Self {
        Self { collision: Id::new(0), velocity: 0.7 }
    }
}

/// Height of one pair of curves.
const CURVES: f32 = 110.0;

impl CollisionPreview {
    pub fn choose(&mut self, collision: CollisionId) {
        self.collision = collision;
    }

    pub fn ui(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, scene: &DocScene) {
        let all = &scene.scene.collisions;
        let Some(collision) = all.get(self.collision).or(all.first()) else { return };
        self.collision = self.collision.min(Id::at(all.len().saturating_sub(1)));
        let frame = egui::Frame::new().inner_margin(2.0 * GRID);
        frame.show(ui, |ui| {
            self.choice(ui, cx, all, collision);
            ui.add_space(2.0 * GRID);
            egui::ScrollArea::vertical().auto_shrink([false, false]).show(ui, |ui| {
                for (which, hit) in collision.hits.iter().enumerate() {
                    self.sound(ui, cx, CollisionPart::Hit(which), hit);
                }
                if let Some(slide) = &collision.slide {
                    self.sound(ui, cx, CollisionPart::Slide, slide);
                }
            });
        });
    }

    /// The two materials and the velocity.
    fn choice(&mut self, ui: &mut Ui, cx: &mut Ctx<'_>, all: &List<Collision>, now: &Collision) {
        let [first, second] = &now.materials;
        let pairs = |wanted: &str| {
            let touches = |c: &&Collision| c.materials.iter().any(|m| m.to_string() == wanted);
            all.iter().filter(touches).count()
        };
        ui.horizontal(|ui| {
            let mut materials: Vec<String> =
                all.iter().flat_map(|c| c.materials.iter().map(ToString::to_string)).collect();
            materials.sort_unstable();
            materials.dedup();
            let [first, second] = [first.to_string(), second.to_string()];
            let combo = ComboBox::from_id_salt("first").selected_text(&first).width(140.0);
            let counted = |name: &String| (name.clone(), format!("{name} ({})", pairs(name)));
            let firsts = materials.iter().map(counted);
            let other = choose(ui, combo, ("First material", ""), &first, firsts);
            let wanted = other.map(|other| [other, second.clone()]);
            ui.label("meets");
            let combo = ComboBox::from_id_salt("second").selected_text(&second).width(140.0);
            let meets = |name: &&String| find(all, &[first.clone(), (*name).clone()]).is_some();
            let seconds = materials.iter().filter(meets).map(|name| (name.clone(), name.clone()));
            let other = choose(ui, combo, ("Second material", ""), &second, seconds);
            if let Some(pair) = wanted.or(other.map(|other| [first, other])) {
                let any = || all.find(|c| c.materials.iter().any(|m| m.to_string() == pair[0]));
                if let Some(found) = find(all, &pair).or_else(any) {
                    self.collision = found;
                    cx.select(SelectionTarget::Element(Element::Collision(self.collision)));
                }
            }
        });
        ui.add_space(GRID);
        ui.horizontal(|ui| {
            let label = ui.label("Velocity");
            ui.spacing_mut().slider_width = 50.0 * GRID;
            ui.add(Slider::new(&mut self.velocity, 0.0..=1.0).fixed_decimals(2))
                .labelled_by(label.id);
            self.play_hits(ui, cx, now);
            if now.min_delay > 0.0 {
                ui.weak(format!("cooldown {} s", now.min_delay));
            }
        });
        ui.add_space(GRID);
        ui.horizontal(|ui| super::distance(ui, cx));
    }

    /// Plays an impact: all hits that are audible at this velocity.
    fn play_hits(&self, ui: &mut Ui, cx: &mut Ctx<'_>, now: &Collision) {
        if now.hits.is_empty() {
            return;
        }
        let heard = now.hits.iter().filter(|hit| self.is_heard(hit)).count();
        let icon = icons::ICON_PLAY_ARROW.rich_text().size(theme::ICON);
        let title = format!("Hit ({heard} of {} sounds)", now.hits.len());
        let button = ui.add_enabled(heard > 0, egui::Button::new((icon, &*title)));
        let button = button.accessible_name(&*title);
        let tip = "All sounds that the game plays for this impact";
        if button.on_hover_text(tip).clicked() {
            self.play(CollisionPart::Hits, cx);
        }
    }

    fn is_heard(&self, sound: &CollisionSound) -> bool {
        sound.sound.is_some() && sound.transfer.is_heard(self.velocity)
    }

    fn play(&self, heard: CollisionPart, cx: &mut Ctx<'_>) {
        let Self { collision, velocity } = *self;
        cx.push(Command::PlayCollision { collision, heard, velocity });
    }

    fn sound(
        &mut self,
        ui: &mut Ui,
        cx: &mut Ctx<'_>,
        which: CollisionPart,
        heard: &CollisionSound,
    ) {
        let theme = Theme::of(ui);
        let (transfer, velocity) = (heard.transfer, self.velocity);
        let distance = cx.state.settings.distance;
        let slides = self.slides(cx.state, which);
        match (slides, self.is_heard(heard)) {
            // The engine updates the velocity for as long as the contact lasts.
            (true, true) => self.play(CollisionPart::Slide, cx),
            (true, false) => cx.push(Command::StopSound),
            (false, _) => {}
        }
        let kind = if which == CollisionPart::Slide { "Slide" } else { "Hit" };
        ui.horizontal(|ui| {
            ui.add_enabled_ui(self.is_heard(heard) || slides, |ui| {
                let (icon, tip) = match (slides, which) {
                    (true, _) => (icons::ICON_STOP, "Stop sliding".to_owned()),
                    (_, CollisionPart::Slide) => {
                        (icons::ICON_PLAY_ARROW, format!("Slide, until stopped: {}", heard.name))
                    }
                    _ => (icons::ICON_PLAY_ARROW, format!("Play only {}", heard.name)),
                };
                if buttons::icon_button(ui, icon, &tip, slides).clicked() {
                    match slides {
                        true => cx.push(Command::StopSound),
                        false => self.play(which, cx),
                    }
                }
            });
            ui.label(RichText::new(format!("{kind}: {}", heard.name)).strong());
            let text = match (heard.sound, transfer.is_heard(velocity)) {
                (None, _) => "sound not in this bank".to_owned(),
                (_, false) => format!("heard only above {:.2}", transfer.min_velocity),
                _ => {
                    let volume = transfer.volume_db_at(velocity, distance);
                    let speed = transfer.speed(velocity);
                    format!("{volume:.1} dB, ×{speed:.2}")
                }
            };
            ui.label(RichText::new(text).font(theme::mono()).color(theme.weak));
            if cx.state.sound.position().is_some()
                && let Some(now) = cx.state.sound.now()
                && heard.sound.and_then(|s| cx.state.sound_key(s)).is_some_and(|key| now.plays(key))
            {
                ui.label(icons::ICON_VOLUME_UP.rich_text().color(theme.accent));
            }
        });
        let width = (ui.available_width() - 2.0 * GRID) / 2.0;
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 2.0 * GRID;
            let quiet = transfer.min_velocity;
            let volume = Curve { title: "Volume, dB", range: -40.0..=0.0, quiet };
            self.curve(ui, width, &volume, |v| transfer.volume_db_at(v, distance));
            // On a logarithmic scale, octaves have equal height.
            let pitch = Curve { title: "Pitch, octaves", range: -2.0..=2.0, quiet };
            self.curve(ui, width, &pitch, |v| transfer.speed(v).log2());
        });
        ui.add_space(2.0 * GRID);
    }

    /// `true` while the slide sound of this collision plays.
    fn slides(&self, state: &State, which: CollisionPart) -> bool {
        let manner = PlayMode::AsEngine { collision: self.collision, looped: true };
        which == CollisionPart::Slide
            && state.sound.is_playing()
            && state.sound.now().is_some_and(|now| now.manner == manner)
    }

    /// Plots a value over the velocity; dragging or clicking sets the velocity.
    fn curve(&mut self, ui: &mut Ui, width: f32, curve: &Curve, at: impl Fn(f32) -> f32) {
        let theme = Theme::of(ui);
        let (rect, response) = ui.allocate_exact_size(vec2(width, CURVES), Sense::click_and_drag());
        if let Some(pointer) = response.interact_pointer_pos() {
            self.velocity = ((pointer.x - rect.left()) / rect.width()).clamp(0.0, 1.0);
        }
        let painter = ui.painter().with_clip_rect(rect);
        painter.rect_filled(rect, 0.0, theme.well);
        let plot = rect.shrink2(vec2(0.0, GRID)).with_min_y(rect.top() + ROW);
        let (low, high) = (*curve.range.start(), *curve.range.end());
        let y = |value: f32| plot.bottom() - (value - low) / (high - low) * plot.height();
        let x = |velocity: f32| plot.left() + velocity * plot.width();
        let silent = plot.with_max_x(x(curve.quiet.clamp(0.0, 1.0)));
        painter.rect_filled(silent, 0.0, theme.hover_fill);
        for value in [low, (low + high) / 2.0, high] {
            painter.hline(rect.x_range(), y(value), Stroke::new(1.0, theme.line));
            let corner = pos2(rect.right() - GRID, y(value));
            let align = if value == low { Align2::RIGHT_BOTTOM } else { Align2::RIGHT_TOP };
            painter.text(corner, align, format!("{value}"), theme::small(), theme.weak);
        }
        let points: Vec<egui::Pos2> = (0u8..=100)
            .map(|step| f32::from(step) / 100.0)
            .map(|velocity| pos2(x(velocity), y(at(velocity))))
            .collect();
        painter.line(points, Stroke::new(2.0, theme.accent));
        let here = pos2(x(self.velocity), y(at(self.velocity)));
        painter.vline(here.x, plot.y_range(), Stroke::new(1.0, theme.warning));
        painter.circle_filled(here, 3.5, theme.warning);
        let corner = rect.min + vec2(GRID, 2.0);
        painter.text(corner, Align2::LEFT_TOP, curve.title, theme::small(), theme.weak);
        let title = curve.title;
        response.named(
            Role::Slider,
            format!("{title}: {:.2} at velocity {:.2}", at(self.velocity), self.velocity),
        );
    }
}

/// Title and ranges of a curve.
struct Curve {
    title: &'static str,
    range: RangeInclusive<f32>,
    /// Velocity below which the sound is silent.
    quiet: f32,
}

/// The collision of two materials, in either order.
fn find(all: &List<Collision>, pair: &[String; 2]) -> Option<CollisionId> {
    let is_pair = |collision: &Collision| {
        let [a, b] = &collision.materials;
        let [a, b] = [a.to_string(), b.to_string()];
        (&a, &b) == (&pair[0], &pair[1]) || (&b, &a) == (&pair[0], &pair[1])
    };
    all.find(is_pair)
}
