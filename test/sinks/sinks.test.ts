import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { githubCommand } from '../../src/model/sinks/github.js';
import { htmlText, pageText } from '../../src/model/sinks/html.js';
import { jsonText } from '../../src/model/sinks/json.js';
import { markdownCode } from '../../src/model/sinks/markdown.js';
import { shellWord } from '../../src/model/sinks/shell.js';
import { oneLine, terminalText } from '../../src/model/sinks/terminal.js';
import { xmlAttribute, xmlText } from '../../src/model/sinks/xml.js';
import { BEFORE, CHARACTERS, COMMANDS, commandsIn, steeringIn } from '../support/outside-text.js';

const command = (value: string): string =>
  githubCommand({ name: 'error', properties: { file: value, title: value }, message: value });

/** Each sink as what it makes of a text. */
const LOGS: Readonly<Record<string, (text: string) => string>> = {
  'a part of a line': (text) => `error: ${oneLine(text, Infinity)}\n`,
  lines: (text) => terminalText(text),
  'a word of a command': (text) => `locale-sync ${shellWord(text)}`,
  'coloured lines': (text) =>
    terminalText(`\u001b[1m${oneLine(text)}\u001b[22m\n`, { colors: true }),
  JSON: (text) => jsonText({ [text]: [text] }),
  'indented JSON': (text) => jsonText({ [text]: [text] }, 2),
  Markdown: (text) => `| ${markdownCode(text)} |\n`,
  'text in XML': (text) => `<a>${xmlText(text)}</a>\n`,
  'an attribute of XML': (text) => `<a b="${xmlAttribute(text)}"/>\n`,
  'a GitHub command': (text) => command(text).replace(/^::error /, 'read '),
};
const PAGES: Readonly<Record<string, (text: string) => string>> = {
  'text of an element': pageText,
  HTML: htmlText,
};
const SINKS = { ...LOGS, ...PAGES };

describe.each(Object.entries(SINKS))('%s', (name, sink) => {
  test('shows every character that steers', () => {
    for (const character of CHARACTERS) {
      const shown = sink(`a${character}b`);
      const colors = name === 'coloured lines';
      expect(steeringIn(shown.replaceAll('\t', ''), { colors }), shown).toEqual([]);
      expect(shown).toMatch(/a(?:\\[bfnrt]|\\u[\da-f]{4}|[\n\t]|%0A|%09)b/);
    }
  });

  test.each([
    'Speichern – „Größe“ 100 %',
    'می\u200cخواهم',
    'שלום \u200fעולם',
    '保存\u3000しますか？',
    'हिन्दी ไทย ქართული',
    '👩\u200d💻 🏴\u{e0067}\u{e0062}\u{e0065}\u{e006e}\u{e0067}\u{e007f} e\u0301 ﬁ',
  ])('leaves %s as it is', (text) => {
    expect(sink(text).replaceAll('%25', '%')).toContain(text);
  });
});

describe.each(Object.entries(LOGS))('in a log, %s', (_, sink) => {
  test.each(COMMANDS)('hides %s', (text) => {
    for (const before of BEFORE) {
      expect(commandsIn(sink(`${before}${text}`)), JSON.stringify(before)).toEqual([]);
    }
  });
});

test('the readers of this test find commands and characters that steer', () => {
  for (const text of COMMANDS) {
    for (const before of BEFORE) expect(commandsIn(`${before}${text}`)).toHaveLength(1);
  }
  for (const character of CHARACTERS) {
    if (character !== '\n') expect(steeringIn(character)).toContain(character);
  }
});

test('a command is one line, and keeps what it is about', () => {
  expect(command('a, b: 100 %\n::stop-commands::x')).toBe(
    '::error file=a%2C b%3A 100 %25\\n%3A%3Astop-commands%3A%3Ax,title=a%2C b%3A 100 %25\\n%3A%3Astop-commands%3A%3Ax::a, b: 100 %25%0A\\u003a:stop-commands::x\n',
  );
  for (const text of COMMANDS) {
    for (const before of BEFORE) expect(commandsIn(command(before + text))).toHaveLength(1);
  }
});

test('a part of a line cannot colour it, or end it', () => {
  expect(oneLine('\u001b[31mred\u001b[0m\n::error::')).toBe('\\u001b[31mred\\u001b[0m\\n::error::');
});

test('lines keep their colours only where there are some', () => {
  const red = '\u001b[31mred\u001b[39m\n';
  expect(terminalText(red, { colors: true })).toBe(red);
  expect(terminalText(red)).toBe('\\u001b[31mred\\u001b[39m\n');
  for (const other of ['\u001b[2K', '\u001b[31;1H', '\u001b]8;;x\u0007', '\u001b', '\u009b31m']) {
    expect(terminalText(other, { colors: true })).not.toContain(other[0]);
  }
});

test('JSON is read back as it was', () => {
  const unit = fc.nat({ max: 0xffff }).map((code) => String.fromCharCode(code));
  const hostile = fc.constantFrom(...CHARACTERS, ...COMMANDS, ...BEFORE, '\\', '"', '#', '##');
  const text = fc.array(fc.oneof(unit, hostile), { maxLength: 12 }).map((parts) => parts.join(''));
  const value = fc.letrec((tie) => ({
    tree: fc.oneof(
      { depthSize: 'small' },
      text,
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.constant(null),
      fc.array(tie('tree')),
      fc.dictionary(text, tie('tree')),
    ),
  })).tree;
  fc.assert(
    fc.property(value, fc.constantFrom(undefined, 2), (data, indent) => {
      const json = jsonText(data, indent);
      expect(JSON.stringify(JSON.parse(json))).toBe(JSON.stringify(data));
      expect(steeringIn(json)).toEqual([]);
      expect(commandsIn(json)).toEqual([]);
    }),
  );
});

test.each([
  ['locales/de.json', 'locales/de.json'],
  ['my shop', "'my shop'"],
  ["a'; touch pwned; '", String.raw`'a'\''; touch pwned; '\'''`],
  ['$(touch pwned)`x`', "'$(touch pwned)`x`'"],
  ['', "''"],
  ['x\n::error::\u001b[31m', String.raw`'x\n::error::\u001b[31m'`],
])('%j in a command to paste is %s', (word, shown) => {
  expect(shellWord(word)).toBe(shown);
});

test.each([
  '`',
  '``` ``',
  '|',
  '\\|',
  '<img src=x onerror=alert(1)>',
  '</code></td>',
  '[a](https://example.com) ![b](https://example.com/c.png)',
  '@name #1 owner/repo#2 https://example.com www.example.com a@example.com',
  '*a* _b_ ~~c~~ :tada: [^1] &lt;b&gt; $a$',
  '\n\n# Heading\n- list\n```',
  '\\',
  '`'.repeat(5000),
  '',
  ' ',
  ' a ',
])('in Markdown, %j is one span of code in one cell', (text) => {
  const span = markdownCode(text, Infinity);
  expect(span).toMatch(/^`[^`|\n\r]+`$/);
});

test('nothing in a page is markup', () => {
  expect(htmlText(`<b a="1" c='2'>&amp;`)).toBe('&lt;b a=&quot;1&quot; c=&#39;2&#39;&gt;&amp;amp;');
});
