//! All colours, sizes and fonts of the window, for the dark and light theme.
//!
//! Colours are defined in Oklch, where equal lightness is perceived as equally light, so that the hues of
//! field kinds have the same weight.

use egui::{Color32, CornerRadius, FontFamily, FontId, Margin, Stroke, TextStyle, Visuals, vec2};

use crate::bytes::{Field, FieldKind, Hint, Repr, Severity};

/// Height of a row in every list, in points.
pub const ROW: f32 = 20.0;
/// The grid that all gaps and margins are multiples of, in points.
pub const GRID: f32 = 4.0;
/// Sizes of body text, small text and monospaced numbers, in points.
pub const BODY: f32 = 13.0;
pub const SMALL: f32 = 11.0;
pub const MONO: f32 = 12.0;
/// Text size of Bytes at which 16 bytes per row fit, in points.
pub const HEX: f32 = 11.0;
/// Side of an icon in a row or a button.
pub const ICON: f32 = 16.0;

/// Category colours that are safe for colour-blind users, in the order of Okabe and Ito.
pub const CATEGORIES: [Color32; 8] = [
    Color32::from_rgb(0xE6, 0x9F, 0x00),
    Color32::from_rgb(0x56, 0xB4, 0xE9),
    Color32::from_rgb(0x00, 0x9E, 0x73),
    Color32::from_rgb(0xF0, 0xE4, 0x42),
    Color32::from_rgb(0x00, 0x72, 0xB2),
    Color32::from_rgb(0xD5, 0x5E, 0x00),
    Color32::from_rgb(0xCC, 0x79, 0xA7),
    Color32::from_rgb(0x99, 0x99, 0x99),
];

/// The colours of one of the two themes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    pub dark: bool,
    /// Selection.
    pub accent: Color32,
    /// Background of selected rows and bytes.
    pub accent_fill: Color32,
    /// Background of hovered elements, here or in another panel.
    pub hover_fill: Color32,
    pub warning: Color32,
    pub error: Color32,
    pub success: Color32,
    /// User notes: neither selected nor wrong.
    pub note: Color32,
    /// Text: normal, and secondary (units, hints). Both are readable on all backgrounds, including
    /// selected rows.
    pub text: Color32,
    pub weak: Color32,
    /// Zero bytes: dimmer than other bytes.
    pub zero: Color32,
    /// Guides and outlines, never text.
    pub faint: Color32,
    /// Panels, inset areas (lists, text boxes), and lines between them.
    pub panel: Color32,
    pub well: Color32,
    pub line: Color32,
    /// Background of pictures: neutral, so that colours can be judged.
    pub mat: Color32,
}

impl Theme {
    pub const DARK: fn() -> Theme = || Theme {
        dark: true,
        accent: oklch(0.76, 0.12, 235.0),
        accent_fill: oklch(0.365, 0.07, 240.0),
        hover_fill: oklch(0.30, 0.012, 250.0),
        warning: oklch(0.80, 0.14, 80.0),
        error: oklch(0.76, 0.14, 28.0),
        success: oklch(0.78, 0.12, 155.0),
        note: oklch(0.78, 0.13, 335.0),
        text: oklch(0.90, 0.004, 250.0),
        weak: oklch(0.755, 0.008, 250.0),
        zero: oklch(0.69, 0.008, 250.0),
        faint: oklch(0.55, 0.008, 250.0),
        panel: oklch(0.235, 0.006, 250.0),
        well: oklch(0.205, 0.006, 250.0),
        line: oklch(0.315, 0.008, 250.0),
        mat: Color32::from_gray(24),
    };

    pub const LIGHT: fn() -> Theme = || Theme {
        dark: false,
        accent: oklch(0.475, 0.15, 250.0),
        accent_fill: oklch(0.885, 0.05, 245.0),
        hover_fill: oklch(0.93, 0.008, 250.0),
        warning: oklch(0.485, 0.11, 70.0),
        error: oklch(0.49, 0.19, 28.0),
        success: oklch(0.47, 0.11, 155.0),
        note: oklch(0.485, 0.18, 340.0),
        text: oklch(0.28, 0.01, 250.0),
        weak: oklch(0.465, 0.01, 250.0),
        zero: oklch(0.50, 0.008, 250.0),
        faint: oklch(0.61, 0.008, 250.0),
        panel: oklch(0.965, 0.003, 250.0),
        well: oklch(0.99, 0.002, 250.0),
        line: oklch(0.875, 0.006, 250.0),
        mat: Color32::from_gray(112),
    };

    /// The theme this `Ui` is drawn in.
    pub fn of(ui: &egui::Ui) -> Self {
        Self::new(ui.visuals().dark_mode)
    }

    pub fn new(dark: bool) -> Self {
        if dark { Self::DARK() } else { Self::LIGHT() }
    }

