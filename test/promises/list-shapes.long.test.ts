import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { Project } from '../support/project.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

const WRITERS = {
  json: (value: unknown) => `${JSON.stringify(value, null, 2)}\n`,
  yaml: (value: unknown) => stringify(value),
  json5: (value: unknown) => `${JSON.stringify(value, null, 2)}\n`,
  php: (value: unknown) =>
    `<?php\nreturn ${JSON.stringify(value, null, 4)
      .replace(/^( *"\w+"):/gm, '$1 =>')
      .replaceAll('{', '[')
      .replaceAll('}', ']')};\n`,
  toml: (value: unknown) =>
    Object.entries(value as object)
      .map(([key, one]) => `${key} = ${JSON.stringify(one).replaceAll('","', '", "')}\n`)
      .join(''),
};
type Extension = keyof typeof WRITERS;

function projectOf(extension: Extension, en: unknown, target: unknown): Project {
  const config = `version: 1\nsource: en\ntargets: [ja]\ncatalogs:\n  - files: l/{locale}.${extension}\n`;
  const write = WRITERS[extension];
  const project = new Project({
    'service.config.yaml': config,
    [`l/en.${extension}`]: write(en),
    [`l/ja.${extension}`]: write(target),
  });
  project.env = { SERVICE_URL: 'embedded' };
  return project;
}

const list = (count: number, word: string): string[] =>
  Array.from({ length: count }, (_, i) => `${word} ${i}.`);
const elements = (count: number, word: string): unknown[] =>
  list(count, word).map((text) => ({ q: text, a: `A ${text}` }));

test.each([
  ['json', list],
  ['yaml', list],
  ['json', elements],
  ['yaml', elements],
  ['json5', list],
  ['json5', elements],
  ['php', list],
  ['php', elements],
  ['toml', list],
] as const)(
  'a list of %s whose key is renamed stays whole, longer than the source',
  { timeout: TIMEOUT },
  async (extension, make) => {
    const target = make(5, 'Shitsumon');
    const project = projectOf(
      extension,
      { title: 'T', faq: make(3, 'Question') },
      { title: 'T', faq: target },
    );
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    const write = WRITERS[extension];
    project.write(`l/en.${extension}`, write({ title: 'T', questions: make(3, 'Question') }));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(project.read(`l/ja.${extension}`)).toBe(write({ title: 'T', questions: target }));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, files: { written: 0 } });
  },
);

test.each(['json', 'yaml'] as const)(
  'forms of a plural that a language has not are not missing: %s',
  { timeout: TIMEOUT },
  async (extension) => {
    const source = { '_%n file_::_%n files_': ['%n file', '%n files'], tips: ['Save.', 'Rest.'] };
    const target = { '_%n file_::_%n files_': ['%n-ko'], tips: ['Hozon.'] };
    const project = projectOf(extension, source, target);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 1 });
    const text = project.read(`l/ja.${extension}`);
    expect(text).not.toContain('%n [');
    expect(text).toContain('[ja ');
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  },
);

test('an array with all forms of its language is still complete under another key', async () => {
  const forms = ['%n file', '%n files'];
  const old = { '_%n file_::_%n files_': forms, tips: ['Save.'] };
  const project = projectOf('json', old, { '_%n file_::_%n files_': ['%n ファイル'] });
  expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 1 });
  project.write('l/en.json', JSON.stringify({ '_%n f_::_%n fs_': forms, tips: ['Save.'] }));
  expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  expect(JSON.parse(project.read('l/ja.json'))).toMatchObject({
    '_%n f_::_%n fs_': ['%n ファイル'],
  });
  expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
});

test.each(['json', 'yaml', 'json5', 'php'] as const)(
  'a text may become a group, in a list too: %s',
  { timeout: TIMEOUT },
  async (extension) => {
    const before = { save: 'Save it', tips: ['Rest.', 'Walk.'], z: 'Last' };
    const project = projectOf(extension, before, {});
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 4 });
    const now = {
      save: { label: 'Save it', hint: 'Now' },
      tips: [{ t: 'Rest.' }, { t: 'Walk.' }],
      z: 'Last',
    };
    project.write(`l/en.${extension}`, WRITERS[extension](now));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 1 });
    expect(await project.report(['check'])).toMatchObject({ code: 0 });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  },
);

test.each(['json', 'yaml', 'json5', 'php'] as const)(
  'an element that has another shape is replaced, and the later ones keep their texts: %s',
  { timeout: TIMEOUT },
  async (extension) => {
    const project = projectOf(extension, { faq: [{ q: 'Who?' }, { q: 'Why?' }] }, {});
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 2 });
    const lines = project
      .read(`l/ja.${extension}`)
      .split('\n')
      .map((line) => line.trim());
    const why = lines.findLast((line) => /\bq\b/.test(line)) ?? '';
    project.write(`l/en.${extension}`, WRITERS[extension]({ faq: [[], { q: 'Why?' }] }));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 0 });
    const after = project.read(`l/ja.${extension}`);
    expect(after).toContain(why);
    expect(after).toMatch(/\[\],?\s+[-{[]/);
    expect(after.match(/\bq\b/g)).toHaveLength(1);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  },
);

test('TOML: a table of a list that loses its texts stays while later ones have some', async () => {
  const table = (text: string): string => `[[faq]]\nq = "${text}"\n\n`;
  const project = projectOf('toml', {}, {});
  project.write('l/en.toml', table('Who?') + table('Why?') + table('How?'));
  expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 3 });
  const written = project.read('l/ja.toml');
  project.write('l/en.toml', '[[faq]]\n\n' + table('Why?') + table('How?'));
  expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  expect(project.read('l/ja.toml')).toBe(written.replace(/q = .*\n/, ''));
  expect(await project.report(['check'])).toMatchObject({ code: 0 });
});
