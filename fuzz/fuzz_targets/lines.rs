//! The laws of `cc_fuzz_laws::lines` on what the fuzzer finds.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cc_fuzz_laws::lines(data));
