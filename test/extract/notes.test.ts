import { expect, test } from 'vitest';
import { notesIn } from '../../src/code/extract/code-keys.js';

/** The note of the key `k` where it is asked for last. */
function noteOf(code: string): string | undefined {
  const before = code.slice(0, Math.max(code.lastIndexOf("'k"), code.lastIndexOf('"k')));
  return notesIn(code)('k', before.split('\n').length);
}

test.each([
  ['a line', "// Title\nt('k')", 'Title'],
  ['several lines', "// Title\n// of the page\nt('k')", 'Title\nof the page'],
  ['a block', "/* Title */\nt('k')", 'Title'],
  ['a block of lines', "/**\n * Title\n * of the page\n */\nt('k')", 'Title\nof the page'],
  ['JSX', "{/* Title */}\n<h1>{t('k')}</h1>", 'Title'],
  ['an element of JSX', '{/* Title */}\n<Trans\n  i18nKey="k"\n>', 'Title'],
  ['a template', "<!-- Title -->\n<h1>{{ $t('k') }}</h1>", 'Title'],
  ['a key in its own line', "// Title\nt(\n  'k',\n)", 'Title'],
  ['addressed', "// Translators: Title\nt('k')", 'Title'],
  ['the second call', "t('k')\n// Title\nt('k')", 'Title'],
])('found: %s', (_, code, note) => {
  expect(noteOf(code)).toBe(note);
});

test.each([
  ['nothing above', "t('k')"],
  ['code between', "// Title\nfoo();\nt('k')"],
  ['an empty line between', "// Title\n\nt('k')"],
  ['for tools', "// eslint-disable-next-line\nt('k')"],
  ['for later', "// TODO: plural\nt('k')"],
  ['behind code', "foo(); /* Title */\nt('k')"],
  ['a call that is a comment', "// Title\n// t('k')"],
])('not taken: %s', (_, code) => {
  expect(noteOf(code)).toBeUndefined();
});
