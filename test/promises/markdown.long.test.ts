import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

const CONFIG =
  'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de, fr]\ncatalogs:\n  - files: docs/{locale}/page.md\n';

const EN = `---
title: A page
layout: doc
---

# Start {#top}

One paragraph with **bold** and \`code\`.

Another one, of the same kind.

\`\`\`js
run();
\`\`\`

- first thing
- second thing

## More

Words about more, which are longer than the others are.

> [!TIP]
> Mind the gap.
`;

const DE = `---
title: Eine Seite
layout: doc
---

# Anfang {#top}

Ein Absatz mit **Fettem** und \`code\`.

Noch einer, von der gleichen Art.

\`\`\`js
run(); // los
\`\`\`

- erstes Ding
- zweites Ding

## Mehr

Worte über mehr, die länger sind als die anderen.

> [!TIP]
> Vorsicht.
`;

async function projectOf(en: string, de: string): Promise<Project> {
  const files = { 'service.config.yaml': CONFIG, 'docs/en/page.md': en, 'docs/de/page.md': de };
  const project = new Project(files, 'markdown');
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync']);
  return project;
}

/** After a run, another one finds nothing to do. */
async function expectQuiet(project: Project): Promise<void> {
  const before = project.files();
  const report = await project.report(['sync']);
  expect(report).toMatchObject({ requests: 0, files: { written: 0 } });
  expect(project.files()).toEqual(before);
}

/** Lines of one text that another lacks. */
function linesOnlyIn(text: string, other: string): readonly string[] {
  const known = new Set(other.split('\n'));
  return text.split('\n').filter((line) => !known.has(line));
}

test('fills what is missing, and keeps what people wrote', { timeout: TIMEOUT }, async () => {
  const project = await projectOf(EN, DE.replace('- zweites Ding\n', ''));
  const de = project.read('docs/de/page.md');
  expect(linesOnlyIn(DE, de)).toEqual(['- zweites Ding']);
  expect(linesOnlyIn(de, DE)).toHaveLength(1);
  const fr = project.read('docs/fr/page.md');
  expect(fr.split('\n')).toHaveLength(EN.split('\n').length);
  expect(fr).toContain('{#top}');
  expect(fr).toContain('run();');
  expect(fr).toContain('\n> [!TIP]\n> ');
  await expectQuiet(project);
});

const INSERTED = '\nBrand new.\n\n```sh\nnew\n```\n';
const lineBefore = (text: string, line: string, added: string): string =>
  text.replace(`\n${line}`, `${added}\n${line}`);

test.each([
  ['a paragraph is added', (text: string) => lineBefore(text, 'Another one', INSERTED), 1, []],
  [
    'a section is added',
    (text: string) => lineBefore(text, '## More', '\n## Between\n\nIts words.\n'),
    2,
    [],
  ],
  ['an item is added', (text: string) => text.replace('- first', '- zeroth thing\n- first'), 1, []],
  [
    'a paragraph goes',
    (text: string) => text.replace('Another one, of the same kind.\n\n', ''),
    0,
    ['Noch einer, von der gleichen Art.'],
  ],
  ['an item goes', (text: string) => text.replace('- first thing\n', ''), 0, ['- erstes Ding']],
] as const)(
  'where %s, the others keep their texts',
  { timeout: TIMEOUT },
  async (_, change, sent, lost) => {
    const project = await projectOf(EN, DE);
    project.write('docs/en/page.md', change(EN));
    const report = await project.report(['sync']);
    expect(report.code).toBe(0);
    const de = project.read('docs/de/page.md');
    expect(linesOnlyIn(DE, de)).toEqual(lost);
    expect(
      linesOnlyIn(de, DE).filter((line) => line.includes('[de ') || line.includes('\\[de ')),
    ).toHaveLength(sent);
    await expectQuiet(project);
  },
);

test('where sections change places, their texts go with them', { timeout: TIMEOUT }, async () => {
  const project = await projectOf(EN, DE);
  const move = (text: string, first: string, second: string): string => {
    const [one, two] = [text.indexOf(first), text.indexOf(second)];
    return `${text.slice(0, one)}${text.slice(two).trimEnd()}\n\n${text.slice(one, two).trimEnd()}\n`;
  };
  project.write('docs/en/page.md', move(EN, '# Start', '## More'));
  const report = await project.report(['sync']);
  expect([report.code, report.requests]).toEqual([0, 0]);
  const de = project.read('docs/de/page.md');
  expect(de.split('\n').toSorted()).toEqual(move(DE, '# Anfang', '## Mehr').split('\n').toSorted());
  await expectQuiet(project);
});

test(
  'of an edited paragraph behind a new one, the person who wrote it hears',
  { timeout: TIMEOUT },
  async () => {
    const project = await projectOf(EN, DE);
    const more = lineBefore(EN, '## More', '\n## Between\n\nIts words.\n');
    project.write('docs/en/page.md', more.replace('Words about more', 'Many words about more'));
    await project.report(['sync']);
    expect(linesOnlyIn(DE, project.read('docs/de/page.md'))).toEqual([]);
    const { problems } = JSON.parse((await project.run(['check', '--json'])).stdout) as {
      readonly problems: readonly { readonly key: string; readonly locale: string }[];
    };
    expect(problems.filter(({ locale }) => locale === 'de').map(({ key }) => key)).toEqual([
      'section-3.paragraph.0',
    ]);
  },
);

