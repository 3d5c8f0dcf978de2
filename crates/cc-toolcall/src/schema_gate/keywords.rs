//! The keywords of JSON Schema that compare numbers, decided exactly.
//!
//! `jsonschema` reads schemas as [`serde_json::Value`], which holds few numbers exactly. The others
//! go through it as stand-ins, each of which leads back to the number that it stands for.

use std::sync::Arc;

use jsonschema::{Draft, Keyword, ValidationError, ValidationOptions};
use serde_json::{Map, Number, Value};

use super::instance::ExactJson;
use crate::decimal::Decimal;
use crate::exact::Exact;
use crate::told::{MAX_LISTED, MAX_SHOWN, shortened};

/// The bits of the smallest normal float: stand-ins begin here and go up. They are positive, as
/// `multipleOf` must be, and no integers, so that no count is taken for one.
const FIRST: u64 = f64::MIN_POSITIVE.to_bits();

/// More stand-ins than any schema has numbers.
const MOST: u64 = 1 << 48;

/// Which stand-in a number is.
fn stand_in(number: &Number) -> Option<usize> {
    let index = number.as_f64()?.to_bits().checked_sub(FIRST)?;
    if index < MOST { usize::try_from(index).ok() } else { None }
}

/// This value, with stand-ins for the numbers that have no exact place in it, which are added to
/// `numbers`.
pub(super) fn plain(value: &Exact, numbers: &mut Vec<Decimal>) -> Value {
    match value {
        Exact::Null => Value::Null,
        Exact::Boolean(value) => Value::Bool(*value),
        Exact::Number(number) => Value::Number(plain_number(number, numbers)),
        Exact::Text(text) => Value::String(text.clone()),
        Exact::Array(elements) => {
            Value::Array(elements.iter().map(|element| plain(element, numbers)).collect())
        }
        Exact::Object(entries) => {
            let mut plain = |(name, value): &(String, Exact)| (name.clone(), plain(value, numbers));
            Value::Object(entries.iter().map(&mut plain).collect())
        }
    }
}

fn plain_number(number: &Decimal, numbers: &mut Vec<Decimal>) -> Number {
    if let Ok(integer) = number.text.parse::<u64>() {
        return Number::from(integer);
    }
    if let Ok(integer) = number.text.parse::<i64>() {
        return Number::from(integer);
    }
    let float = number.text.parse().ok().and_then(Number::from_f64).filter(|float| {
        stand_in(float).is_none() && Decimal::read(&float.to_string()).as_ref() == Some(number)
    });
    float.unwrap_or_else(|| {
        let bits = FIRST + (numbers.len() as u64).min(MOST - 1);
        numbers.push(number.clone());
        Number::from_f64(f64::from_bits(bits)).unwrap_or_else(|| Number::from(0))
    })
}

/// The value that [`plain`] was made of.
pub(super) fn exact(value: &Value, numbers: &[Decimal]) -> Option<Exact> {
    Some(match value {
        Value::Null => Exact::Null,
        Value::Bool(value) => Exact::Boolean(*value),
        Value::Number(number) => Exact::Number(match stand_in(number) {
            Some(index) => numbers.get(index)?.clone(),
            None => Decimal::read(&number.to_string())?,
        }),
        Value::String(text) => Exact::Text(text.clone()),
        Value::Array(elements) => {
            Exact::Array(elements.iter().map(|it| exact(it, numbers)).collect::<Option<_>>()?)
        }
        Value::Object(entries) => {
            let entries =
                entries.iter().map(|(name, it)| Some((name.clone(), exact(it, numbers)?)));
            let mut entries: Vec<_> = entries.collect::<Option<_>>()?;
            entries.sort_by(|(one, _), (other, _)| one.cmp(other));
            Exact::Object(entries)
        }
    })
}

/// Has these keywords decided here, for a schema whose stand-ins stand for these numbers.
pub(super) fn decided<'i, R>(
    options: ValidationOptions<'i, R, ExactJson>,
    schema: &Value,
    numbers: Vec<Decimal>,
) -> ValidationOptions<'i, R, ExactJson> {
    let numbers = Arc::new(numbers);
    let keywords: [(&str, Read); 7] = [
        ("minimum", |parent, value| {
            let is_exclusive = parent.get("exclusiveMinimum") == Some(&Value::Bool(true));
            number(value, if is_exclusive { Rule::Above } else { Rule::AtLeast })
        }),
        ("maximum", |parent, value| {
            let is_exclusive = parent.get("exclusiveMaximum") == Some(&Value::Bool(true));
            number(value, if is_exclusive { Rule::Below } else { Rule::AtMost })
        }),
        ("exclusiveMinimum", |_, value| number(value, Rule::Above)),
        ("exclusiveMaximum", |_, value| number(value, Rule::Below)),
        ("multipleOf", |_, value| match value {
            Exact::Number(number) => Divisor::of(&number).map(Rule::MultipleOf).ok_or(
                "`multipleOf` must be above 0 and have at most 37 digits to be judged exactly",
            ),
            _ => Err(NO_NUMBER),
        }),
        ("enum", |_, value| match value {
            Exact::Array(options) => Ok(Rule::OneOf(options)),
            _ => Err("`enum` must be an array"),
        }),
        // Draft 4 does not know it.
        ("const", |_, value| Ok(Rule::OneOf(vec![value]))),
    ];
    let is_draft_4 = Draft::default().detect(schema) == Draft::Draft4;
    let known = keywords.into_iter().filter(|(name, _)| *name != "const" || !is_draft_4);
    known.fold(options, |options, (name, read)| {
        let numbers = Arc::clone(&numbers);
        options.with_keyword(name, move |parent, value, _| {
            let value = exact(value, &numbers).ok_or("a number has no exact form");
            let rule = value.and_then(|value| read(parent, value));
            let keyword = |rule| Box::new(rule) as Box<dyn for<'v> Keyword<'v, ExactJson>>;
            rule.map(keyword).map_err(ValidationError::schema)
        })
    })
}

