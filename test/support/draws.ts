import fc from 'fast-check';

// Draws are alike for every change, so that what fails was broken by it. Each night has its own.
fc.configureGlobal({ seed: Number(process.env['FUZZ_SEED'] ?? 7) });
