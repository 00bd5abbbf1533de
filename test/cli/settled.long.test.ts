import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de', 'fr'],
  catalogs: [{ files: 'l/{locale}.json' }],
};

const EN = { total: 'Total {n}', hi: 'Hi {name}', save: 'Save all' };
const DE = { total: 'Summe', hi: 'Hallo', save: 'Spei\u200bchern' };
const FR = { total: 'Somme {n}', hi: 'Salut {name}', save: 'Tout' };

function projectOf({ en = EN, de = DE, fr = FR, config = {} }: Partial<Texts> = {}): Project {
  const project = new Project({
    'service.config.json': JSON.stringify({ ...CONFIG, ...config }),
    'l/en.json': text(en),
    'l/de.json': text(de),
    'l/fr.json': text(fr),
  });
  project.env = { SERVICE_URL: 'embedded' };
  return project;
}

interface Texts {
  readonly en: object;
  readonly de: object;
  readonly fr: object;
  readonly config: object;
}

function text(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

/** `de total placeholder-mismatch error` of each problem. */
function said(report: Awaited<ReturnType<Project['report']>>): readonly string[] {
  return report.problems.map(({ locale = '', key = '', code, severity }) =>
    `${locale} ${key} ${code} ${severity}`.trim(),
  );
}

/** A project whose German texts a person broke after they were adopted. */
async function edited(): Promise<Project> {
  const project = projectOf({ de: { total: 'Summe {n}', hi: 'Hallo {name}', save: 'Speichern' } });
  await project.report(['sync']);
  project.write('l/de.json', text(DE));
  return project;
}

const OPEN = [
  'de total placeholder-mismatch error',
  'de hi placeholder-mismatch error',
  'de save forbidden-characters warning',
];

describe('adopted text', () => {
  test('that breaks a rule only warns, before and after it is in the lock', async () => {
    const project = projectOf();
    const first = await project.report(['check']);
    expect(first).toMatchObject({ ok: true, code: 0, locales: { de: { current: 3, invalid: 0 } } });
    expect(said(first)).toEqual(OPEN.map((one) => one.replace('error', 'warning')));
    expect(await project.report(['sync'])).toMatchObject({ ok: true, code: 0 });
    for (const state of ['remembered', 'looked at']) {
      if (state === 'looked at') project.remove('.locale-sync');
      expect(said(await project.report(['check'])), state).toEqual(said(first));
    }
  });

  test('is held to the config once a person touches it', async () => {
    const project = await edited();
    for (const step of ['first', 'second']) {
      const report = await project.report(['check']);
      expect(report, step).toMatchObject({ code: 1, locales: { de: { invalid: 2 } } });
      expect(said(report)).toEqual(OPEN);
      await project.report(['sync']);
    }
  });

  test('that was accepted as reviewed and breaks a rule stays invalid', async () => {
    const project = projectOf({ de: { ...DE, total: 'Summe {n}' } });
    await project.report(['sync']);
    project.write('l/en.json', text({ ...EN, total: 'Total {x}' }));
    const now = await project.report(['sync', '--accept']);
    expect(now.locales['de']).toMatchObject({ invalid: 1 });
    expect((await project.report(['check'])).locales['de']).toMatchObject({ invalid: 1 });
  });
});

describe('a baseline', () => {
  test('is silent until a text changes', async () => {
    const project = await edited();
    const settled = await project.report(['check', '--baseline']);
    expect(settled).toMatchObject({ code: 0, ok: true, settled: 3, accepted: 3, problems: [] });
    expect(await project.report(['check'])).toMatchObject({ code: 0, settled: 3, problems: [] });
    expect((await project.run(['check'])).stdout).toContain('3 findings settled');
    project.write('l/de.json', text({ ...DE, hi: 'Guten Tag' }));
    const changed = await project.report(['check']);
    expect(changed).toMatchObject({ code: 1, settled: 2 });
    expect(said(changed)).toEqual(['de hi placeholder-mismatch error']);
    expect(changed.problems[0]?.message).toContain('it was accepted for another text');
    // The lock still says so after a run, until the text is right.
    await project.report(['sync']);
    expect((await project.report(['check'])).problems[0]?.message).toContain('another text');
    project.write('l/de.json', text({ ...DE, hi: 'Guten Tag {name}' }));
    await project.report(['sync']);
    expect(project.read('locale-sync.lock').match(/^!.*/gm)).toHaveLength(2);
  });

  test('of adopted text ends as an error once a person changes the text', async () => {
    const project = projectOf();
    await project.report(['check', '--baseline']);
    project.write('l/de.json', text({ ...DE, hi: 'Guten Tag' }));
    for (const command of ['check', 'sync', 'check']) {
      const report = await project.report([command]);
      expect(report, command).toMatchObject({ code: 1, settled: 2 });
      expect(said(report), command).toEqual(['de hi placeholder-mismatch error']);
    }
  });

  test('holds in a fresh checkout, after a run, and for what is remembered', async () => {
    const project = await edited();
    await project.report(['check', '--baseline']);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, settled: 3, problems: [] });
    const remembered = await project.report(['check']);
    project.remove('.locale-sync');
    expect(await project.report(['check'])).toEqual(remembered);
    // One changed text: the others are known from records.
    await project.report(['sync']);
    project.write('l/fr.json', text({ ...FR, save: 'Tout enregistrer' }));
    expect(await project.report(['sync'])).toMatchObject({ code: 0, settled: 3, problems: [] });
  });

  test('is listed with --verbose, and the lock keeps what it says when nothing is new', async () => {
    const project = await edited();
    await project.report(['check', '--baseline']);
    await project.report(['sync']);
    const lock = project.read('locale-sync.lock');
    const { problems } = await project.report(['check', '--verbose']);
    expect(problems.map(({ key, settled }) => [key, settled])).toEqual([
      ['total', true],
      ['hi', true],
      ['save', true],
    ]);
    expect((await project.run(['check', '--verbose'])).stdout).toContain('settled placeholder');
    await project.report(['check', '--baseline']);
    await project.report(['sync']);
    expect(project.read('locale-sync.lock')).toBe(lock);
  });

  test('follows a key that is renamed, and no other key with the same texts', async () => {
    const same = { a: 'A {n}', b: 'A {n}' };
    const right = { a: 'X {n}', b: 'X {n}' };
    const project = projectOf({ en: same, de: right, fr: right });
    await project.report(['sync']);
    project.write('l/de.json', text({ a: 'X', b: 'X' }));
    await project.report(['accept', 'de:a']);
    expect(said(await project.report(['check']))).toEqual(['de b placeholder-mismatch error']);
    project.write('l/de.json', text({ a: 'X', b: 'X {n}' }));
    await project.report(['sync']);
    project.write('l/en.json', text({ c: 'A {n}', b: 'A {n}' }));
    project.write('l/de.json', text({ c: 'X', b: 'X {n}' }));
    project.write('l/fr.json', text({ c: 'X {n}', b: 'X {n}' }));
    for (const command of ['check', 'sync', 'check']) {
      expect(await project.report([command]), command).toMatchObject({ code: 0, settled: 1 });
    }
  });

  test('of merged branches holds for both, with conflict markers too', async () => {
    const project = await edited();
    await project.report(['sync']);
    const before = project.read('locale-sync.lock');
    await project.report(['accept', 'de:total']);
    const ours = project.read('locale-sync.lock');
    project.write('locale-sync.lock', before);
    await project.report(['accept', 'de:hi', 'de:save']);
    const theirs = project.read('locale-sync.lock');
    const marked = `<<<<<<< ours\n${ours}=======\n${theirs}>>>>>>> theirs\n`;
    for (const merged of [ours + theirs, marked]) {
      project.write('locale-sync.lock', merged);
      expect(await project.report(['check'])).toMatchObject({ code: 0, settled: 3 });
      await project.report(['sync']);
      const lines = project.read('locale-sync.lock').split('\n');
      expect(new Set(lines).size).toBe(lines.length);
      expect(await project.report(['check'])).toMatchObject({ settled: 3, problems: [] });
    }
  });

  test('of another project is harmless, said, and goes with the next sync', async () => {
    const other = projectOf();
    await other.report(['check', '--baseline']);
    const project = projectOf({ en: { x: 'One' }, de: { x: 'Eins' }, fr: { x: 'Un' } });
    project.write('locale-sync.lock', other.read('locale-sync.lock'));
    const found = await project.report(['check']);
    expect(found).toMatchObject({ code: 0, settled: 0 });
    expect(said(found)).toEqual(['idle-baseline warning']);
    expect(await project.report(['sync'])).toMatchObject({ code: 0 });
    expect(await project.report(['check'])).toMatchObject({ problems: [] });
    expect(project.read('locale-sync.lock')).not.toMatch(/^!/m);
  });

  test('is not written into a lock of a newer version', async () => {
    const project = projectOf();
    project.write('locale-sync.lock', '# locale-sync lock v99: of another time\n');
    const report = await project.report(['check', '--baseline']);
    expect(report).toMatchObject({ code: 2, error: { code: 'lock-unusable' } });
    expect(project.read('locale-sync.lock')).toContain('v99');
  });

  test('settles texts that are inconsistent', async () => {
    const same = { a: 'A', b: 'A', c: 'A' };
    const config = { rules: { inconsistent: 'warn' } };
    const project = projectOf({ en: same, de: { ...same, b: 'B' }, fr: same, config });
    expect(said(await project.report(['check']))).toEqual(['de b inconsistent warning']);
    await project.report(['check', '--baseline']);
    for (const command of ['check', 'sync', 'check']) {
      expect(await project.report([command]), command).toMatchObject({ settled: 1, problems: [] });
    }
  });
});

