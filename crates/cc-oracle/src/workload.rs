//! The lines that the command is timed on, by its benchmarks and by `cargo xtask compare`.

/// The number of lines of [`conversation`].
pub const LINES: u32 = 200_000;

/// Mixed lines that keep few policies alive.
#[must_use]
pub fn conversation() -> String {
    let mut text = String::new();
    for number in 0..LINES {
        let item = number / 10 % 8;
        text.push_str(&match number % 10 {
            0 => format!("use tool {item}\n"),
            3 => format!("prohibit tool {item}\n"),
            5 => format!("use tool {item} instead of tool {}\n", (item + 1) % 8),
            7 => format!("remove policy tool {item}\n"),
            8 => "set premise replies in formal German\n".to_owned(),
            9 => "use tea and prohibit coffee\n".to_owned(),
            _ => "What would go well with roast pumpkin?\n".to_owned(),
        });
    }
    text
}
