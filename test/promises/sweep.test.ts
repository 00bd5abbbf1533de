import { describe, expect, test } from 'vitest';
import { createMatcher } from '../../src/config/pattern-match.js';
import { parsePattern } from '../../src/config/pattern.js';
import { keyMatcher } from '../../src/engine/units/key-glob.js';
import { formats } from '../../src/formats/index.js';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Codec, Document } from '../../src/model/index.js';
import { prepare, splitText, validate } from '../../src/text/index.js';
import { context } from '../text/context.js';
import { expectNoGrowth } from '../support/growth.js';
import { Project } from '../support/project.js';

// Every dimension of what comes from outside is doubled three times: time is bounded (P9).

const { json, yaml, xliff, srt } = formats;

function times(count: number, make: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => make(index)).join('');
}

function xliffOf(body: string): string {
  const core = 'xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1"';
  return `<xliff ${core} srcLang="en" trgLang="de"><file id="f">${body}</file></xliff>`;
}

function unit(id: number, text: string): string {
  return `<unit id="u${id}"><segment><source>${text}</source><target>${text}</target></segment></unit>\n`;
}

function cue(text: string): string {
  return `1\n00:00:01,000 --> 00:00:02,000\n${text}\n\n`;
}

type Case = readonly [name: string, codec: Codec, size: number, make: (size: number) => string];

const FILES: readonly Case[] = [
  ['keys', json, 4000, (n) => `{${times(n, (i) => `"k${i}":"T",\n`)}"z":"T"}`],
  ['one key again and again', json, 4000, (n) => `{${'"k":"T",\n'.repeat(n)}"z":"T"}`],
  ['elements', json, 4000, (n) => `{"a":[${'"T",'.repeat(n)}"T"]}`],
  ['depth', json, 1000, (n) => `${'{"a":'.repeat(n)}"T"${'}'.repeat(n)}`],
  ['length', json, 4000, (n) => `{"a":"${'Text \\n {x} <b> '.repeat(n)}"}`],
  ['comments', json, 4000, (n) => `{${'/* x */ // y\n'.repeat(n)}"z":"T"}`],
  ['keys', yaml, 1000, (n) => `en:\n${times(n, (i) => `  k${i}: T\n`)}`],
  ['elements', yaml, 1000, (n) => `en:\n  a:\n${'    - T\n'.repeat(n)}`],
  ['aliases', yaml, 1000, (n) => `en:\n  a: &a T\n${times(n, (i) => `  k${i}: *a\n`)}`],
  ['depth', yaml, 2000, (n) => `en: ${'{a: '.repeat(n)}T${'}'.repeat(n)}\n`],
  ['compact depth', yaml, 2000, (n) => `en:\n  ${'- '.repeat(n)}T\n`],
  ['lines', yaml, 4000, (n) => `en:\n  a: |\n${'    more text\n'.repeat(n)}`],
  ['length', yaml, 4000, (n) => `en:\n  a: "${'Text \\n {x} '.repeat(n)}"\n`],
  ['comments', yaml, 2000, (n) => `en:\n${'  # c\n'.repeat(n)}  a: T\n`],
  ['keys', xliff, 1000, (n) => xliffOf(times(n, (i) => unit(i, 'T')))],
  ['depth', xliff, 1000, (n) => xliffOf(`${times(n, (i) => `<group id="g${i}">`)}${unit(1, 'T')}`)],
  [
    'segments',
    xliff,
    1000,
    (n) => {
      const segment = '<segment><source>T</source><target>T</target></segment>';
      return xliffOf(`<unit id="u">${segment.repeat(n)}</unit>`);
    },
  ],
  [
    'elements',
    xliff,
    1000,
    (n) =>
      xliffOf(
        unit(
          1,
          times(n, (i) => `<ph id="p${i}"/>T`),
        ),
      ),
  ],
  ['length', xliff, 4000, (n) => xliffOf(unit(1, 'Text &lt; &#65; '.repeat(n)))],
  ['cues', srt, 2000, (n) => cue('Text.').repeat(n)],
  ['cues of one sentence', srt, 2000, (n) => cue('and so on').repeat(n)],
  ['lines', srt, 4000, (n) => cue('line\n'.repeat(n))],
  ['depth', srt, 4000, (n) => cue(`${'<i>'.repeat(n)}T${'</i>'.repeat(n)}`)],
];

