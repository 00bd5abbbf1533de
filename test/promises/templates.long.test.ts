import { execFileSync, spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';

// Projects without a file of their source: one of the translations says which texts there are.

const head = (language: string, people: string): string =>
  `# Von ${people}\nmsgid ""\nmsgstr ""\n"Last-Translator: ${people} <p@example.org>\\n"\n"Language-Team: Team ${language}\\n"\n"Language: ${language}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n"Plural-Forms: nplurals=2; plural=(n ${language === 'fr' ? '> 1' : '!= 1'});\\n"\n`;

const GERMAN = `${head('de', 'Hanna')}
# noch unsicher
#: shop/views.py:1
#, fuzzy
msgid "Open the door"
msgstr "Mach die Tür auf"

#: shop/views.py:2
msgctxt "door"
msgid "Close"
msgstr ""

#: shop/views.py:3
#, python-format
msgid "%(n)d file"
msgid_plural "%(n)d files"
msgstr[0] "%(n)d Datei"
msgstr[1] "%(n)d Dateien"
`;

const FRENCH = `${head('fr', 'Claire')}
#: shop/views.py:1
msgid "Open the door"
msgstr "Ouvre la porte"

#: shop/old.py:9
msgid "Only here"
msgstr ""
`;

const DE = 'locale/de/LC_MESSAGES/django.po';
const FR = 'locale/fr/LC_MESSAGES/django.po';
const hasGettext = spawnSync('msgfmt', ['--version']).status === 0;

describe('gettext', () => {
  const django = async (): Promise<Project> => {
    const project = new Project({ [DE]: GERMAN, [FR]: FRENCH, 'manage.py': '' }, 'templates');
    project.env = { SERVICE_URL: 'embedded' };
    await project.run(['init', '--yes', '--targets', 'de,fr,es']);
    return project;
  };

  test('init names the translation of most texts, and sync fills what is empty in all', async () => {
    const project = await django();
    expect(project.read('service.config.yaml')).toContain(
      `source: locale/de/LC_MESSAGES/*.po\n    target: locale/{locale}/LC_MESSAGES/*.po`,
    );
    const report = await project.report(['sync']);
    expect(report.files).toEqual({ written: 3, unchanged: 0 });
    const german = project.read(DE);
    const close = /msgid "Close"\nmsgstr "\[de .+\]"/.exec(german)?.[0] ?? '?';
    expect(german).toBe(GERMAN.replace('msgid "Close"\nmsgstr ""', close));
    const french = project.read(FR);
    expect(french).toContain('msgid "Open the door"\nmsgstr "Ouvre la porte"\n');
    expect(french).toContain('msgid "Only here"\nmsgstr ""\n');
    expect(french).toMatch(/msgctxt "door"\nmsgid "Close"\nmsgstr "\[fr .+\]"/);
    expect(french).toMatch(/msgstr\[0\] "\[fr %\(n\)d .+\]"\nmsgstr\[1\] "\[fr %\(n\)d .+\]"/);
    expect(french).not.toMatch(/Datei|unsicher|fuzzy/);

    const again = await project.report(['sync']);
    expect({ requests: again.requests, files: again.files }).toEqual({
      ...{ requests: 0, files: { written: 0, unchanged: 3 } },
    });
    const { problems } = await project.report(['check']);
    expect(problems.map(({ code, file }) => `${code} ${file ?? ''}`)).toEqual([`review ${DE}`]);
  });

  test('a new language gets the texts, and neither the words nor the people of the template', async () => {
    const project = await django();
    await project.report(['sync']);
    const spanish = project.read('locale/es/LC_MESSAGES/django.po');
    expect(spanish).toContain('"Last-Translator: Automatically generated\\n"');
    expect(spanish).toContain('"Language: es\\n"');
    expect(spanish).toContain('#: shop/views.py:3\n#, python-format\nmsgid "%(n)d file"\n');
    expect(spanish).not.toMatch(/Mach die|Datei|unsicher|fuzzy|Team de|Only here/);
  });

  test('one locale alone is compared with the texts of the template, too', async () => {
    const project = await django();
    const { problems } = await project.report(['check', '--locale', 'fr']);
    const texts = problems.map(({ code, key }) => `${code} ${key ?? ''}`);
    expect(texts).toEqual([
      ...['missing door.Close', 'missing %(n)d file.one', 'missing %(n)d file.other'],
    ]);
  });

  test('a template whose language is no target any more is one still', async () => {
    const project = await django();
    await project.report(['sync']);
    const config = project.read('service.config.yaml');
    project.write('service.config.yaml', config.replace('[de, fr, es]', '[fr, es]'));
    const { requests, problems } = await project.report(['sync']);
    expect({ requests, problems }).toEqual({ requests: 0, problems: [] });
  });

  test('what the template drops is obsolete in the others', async () => {
    const project = await django();
    await project.report(['sync']);
    const less = project
      .read(DE)
      .replace(/# noch unsicher\n[^]*?\n\n/, '')
      .replace('python-format', 'python-format, no-wrap');
    project.write(DE, less);
    const report = await project.report(['sync']);
    expect(report.requests).toBe(0);
    expect(project.read(DE)).toBe(less);
    expect(project.read(FR)).toContain('#~ msgid "Open the door"\n#~ msgstr "Ouvre la porte"\n');
  });

  test.skipIf(!hasGettext)('msgfmt accepts all of it', async () => {
    const project = await django();
    await project.report(['sync']);
    for (const path of [DE, FR, 'locale/es/LC_MESSAGES/django.po'])
      execFileSync('msgfmt', ['--check', '-o', '/dev/null', path], { cwd: project.root });
  });
});

const message = (source: string, translation: string, more = ''): string =>
  `    <message${more}>\n        <location filename="../main.cpp" line="1"/>\n        <source>${source}</source>\n        ${translation}\n    </message>\n`;
const forms = (...texts: string[]): string =>
  texts.map((text) => `<numerusform>${text}</numerusform>`).join('');
const qt = (language: string, messages: string): string =>
  `<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="${language}" sourcelanguage="en">\n<context>\n    <name>Main</name>\n${messages}</context>\n</TS>\n`;

describe('Qt', () => {
  const polish = qt(
    'pl',
    message('Open', '<translation type="unfinished">Otwórz</translation>') +
      message('Close', '<translation type="unfinished"></translation>') +
      message(
        '%n file(s)',
        `<translation>${forms('%n plik', '%n pliki', '%n plików')}</translation>`,
        ' numerus="yes"',
      ) +
      message('Gone', '<translation type="vanished">Precz</translation>'),
  );
  const project = async (): Promise<Project> => {
    const files = { 'translations/app_pl.ts': polish, 'translations/app_de.ts': qt('de', '') };
    const one = new Project(files, 'templates');
    one.env = { SERVICE_URL: 'embedded' };
    await one.run(['init', '--yes', '--targets', 'pl,de,ja']);
    return one;
  };

  test('the texts of the code are translated, whatever the template says of them', async () => {
    const one = await project();
    expect(one.read('service.config.yaml')).toContain('source: translations/app_pl.ts\n');
    const report = await one.report(['sync']);
    expect(report.files).toEqual({ written: 3, unchanged: 0 });
    const own = one.read('translations/app_pl.ts');
    const close = /<translation>\[pl .+\]<\/translation>/.exec(own)?.[0] ?? '?';
    expect(own).toBe(polish.replace('<translation type="unfinished"></translation>', close));
    const german = one.read('translations/app_de.ts');
    expect(german).toMatch(/<source>Open<\/source>\n +<translation>\[de Ö?.+\]<\/translation>/);
    expect(german.match(/<numerusform>\[de %n .+\]<\/numerusform>/g)).toHaveLength(2);
    const japanese = one.read('translations/app_ja.ts');
    expect(japanese).toContain(' language="ja"');
    expect(japanese.match(/<numerusform>\[ja %n .+\]<\/numerusform>/g)).toHaveLength(1);
    expect(german + japanese).not.toMatch(/plik|Otw|Precz|language="pl"/);
    const again = await one.report(['sync']);
    expect({ requests: again.requests, written: again.files.written }).toEqual({
      ...{ requests: 0, written: 0 },
    });
  });

  test('a text that is not translated yet is open in a new file', async () => {
    const one = await project();
    await one.run(['sync', '--locale', 'ja', '--keys', 'Main.Close']);
    const japanese = one.read('translations/app_ja.ts');
    expect(japanese).toMatch(/<source>Close<\/source>\n +<translation>\[ja .+\]<\/translation>/);
    expect(japanese).not.toMatch(/plik|Otw|Precz/);
  });
});

test('XLIFF: what is open is filled in the file that says the texts, too, and a new target gets its own', async () => {
  const unit = (id: string, source: string, target: string): string =>
    `      <trans-unit id="${id}">\n        <source>${source}</source>\n        ${target}\n      </trans-unit>\n`;
  const done = (text: string): string => `<target state="translated">${text}</target>`;
  const xlf = (language: string, units: string): string =>
    `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n  <file datatype="xml" source-language="en" target-language="${language}" original="../Strings.resx">\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
  const german = xlf(
    'de',
    unit('A', 'Hello', done('Hallo')) +
      unit('B', 'Close', '<target state="new">Close</target>') +
      unit('C', 'Open', done('Auf')),
  );
  const french = xlf('fr', unit('A', 'Hello', done('Salut')));
  const [de, fr] = ['src/xlf/Strings.de.xlf', 'src/xlf/Strings.fr.xlf'];
  const project = new Project({ [de]: german, [fr]: french }, 'templates');
  project.env = { SERVICE_URL: 'embedded' };
  await project.run(['init', '--yes', '--targets', 'de,fr,es']);
  expect(await project.report(['sync'])).toMatchObject({ code: 0, texts: 6 });
  const close = /<target state="translated">\[de [^<]+/.exec(project.read(de))?.[0] ?? '?';
  expect(project.read(de)).toBe(german.replace('<target state="new">Close', close));
  expect(project.read(fr)).toContain(unit('A', 'Hello', done('Salut')));
  expect(project.read(fr)).toContain('<source>Open</source>');
  const spanish = project.read('src/xlf/Strings.es.xlf');
  expect(spanish).toContain('target-language="es"');
  expect(spanish).not.toMatch(/Hallo|Auf|\[de/);
  const again = await project.report(['sync']);
  expect({ requests: again.requests, files: again.files }).toEqual({
    requests: 0,
    files: { written: 0, unchanged: 3 },
  });
});
