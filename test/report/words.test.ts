import { describe, expect, test } from 'vitest';
import { WORDS as PLUGINS } from '../../plugins/core/hints.js';
import { WORDS as COMMAND_LINE } from '../../src/cli/hints.js';
import { ConfigError } from '../../src/config/errors.js';
import { ScanError } from '../../src/engine/load/scan/scan-error.js';
import { LIBRARY_WORDS } from '../../src/library-words.js';
import { explain, sayHint, TranslatorError } from '../../src/model/index.js';
import type { Hint, HintCode } from '../../src/model/index.js';

const HINTS = {
  text: { code: 'text', text: 'Restore the file.' },
  'check-config-file': { code: 'check-config-file' },
  'check-folder': { code: 'check-folder' },
  'write-config': { code: 'write-config', replace: true },
  'trust-code': { code: 'trust-code' },
  'raise-limit': { code: 'raise-limit' },
  'plan-again': { code: 'plan-again' },
  'escape-brackets': { code: 'escape-brackets', pattern: 'a/\\[b\\].json' },
  'spell-keys': { code: 'spell-keys', example: 'cart.total' },
  'save-answers': { code: 'save-answers', advice: 'Free up space' },
  'set-up-service': { code: 'set-up-service', keyVariable: 'SHOP_KEY' },
  'check-address': { code: 'check-address', address: 'SERVICE_URL' },
  'import-resource': { code: 'import-resource', kind: 'style', name: 'product' },
} as const satisfies { [C in HintCode]: Hint<C> };

const FLAG = /(?<![\w-])--[a-z]/;

describe.each([
  ['the library', LIBRARY_WORDS],
  ['the plugins', PLUGINS],
])('words of %s', (_, { settings, hints }) => {
  test.each(Object.values(HINTS))('name no flag in $code', (hint) => {
    expect(sayHint<HintCode>(hint, hints)).not.toMatch(FLAG);
  });

  test('name no flag for a setting', () => {
    expect(Object.values(settings).join(' ')).not.toMatch(FLAG);
  });
});

test.each([
  [
    'a hint of plain text',
    new ConfigError([{ code: 'syntax', message: 'no list' }], { file: 'a.yaml', hint: 'Use [].' }),
    { code: 'syntax', message: 'a.yaml: no list', hint: 'Use [].' },
  ],
  [
    'a hint with fields',
    new ConfigError([{ code: 'not-found', message: 'none' }], { hint: HINTS['write-config'] }),
    {
      code: 'not-found',
      message: 'none',
      hint: 'Run `locale-sync init --force` to write one.',
    },
  ],
  [
    'the setting that the message is about',
    new ScanError('no-match', 'y/** names no file', { setting: 'files' }),
    { code: 'no-match', message: '--files y/** names no file' },
  ],
  [
    'the id of the request',
    new TranslatorError('server', 'it failed', { requestId: 'f00d' }),
    { code: 'server', message: 'it failed', requestId: 'f00d' },
  ],
])('an error is explained with %s', (_, error, explained) => {
  expect(explain(error, COMMAND_LINE)).toEqual(explained);
});

test('the message of an error names a setting as the library does', () => {
  const { message } = new ScanError('no-match', 'y/** names no file', { setting: 'files' });
  expect(message).toBe('files y/** names no file');
});
