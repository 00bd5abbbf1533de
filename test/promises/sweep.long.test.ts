import { describe, expect, test } from 'vitest';
import { createMatcher } from '../../src/config/pattern-match.js';
import { parsePattern } from '../../src/config/pattern.js';
import { keyMatcher } from '../../src/engine/units/key-glob.js';
import { formats } from '../../src/formats/public.js';
import { extract } from '../../src/code/index.js';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Engine } from '../../src/index.js';
import type { Codec, Document } from '../../src/model/index.js';
import { splitSentences } from '../../src/service/translate/sentences.js';
import { prepare, splitText, validate } from '../../src/text/index.js';
import { context } from '../text/context.js';
import { expectNoGrowth } from '../support/growth.js';
import { Project } from '../support/project.js';

// Every dimension of what comes from outside is doubled three times: time is bounded (P9).

/** How many times larger everything is: 1 in CI, more by night. */
const SWEEP = Number(process.env['SWEEP'] ?? 1);

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

test.each([
  ['full stops', '.'],
  ['quotes', '." '],
  ['blanks', ' '],
  ['lines of blanks', ' \n'],
  ['sentences', 'One. '],
  ['sentences without spaces', '三。'],
])('sentences of the embedded service: %s', async (_, part) => {
  await expectNoGrowth(
    8_000 * SWEEP,
    (n) => [{ kind: 'text', value: part.repeat(n / part.length) }] as const,
    (segment) => splitSentences(segment, 'punctuation-and-newlines'),
  );
});

