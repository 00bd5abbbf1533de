import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

/** Programs of translators, where they are installed. */
function isInstalled(command: string, ...args: readonly string[]): boolean {
  return spawnSync(command, args, { stdio: 'ignore' }).status === 0;
}

const PYTHON = '/usr/bin/python3';
/** LibreOffice with its sheets, which are a package of their own. */
const HAS_OFFICE = ['/usr/lib/libreoffice', '/opt/libreoffice'].some((folder) =>
  existsSync(join(folder, 'program/libsclo.so')),
);
const HAS_OPENPYXL = isInstalled('python3', '-c', 'import openpyxl');
const HAS_OMEGAT = existsSync('/usr/bin/omegat');
const HAS_TOOLKIT = isInstalled(PYTHON, '-c', 'from translate.storage import factory, xliff, pypo');

const SOURCE = {
  title: 'Hello {name}',
  lines: 'One\nTwo',
  formula: '=SUM(A1)',
  tags: '<b>A</b> & "B"',
};

function project(): Project {
  return new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\n',
    'locales/en.json': JSON.stringify(SOURCE),
    'locales/de.json': '{}\n',
  });
}

/** Translations of a person who only adds a word. */
const TRANSLATED = Object.fromEntries(
  Object.entries(SOURCE).map(([key, text]) => [key, `${text} (de)`]),
);

/** Opens a file with the toolkit's own reader, translates all, and saves it. */
const TRANSLATE = `
import sys
from translate.storage import factory
store = factory.getobject(sys.argv[1])
count = 0
for unit in store.units:
    if unit.istranslatable() and unit.source:
        unit.target = str(unit.source) + ' (de)'
        count += 1
store.save()
print(count)
`;

test.skipIf(!HAS_TOOLKIT).each(['texts.po', 'texts.xlf'])(
  "translate-toolkit's reader translates %s, and import takes it to the byte",
  async (name) => {
    const app = project();
    expect(await app.run(['export', '--out', name])).toMatchObject({ code: 0 });
    const ran = spawnSync(PYTHON, ['-c', TRANSLATE, app.path(name)], { encoding: 'utf8' });
    expect(ran.stdout, ran.stderr).toBe('4\n');
    const { code, stdout, stderr } = await app.run(['import', name]);
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 0, stdout: '', stderr: '4 texts taken, 0 unchanged, 0 refused.\n' },
    });
    expect(app.json('locales/de.json')).toEqual(TRANSLATED);
  },
);

const OMEGAT_PROJECT = `<omegat><project version="1.0">
${['source_dir', 'target_dir', 'tm_dir', 'glossary_dir', 'glossary_file', 'dictionary_dir']
  .map((name) => `<${name}>__DEFAULT__</${name}>`)
  .join('\n')}
<source_lang>EN</source_lang><target_lang>DE</target_lang><sentence_seg>false</sentence_seg>
<support_default_translations>true</support_default_translations>
</project></omegat>
`;

const inXml = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** What OmegaT saves as its user translates. */
function translations(): string {
  const units = Object.values(SOURCE).map((text) => {
    const [source, target] = [inXml(text), inXml(`${text} (de)`)];
    return `<tu><tuv lang="EN"><seg>${source}</seg></tuv><tuv lang="DE"><seg>${target}</seg></tuv></tu>`;
  });
  const head =
    '<header creationtool="OmegaT" creationtoolversion="3.6" o-tmf="OmegaT TMX" segtype="paragraph" adminlang="EN" srclang="EN" datatype="plaintext"/>';
  return `<tmx version="1.1">${head}<body>${units.join('')}</body></tmx>`;
}

