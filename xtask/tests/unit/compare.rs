use super::*;

#[test]
fn a_million_lines_are_what_is_repeated() {
    assert_eq!(conversation().lines().count(), LINES as usize);
}

#[test]
fn every_curve_has_points() {
    assert!(curves().iter().all(|curve| curve.points.len() >= 4));
}