    pub fn severity(&self, severity: Severity) -> Color32 {
        match severity {
            Severity::Error => self.error,
            Severity::Warning => self.warning,
            Severity::Note => self.weak,
        }
    }

    /// Colour of a field's text: the hue of its kind in a shade that depends on its name, so that the
    /// same field looks the same in every instance.
    pub fn field(&self, field: &Field) -> Color32 {
        self.field_named(field.kind, field.hint, field_name(&field.path))
    }

    /// Like [`Theme::field`], from its components.
    pub fn field_named(&self, kind: FieldKind, hint: Hint, name: &str) -> Color32 {
        let hue = match (kind, hint) {
            (FieldKind::Padding, _) => return self.weak,
            (FieldKind::Unread, _) => return self.warning,
            (FieldKind::Group | FieldKind::Array, _) => return self.text,
            (FieldKind::Link(_), _) | (_, Hint::Pointer | Hint::Index(_) | Hint::Ref(_)) => 60.0,
            (FieldKind::Text, _) => 105.0,
            (FieldKind::Bytes, _) => 260.0,
            (_, Hint::Flags(_) | Hint::Enum(_) | Hint::Special(_)) => 310.0,
            (_, Hint::Colour(_) | Hint::Channel) => 145.0,
            (_, Hint::Name) => 345.0,
            (_, Hint::Fixed(_) | Hint::Turn(_)) | (FieldKind::Scalar(Repr::F32 | Repr::F64), _) => {
                185.0
            }
            _ => 225.0,
        };
        let chroma = if kind == FieldKind::Bytes { 0.03 } else { 0.085 };
        // Three steps of lightness in either direction, too small to affect the balance of kinds.
        let shade = (hash(name) % 7) as f32 / 6.0 - 0.5;
        let (lightness, spread) = if self.dark { (0.80, 0.06) } else { (0.45, 0.04) };
        oklch(lightness + shade * spread, chroma, hue + shade * 24.0)
    }

    /// Background of the bars around panels: tabs, menu, status.
    pub fn bar(&self) -> Color32 {
        if self.dark { oklch(0.185, 0.006, 250.0) } else { oklch(0.915, 0.005, 250.0) }
    }

    /// A tint of `colour` over the inset area, for the background of bytes and cells.
    pub fn tint(&self, colour: Color32) -> Color32 {
        self.well.lerp_to_gamma(colour, if self.dark { 0.15 } else { 0.12 })
    }

    /// Black or white, whichever has more contrast with `back`: at least 4.5:1.
    pub fn on(back: Color32) -> Color32 {
        let linear = egui::Rgba::from(back);
        let luminance = 0.2126 * linear.r() + 0.7152 * linear.g() + 0.0722 * linear.b();
        // The luminance at which both have the same contrast.
        if luminance > 0.179 { Color32::BLACK } else { Color32::WHITE }
    }
}

/// The last name of a field path, without indices: `models[3].faces[7].flags` → `flags`.
pub fn field_name(path: &str) -> &str {
    let last = path.rsplit('.').next().unwrap_or(path);
    last.split('[').next().unwrap_or(last)
}

/// The monospaced face, for numbers, offsets and bytes.
pub fn mono() -> FontId {
    FontId::new(MONO, FontFamily::Monospace)
}

pub fn body() -> FontId {
    FontId::new(BODY, FontFamily::Proportional)
}

pub fn small() -> FontId {
    FontId::new(SMALL, FontFamily::Proportional)
}

/// Loads the icon font and sets up both themes. Called once.
pub fn install(ctx: &egui::Context) {
    let mut fonts = egui::FontDefinitions::default();
    // The monospaced font has arrows and symbols that are missing in the other one.
    let spare = fonts.families.get(&FontFamily::Monospace).cloned().unwrap_or_default();
    let proportional = fonts.families.entry(FontFamily::Proportional).or_default();
    proportional.extend(spare.into_iter().filter(|name| name == "Hack"));
    ctx.set_fonts(fonts);
    egui_material_icons::initialize(ctx);
    ctx.options_mut(|options| {
        options.zoom_with_keyboard = false;
        // A press that moves farther is a drag.
        options.input_options.max_click_dist = 4.0;
    });
    for theme in [egui::Theme::Dark, egui::Theme::Light] {
        let tokens = Theme::new(theme == egui::Theme::Dark);
        ctx.style_mut_of(theme, |style| apply(style, &tokens));
    }
}

