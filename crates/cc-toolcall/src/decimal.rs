//! Numbers exactly as they are written.

use std::cmp::Ordering;

/// A JSON number, which compares by its exact value.
#[derive(Clone, Debug)]
pub(crate) struct Decimal {
    /// The number as it is written.
    #[cfg_attr(not(feature = "schema"), allow(dead_code, reason = "the gate by schema shows it"))]
    pub(crate) text: String,
    negative: bool,
    /// Its digits from the first that is not 0 to the last that is not 0; none for zero.
    pub(crate) digits: String,
    /// The value is 0.DIGITS times ten to this power.
    pub(crate) point: i64,
}

impl Decimal {
    /// Reads the text of a JSON number. None if its exponent does not fit 64 bits.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let (mantissa, exponent) = text.split_once(['e', 'E']).unwrap_or((text, "0"));
        let unsigned = mantissa.strip_prefix('-');
        let (whole, fraction) = unsigned
            .unwrap_or(mantissa)
            .split_once('.')
            .unwrap_or((unsigned.unwrap_or(mantissa), ""));
        let written = [whole, fraction].concat();
        let digits = written.trim_start_matches('0');
        let zeros = written.len() - digits.len();
        let digits = digits.trim_end_matches('0').to_owned();
        if digits.is_empty() {
            return Some(Decimal { text: text.to_owned(), negative: false, digits, point: 0 });
        }
        let point = i64::try_from(whole.len()).ok()?.checked_sub(i64::try_from(zeros).ok()?)?;
        let point = exponent.parse::<i64>().ok()?.checked_add(point)?;
        Some(Decimal { text: text.to_owned(), negative: unsigned.is_some(), digits, point })
    }

    /// -1, 0 or 1.
    fn sign(&self) -> i8 {
        match (self.digits.is_empty(), self.negative) {
            (true, _) => 0,
            (false, true) => -1,
            (false, false) => 1,
        }
    }
}

impl Ord for Decimal {
    fn cmp(&self, other: &Self) -> Ordering {
        // As fractions with the point before them, digits compare as texts do.
        let magnitude = || (self.point, &self.digits).cmp(&(other.point, &other.digits));
        self.sign()
            .cmp(&other.sign())
            .then_with(|| if self.negative { magnitude().reverse() } else { magnitude() })
    }
}

impl PartialOrd for Decimal {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Decimal {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Decimal {}
