import { execFileSync, spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

/** Real processes on a machine that may be busy. */
const TIMEOUT = 300_000;

const CONFIG =
  'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de]\ncatalogs:\n  - { source: po/app.pot, target: "po/{locale}.po" }\n';

const HEAD = (language: string): string =>
  `msgid ""\nmsgstr ""\n"Language: ${language}\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n`;
const OPEN = '\n#: a.c:1\nmsgid "Open the door"\nmsgstr ""\n';
const CLOSE = '\n# at night\n#: a.c:2\nmsgctxt "door"\nmsgid "Close"\nmsgstr ""\n';
const FILES =
  '\n#: a.c:3\n#, c-format\nmsgid "%d file"\nmsgid_plural "%d files"\nmsgstr[0] ""\nmsgstr[1] ""\n';
const filled = (text: string): string =>
  text.replace('msgstr ""', 'msgstr "Von Hand"').replace(/(msgstr\[\d\]) ""/g, '$1 "%d von Hand"');

async function projectOf(pot: string, de: string): Promise<Project> {
  const files = { 'service.config.yaml': CONFIG, 'po/app.pot': pot, 'po/de.po': de };
  const project = new Project(files, 'po');
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['sync']);
  return project;
}

test(
  'an entry that the source drops is obsolete in the target, and comes back',
  async () => {
    const whole = HEAD('') + OPEN + CLOSE + FILES;
    const before = HEAD('de') + filled(OPEN) + filled(CLOSE) + filled(FILES);
    const project = await projectOf(whole, before);
    expect(project.read('po/de.po')).toBe(before);

    project.write('po/app.pot', HEAD('') + OPEN);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    const less = project.read('po/de.po');
    expect(less).toBe(
      `${HEAD('de')}${filled(OPEN)}
# at night
#~ msgctxt "door"
#~ msgid "Close"
#~ msgstr "Von Hand"

#, c-format
#~ msgid "%d file"
#~ msgid_plural "%d files"
#~ msgstr[0] "%d von Hand"
#~ msgstr[1] "%d von Hand"
`,
    );

    project.write('po/app.pot', whole);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(project.read('po/de.po')).toBe(before);
  },
  TIMEOUT,
);

test(
  'an obsolete entry of msgmerge is used again where nothing else knows its text',
  async () => {
    const old =
      '\n#~ msgid "Open the door"\n#~ msgstr "Öffne die Tür"\n\n#, fuzzy\n#~ msgid "Shut"\n#~ msgstr "Zu"\n';
    const source = `${HEAD('')}${OPEN}\nmsgid "Shut"\nmsgstr ""\n`;
    const project = await projectOf(source, HEAD('de') + old);
    expect(project.read('po/de.po')).toBe(
      `${HEAD('de')}\n#: a.c:1\nmsgid "Open the door"\nmsgstr "Öffne die Tür"\n\n#, fuzzy\nmsgid "Shut"\nmsgstr "Zu"\n`,
    );
  },
  TIMEOUT,
);

test(
  'accept takes the flag from texts that it names',
  async () => {
    const de = HEAD('de') + filled(OPEN).replace('msgid', '#, fuzzy\nmsgid') + filled(CLOSE);
    const project = await projectOf(
      HEAD('') + OPEN + CLOSE + FILES,
      de.replace(/\n# at/, '\n#, fuzzy\n# at'),
    );
    const counts = async (): Promise<unknown> => (await project.report(['check'])).problems;
    expect(JSON.stringify(await counts())).toContain('"review"');
    expect(await project.report(['accept', 'de:door.Close'])).toMatchObject({ accepted: 1 });
    expect(project.read('po/de.po').match(/fuzzy/g)).toHaveLength(1);
    expect(await project.report(['accept'])).toMatchObject({ accepted: 1, code: 0 });
    expect(project.read('po/de.po')).not.toContain('fuzzy');
    expect(await project.report(['check'])).toMatchObject({ code: 0, problems: [] });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  },
  TIMEOUT,
);

const CATALOG = 'catalogs:\n  - files: po/{locale}.po\n';

test(
  'PO files without a template have the one of the source language for it',
  async () => {
    const en = HEAD('en') + filled(OPEN).replace('Von Hand', 'Open it') + CLOSE;
    const project = new Project(
      {
        'service.config.yaml': CONFIG.replace(/catalogs:[^]*/, CATALOG),
        'po/en.po': en,
        'po/de.po': HEAD('de') + filled(OPEN),
      },
      'po-alone',
    );
    project.env = { SERVICE_URL: 'embedded' };
    await project.run(['sync']);
    expect(project.read('po/en.po')).toBe(en);
    expect(project.read('po/de.po')).toContain(filled(OPEN));
    expect(project.read('po/de.po')).toMatch(/msgctxt "door"\nmsgid "Close"\nmsgstr "\[de/);
  },
  TIMEOUT,
);

test.skipIf(spawnSync('msgfilter', ['--version']).status !== 0)(
  'PO files alone get a template by the recipe of the docs',
  async () => {
    const project = new Project(
      { 'service.config.yaml': CONFIG, 'po/de.po': HEAD('de') + filled(OPEN) + CLOSE },
      'po-recipe',
    );
    project.env = { SERVICE_URL: 'embedded' };
    const options = ['--keep-header', '-i', 'po/de.po', '-o', 'po/app.pot', 'sed', 'd'];
    execFileSync('msgfilter', options, { cwd: project.root });
    await project.run(['sync']);
    expect(project.read('po/de.po')).toContain(filled(OPEN));
    expect(project.read('po/de.po')).toMatch(/msgid "Close"\nmsgstr "\[de/);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
  },
  TIMEOUT,
);

test(
  'a fuzzy text fails for its review alone; what is wrong with it is an error once it is accepted',
  async () => {
    const entry = '\n#, c-format\nmsgid "%d rows"\nmsgstr ""\n';
    const guessed = '\n#, fuzzy, c-format\nmsgid "%d rows"\nmsgstr "Zeilen"\n';
    const project = await projectOf(HEAD('') + entry, HEAD('de') + guessed);
    const found = async (): Promise<string[]> => {
      const { problems } = await project.report(['check']);
      return problems.map(({ code, severity }) => `${severity} ${code}`).sort();
    };
    expect(await found()).toEqual(['error review', 'warning placeholder-mismatch']);

    await project.run(['sync', '--accept']);
    expect(project.read('po/de.po')).not.toContain('fuzzy');
    expect(await found()).toEqual(['error placeholder-mismatch']);
  },
  TIMEOUT,
);
