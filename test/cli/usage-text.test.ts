import { expect, test } from 'vitest';
import { usageText } from '../../src/cli/program.js';

test.each([
  ["error: unknown option '--kyes'", "error: unknown option '--kyes'"],
  ["error: unknown option '--apikey=abc'", "error: unknown option '--apikey=…'"],
  [
    "error: unknown option '-sk-live-4eC39HqLyjWD'\n(Did you mean --keys?)",
    "error: unknown option '[redacted]'\n(Did you mean --keys?)",
  ],
  [
    "error: unknown command 'snyc'\n(Did you mean sync?)",
    "error: unknown command 'snyc'\n(Did you mean sync?)",
  ],
  ["error: unknown command '5f0c1a2b-3c4d:fx'", "error: unknown command '[redacted]'"],
  [
    "error: option '--concurrency <n>' argument 'fast' is invalid. Use auto.",
    "error: option '--concurrency <n>' argument 'fast' is invalid. Use auto.",
  ],
  [
    "error: option '--key <key>' argument 'my key' is invalid. Use one word.",
    "error: option '--key <key>' argument '[redacted]' is invalid. Use one word.",
  ],
])('%s', (message, shown) => {
  expect(usageText(message)).toBe(shown);
});
