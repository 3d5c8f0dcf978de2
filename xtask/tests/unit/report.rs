use super::*;

#[test]
fn the_median_is_in_the_middle() {
    assert_eq!(median([3.0, 1.0, 2.0].into_iter()), 2.0);
    assert_eq!(median([4.0, 1.0, 2.0, 3.0].into_iter()), 2.0);
    assert!(median([].into_iter()).is_nan());
}

#[test]
fn durations_have_a_unit() {
    assert_eq!(duration(1.5e-8), "15.0 ns");
    assert_eq!(duration(1.5e-5), "15.00 µs");
    assert_eq!(duration(0.015), "15.00 ms");
}

#[test]
fn tables_say_what_was_missed() {
    let mut out = Vec::new();
    let mut report = Report::new(&mut out);
    report.heading("reference").unwrap();
    report.against("work", &[(1e-6, 1e-4)], Goal::AtLeast(100.0)).unwrap();
    assert!(report.met);
    report.against("more work", &[(1e-6, 1e-4)], Goal::AtLeast(101.0)).unwrap();
    assert!(!report.met);
    let points =
        [("10", 1e-6), ("1,000", 3e-6)].map(|(size, s)| (size.to_owned(), vec![(s, s * 9.0)]));
    report.growth("step: policies", &points, Some(4.0)).unwrap();
    report.heading("bound").unwrap();
    report.against("export", &[(3e-3, 1e-3)], Goal::AtMost(2.0)).unwrap();
    report.against("import", &[(3e-3, 1e-3)], Goal::Open).unwrap();
    insta::assert_snapshot!(String::from_utf8(out).unwrap());
}
