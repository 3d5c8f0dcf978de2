//! Makes a session that shows a disagreement as short as it gets.

use super::session::Session;

/// The shortest session that was found for which `shows` holds, from one for which it does.
///
/// `shows` is asked at most `limit` times.
pub(super) fn reduce(
    session: &Session,
    limit: usize,
    mut shows: impl FnMut(&Session) -> bool,
) -> Session {
    let mut left = limit;
    let mut shows = |candidate: &Session| {
        left > 0 && {
            left -= 1;
            shows(candidate)
        }
    };
    let mut best = session.clone();
    let bare = Session { preload: None, conversations: best.conversations.clone() };
    if best.preload.is_some() && shows(&bare) {
        best = bare;
    }
    let preload = best.preload.clone();
    let with = |conversations: &[Vec<String>]| Session {
        preload: preload.clone(),
        conversations: conversations.to_vec(),
    };
    best = with(&shortest(&best.conversations, |conversations| shows(&with(conversations))));
    for number in 0..best.conversations.len() {
        let with = |lines: &[String]| {
            let mut session = best.clone();
            if let Some(conversation) = session.conversations.get_mut(number) {
                *conversation = lines.to_vec();
            }
            session
        };
        let lines = best.conversations.get(number).cloned().unwrap_or_default();
        best = with(&shortest(&lines, |lines| shows(&with(lines))));
        for place in 0..best.conversations.get(number).map_or(0, Vec::len) {
            let line = best.conversations.get(number).and_then(|lines| lines.get(place)).cloned();
            let characters: Vec<char> = line.unwrap_or_default().chars().collect();
            let with = |characters: &[char]| {
                let mut session = best.clone();
                let lines = session.conversations.get_mut(number);
                if let Some(line) = lines.and_then(|lines| lines.get_mut(place)) {
                    *line = characters.iter().collect();
                }
                session
            };
            best = with(&shortest(&characters, |characters| shows(&with(characters))));
        }
    }
    if let Some(preload) = best.preload.clone() {
        let with = |characters: &[char]| Session {
            preload: Some(preload.with(characters.iter().collect())),
            conversations: best.conversations.clone(),
        };
        let characters: Vec<char> = preload.text().chars().collect();
        best = with(&shortest(&characters, |characters| shows(&with(characters))));
    }
    best
}

/// Leaves out ever smaller pieces of `items` as long as `shows` holds of the rest.
fn shortest<T: Clone>(items: &[T], mut shows: impl FnMut(&[T]) -> bool) -> Vec<T> {
    let mut best = items.to_vec();
    let mut size = best.len();
    while size > 0 {
        let mut place = 0;
        while place < best.len() {
            let kept = best.iter().enumerate().filter(|(at, _)| *at < place || *at >= place + size);
            let candidate: Vec<T> = kept.map(|(_, item)| item.clone()).collect();
            if shows(&candidate) {
                best = candidate;
            } else {
                place += size;
            }
        }
        size /= 2;
    }
    best
}

#[cfg(test)]
#[path = "../../tests/unit/reduce.rs"]
mod tests;
