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