/** What cannot be read is refused, which is bounded too. */
function parsed(codec: Codec, text: string): Document | undefined {
  try {
    return codec.parse(text, { file: 'f', locale: 'en' });
  } catch {
    return undefined;
  }
}

test.each(FILES.map(([name, codec, ...rest]) => [codec.name, name, codec, ...rest] as const))(
  '%s: %s, read and edited',
  async (_, _name, codec, size, make) => {
    await expectNoGrowth(size / 4, make, (text) => {
      const document = parsed(codec, text);
      if (document === undefined) return;
      const { units } = document;
      codec.edit(
        document,
        units.map(({ key, text: old }) => ({ op: 'set', key, text: `${old}2` })),
      );
      const gone = units.filter((_unit, index) => index % 2 === 1);
      codec.edit(
        document,
        gone.map(({ key }) => ({ op: 'remove', key })),
      );
    });
  },
);

test.each([json, yaml].map((codec) => [codec.name, codec] as const))(
  '%s: keys that are added',
  async (name, codec) => {
    const read = (text: string): Document => codec.parse(text, { file: 'f', locale: 'en' });
    const make = (n: number): readonly [Document, Document] => {
      const keys = (part: number): string =>
        name === 'json'
          ? `{${times(n * part, (i) => `"k${i}":"T",\n`)}"z":"T"}`
          : `en:\n${times(n * part, (i) => `  k${i}: T\n`)}  z: T\n`;
      return [read(keys(2)), read(keys(1))];
    };
    await expectNoGrowth(300, make, ([source, target]) => {
      const edits = source.units.flatMap((one, index) => {
        const isThere = index < (source.units.length - 1) / 2 || one.key.at(-1) === 'z';
        const from = { document: source, unit: one };
        const after = source.units[index - 1]?.key ?? null;
        return isThere ? [] : [{ op: 'insert', key: one.key, text: 'T', after, from } as const];
      });
      codec.edit(target, edits);
    });
  },
);

test('the sweep fails for a function that takes the square of the time', async () => {
  const square = (size: number): void => {
    let sum = 0;
    for (let i = 0; i < size * size; i += 1) sum += Math.sqrt(i);
    if (sum < 0) throw new Error('never');
  };
  await expect(expectNoGrowth(1500, (n) => n, square)).rejects.toThrow();
});

describe('one text', () => {
  test.each([
    ['sentences', 'This is one. '],
    ['lines', 'x\n'],
    ['line ends', '\n'],
    ['line ends of Windows', '\r\n'],
    ['lines of blanks', ' \n'],
    ['letters', 'a'],
    ['emoji', '👩\u200d💻'],
    ['combining marks', 'e\u0301'],
    ['sentences without spaces', '三つ目。'],
    ['paragraphs', 'One. Two.\n\n'],
    ['full stops', 'a. 1 '],
  ])('%s are cut', async (_, part) => {
    await expectNoGrowth(
      8_000,
      (n) => part.repeat(n / part.length),
      (text) => splitText(text, 4096, 'en'),
    );
  });

  test.each([
    ['icu', '{a, plural, other {', '}}'],
    ['icu', '<b>', '</b>'],
    ['icu', "'{", ''],
    ['icu', '{a} ', ''],
    ['i18next', '$t(', ')'],
    ['i18next', '{{a}} ', ''],
    ['vue', '@:', ''],
    ['vue', 'a | ', ''],
    ['plain', '<b>', '</b>'],
    ['plain', '<a "', ''],
    ['plain', '&', ''],
    ['printf', '%s %1$s ', ''],
    ['rails', '%{a} ', ''],
  ] as const)('of %s: %s again and again', async (syntax, open, close) => {
    const ctx = context({ syntax });
    await expectNoGrowth(
      200,
      (n) => `x ${open.repeat(n)}T${close.repeat(n)}`,
      (text) => {
        const { texts, restore } = prepare(text, ctx, 'element');
        restore(texts);
        validate(text, text, ctx);
        validate(text, `${text} x`, ctx);
      },
    );
  });
});