describe('a whole project', () => {
  type Files = Readonly<Record<string, string>>;

  /** `l/en/a.json` and the like, in as many targets. */
  const config = (targets: readonly string[] = ['de'], more = ''): Files => ({
    'service.config.yaml': [
      `version: 1\nsource: en\ntargets: [${targets.join(', ')}]\nservice: { url: embedded }\n`,
      `catalogs:\n  - files: l/{locale}/**/*.{json,yml,xlf,srt}\n${more}`,
    ].join(''),
  });

  async function inEngine(project: Project, use: (engine: Engine) => Promise<void>): Promise<void> {
    const engine = createEngine(await loadConfig({ cwd: project.root, env: {} }));
    await use(engine);
    await engine.close();
  }

  /** Looks, pays, and looks again. */
  async function run(project: Project): Promise<void> {
    await inEngine(project, async (engine) => {
      await engine.check();
      await engine.plan();
      await engine.sync();
    });
    await inEngine(project, async (engine) => {
      await engine.check();
    });
  }

  function catalog(count: number, text: (index: number) => string, first = 0): string {
    const entries = Array.from({ length: count }, (_, i) => [`k${i + first}`, text(i)] as const);
    return JSON.stringify(Object.fromEntries(entries));
  }

  const files = (count: number, path: (index: number) => string, text: string): Files =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [path(i), text]));

  const LOCALES = ['de', 'fr', 'es', 'it', 'nl', 'pl', 'pt', 'ru', 'sv', 'da', 'fi', 'cs'];

  const PROJECTS: readonly [string, number, (size: number) => Files][] = [
    ['keys', 100, (n) => ({ 'l/en/a.json': catalog(n, (i) => `Text ${i} {x}`) })],
    ['keys', 60, (n) => ({ 'l/en/a.yml': `en:\n${times(n, (i) => `  k${i}: T ${i} %{x}\n`)}` })],
    ['keys', 60, (n) => ({ 'l/en/a.xlf': xliffOf(times(n, (i) => unit(i, `Text ${i}`))) })],
    ['cues', 60, (n) => ({ 'l/en/a.srt': cue('Text, and').repeat(n) })],
    ['equal texts', 100, (n) => ({ 'l/en/a.json': catalog(n, () => 'Text') })],
    [
      'findings',
      150,
      (n) => ({
        'l/en/a.json': catalog(n, (i) => `Text ${i} {x}`),
        'l/de/a.json': catalog(n, (i) => `Der Text ${i} {y}`),
      }),
    ],
    [
      'keys that only the target has',
      150,
      (n) => ({
        'l/en/a.json': catalog(n, (i) => `Text ${i}`),
        'l/de/a.json': catalog(n, (i) => `Der Text ${i}`, n),
      }),
    ],
    [
      'translations of one text',
      150,
      (n) => ({
        'l/en/a.json': catalog(2 * n, () => 'Text'),
        'l/de/a.json': catalog(n, (i) => `Text ${i}`),
      }),
    ],
    [
      'depth',
      40,
      (n) => ({ 'l/en/a.json': `${'{"a":'.repeat(n)}{"b":"T","c":"U"}${'}'.repeat(n)}` }),
    ],
    ['length', 1000, (n) => ({ 'l/en/a.json': JSON.stringify({ a: 'One is {x}. '.repeat(n) }) })],
    ['files', 8, (n) => files(n, (i) => `l/en/f${i}.json`, '{ "a": "Text" }')],
    ['folders', 8, (n) => files(n, (i) => `l/en/d${i}/e/f.json`, '{ "a": "Text" }')],
  ];

  test.each(PROJECTS)('synced: %s', async (_, size, make) => {
    await expectNoGrowth(size * SWEEP, (n) => new Project({ ...config(), ...make(n) }), run);
  });

  test('synced: targets', async () => {
    await expectNoGrowth(
      1,
      (n) =>
        new Project({
          ...config(LOCALES.slice(0, n)),
          'l/en/a.json': catalog(40 * SWEEP, (i) => `T ${i}`),
        }),
      run,
    );
  });

  const renamed: readonly [string, number, (size: number) => readonly [Files, Files]][] = [
    [
      'all keys have new names',
      100,
      (n) => [
        { 'l/en/a.json': catalog(n, (i) => `Text ${i}`) },
        { 'l/en/a.json': catalog(n, (i) => `Text ${i}`, n) },
      ],
    ],
    [
      'all keys and texts are others',
      100,
      (n) => [
        { 'l/en/a.json': catalog(n, (i) => `Text ${i}`) },
        { 'l/en/a.json': catalog(n, (i) => `Other ${i}`, n) },
      ],
    ],
    [
      'an element comes first',
      100,
      (n) => [
        { 'l/en/a.json': `{"a":[${times(n, (i) => `"Text ${i % 9}",`)}"T"]}` },
        { 'l/en/a.json': `{"a":["New",${times(n, (i) => `"Text ${i % 9}",`)}"T"]}` },
      ],
    ],
    [
      'a cue comes first',
      100,
      (n) => [
        { 'l/en/a.srt': times(n, (i) => cue(`Text ${i % 9}, and`)) },
        { 'l/en/a.srt': cue('New.') + times(n, (i) => cue(`Text ${i % 9}, and`)) },
      ],
    ],
    [
      'a folder has a new name',
      8,
      (n) => [
        files(n, (i) => `l/en/a/f${i}.json`, '{ "a": "Text" }'),
        files(n, (i) => `l/en/b/f${i}.json`, '{ "a": "Text" }'),
      ],
    ],
  ];

  test.each(renamed)('synced again: %s', async (_, size, make) => {
    await expectNoGrowth(
      size * SWEEP,
      async (n) => {
        const [before, after] = make(n);
        const project = new Project({ ...config(), ...before });
        await inEngine(project, async (engine) => {
          await engine.sync();
        });
        for (const path of Object.keys(before)) project.remove(path);
        for (const [path, text] of Object.entries(after)) project.write(path, text);
        return project;
      },
      run,
    );
  });

  test.each([
    ['json', '{\n}\n'],
    ['yml', 'en:\n'],
  ])('keys of code, for %s', async (ending, catalog) => {
    const more = `extract:\n  code: ["src/*.ts"]\n  catalog: l/en/{namespace}.${ending}\n`;
    await expectNoGrowth(
      50 * SWEEP,
      (n) => {
        const code = times(
          n,
          (i) => `// Of ${i}\nt('g${i}.a', 'Text');\nt('g${i}.b', { count });\n`,
        );
        const project = { ...config(['de'], more), [`l/en/translation.${ending}`]: catalog };
        return new Project({ ...project, 'src/a.ts': code });
      },
      async (project) => {
        await extract(await loadConfig({ cwd: project.root, env: {} }), {});
      },
    );
  });
});
