import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { mergeFile } from '../../src/people/index.js';
import { FILES } from './files.js';

interface Result {
  readonly text: string;
  readonly isOpen: boolean;
  readonly notes: string;
}

interface Texts {
  readonly base: string;
  readonly ours: string;
  readonly theirs: string;
}

async function merged(name: string, texts: Texts): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'merge-'));
  const [base, ours, theirs] = (['base', 'ours', 'theirs'] as const).map((version) => {
    writeFileSync(join(folder, version), texts[version]);
    return join(folder, version);
  }) as [string, string, string];
  const { isOpen, notes } = await mergeFile({
    files: { base, ours, theirs },
    path: join(folder, name),
    loadConfig: () => loadConfig({ cwd: folder }),
  });
  return { text: readFileSync(ours, 'utf8'), isOpen, notes: notes.join('\n') };
}

test.each(Object.entries(FILES))(
  'in %s, neighbouring new keys and changes of both sides merge clean',
  async (name, { file, entry }) => {
    const [a, b, c, z] = [
      entry('a', 'A of ours'),
      entry('b', 'B'),
      entry('c', 'C'),
      entry('z', 'Z of theirs'),
    ];
    const base = file([entry('a', 'A'), entry('z', 'Z')]);
    const ours = file([a, b, entry('z', 'Z')]);
    const theirs = file([entry('a', 'A'), c, z]);
    const { text, isOpen, notes } = await merged(name, { base, ours, theirs });
    expect({ isOpen, notes }).toEqual({ isOpen: false, notes: '' });
    expect([file([a, b, c, z]), file([a, c, b, z])]).toContain(text);
  },
);

test.each(Object.entries(FILES))(
  'in %s, a text that both sides changed is a conflict in its own lines only',
  async (name, { file, entry }) => {
    const base = file([entry('a', 'A'), entry('m', 'M'), entry('z', 'Z')]);
    const ours = file([entry('a', 'A'), entry('m', 'M of ours'), entry('z', 'Z')]);
    const theirs = file([entry('a', 'A of theirs'), entry('m', 'M of theirs'), entry('z', 'Z')]);
    const { text, isOpen, notes } = await merged(name, { base, ours, theirs });
    expect(isOpen).toBe(true);
    expect(notes).toMatch(/^changed on both sides: .*\bm\b[^,]*$/);
    const marked = file([
      entry('a', 'A of theirs'),
      entry('m', 'M of ours'),
      entry('z', 'Z'),
    ]).replace(
      /^.*M of ours.*\n/m,
      (line) => `<<<<<<< ours\n${line}=======\n${line.replace('ours', 'theirs')}>>>>>>> theirs\n`,
    );
    expect(text).toBe(marked);
  },
);

const json = FILES['de.json']?.file ?? String;
const [A, B, C] = ['  "a": "A"', '  "b": "B"', '  "c": "C"'];