fn apply(style: &mut egui::Style, theme: &Theme) {
    style.text_styles = [
        (TextStyle::Small, small()),
        (TextStyle::Body, body()),
        (TextStyle::Button, body()),
        (TextStyle::Heading, FontId::new(16.0, FontFamily::Proportional)),
        (TextStyle::Monospace, mono()),
    ]
    .into();
    let spacing = &mut style.spacing;
    spacing.item_spacing = vec2(2.0 * GRID, GRID);
    spacing.button_padding = vec2(1.5 * GRID, 0.5 * GRID);
    spacing.window_margin = Margin::same(12);
    spacing.menu_margin = Margin::same(6);
    spacing.indent = 4.0 * GRID;
    spacing.interact_size = vec2(6.0 * GRID, ROW);
    spacing.icon_width = 14.0;
    spacing.icon_width_inner = 8.0;
    spacing.scroll = egui::style::ScrollStyle::solid();
    spacing.scroll.bar_width = 8.0;
    spacing.tooltip_width = 400.0;
    // Lets menus and dialogs be as high as their content.
    spacing.default_area_size = vec2(640.0, 800.0);
    style.interaction.tooltip_delay = 0.35;
    style.interaction.selectable_labels = false;
    style.animation_time = 0.08;
    style.visuals = visuals(theme);
}

fn visuals(theme: &Theme) -> Visuals {
    let mut v = if theme.dark { Visuals::dark() } else { Visuals::light() };
    let small = CornerRadius::same(3);
    v.panel_fill = theme.panel;
    v.window_fill = theme.panel;
    v.extreme_bg_color = theme.well;
    v.faint_bg_color = theme.panel.lerp_to_gamma(theme.hover_fill, 0.4);
    v.code_bg_color = theme.well;
    v.weak_text_color = Some(theme.weak);
    v.warn_fg_color = theme.warning;
    v.error_fg_color = theme.error;
    v.hyperlink_color = theme.accent;
    v.window_stroke = Stroke::new(1.0, theme.line);
    v.window_corner_radius = CornerRadius::same(6);
    v.menu_corner_radius = CornerRadius::same(4);
    v.selection.bg_fill = theme.accent_fill;
    v.selection.stroke = Stroke::new(1.0, theme.text);
    v.striped = false;
    // Disabled text is still readable.
    v.disabled_alpha = if theme.dark { 0.55 } else { 0.7 };
    let widgets = &mut v.widgets;
    widgets.noninteractive.bg_fill = theme.panel;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, theme.line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, theme.text);
    let button = theme.panel.lerp_to_gamma(theme.line, 0.75);
    let lit = theme.panel.lerp_to_gamma(theme.weak, 0.22);
    for (widget, fill, stroke) in [
        (&mut widgets.inactive, button, Stroke::NONE),
        (&mut widgets.hovered, lit, Stroke::new(1.0, theme.faint)),
        (&mut widgets.active, theme.accent_fill, Stroke::new(1.0, theme.accent)),
        (&mut widgets.open, button, Stroke::new(1.0, theme.line)),
    ] {
        widget.bg_fill = fill;
        widget.weak_bg_fill = fill;
        widget.bg_stroke = stroke;
        widget.fg_stroke = Stroke::new(1.0, theme.text);
        widget.corner_radius = small;
        widget.expansion = 0.0;
    }
    widgets.noninteractive.corner_radius = small;
    v
}

/// Red, green, blue: the usual axis colours.
pub fn axis_colours() -> [Color32; 3] {
    [oklch(0.66, 0.17, 25.0), oklch(0.72, 0.16, 145.0), oklch(0.64, 0.15, 255.0)]
}

/// FNV-1a, which is stable between versions, unlike the hash of a `HashMap`.
fn hash(text: &str) -> u32 {
    text.bytes().fold(0x811C_9DC5, |h, b| (h ^ u32::from(b)).wrapping_mul(0x0100_0193))
}

/// An sRGB colour from lightness 0..1, chroma and hue in degrees, clipped to the gamut. Björn Ottosson,
/// "A perceptual color space for image processing" (2020).
pub fn oklch(lightness: f32, chroma: f32, hue: f32) -> Color32 {
    let (sin, cos) = hue.to_radians().sin_cos();
    let (a, b) = (chroma * cos, chroma * sin);
    let l = (lightness + 0.396_337_78 * a + 0.215_803_76 * b).powi(3);
    let m = (lightness - 0.105_561_346 * a - 0.063_854_17 * b).powi(3);
    let s = (lightness - 0.089_484_18 * a - 1.291_485_5 * b).powi(3);
    let encode = |linear: f32| {
        let v = linear.clamp(0.0, 1.0);
        let v = if v <= 0.003_130_8 { 12.92 * v } else { 1.055 * v.powf(1.0 / 2.4) - 0.055 };
        (v * 255.0).round() as u8
    };
    Color32::from_rgb(
        encode(4.076_741_7 * l - 3.307_711_6 * m + 0.230_969_94 * s),
        encode(-1.268_438 * l + 2.609_757_4 * m - 0.341_319_38 * s),
        encode(-0.004_196_086_3 * l - 0.703_418_6 * m + 1.707_614_7 * s),
    )
}