test.skipIf(!HAS_OMEGAT)(
  'OmegaT translates a PO file, and import takes it to the byte',
  async () => {
    const app = project();
    const folders = ['source', 'tm', 'target', 'glossary', 'dictionary'].map(
      (name) => `cat/${name}/.keep`,
    );
    for (const file of folders) app.write(file, '');
    expect(await app.run(['export', '--out', 'cat/source/texts.po'])).toMatchObject({ code: 0 });
    app.write('cat/omegat.project', OMEGAT_PROJECT);
    app.write('cat/omegat/project_save.tmx', translations());
    const mode = ['--mode=console-translate', `--config-dir=${app.path('profile')}`];
    const ran = spawnSync('omegat', [...mode, app.path('cat')], {
      encoding: 'utf8',
      timeout: 60_000,
    });
    expect(ran.status, ran.stderr).toBe(0);
    const { code, stdout, stderr } = await app.run(['import', 'cat/target/texts.po']);
    expect({ code, stdout, stderr }).toEqual({
      ...{ code: 0, stdout: '', stderr: '4 texts taken, 0 unchanged, 0 refused.\n' },
    });
    expect(app.json('locales/de.json')).toEqual(TRANSLATED);
  },
);

const KEPT = { code: 0, stdout: '', stderr: '0 texts taken, 4 unchanged, 0 refused.\n' };
/** A sheet made of CSV keeps the apostrophe in front of what would be a formula: that row is named. */
const NAMED = {
  code: 1,
  stdout: 'texts.xlsx, row 4: it has another source text than was exported under its id\n',
  stderr: '0 texts taken, 3 unchanged, 1 refused.\n',
};

test.skipIf(!HAS_OFFICE).each([
  ['texts.xlsx', KEPT],
  ['texts.csv', NAMED],
])(
  'LibreOffice opens %s and saves it as a sheet, and import finds every text unchanged',
  async (name, expected) => {
    const app = project();
    app.write('locales/de.json', JSON.stringify(TRANSLATED));
    expect(await app.run(['export', '--out', name, '--state', 'all'])).toMatchObject({ code: 0 });
    const profile = `-env:UserInstallation=file://${app.path('profile')}`;
    // 44: comma, 34: quotes, 76: UTF-8; all columns are text.
    const filter = name.endsWith('.csv') ? ['--infilter=CSV:44,34,76,1,,0,true'] : [];
    const convert = [profile, '--headless', ...filter, '--convert-to', 'xlsx'];
    const to = ['--outdir', app.path('saved'), app.path(name)];
    const ran = spawnSync('soffice', [...convert, ...to], { encoding: 'utf8', timeout: 150_000 });
    expect(ran.status, ran.stderr).toBe(0);
    const { code, stdout, stderr } = await app.run(['import', 'saved/texts.xlsx']);
    expect({ code, stdout, stderr }).toEqual(expected);
  },
);

/** Opens a sheet with openpyxl, fills in all open cells, and saves it. */
const FILL_IN = `
import sys
from openpyxl import load_workbook
book = load_workbook(sys.argv[1])
sheet = book.active
head = {cell.value: cell.column for cell in sheet[1]}
assert sheet.protection.sheet
for row in range(2, sheet.max_row + 1):
    assert sheet.cell(row, head['source']).protection.locked
    cell = sheet.cell(row, head['translation'])
    assert not cell.protection.locked
    cell.value = sheet.cell(row, head['source']).value + ' (de)'
    cell.data_type = 's'
book.save(sys.argv[1])
print(sheet.max_row - 1)
`;

test.skipIf(!HAS_OPENPYXL)(
  'openpyxl finds the locked cells of a sheet and fills in the others, and import takes them',
  async () => {
    const app = project();
    expect(await app.run(['export', '--format', 'xlsx'])).toMatchObject({ code: 0 });
    const ran = spawnSync('python3', ['-c', FILL_IN, app.path('texts.de.xlsx')], {
      encoding: 'utf8',
    });
    expect(ran.stdout, ran.stderr).toBe('4\n');
    const { code, stdout } = await app.run(['import', 'texts.de.xlsx']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(app.json('locales/de.json')).toEqual(TRANSLATED);
  },
);
