import { describe, expect, test } from 'vitest';
import { keepSecrets, maskOf, withoutSecrets } from '../../src/model/sinks/secrets.js';
import { oneLine, terminalText } from '../../src/model/sinks/terminal.js';
import { quotations } from '../support/quotations.js';

const SECRETS = [
  'ghp_SECRET0123456789abcdef',
  'sk-live-4eC39HqLyjWDarjtT1zdp7dc',
  'hunter2',
  'swordfish',
  'p"a\\s/s w&ö🎉-+x',
  'abc+/=%25&<>',
] as const;

describe.each(SECRETS)('%s', (secret) => {
  const mask = maskOf([secret]);

  test.each(Object.entries(quotations(secret)))('is masked %s', (_, quoted) => {
    const shown = mask(`proxy denied: ${quoted} (see https://example.com/?a=1)`);
    expect(shown).toContain('[redacted]');
    expect(shown).toMatch(
      /^proxy denied: .*\[redacted\].* \(see https:\/\/example\.com\/\?a=1\)$/s,
    );
    expect(shown).not.toContain(quoted);
    expect(shown).not.toContain(secret);
  });
});

test('a text with a masked secret stays JSON', () => {
  const secret = 'a"b\\c/d"e';
  const text = JSON.stringify({ [secret]: [secret, { inner: JSON.stringify({ secret }) }] });
  expect(JSON.parse(maskOf([secret])(text))).toEqual({
    '[redacted]': ['[redacted]', { inner: '{"secret":"[redacted]"}' }],
  });
});

test('what is too short for a secret, or a word in another, is not masked', () => {
  const mask = maskOf(['', 'de', 'a.b', 'token', 'messages']);
  const text = 'locales/de.json: a.b token, errormessages, messagesOf, messages_x, my-messages';
  expect(mask(text)).toBe(text);
  expect(mask('password messages refused')).toBe('password [redacted] refused');
});

test('a secret within a longer one does not show the rest of it', () => {
  expect(maskOf(['secret-1', 'secret-1-and-more'])('x secret-1-and-more y')).toBe('x [redacted] y');
});

describe('registered secrets', () => {
  test.each([
    ['postgres://reader:pa%2Fss-1@db.example/x', 'pa/ss-1', ['reader', 'db.example']],
    ['postgres:///x?host=/run&password=pass-word-2', 'pass-word-2', ['/run']],
    ['http://proxyuser:s3cret-3@proxy:8080', 's3cret-3', ['proxyuser']],
    ['https://ghp_0123456789@github.com/a/b', 'ghp_0123456789', ['github.com/a/b']],
    ['https://ghp_9876543210:x-oauth-basic@github.com/a/b', 'ghp_9876543210', ['x-oauth-basic']],
    ['postgres://reader@db.example/x', undefined, ['reader']],
    ['https://github.com/acme/shop', undefined, ['acme']],
  ])('of %s, only the password is one', (value, secret, others) => {
    keepSecrets([value, undefined, ' ']);
    for (const other of others) expect(withoutSecrets(`is ${other} here`)).toBe(`is ${other} here`);
    if (secret !== undefined)
      expect(withoutSecrets(`is ${secret} here`)).toBe('is [redacted] here');
    if (secret !== undefined) expect(withoutSecrets(value)).not.toContain(secret);
  });

  test('are masked by the sinks, before a text is cut', () => {
    keepSecrets(['the-key-0123456789']);
    const text = `${'x'.repeat(290)} the-key-0123456789`;
    expect(oneLine(text, 300)).toBe(`${'x'.repeat(290)} [redacte…`);
    expect(terminalText(`\u001b[1mthe-key-0123456789\u001b[22m`, { colors: true })).toBe(
      '\u001b[1m[redacted]\u001b[22m',
    );
  });
});
