//! The laws of `cc_fuzz_laws::toolcall` on what the fuzzer finds.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| cc_fuzz_laws::toolcall(data));
