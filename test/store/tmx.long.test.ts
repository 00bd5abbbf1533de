import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { readTmx } from '../../src/formats/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';
import { hasPostgres, Postgres } from './postgres.js';
import { CONFIG } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

const TEXTS = {
  plain: 'Save the changes',
  named: 'Hello {name}, you have <b>new</b> mail',
  swapped: '{count} files in {folder}',
  odd: 'Fish & chips < "5"',
  lines: 'One line\nand another one',
};

/** A catalog of these texts, without `store:` unless a database is given. */
async function projectOf(
  texts: Readonly<Record<string, string>>,
  { url, config = '' }: { readonly url?: string; readonly config?: string } = {},
): Promise<Project> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const base = url === undefined ? CONFIG.replace(/^store: .*\n/m, '') : CONFIG;
  const project = new Project({
    'service.config.yaml': base + config,
    'locales/en.json': JSON.stringify(texts, null, 2),
  });
  project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY, LOCALE_SYNC_STORE: url ?? '' };
  return project;
}

async function store(project: Project, ...args: readonly string[]): Promise<unknown> {
  const { stdout } = await project.run(['store', ...args, '--json']);
  return JSON.parse(stdout);
}

/** Of translate-toolkit. */
const PO2TMX = '/usr/bin/po2tmx';
const NO_TEXTS = { requests: 0, texts: 0, characters: 0 };

