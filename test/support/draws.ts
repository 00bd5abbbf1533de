import fc from 'fast-check';

// Random values are the same for every change, so a failure was caused by the change. Each nightly
// run has its own seed.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 7) });