test.each<[rule: string, name: string, texts: Texts, text: string, isOpen: boolean]>([
  [
    'a text that one side removed and the other did not change is removed',
    'de.json',
    { base: json([A, B, C]), ours: json([A, C]), theirs: json([A, B, '  "c": "C2"']) },
    json([A, '  "c": "C2"']),
    false,
  ],
  [
    'a text that one side removed and the other changed is a conflict',
    'de.json',
    { base: json([A, B, C]), ours: json([A, C]), theirs: json([A, '  "b": "B2"', C]) },
    '{\n  "a": "A",\n<<<<<<< ours\n=======\n  "b": "B2",\n>>>>>>> theirs\n  "c": "C"\n}\n',
    true,
  ],
  [
    'a key that both sides added with one text is there once',
    'de.json',
    { base: json([A]), ours: json([A, B]), theirs: json([A, B, C]) },
    json([A, B, C]),
    false,
  ],
  [
    'a key that both sides added with two texts is a conflict',
    'de.json',
    { base: json([A]), ours: json([A, B]), theirs: json([A, '  "b": "B2"']) },
    '{\n  "a": "A",\n<<<<<<< ours\n  "b": "B"\n=======\n  "b": "B2"\n>>>>>>> theirs\n}\n',
    true,
  ],
  [
    'two files that both sides added merge text by text',
    'de.json',
    { base: '', ours: json([A, B]), theirs: json([A, C]) },
    json([A, B, C]),
    false,
  ],
  [
    'elements of a list, which have no names, merge by lines',
    'de.json',
    {
      base: '{\n  "l": [\n    "a",\n    "b"\n  ]\n}\n',
      ours: '{\n  "l": [\n    "x",\n    "a",\n    "b"\n  ]\n}\n',
      theirs: '{\n  "l": [\n    "a",\n    "b2"\n  ]\n}\n',
    },
    '{\n  "l": [\n    "x",\n    "a",\n    "b2"\n  ]\n}\n',
    false,
  ],
  [
    'numbers and other values that are no texts merge as well',
    'de.json',
    {
      base: '{\n  "n": 1,\n  "b": true\n}\n',
      ours: '{\n  "n": 2,\n  "b": true\n}\n',
      theirs: '{\n  "n": 1,\n  "b": null\n}\n',
    },
    '{\n  "n": 2,\n  "b": null\n}\n',
    false,
  ],
  [
    'a comment that both sides changed is a conflict as in git, and the texts around it are merged',
    'de.properties',
    { base: '# x\na=A\n', ours: '# y\na=A1\n', theirs: '# z\na=A\n' },
    '<<<<<<< ours\n# y\n=======\n# z\n>>>>>>> theirs\na=A1\n',
    true,
  ],
  [
    'lines of one text that git would merge are a conflict of this text',
    'de.yml',
    {
      base: 'a: |\n  A\n  -\n  B\nz: Z\n',
      ours: 'a: |\n  A1\n  -\n  B\nz: Z\n',
      theirs: 'a: |\n  A\n  -\n  B2\nz: Z2\n',
    },
    'a: |\n<<<<<<< ours\n  A1\n  -\n  B\n=======\n  A\n  -\n  B2\n>>>>>>> theirs\nz: Z2\n',
    true,
  ],
  [
    'cells of one row for two languages merge',
    'all.csv',
    {
      base: 'key,en,de\na,A,Ä\n',
      ours: 'key,en,de\na,A1,Ä\n',
      theirs: 'key,en,de\na,A,Ä2\n',
    },
    'key,en,de\na,A1,Ä2\n',
    false,
  ],
  [
    'a row that one side removed comes back whole in a conflict',
    'all.csv',
    {
      base: 'key,en,de\na,A,Ä\nz,Z,Zz\n',
      ours: 'key,en,de\nz,Z,Zz\n',
      theirs: 'key,en,de\na,A,Ä2\nz,Z,Zz\n',
    },
    'key,en,de\n<<<<<<< ours\n=======\na,A,Ä2\n>>>>>>> theirs\nz,Z,Zz\n',
    true,
  ],
  [
    'paragraphs of Markdown merge by lines while their order changes',
    'a.md',
    {
      base: '# T\n\nOne.\n\nTwo.\n',
      ours: '# T\n\nOne.\n\nNew.\n\nTwo.\n',
      theirs: '# T\n\nOne!\n\nTwo.\n',
    },
    '# T\n\nOne!\n\nNew.\n\nTwo.\n',
    false,
  ],
  [
    'paragraphs of Markdown merge as texts while their order stays',
    'a.md',
    { base: '- One.\n- Two.\n', ours: '- One a.\n- Two.\n', theirs: '- One.\n- Two b.\n' },
    '- One a.\n- Two b.\n',
    false,
  ],
  [
    'the lock keeps what each side added, without what either removed',
    'locale-sync.lock',
    {
      base: '# h\naaaaaaaaaaa 11111111 111111==de\nbbbbbbbbbbb 11111111 111111==de\n',
      ours: '# h\naaaaaaaaaaa 11111111 222222==de\nbbbbbbbbbbb 11111111 111111==de\n',
      theirs: '# h\naaaaaaaaaaa 11111111 333333==fr\n',
    },
    'aaaaaaaaaaa 11111111 222222==de 333333==fr\n',
    false,
  ],
])('%s', async (_, name, texts, text, isOpen) => {
  const result = await merged(name, texts);
  expect(result.text.replace(/^# locale-sync lock.*\n(?:#.*\n)*/, '')).toBe(text);
  expect(result.isOpen).toBe(isOpen);
});

test('a file that cannot be read merges by lines, and the message says so', async () => {
  const texts = { base: '{\n"a": 1,\n\n\n\n"b": 2 ;\n', ours: '{\n"a": 2,\n\n\n\n"b": 2 ;\n' };
  const result = await merged('de.json', { ...texts, theirs: '{\n"a": 1,\n\n\n\n"b": 3 ;\n' });
  expect(result.text).toBe('{\n"a": 2,\n\n\n\n"b": 3 ;\n');
  expect(result.notes).toMatch(/^merged by lines: de\.json:6:/);
});
