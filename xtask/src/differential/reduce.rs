//! Makes a session that shows a disagreement as short as it gets.

use super::session::{Line, Session};

/// The shortest session that was found for which `shows` holds, from one for which it does.
///
/// `shows` is asked at most `limit` times.
pub(super) fn reduce(
    session: &Session,
    limit: usize,
    mut shows: impl FnMut(&Session) -> bool,
) -> Session {
    let mut left = limit;
    let mut best = session.clone();
    // Takes a shorter session if it shows the same.
    let mut take = |best: &mut Session, change: &dyn Fn(&mut Session)| {
        let mut candidate = best.clone();
        change(&mut candidate);
        let holds = left > 0 && shows(&candidate);
        left = left.saturating_sub(1);
        if holds {
            *best = candidate;
        }
        holds
    };
    if best.preload.is_some() {
        take(&mut best, &|it| it.preload = None);
    }
    let lines = best.lines.clone();
    shorten(&lines, |lines| take(&mut best, &|it| it.lines = lines.to_vec()));
    for place in 0..best.lines.len() {
        let Some(Line::Input(text)) = best.lines.get(place).cloned() else { continue };
        shorten(&characters(&text), |characters| {
            take(&mut best, &|it| {
                it.lines.splice(place..=place, [Line::Input(characters.iter().collect())]);
            })
        });
    }
    if let Some(preload) = best.preload.clone() {
        shorten(&characters(&preload.text), |characters| {
            take(&mut best, &|it| {
                it.preload.iter_mut().for_each(|it| it.text = characters.iter().collect());
            })
        });
    }
    best
}

fn characters(text: &str) -> Vec<char> {
    text.chars().collect()
}

/// Leaves out ever smaller pieces of `items` as long as `takes` the rest.
fn shorten<T: Clone>(items: &[T], mut takes: impl FnMut(&[T]) -> bool) {
    let mut best = items.to_vec();
    let mut size = best.len();
    while size > 0 {
        let mut place = 0;
        while place < best.len() {
            let mut candidate = best.clone();
            candidate.drain(place..best.len().min(place + size));
            if takes(&candidate) {
                best = candidate;
            } else {
                place += size;
            }
        }
        size /= 2;
    }
}

#[cfg(test)]
#[path = "../../tests/unit/reduce.rs"]
mod tests;