describe('accept', () => {
  test.each([
    [['de:total'], ['de hi placeholder-mismatch error', 'de save forbidden-characters warning']],
    [['de:total', '--rule', 'markup'], OPEN],
    [['--rule', 'placeholders'], ['de save forbidden-characters warning']],
    [['--rule', 'placeholder-mismatch,forbidden-characters'], []],
    [['de:t*', 'de:h?'], ['de save forbidden-characters warning']],
    [['--locale', 'fr'], OPEN],
    [['--files', 'l/de.json'], []],
    [[], []],
  ])('%j', async (args, left) => {
    const project = await edited();
    const texts = { de: project.read('l/de.json'), fr: project.read('l/fr.json') };
    const report = await project.report(['accept', ...args]);
    expect(report).toMatchObject({ code: 0, accepted: 3 - left.length });
    expect(said(report)).toEqual(args.includes('fr') ? [] : left);
    expect(said(await project.report(['check']))).toEqual(left);
    expect({ de: project.read('l/de.json'), fr: project.read('l/fr.json') }).toEqual(texts);
  });

  test('says so where there is nothing to accept, and prints no other problem', async () => {
    const project = await edited();
    const { code, stdout } = await project.run(['accept', 'fr:total']);
    expect(code).toBe(0);
    expect(stdout).toBe('Nothing to accept: there are no open findings.\n');
    const { stdout: done } = await project.run(['accept', 'de:hi']);
    expect(done).toBe(
      '1 finding accepted, 1 settled in total. The lock keeps them until a text changes: commit it.\n',
    );
  });

  test.each([
    [['de:totl'], 'error: totl matches no key in the selected files; did you mean "total"?'],
    [['dr:total'], '"dr" is not one of the targets (de, fr); did you mean "de"?'],
    [['de:total', '--rule', 'placeholder'], 'did you mean "placeholders"?'],
    [['total'], 'Put the target before the key: de:cart.total.'],
  ])('refuses %j', async (args, message) => {
    const project = await edited();
    const { code, stderr } = await project.run(['accept', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });
});

describe('the note of an author', () => {
  const noted = (note: string): object => ({ ...EN, '@total': { description: note } });

  test.each([
    ['locale-sync-ignore placeholders', 1, []],
    ['Of a cart. locale-sync-ignore: markup, placeholders (the sum is shown apart)', 1, []],
    ['locale-sync-ignore', 1, []],
    ['locale-sync-ignore all -- it is a brand', 1, []],
    ['locale-sync-ignore markup', 0, []],
    ['locale-sync-ignore placeholder', 0, ['total option-ignored warning']],
  ])('%s', async (note, settled, more) => {
    const right = { ...EN, save: 'X' };
    const project = projectOf({ en: EN, de: right, fr: right });
    await project.report(['sync']);
    project.write('l/de.json', text({ ...right, total: 'Summe' }));
    project.write('l/en.json', text(noted(note)));
    const report = await project.report(['check']);
    expect(report.settled).toBe(settled);
    const open = settled === 0 ? ['de total placeholder-mismatch error'] : [];
    const found = said(report).filter((one) => !/ missing | stale /.test(one));
    expect(found).toEqual([...open, ...more]);
    if (more.length > 0)
      expect(report.problems.at(-1)).toMatchObject({ file: 'l/en.json', line: 2 });
    // The service is asked for nothing again because of it.
    expect(await project.report(['plan'])).toMatchObject({ texts: 0 });
    expect((await project.report(['plan'])).locales['fr']).toMatchObject({ drifted: 0 });
  });
});

test('rules of a catalog, a target, and a target of a catalog', async () => {
  const config = {
    rules: { placeholders: 'warn', targets: { fr: { placeholders: 'off' } } },
    catalogs: [
      { files: 'l/{locale}.json', rules: { placeholders: 'error' } },
      { files: 'm/{locale}.json', rules: { targets: { fr: { placeholders: 'error' } } } },
    ],
  };
  const right = { a: 'A {n}' };
  const project = projectOf({ en: right, de: right, fr: right, config });
  for (const locale of ['en', 'de', 'fr']) project.write(`m/${locale}.json`, text({ b: 'A {n}' }));
  await project.report(['sync']);
  for (const locale of ['de', 'fr']) {
    project.write(`l/${locale}.json`, text({ a: 'X' }));
    project.write(`m/${locale}.json`, text({ b: 'X' }));
  }
  for (const command of ['check', 'sync', 'check']) {
    expect(said(await project.report([command])), command).toEqual([
      'de a placeholder-mismatch error',
      'de b placeholder-mismatch warning',
      'fr b placeholder-mismatch error',
    ]);
  }
});

test('a text in place of a map of plural forms, or forms in place of a text, is no problem', async () => {
  const project = projectOf({
    en: { user: { one: 'User', other: 'Users' }, file: 'Files', list: 'Lists' },
    de: { user: 'Benutzer', file: { one: 'Datei', other: 'Dateien' }, list: { a: 'Liste' } },
    fr: { user: { one: 'X', other: 'Y' }, file: 'Z', list: 'L' },
  });
  expect(said(await project.report(['check']))).toEqual(['de list write-failed error']);
  const before = project.read('l/de.json');
  await project.report(['sync']);
  expect(project.read('l/de.json')).toBe(before);
  expect((await project.report(['check'])).locales['de']).toMatchObject({ missing: 1 });
});