test('texts of TOML front matter are translated in TOML', { timeout: TIMEOUT }, async () => {
  const front = (title: string): string =>
    `+++\ntitle = "${title}"  # shown\ndraft = false\n+++\n\n`;
  const project = await projectOf(`${front('A page')}Words.\n`, 'Worte.\n');
  expect(project.read('docs/de/page.md')).toMatch(
    /^\+\+\+\ntitle = "\[de .*"\n\+\+\+\n\nWorte\.\n$/,
  );
  expect(project.read('docs/fr/page.md')).toMatch(
    /^\+\+\+\ntitle = "\[fr .*" {2}# shown\ndraft = false\n\+\+\+\n\n\[fr .*\n$/,
  );
  await expectQuiet(project);
});

const CODE = '```js\nrun();\n```';
const ADAPTED = '```js\nrun(); // los\n```';
const NEWER = '```js\nrun({ fast: true });\n```';
const COPIED_DE = DE.replace(ADAPTED, CODE);

interface Findings {
  readonly problems: readonly {
    readonly code: string;
    readonly key: string;
    readonly locale: string;
  }[];
}

async function findingsOf(project: Project): Promise<readonly string[]> {
  const { problems } = JSON.parse((await project.run(['check', '--json'])).stdout) as Findings;
  return problems.map(({ code, key, locale }) => `${code} ${locale} ${key}`);
}

test('code follows the source where nobody changed it', { timeout: TIMEOUT }, async () => {
  const project = await projectOf(EN, COPIED_DE);
  project.write('docs/en/page.md', EN.replace(CODE, NEWER));
  expect(await findingsOf(project)).toEqual([
    'stale de section-1.code.0',
    'stale fr section-1.code.0',
  ]);
  const report = await project.report(['sync']);
  expect([report.code, report.requests]).toEqual([0, 0]);
  expect(project.read('docs/de/page.md')).toBe(COPIED_DE.replace(CODE, NEWER));
  expect(project.read('docs/fr/page.md')).toContain(NEWER);
  await expectQuiet(project);
});

test('code that a person changed stays, and waits for review', { timeout: TIMEOUT }, async () => {
  const project = await projectOf(EN, DE);
  project.write('docs/fr/page.md', project.read('docs/fr/page.md').replace(CODE, ADAPTED));
  expect(await findingsOf(project)).toEqual([]);
  project.write('docs/en/page.md', EN.replace(CODE, NEWER));
  const report = await project.report(['sync']);
  expect([report.code, report.requests]).toEqual([1, 0]);
  expect(project.read('docs/de/page.md')).toBe(DE);
  expect(project.read('docs/fr/page.md')).toContain(ADAPTED);
  const left = ['review de section-1.code.0', 'review fr section-1.code.0'];
  expect(await findingsOf(project)).toEqual(left);
  // Brought up to date by hand, accepted, or replaced by the source's.
  project.write('docs/de/page.md', COPIED_DE.replace(CODE, NEWER));
  expect(await findingsOf(project)).toEqual(left.slice(1));
  await project.run(['accept', 'fr:section-1.code.0']);
  expect(await findingsOf(project)).toEqual([]);
  await project.run(['sync']);
  await expectQuiet(project);
  const LATEST = NEWER.replace('fast', 'faster');
  project.write('docs/en/page.md', EN.replace(CODE, LATEST));
  await project.run(['sync', '--retranslate', 'edited']);
  expect(project.read('docs/fr/page.md')).toContain(LATEST);
  expect(project.read('docs/de/page.md')).toBe(COPIED_DE.replace(CODE, LATEST));
});

test('code that is new, changed behind new one, or gone', { timeout: TIMEOUT }, async () => {
  const project = await projectOf(EN, COPIED_DE);
  const first = '```sh\nnpm i\n```';
  const both = EN.replace(CODE, `${first}\n\n${NEWER}`);
  project.write('docs/en/page.md', both);
  await project.run(['sync']);
  expect(project.read('docs/de/page.md')).toBe(COPIED_DE.replace(CODE, `${first}\n\n${NEWER}`));
  project.write('docs/en/page.md', both.replace(`${first}\n\n`, ''));
  await project.run(['sync']);
  expect(project.read('docs/de/page.md')).toBe(COPIED_DE.replace(CODE, NEWER));
  await expectQuiet(project);
});

test("a person's code goes with its section", { timeout: TIMEOUT }, async () => {
  const words = 'Words that stand around the code, so that the section is a long one. '.repeat(3);
  const sections = (head: string, code: string, more: string): string =>
    `${head}\n\n${words}\n\n${code}\n\n${words}\n\n${more}`;
  const project = await projectOf(
    `${sections('# One', CODE, '# Two\n\nMuch more.')}\n`,
    `${sections('# Eins', ADAPTED, '# Zwei\n\nViel mehr.')}\n`,
  );
  project.write(
    'docs/en/page.md',
    `# Two\n\nMuch more.\n\n${sections('# One', CODE, '').trimEnd()}\n`,
  );
  await project.run(['sync']);
  expect(project.read('docs/de/page.md').split(ADAPTED)).toHaveLength(2);
  expect(project.read('docs/de/page.md')).not.toContain(CODE);
  project.write('docs/en/page.md', '# Two\n\nMuch more.\n');
  await project.run(['sync']);
  expect(project.read('docs/de/page.md')).not.toContain('run();');
  expect(project.read('locale-sync.archive')).toContain('los');
});