/// Reads a keyword, from the schema that it stands in and its value.
type Read = fn(&Map<String, Value>, Exact) -> Result<Rule, &'static str>;

const NO_NUMBER: &str = "a bound of numbers must be a number";

fn number(value: Exact, rule: fn(Decimal) -> Rule) -> Result<Rule, &'static str> {
    match value {
        Exact::Number(number) => Ok(rule(number)),
        // In draft 4, `exclusiveMinimum` and `exclusiveMaximum` say how the bound beside them is
        // meant.
        Exact::Boolean(_) => Ok(Rule::None),
        _ => Err(NO_NUMBER),
    }
}

/// What a keyword demands.
enum Rule {
    None,
    AtLeast(Decimal),
    AtMost(Decimal),
    Above(Decimal),
    Below(Decimal),
    MultipleOf(Divisor),
    OneOf(Vec<Exact>),
}

impl Rule {
    fn allows(&self, value: &Exact) -> bool {
        match (self, value) {
            (Rule::OneOf(options), value) => options.contains(value),
            (Rule::AtLeast(least), Exact::Number(number)) => number >= least,
            (Rule::AtMost(most), Exact::Number(number)) => number <= most,
            (Rule::Above(bound), Exact::Number(number)) => number > bound,
            (Rule::Below(bound), Exact::Number(number)) => number < bound,
            (Rule::MultipleOf(divisor), Exact::Number(number)) => divisor.divides(number),
            _ => true,
        }
    }

    /// What is wrong with a value that is not allowed, to stand behind it.
    fn message(&self) -> String {
        let number = |number: &Decimal| shortened(&number.text, MAX_SHOWN);
        match self {
            Rule::None => String::new(),
            Rule::AtLeast(least) => format!("is less than the minimum of {}", number(least)),
            Rule::AtMost(most) => format!("is greater than the maximum of {}", number(most)),
            Rule::Above(bound) => format!("is not greater than {}", number(bound)),
            Rule::Below(bound) => format!("is not less than {}", number(bound)),
            Rule::MultipleOf(divisor) => {
                format!("is not a multiple of {}", shortened(&divisor.text, MAX_SHOWN))
            }
            Rule::OneOf(options) => {
                let shown = options.iter().take(MAX_LISTED);
                let shown: Vec<_> = shown.map(|option| shortened(option, MAX_SHOWN)).collect();
                let one_of = if options.len() == 1 { "" } else { "one of " };
                format!("is not {one_of}{}", shown.join(", "))
            }
        }
    }
}

impl<'v> Keyword<'v, ExactJson> for Rule {
    fn validate(&self, value: &'v Exact) -> Result<(), ValidationError<'v>> {
        if self.allows(value) { Ok(()) } else { Err(ValidationError::custom(self.message())) }
    }

    fn is_valid(&self, value: &'v Exact) -> bool {
        self.allows(value)
    }
}

/// A number that others are multiples of.
struct Divisor {
    text: String,
    /// The number is this integer times ten to that power.
    integer: u128,
    power: i64,
}

/// How many digits a divisor may have, so that one more still fits.
const MAX_DIGITS: usize = 37;

/// Ten to this power has all the factors of two and five that a divisor can have.
const ENOUGH: i64 = 128;

impl Divisor {
    /// None if it is not above zero or has too many digits.
    fn of(number: &Decimal) -> Option<Self> {
        let is_above_zero = !number.digits.is_empty() && !number.text.starts_with('-');
        if !is_above_zero || number.digits.len() > MAX_DIGITS {
            return None;
        }
        let integer = number.digits.parse().ok()?;
        let power = number.power()?;
        Some(Divisor { text: number.text.clone(), integer, power })
    }

    fn divides(&self, number: &Decimal) -> bool {
        let Some(power) = number.power().and_then(|power| power.checked_sub(self.power)) else {
            return false;
        };
        // The last digit is not 0, so no digits are to be divided by ten.
        if number.digits.is_empty() || power < 0 {
            return number.digits.is_empty();
        }
        let add = |rest: u128, digit: u8| {
            (rest * 10 + u128::from(digit.saturating_sub(b'0'))) % self.integer
        };
        let rest = number.digits.bytes().fold(0, add);
        (0..power.min(ENOUGH)).fold(rest, |rest, _| add(rest, b'0')) == 0
    }
}

impl Decimal {
    /// The power of ten that its digits, as an integer, are multiplied by.
    fn power(&self) -> Option<i64> {
        self.point.checked_sub(i64::try_from(self.digits.len()).ok()?)
    }
}
