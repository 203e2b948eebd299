//! Names the words of a statement, by the type of the control.

use super::{Kind, Token, Value};

/// The name of every word. The error is the expected word where a word is missing or of the wrong
/// kind.
pub(super) fn of(kind: Kind, tokens: &[Token]) -> (Vec<&'static str>, Result<(), &'static str>) {
    let mut namer = Namer { tokens, names: Vec::with_capacity(tokens.len()) };
    let whole = match kind {
        Kind::Background => namer.background(),
        Kind::Control => namer.control(),
        Kind::Other => Ok(()),
    };
    let rest = if kind == Kind::Other { "word" } else { "extra" };
    namer.names.resize(tokens.len(), rest);
    (namer.names, whole)
}

type Named = Result<(), &'static str>;

struct Namer<'a> {
    tokens: &'a [Token],
    names: Vec<&'static str>,
}

impl Namer<'_> {
    fn next(&self) -> Option<&Value> {
        self.tokens.get(self.names.len()).map(|token| &token.value)
    }

    fn any(&mut self, name: &'static str) -> Named {
        self.next().ok_or(name)?;
        self.names.push(name);
        Ok(())
    }

    fn is_number(&self) -> bool {
        matches!(self.next(), Some(Value::Number(_)))
    }

    fn number(&mut self, name: &'static str) -> Result<i64, &'static str> {
        let Some(Value::Number(number)) = self.next() else { return Err(name) };
        let number = *number;
        self.names.push(name);
        Ok(number)
    }

    fn numbers(&mut self, names: &[&'static str]) -> Named {
        names.iter().try_for_each(|name| self.number(name).map(drop))
    }

    fn text(&mut self, name: &'static str) -> Named {
        match self.next() {
            Some(Value::Text(_)) => self.any(name),
            _ => Err(name),
        }
    }

    /// A text, or the number of a text.
    fn text_or_number(&mut self, name: &'static str) -> Named {
        if self.is_number() { self.any(name) } else { self.text(name) }
    }

    fn sprite(&mut self) -> Named {
        match self.next().and_then(Value::word) {
            Some("SPRITE") => self.any("sprite"),
            _ => Ok(()),
        }
    }

    fn background(&mut self) -> Named {
        self.any("keyword")?;
        self.numbers(&["left", "top", "right", "bottom"])?;
        self.text("image")
    }

    fn control(&mut self) -> Named {
        self.any("keyword")?;
        let kind = self.next().and_then(Value::word).ok_or("type")?.to_ascii_lowercase();
        self.any("type")?;
        self.numbers(&["active", "visible", "id", "left", "top", "right", "bottom"])?;
        match kind.as_str() {
            "button" => self.button(),
            "static" => {
                self.number("colour_key")?;
                self.text("image")
            }
            "checkbox" => ["up", "over", "down", "inactive"].into_iter().try_for_each(|state| {
                self.sprite()?;
                self.text(state)
            }),
            "textbox" => {
                self.number("transparent")?;
                self.backlight()?;
                self.text_or_number("text")?;
                self.numbers(&["font_size", "weight"])?;
                self.colours()?;
                self.numbers(&["draw_flags", "border"])
            }
            "editbox" => {
                self.numbers(&["font_size", "weight", "transparent"])?;
                self.backlight()?;
                self.text_or_number("text")?;
                self.colours()?;
                self.numbers(&["draw_flags", "border"])
            }
            "listbox" => self.listbox(),
            "slider" => {
                if !self.is_number() {
                    self.text("image")?;
                }
                self.numbers(&["units", "current", "border"])
            }
            "progress" => {
                self.numbers(&["frame", "min", "max", "current", "step", "red", "green", "blue"])
            }
            "hotspot" => self.numbers(&["frame"]),
            _ => Ok(()),
        }
    }

    fn button(&mut self) -> Named {
        ["up", "over", "down", "inactive"].into_iter().try_for_each(|state| {
            self.sprite()?;
            if self.is_number() {
                self.any("colour_key")?;
            }
            self.text(state)
        })
    }

    /// A light after the text, if the next word is a number.
    fn backlight(&mut self) -> Named {
        if !self.is_number() {
            return Ok(());
        }
        self.numbers(&["backlit", "offset", "backlight_red", "backlight_green", "backlight_blue"])
    }

    fn colours(&mut self) -> Named {
        self.numbers(&["back_red", "back_green", "back_blue"])?;
        self.numbers(&["fore_red", "fore_green", "fore_blue"])
    }

    fn listbox(&mut self) -> Named {
        self.numbers(&["font_size", "weight", "selectable"])?;
        let lit = if self.number("transparent")? != 0 {
            self.numbers(&["key", "key_red", "key_green"])?;
            // A bug of the game: this colour component also enables the light.
            self.number("key_blue")?
        } else {
            self.number("backlit")?
        };
        if lit != 0 {
            self.numbers(&["offset", "backlight_red", "backlight_green", "backlight_blue"])?;
        }
        self.colours()?;
        self.numbers(&["scroll_bar", "border"])
    }
}
