//! The tables that a comparison prints.

use std::io::Write;

use crate::error::Error;

/// What is asked for.
#[derive(Clone, Copy, Debug)]
pub(super) enum Goal {
    /// To be so many times faster than the other.
    AtLeast(f64),
    /// To take at most so many times as long as the other.
    AtMost(f64),
    /// Nothing: the figures are there to see.
    Open,
}

/// Prints the tables.
pub(super) struct Report<'a> {
    out: &'a mut dyn Write,
    /// Whether every goal was reached so far.
    pub(super) met: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Report { out, met: true }
    }

    /// The head of a table whose rows [`Report::against`] writes. `other` is what we stand beside.
    pub(super) fn heading(&mut self, other: &str) -> Result<(), Error> {
        writeln!(self.out, "\n| work | ours | {other} | ratio | asked for | met |")?;
        writeln!(self.out, "| --- | ---: | ---: | ---: | --- | --- |")?;
        Ok(())
    }

    /// How many times faster we are, or how many times as long we take.
    pub(super) fn against(
        &mut self,
        name: &str,
        pairs: &[(f64, f64)],
        goal: Goal,
    ) -> Result<(), Error> {
        let (ours, theirs) = medians(pairs);
        let times = |of: fn(&(f64, f64)) -> f64| median(pairs.iter().map(of));
        let faster = times(|(ours, theirs)| theirs / ours);
        let longer = times(|(ours, theirs)| ours / theirs);
        let (ratio, asked, met) = match goal {
            Goal::Open => (format!("{faster:.0}"), String::new(), ""),
            Goal::AtLeast(goal) => {
                (format!("{faster:.0}"), format!("at least {goal}"), self.judge(faster >= goal))
            }
            Goal::AtMost(goal) => {
                (format!("{longer:.1}"), format!("at most {goal}"), self.judge(longer <= goal))
            }
        };
        let (ours, theirs) = (duration(ours), duration(theirs));
        writeln!(self.out, "| {name} | {ours} | {theirs} | {ratio} | {asked} | {met} |")?;
        self.out.flush()?;
        Ok(())
    }

    /// How a step grows along some points, and how many times it may.
    pub(super) fn growth(
        &mut self,
        name: &str,
        points: &[(String, Vec<(f64, f64)>)],
        most: Option<f64>,
    ) -> Result<(), Error> {
        let sizes: Vec<&str> = points.iter().map(|(size, _)| size.as_str()).collect();
        writeln!(self.out, "\n| {name} | {} | growth |", sizes.join(" | "))?;
        writeln!(self.out, "| --- |{}", " ---: |".repeat(sizes.len() + 1))?;
        let sides: (Vec<f64>, Vec<f64>) = points.iter().map(|(_, pairs)| medians(pairs)).unzip();
        for (side, figures) in [("ours", &sides.0), ("reference", &sides.1)] {
            let shown: Vec<String> = figures.iter().copied().map(duration).collect();
            writeln!(self.out, "| {side} | {} | {:.1} |", shown.join(" | "), growth(figures))?;
        }
        if let Some(most) = most {
            let met = self.judge(growth(&sides.0) <= most);
            writeln!(self.out, "\nour growth, at most {most:.0}: {met}")?;
        }
        self.out.flush()?;
        Ok(())
    }

    /// The head of a table whose rows [`Report::limit`] writes.
    pub(super) fn limits(&mut self) -> Result<(), Error> {
        writeln!(self.out, "\n| figure | ours | at most | met |")?;
        writeln!(self.out, "| --- | ---: | ---: | --- |")?;
        Ok(())
    }

    /// The median of some figures beside the most that it may be.
    pub(super) fn limit(
        &mut self,
        name: &str,
        figures: impl Iterator<Item = f64>,
        most: f64,
    ) -> Result<(), Error> {
        let figure = median(figures);
        let met = self.judge(figure <= most);
        writeln!(self.out, "| {name} | {figure:.1} | {most} | {met} |")?;
        self.out.flush()?;
        Ok(())
    }

    /// Work that was not done here.
    pub(super) fn left_out(&mut self, name: &str, reason: &str) -> Result<(), Error> {
        writeln!(self.out, "| {name} | left out: {reason} | | | | |")?;
        Ok(())
    }

    fn judge(&mut self, met: bool) -> &'static str {
        self.met &= met;
        if met { "yes" } else { "no" }
    }
}

/// The median of each side.
fn medians(pairs: &[(f64, f64)]) -> (f64, f64) {
    (median(pairs.iter().map(|pair| pair.0)), median(pairs.iter().map(|pair| pair.1)))
}

/// How many times the first figure the last is.
fn growth(figures: &[f64]) -> f64 {
    match figures {
        [first, .., last] => last / first,
        _ => f64::NAN,
    }
}

/// The median of some figures, the lower one if two are in the middle.
fn median(figures: impl Iterator<Item = f64>) -> f64 {
    let mut figures: Vec<f64> = figures.collect();
    figures.sort_by(f64::total_cmp);
    figures.get(figures.len().saturating_sub(1) / 2).copied().unwrap_or(f64::NAN)
}

/// Seconds in a unit that people can read.
fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1e-6 => format!("{:.1} ns", s * 1e9),
        s if s < 1e-3 => format!("{:.2} µs", s * 1e6),
        s => format!("{:.2} ms", s * 1e3),
    }
}

#[cfg(test)]
#[path = "../../tests/unit/report.rs"]
mod tests;
