use super::*;

#[test]
fn the_count_is_read_from_what_callgrind_says() {
    let said = "==7== Callgrind, a call-graph\n==7== \n==7== Events    : Ir\n\
                ==7== Collected : 123456\n==7== \n==7== I   refs:      123,456\n";
    assert_eq!(collected(said), Some(123_456));
    assert_eq!(collected("valgrind: no such program"), None);
}