describe('globs', () => {
  const path = 'a'.repeat(200);

  test.each([
    ['number of key globs', 500, (n: number) => times(n, (i) => `k${i}*a*b `).split(' ')],
    ['length of a key glob', 500, (n: number) => ['*a'.repeat(n)]],
  ])('%s', async (_, size, make) => {
    await expectNoGrowth(size, make, (globs) => {
      const matches = keyMatcher(globs);
      for (let index = 0; index < 20; index += 1) matches([`${path}${index}`]);
    });
  });

  test.each([
    ['length of a pattern', 100, (n: number) => `${'*a'.repeat(n)}*b`],
    ['folders of a pattern', 50, (n: number) => `${'**/a/'.repeat(n)}b`],
    ['braces of a pattern', 50, (n: number) => `{${times(n, (i) => `*a*a*a${i},`)}x}`],
    ['depth of braces', 25, (n: number) => `${'{a,'.repeat(n)}b${'}'.repeat(n)}`],
  ])('%s', async (_, size, make) => {
    const folders = `${'a/'.repeat(100)}c`;
    await expectNoGrowth(size, make, (pattern) => {
      const matchers = parsePattern(pattern).map((one) => createMatcher(one, 'any'));
      for (const matches of matchers) for (const text of [path, folders]) matches(text);
    });
  });

  test('length of a path', async () => {
    const matches = parsePattern('*a*a*a*a*a*b').map((one) => createMatcher(one, 'any'));
    await expectNoGrowth(
      4000,
      (n) => 'a'.repeat(n),
      (text) => matches.map((match) => match(text)),
    );
  });
});

describe('a whole project', () => {
  const config = 'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}/*.json\n';

  async function checkAndPlan(project: Project): Promise<void> {
    const engine = createEngine(
      await loadConfig({ cwd: project.root, env: { SERVICE_URL: 'http://127.0.0.1:9' } }),
    );
    await engine.check();
    await engine.plan();
    await engine.close();
  }

  function catalog(count: number, text: (index: number) => string): string {
    return JSON.stringify(
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${index}`, text(index)])),
    );
  }

  const PROJECTS: readonly [string, number, (size: number) => Record<string, string>][] = [
    ['keys to translate', 150, (n) => ({ 'l/en/a.json': catalog(n, (i) => `Text ${i} {x}`) })],
    [
      'findings',
      200,
      (n) => ({
        'l/en/a.json': catalog(n, (i) => `Text ${i} {x}`),
        'l/de/a.json': catalog(n, (i) => `Der Text ${i} {y}`),
      }),
    ],
    [
      'equal texts',
      200,
      (n) => ({
        'l/en/a.json': catalog(n, () => 'Text'),
        'l/de/a.json': catalog(n, (i) => `Text ${i}`),
      }),
    ],
    [
      'files',
      10,
      (n) =>
        Object.fromEntries(
          Array.from({ length: n }, (_, i) => [`l/en/f${i}.json`, '{ "a": "Text" }']),
        ),
    ],
  ];

  test.each(PROJECTS)('%s', async (_, size, make) => {
    await expectNoGrowth(
      size,
      (n) => new Project({ 'service.config.yaml': config, ...make(n) }),
      checkAndPlan,
    );
  });
});
