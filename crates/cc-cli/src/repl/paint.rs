//! Colour, where it is wanted.

use std::env;
use std::fmt::{self, Display};

use anstyle::{AnsiColor, Effects, Style};

use crate::options::ColorChoice;

/// Paints text, or leaves it plain.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    colour: bool,
}

/// What a piece of text is, which decides how it looks.
#[derive(Clone, Copy, Debug)]
pub(super) enum Role {
    /// A keyword of the directive language.
    Keyword,
    /// An accepted directive.
    Accepted,
    /// An error, or the part of a line that is at fault.
    Fault,
    /// Something that is there to be overlooked.
    Quiet,
}

impl Paint {
    /// Whether to use colour: as asked, or unless NO_COLOR is set or the terminal is dumb.
    pub(super) fn choose(choice: ColorChoice) -> Self {
        let colour = match choice {
            ColorChoice::Always => true,
            ColorChoice::Never => false,
            ColorChoice::Auto => {
                env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
                    && env::var_os("TERM").is_none_or(|term| term != "dumb")
            }
        };
        Paint { colour }
    }

    /// No colour at all.
    #[cfg(test)]
    pub(super) const fn plain() -> Self {
        Paint { colour: false }
    }

    /// Every colour.
    #[cfg(test)]
    pub(super) const fn colourful() -> Self {
        Paint { colour: true }
    }

    /// `text` as it looks in this role.
    pub(super) fn paint<T: Display>(self, role: Role, text: T) -> Painted<T> {
        let style = match role {
            _ if !self.colour => Style::new(),
            Role::Keyword => AnsiColor::Cyan.on_default().effects(Effects::BOLD),
            Role::Accepted => AnsiColor::Green.on_default(),
            Role::Fault => AnsiColor::Red.on_default().effects(Effects::BOLD),
            Role::Quiet => Style::new().effects(Effects::DIMMED),
        };
        Painted { style, text }
    }
}

/// Text with its style around it.
pub(super) struct Painted<T> {
    style: Style,
    text: T,
}

impl<T: Display> Display for Painted<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let style = self.style;
        write!(f, "{style}{}{style:#}", self.text)
    }
}
