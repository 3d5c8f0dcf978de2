//! The tables that a comparison prints.

use std::io::Write;

use crate::error::Error;

/// Prints the tables.
pub(super) struct Report<'a> {
    out: &'a mut dyn Write,
    /// Whether every target was met so far.
    pub(super) met: bool,
}

impl<'a> Report<'a> {
    pub(super) fn new(out: &'a mut dyn Write) -> Self {
        Report { out, met: true }
    }

    pub(super) fn heading(&mut self) -> Result<(), Error> {
        writeln!(self.out, "| work | ours | reference | ratio | asked for | met |")?;
        writeln!(self.out, "| --- | ---: | ---: | ---: | ---: | --- |")?;
        Ok(())
    }

    /// How many times faster we are.
    pub(super) fn against(
        &mut self,
        name: &str,
        pairs: &[(f64, f64)],
        target: Option<f64>,
    ) -> Result<(), Error> {
        let (ours, theirs) = medians(pairs);
        let ratio = median(pairs.iter().map(|(ours, theirs)| theirs / ours));
        let (asked, met) = match target {
            Some(target) => (format!("{target:.0}"), self.judge(ratio >= target)),
            None => (String::new(), ""),
        };
        let (ours, theirs) = (duration(ours), duration(theirs));
        writeln!(self.out, "| {name} | {ours} | {theirs} | {ratio:.0} | {asked} | {met} |")?;
        self.out.flush()?;
        Ok(())
    }

    /// How a step grows along some points.
    pub(super) fn growth(
        &mut self,
        name: &str,
        heading: &str,
        points: &[(String, Vec<(f64, f64)>)],
        most: Option<f64>,
    ) -> Result<(), Error> {
        let sizes: Vec<&str> = points.iter().map(|(size, _)| size.as_str()).collect();
        let rule = " ---: |".repeat(sizes.len() + 1);
        writeln!(self.out, "\n| {name}: {heading} | {} | growth |", sizes.join(" | "))?;
        writeln!(self.out, "| --- |{rule}")?;
        let ours: Vec<f64> = points.iter().map(|(_, pairs)| medians(pairs).0).collect();
        let theirs: Vec<f64> = points.iter().map(|(_, pairs)| medians(pairs).1).collect();
        for (side, figures) in [("ours", &ours), ("reference", &theirs)] {
            let shown: Vec<String> = figures.iter().map(|figure| duration(*figure)).collect();
            let growth = growth_of(figures);
            writeln!(self.out, "| {side} | {} | {growth:.1} |", shown.join(" | "))?;
        }
        if let Some(most) = most {
            let met = self.judge(growth_of(&ours) <= most);
            writeln!(self.out, "\nour growth, at most {most:.0}: {met}")?;
        }
        self.out.flush()?;
        Ok(())
    }

    pub(super) fn limits_heading(&mut self) -> Result<(), Error> {
        writeln!(self.out, "\n| work | ours | beside | its time | times | at most | met |")?;
        writeln!(self.out, "| --- | ---: | --- | ---: | ---: | ---: | --- |")?;
        Ok(())
    }

    /// How many times longer we take than what could not be done without.
    pub(super) fn limit(
        &mut self,
        name: &str,
        beside: &str,
        pairs: &[(f64, f64)],
        most: f64,
    ) -> Result<(), Error> {
        let (ours, least) = medians(pairs);
        let times = median(pairs.iter().map(|(ours, least)| ours / least));
        let met = self.judge(times <= most);
        let (ours, least) = (duration(ours), duration(least));
        writeln!(
            self.out,
            "| {name} | {ours} | {beside} | {least} | {times:.1} | {most:.0} | {met} |"
        )?;
        self.out.flush()?;
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
fn growth_of(figures: &[f64]) -> f64 {
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