/** A file as OmegaT writes it. */
function omegat(units: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE tmx SYSTEM "tmx14.dtd">
<tmx version="1.4">
  <header creationtool="OmegaT" o-tmf="OmegaT TMX" adminlang="EN-US" datatype="plaintext" creationtoolversion="6.0.0_0" segtype="sentence" srclang="en-US"/>
  <body>
${units}
  </body>
</tmx>
`;
}

function unit(
  source: string,
  target: string,
  { lang = 'de-DE', changed = '20260102T030405Z' } = {},
) {
  return `<tu>
  <tuv xml:lang="en-US"><seg>${source}</seg></tuv>
  <tuv xml:lang="${lang}" changeid="me" changedate="${changed}"><seg>${target}</seg></tuv>
</tu>`;
}

describe('TMX and the memory of a checkout', () => {
  test('what one checkout exports, another one imports exactly', async () => {
    const project = await projectOf(TEXTS);
    await project.report(['sync']);
    expect(await store(project, 'export', 'memory.tmx')).toMatchObject({
      ok: true,
      texts: 5,
      skipped: 0,
      withoutSource: 0,
      notXml: 0,
    });
    const { units, left } = readTmx(project.read('memory.tmx'));
    expect(left).toBe(0);
    const sources = units.map(({ texts: [source] }) => `${source?.language}: ${source?.text}`);
    expect(sources.sort()).toEqual(
      [
        'EN: Fish & chips < "5"',
        'EN: Hello <x id="0"/>, you have <g id="1">new</g> mail',
        'EN: One line\nand another one',
        'EN: Save the changes',
        'EN: <x id="0"/> files in <x id="1"/>',
      ].sort(),
    );

    const other = await projectOf(TEXTS);
    other.write('memory.tmx', project.read('memory.tmx'));
    expect(await store(other, 'import', 'memory.tmx')).toEqual({
      ok: true,
      file: 'memory.tmx',
      added: 5,
      known: 0,
      error: null,
    });
    expect(await store(other, 'import', 'memory.tmx')).toMatchObject({ added: 0, known: 5 });
    expect(await other.report(['sync'])).toMatchObject({ code: 0, ...NO_TEXTS });
    expect(other.read('locales/de.json')).toBe(project.read('locales/de.json'));
    expect(await store(other, 'export', 'again.tmx')).toMatchObject({ texts: 5 });
    expect(other.read('again.tmx')).toBe(project.read('memory.tmx'));
  });

  test('an entry without its source is counted, and lines of JSON have it', async () => {
    const project = await projectOf(TEXTS);
    await project.report(['sync']);
    project.remove('.locale-sync/memory/source-de.log');
    const { stderr } = await project.run(['store', 'export', 'memory.tmx']);
    expect(stderr).toContain('0 texts. Left out 5 texts of older versions');
    expect(await store(project, 'export', 'memory.jsonl')).toMatchObject({ texts: 5 });
    const other = await projectOf(TEXTS);
    other.write('memory.jsonl', project.read('memory.jsonl'));
    expect(await store(other, 'import', 'memory.jsonl')).toMatchObject({ added: 5 });
    expect(await other.report(['sync'])).toMatchObject({ code: 0, ...NO_TEXTS });
  });

  test("other tools' translations are used where sync would send the same text", async () => {
    const project = await projectOf(
      { ...TEXTS, same: 'Save the changes', lost: 'Delete {file} now', other: 'Not in the memory' },
      { config: 'translate: { formality: more, context: A shop }\n' },
    );
    const file = [
      unit('Save the changes', 'Änderungen sichern', { changed: '20250102T030405Z' }),
      unit('Save the changes', 'Änderungen speichern'),
      unit('Save the changes', 'Alt', { changed: '20240102T030405Z' }),
      unit('Save the changes', 'Enregistrer', { lang: 'fr-FR' }),
      unit(
        'Hello <ph>{name}</ph>, you have <bpt i="1">&lt;b&gt;</bpt>new<ept i="1">&lt;/b&gt;</ept> mail',
        'Hallo <ph>{name}</ph>, Sie haben <bpt i="1">&lt;b&gt;</bpt>neue<ept i="1">&lt;/b&gt;</ept> Post',
      ),
      unit('{count} files in {folder}', 'In {folder} liegen {count} Dateien'),
      unit('Delete {file} now', 'Jetzt löschen'),
      unit('Not in the <ph x="1"/>memory', 'Nicht im <ph x="1"/>Speicher'),
      unit('Fish &amp; chips &lt; "5"', 'Fisch &amp; Chips &lt; „5“'),
      unit('Gone', 'Weg'),
    ];
    project.write('omegat.tmx', omegat(file.join('\n')));
    expect(await store(project, 'import', 'omegat.tmx')).toEqual({
      ...{ ok: true, file: 'omegat.tmx', added: 4, known: 0, matched: 4, unmatched: 2 },
      ...{ refused: { 'placeholder-mismatch': 1 }, ambiguous: 1, left: 1, error: null },
    });
    expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 3 });
    expect(JSON.parse(project.read('locales/de.json'))).toMatchObject({
      plain: 'Änderungen speichern',
      named: 'Hallo {name}, Sie haben <b>neue</b> Post',
      swapped: 'In {folder} liegen {count} Dateien',
      odd: 'Fisch & Chips < „5“',
      same: 'Änderungen speichern',
    });
    const { stderr } = await project.run(['store', 'import', 'omegat.tmx']);
    expect(stderr).toContain('translations for texts that sync would not send');
  });

  test.skipIf(!existsSync(PO2TMX))(
    'translate-toolkit reads the file, and writes others',
    async () => {
      const project = await projectOf(TEXTS);
      await project.report(['sync']);
      await store(project, 'export', 'memory.tmx');
      const read = `
import json, sys
from translate.storage import tmx
units = tmx.tmxfile.parsefile(sys.argv[1]).units
print(json.dumps([[unit.source, unit.target] for unit in units]))`;
      const found = execFileSync('/usr/bin/python3', ['-c', read, project.path('memory.tmx')]);
      const { units } = readTmx(project.read('memory.tmx'));
      const isPlain = (texts: readonly unknown[]) => !/<[^>]*>/.test(String(texts));
      const own = units.map(({ texts }) => texts.map(({ text }) => text));
      // It leaves the content of inline elements out.
      const others = JSON.parse(found.toString()) as string[][];
      expect(others).toHaveLength(5);
      expect(others).toEqual(expect.arrayContaining(own.filter(isPlain)));

      const po = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n';
      project.write('de.po', `${po}msgid "Save the changes"\nmsgstr "Änderungen speichern"\n`);
      execFileSync(PO2TMX, ['-l', 'de', project.path('de.po'), project.path('po.tmx')]);
      project.remove('.locale-sync');
      project.remove('locales/de.json');
      expect(await store(project, 'import', 'po.tmx')).toMatchObject({ added: 1, matched: 1 });
      await project.report(['sync']);
      expect(project.read('locales/de.json')).toContain('Änderungen speichern');
    },
  );

  test('a file that is none is refused', async () => {
    const project = await projectOf(TEXTS);
    project.write('wrong.tmx', '<tmx><body><tu>');
    const { code, stderr } = await project.run(['store', 'import', 'wrong.tmx']);
    expect(code).toBe(2);
    expect(stderr).toContain('wrong.tmx:1:15: unclosed tag: tu');
  });
});

describe.skipIf(!hasPostgres)('TMX and the store', () => {
  test('it moves from an encrypted store to a checkout, and on to another store', async () => {
    const url = await postgres.database();
    const project = await projectOf(TEXTS, { url });
    const env = { LOCALE_SYNC_STORE_KEY: 'secret' };
    await project.report(['sync'], { env });
    const [row] = await postgres.query<{ sent: Buffer }>(
      url,
      'SELECT sent FROM locale_sync.entries',
    );
    expect(row?.sent.toString()).not.toMatch(/EN\n|changes|mail|files|chips|line/);
    const exported = await project.run(['store', 'export', 'store.tmx', '--json'], { env });
    expect(JSON.parse(exported.stdout)).toMatchObject({ texts: 5, withoutSource: 0 });

    const other = await projectOf(TEXTS);
    other.write('store.tmx', project.read('store.tmx'));
    expect(await store(other, 'import', 'store.tmx')).toMatchObject({ added: 5 });
    expect(await other.report(['sync'])).toMatchObject({ code: 0, ...NO_TEXTS });
    await store(other, 'export', 'memory.tmx');

    const third = await projectOf(TEXTS, { url: await postgres.database() });
    third.write('memory.tmx', other.read('memory.tmx'));
    expect(await store(third, 'import', 'memory.tmx')).toMatchObject({ added: 5 });
    expect(await third.report(['sync'])).toMatchObject({ code: 0, ...NO_TEXTS });
  });

  test("other tools' translations serve every checkout", async () => {
    const url = await postgres.database();
    const project = await projectOf(TEXTS, { url });
    project.write('omegat.tmx', omegat(unit('Save the changes', 'Änderungen speichern')));
    expect(await store(project, 'import', 'omegat.tmx')).toMatchObject({ added: 1, matched: 1 });
    const other = await projectOf({ plain: TEXTS.plain }, { url });
    expect(await other.report(['sync'])).toMatchObject({ code: 0, ...NO_TEXTS });
    expect(other.read('locales/de.json')).toContain('Änderungen speichern');
  });
});
