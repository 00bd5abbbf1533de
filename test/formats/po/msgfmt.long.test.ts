import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadCodec } from '../../../src/formats/load.js';
import { Project } from '../../support/project.js';
import { KEY, startTestService } from '../../support/scenario.js';

const LOCALES = ['de', 'pl', 'ja', 'ar', 'fr', 'cs', 'lt', 'sl', 'ga', 'he', 'zh', 'pt_BR', 'ru'];

const TEMPLATE = `# An example
#, fuzzy
msgid ""
msgstr ""
"Project-Id-Version: app 1\\n"
"POT-Creation-Date: 2024-01-02 03:04+0000\\n"
"PO-Revision-Date: YEAR-MO-DA HO:MI+ZONE\\n"
"Last-Translator: FULL NAME <EMAIL@ADDRESS>\\n"
"Language-Team: LANGUAGE <LL@li.org>\\n"
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=CHARSET\\n"
"Content-Transfer-Encoding: 8bit\\n"

#: a.c:1
#, c-format
msgid "Copied %s to %s, which took %d seconds (%5.1f %%)\\n"
msgstr ""

#: a.c:2
#, c-format
msgid "%d file was \\"moved\\".\\n"
msgid_plural "%d files were \\"moved\\".\\n"
msgstr[0] ""
msgstr[1] ""

#: a.py:3
#, python-format
msgid "%(name)s of %(count)d"
msgstr ""

#: a.py:4
#, python-brace-format
msgid "Hello, {name}: {0!r}"
msgstr ""

#: a.php:5
#, php-format
msgid "\\n%1$s by %2$s\\tin a text that is so long that it does not fit into one line of a file"
msgstr ""

msgctxt "menu"
msgid "Open"
msgstr ""
`;

const GERMAN = `msgid ""
msgstr ""
"Project-Id-Version: app 1\\n"
"Language: de\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=iso-8859-1\\n"
"Content-Transfer-Encoding: 8bit\\n"

msgctxt "menu"
msgid "Open"
msgstr "Öffnen"
`;

describe.skipIf(!existsSync('/usr/bin/msgfmt'))('msgfmt', () => {
  it('accepts every file that sync writes, and sync has nothing to do afterwards', async ({
    onTestFinished,
  }) => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const config = {
      ...{ version: 1, source: 'en', targets: LOCALES },
      catalogs: [{ source: 'po/app.pot', target: 'po/{locale}.po' }],
    };
    const project = new Project({
      'service.config.json': JSON.stringify(config),
      'po/app.pot': TEMPLATE,
      // Latin-1 lacks most marks of pseudo-translation: few texts are written there.
      'po/de.po': Buffer.from(GERMAN, 'latin1'),
      'po/pl.po': GERMAN.replace('iso-8859-1', 'UTF-8').replaceAll('de\\n', 'pl\\n'),
    });
    project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    await project.report(['sync']);
    const files = readdirSync(project.path('po')).filter((name) => name.endsWith('.po'));
    expect(files).toHaveLength(LOCALES.length);
    for (const name of files) {
      const args = [
        '--check',
        '--check-accelerators',
        '-o',
        '/dev/null',
        project.path(`po/${name}`),
      ];
      const { status, stderr } = spawnSync('msgfmt', args, { encoding: 'utf8' });
      expect(status, `${name}: ${stderr}`).toBe(0);
      // A header without placeholders, as a template has them and msgfmt warns of them.
      if (!['de.po', 'pl.po'].includes(name)) expect(stderr, name).toBe('');
    }
    expect(project.read('po/pl.po')).toContain('msgid "Open"\nmsgstr "Öffnen"\n');
    const again = await project.report(['sync', '--locale', 'pl,ja,ar,fr']);
    expect(again).toMatchObject({ requests: 0, files: { written: 0 } });
  }, 120_000);

  it.each(['', 'msgid ""\nmsgstr "Language: de\\n"\n\n', 'msgid ""\nmsgstr ""\n\n'])(
    'reads every letter of a target that stated no charset: %j',
    async (head) => {
      const codec = await loadCodec('de.po');
      const target = codec!.parse(`${head}msgid "a"\nmsgstr ""\n`, {
        role: 'target',
        locale: 'de',
      });
      const input = codec!.edit(target, [{ op: 'set', key: ['a'], text: 'Grüße 你好' }]);
      for (const LC_ALL of ['C', 'C.UTF-8']) {
        const env = { ...process.env, LC_ALL };
        const read = spawnSync('msgcat', ['-t', 'UTF-8', '-'], { env, input, encoding: 'utf8' });
        expect(read.stdout, read.stderr).toContain('msgstr "Grüße 你好"');
      }
    },
  );

  const header = (forms: string): string =>
    `msgid ""\nmsgstr ""\n"Language: de\\n"\n"Content-Type: text/plain; charset=UTF-8\\n"\n"Plural-Forms: ${forms}\\n"\n`;
  const one = '\nmsgid "a"\nmsgstr "A"\n';
  const two = '\nmsgid "f"\nmsgid_plural "fs"\nmsgstr[0] "x"\nmsgstr[1] "y"\n';
  const obsolete = (entries: string): string =>
    entries.replace(/^#?(?=\S)/gm, (mark) => (mark === '#' ? '#~' : '#~ '));
  const german = header('nplurals=2; plural=(n != 1);');
  it.each([
    german + one + two,
    german + one + one,
    `${german}${two}\nmsgid "f"\nmsgstr "F"\n`,
    `${german}${one}\nmsgctxt "c"${one}`,
    german + one + obsolete(one),
    german + obsolete(one) + one,
    german + obsolete(one + one),
    german + one + obsolete(two),
    german + two + obsolete(`#| msgid "e"${two}`),
    german + one + obsolete(`\nmsgctxt "c"${one}`),
    `${german}${one}\n#, fuzzy${obsolete(one).trimEnd()}`,
    header('nplurals=4; plural=n%2;') + two,
    header('nplurals=2; plural=n%4;') + two,
    header('nplurals=2; plural=(n;') + two,
    header('nplurals=1; plural=0;') + two,
    header('nplurals=2; plural=n/0;') + two,
    header('nplurals=2; plural=0;') + two,
    header('nplurals=1; plural=0;') + two.replace('\n', '\n#, fuzzy\n'),
    `${german}${two}msgstr[2] "z"\n`,
  ])('%j is an error just where --check refuses it', async (text) => {
    const args = ['--check', '-o', '/dev/null', '-'];
    const { status } = spawnSync('msgfmt', args, { encoding: 'utf8', input: text });
    const codec = await loadCodec('de.po');
    const problems = codec?.parse(text, { role: 'target', locale: 'de' }).problems ?? [];
    expect(problems.some(({ severity }) => severity === 'error')).toBe(status !== 0);
  });
});
