import { chmodSync, existsSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { scan } from '../../src/engine/load/index.js';
import { folder } from '../config/helpers.js';
import { init, read } from './helpers.js';

const text = '{"a": "A"}';
const files = { 'locales/en.json': text, 'locales/de.json': text, 'locales/fr.json': text };

const MERGED =
  'locale-sync.lock merge=union\nlocale-sync.archive merge=union\nlocale-sync.comments merge=union\n';

test('without a terminal it writes a config that loads, and asks nothing', async () => {
  const root = folder(files);
  const { code, stdout, stderr } = await init(root);
  expect(code).toBe(0);
  expect(stdout).toBe('');
  expect(stderr).toContain('locales/{locale}.json (JSON: 1 file, 1 string in en)\n  → de, fr: 0');
  expect(stderr).toContain(
    'Wrote service.config.yaml, .gitattributes, .gitignore: 1 source file, en → de, fr.',
  );
  const config = await loadConfig({ cwd: root, env: {} });
  expect(config).toMatchObject({ source: 'en', targets: ['de', 'fr'], service: { url: '' } });
  expect(config.catalogs).toMatchObject([{ source: 'locales/{locale}.json' }]);
  expect(read(root, 'service.config.yaml')).toMatch(/^# yaml-language-server: \$schema=/);
  expect(read(root, '.gitattributes')).toBe(MERGED);
  expect(read(root, '.gitignore')).toBe('.locale-sync/\n');
});

test('every question has a flag', async () => {
  const root = folder({ ...files, 'locales/en-GB.json': text });
  const flags = { source: 'de', targets: ['it', 'en-GB'], url: 'http://127.0.0.1:8080' };
  expect(await init(root, flags, [])).toMatchObject({ code: 0, asked: [] });
  const config = await loadConfig({ cwd: root, env: {} });
  expect(config).toMatchObject({
    source: 'de',
    targets: ['it', 'en-GB'],
    service: { url: flags.url },
  });
});

test('on a terminal it asks what it cannot know, with what it found as default', async () => {
  const root = folder(files);
  const { code, asked } = await init(root, {}, ['', 'de nb', 'embedded']);
  expect(code).toBe(0);
  expect(asked).toEqual([
    'Source locale [en]',
    'Target locales [de,fr]',
    'URL of the service, or "embedded" (empty: $SERVICE_URL) []',
  ]);
  const config = await loadConfig({ cwd: root, env: {} });
  expect(config).toMatchObject({ targets: ['de', 'nb'], service: { url: 'embedded' } });
});

test('--yes asks nothing on a terminal either', async () => {
  expect((await init(folder(files), { yes: true }, [])).asked).toEqual([]);
});

test('a config of i18next-parser is offered for keys in code', async () => {
  const project = {
    ...files,
    'i18next-parser.config.js': 'export default { input: ["src/*.js"] }',
  };
  const root = folder(project);
  const { stderr } = await init(root);
  expect(stderr).toContain('adds them, with the settings of i18next-parser.config.js.\n');
  expect(await loadConfig({ cwd: root, env: {} })).toMatchObject({ extract: {} });
  expect((await init(folder(project), {}, [])).asked.at(-1)).toBe(
    'Find keys in code as i18next-parser.config.js says [yes]',
  );
  const refused = folder(project);
  await init(refused, {}, ['', '', '', 'no']);
  expect((await loadConfig({ cwd: refused, env: {} })).extract).toBeUndefined();
});

test('locale files that are all broken are to be mended first', async () => {
  const { code, stderr } = await init(folder({ 'locales/en.json': '{"a": "A",,}' }));
  expect(code).toBe(2);
  expect(stderr).toContain('locales/en.json:1:11: ');
  expect(stderr).toContain('Fix locales/en.json first, then run `locale-sync init` again.');
});

test.each([
  ['strings/en.json', 'strings/{locale}.json', 'en'],
  ['app/[x]/pt-BR/a.json', 'app/\\[x\\]/{locale}/a.json', 'pt-BR'],
  // It holds what it is translated from.
  ['po/de/app.po', 'po/{locale}/app.po', 'en'],
])(
  'a lone source in an unusual folder is named, with the call that takes it: %s',
  async (path, files, source) => {
    const po = 'msgid ""\nmsgstr ""\n\nmsgid "One"\nmsgstr "Eins"\n';
    const content = path.endsWith('.po') ? po : text;
    const root = folder({ [path]: content, 'package.json': '{"name": "x"}' });
    const { code, stderr } = await init(root);
    expect(code).toBe(2);
    expect(stderr).toContain(`${path} may be one`);
    expect(stderr).toContain(
      `locale-sync init --files '${files}' --source ${source} --targets de\n`,
    );
    expect((await init(root, { files: [files], source, targets: ['de'] })).code).toBe(0);
  },
);

test('the smallest of several locales is not advised as the source', async () => {
  const large = '{"a": "A", "b": "B", "c": "C"}';
  const root = folder({
    'l/de/a.json': large,
    'l/fr/a.json': '{"a": "A"}',
    'l/zh-TW/a.json': '{"a": "A"}',
  });
  const { code, stderr } = await init(root);
  expect(code).toBe(2);
  expect(stderr).toContain("init --files 'l/{locale}/a.json' --source de --targets fr,zh-TW\n");
});

test('--files of a format that is not known is refused', async () => {
  const root = folder({ 'p/en.odd': 'a\n' });
  const { code, stderr } = await init(root, { files: ['p/{locale}.odd'], targets: ['de'] });
  expect(code).toBe(2);
  expect(stderr).toContain('the format of p/en.odd is unknown');
  expect(stderr).toContain('.xliff');
  expect(existsSync(join(root, 'service.config.yaml'))).toBe(false);
});

test('--files names patterns that are not found by themselves', async () => {
  const root = folder({ 'odd/strings-of-en/x.json': text });
  const flags = { files: ['odd/strings-of-{locale}/*.json'], targets: ['de'] };
  expect((await init(root, flags)).code).toBe(0);
  expect((await loadConfig({ cwd: root, env: {} })).catalogs[0]?.source).toBe(flags.files[0]);
});

test('--json prints one object', async () => {
  const { stdout } = await init(folder(files), { json: true });
  expect(JSON.parse(stdout)).toEqual({
    ok: true,
    file: 'service.config.yaml',
    source: 'en',
    targets: ['de', 'fr'],
    catalogs: 1,
    error: null,
  });
});

describe('exit 2, and nothing is written', () => {
  const cases: [string, Record<string, string>, Parameters<typeof init>[1], string][] = [
    ['nothing to find', { 'src/index.json': text }, {}, 'no locale files found'],
    ['no targets', { 'locales/en.json': text }, {}, 'which targets?'],
    [
      'a pattern without files',
      files,
      { files: ['x/{locale}.json'] },
      'x/{locale}.json matches no',
    ],
    ['a source that is not there', files, { source: 'it' }, 'no files for the source locale "it"'],
    [
      'a source that is no locale',
      files,
      { source: 'x y', files: ['locales/{locale}.json'], targets: ['de'] },
      'cannot be a locale',
    ],
    [
      'a pattern that finds nothing',
      files,
      { files: ['x/{locale}.json'], targets: ['de'] },
      'no source file matches',
    ],
    [
      'a pattern that leaves the root',
      files,
      { files: ['../{locale}.json'], targets: ['de'] },
      '".." leads outside the root',
    ],
    ['an address that is none', files, { url: 'x' }, 'http(s) URL'],
    [
      'a target that is none',
      files,
      { targets: ['de', 'deutsch'] },
      'error: --targets: "deutsch" does not look like a locale',
    ],
  ];
  test.each(cases)('%s', async (_, project, flags, message) => {
    const root = folder(project);
    const before = readdirSync(root, { recursive: true });
    const { code, stderr } = await init(root, flags);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    // It was never written.
    expect(stderr).not.toContain('service.config.yaml');
    expect(readdirSync(root, { recursive: true })).toEqual(before);
  });

  test('with --json the error is the object', async () => {
    const { code, stdout } = await init(folder({}), { json: true });
    expect(code).toBe(2);
    expect(JSON.parse(stdout)).toMatchObject({ ok: false, error: { code: 'nothing-found' } });
  });

  test.each([
    ['service.config.yaml', 'source: en\n'],
    ['service.config.mjs', 'export default {}'],
    ['package.json', '{\n  "service": {}\n}'],
  ])('an existing %s is not overwritten without --force', async (name, existing) => {
    const root = folder({ ...files, [name]: existing });
    const { code, stderr } = await init(root);
    expect(code).toBe(2);
    expect(stderr).toContain('--force');
    expect(read(root, name)).toBe(existing);
    expect((await init(root, { force: true })).code).toBe(0);
    expect(read(root, 'service.config.yaml')).toContain('catalogs:');
  });
});

test('a config above is told, and --force writes another', async () => {
  const root = folder({ 'service.config.yaml': 'source: en\n', 'web/app/locales/en.json': text });
  const cwd = join(root, 'web/app');
  const { code, stderr } = await init(cwd, { targets: ['de'] });
  expect(code).toBe(2);
  expect(stderr).toContain('a config for this folder: ../../service.config.yaml');
  expect(stderr).toContain('--force');
  expect(existsSync(join(cwd, 'service.config.yaml'))).toBe(false);
  expect((await init(cwd, { targets: ['de'], force: true })).code).toBe(0);
});

test('a folder that is none', async () => {
  const root = folder(files);
  const nowhere = join(root, 'nope');
  expect(await init(nowhere)).toMatchObject({
    code: 2,
    stderr: `error: there is no folder ${nowhere}\nCheck the path given with --cwd.\n`,
  });
  const file = join(root, 'locales/en.json');
  expect((await init(file)).stderr).toContain(`${file} is not a folder`);
  expect((await init(join(file, 'below'))).code).toBe(2);
});

describe('.gitattributes and .gitignore', () => {
  test('keep their text and newlines', async () => {
    const root = folder({
      ...files,
      '.gitignore': 'dist\r\nnode_modules',
      '.gitattributes': '* text=auto\n',
    });
    await init(root);
    expect(read(root, '.gitignore')).toBe('dist\r\nnode_modules\r\n.locale-sync/\r\n');
    expect(read(root, '.gitattributes')).toBe(`* text=auto\n${MERGED}`);
  });

  test('get nothing twice', async () => {
    const root = folder({ ...files, '.gitignore': '/.locale-sync\n' });
    await init(root);
    await init(root, { force: true });
    expect(read(root, '.gitignore')).toBe('/.locale-sync\n');
    expect(read(root, '.gitattributes')).toBe(MERGED);
  });
});

describe('what cannot be written is told before anything is', () => {
  const names = ['service.config.yaml', '.gitattributes', '.gitignore'];
  const named = (name: string) => (name === 'service.config.yaml' ? 'the config' : name);
  const entries = (root: string) => readdirSync(root, { recursive: true }).map(String).sort();

  test.each(names)('a link %s that leads out, to something or nothing', async (name) => {
    for (const there of [true, false]) {
      const outside = folder(there ? { file: 'theirs\n' } : {});
      const root = folder(files);
      symlinkSync(join(outside, 'file'), join(root, name));
      const before = entries(root);
      const { code, stderr } = await init(root, { force: true });
      expect(code).toBe(2);
      expect(stderr).toContain(
        there
          ? `error: ${name}: leads outside the project, to ${outside}/file\n`
          : `error: ${named(name)} cannot be written: it is a broken symbolic link\n`,
      );
      expect(entries(root)).toEqual(before);
      expect(entries(outside)).toEqual(there ? ['file'] : []);
      if (there) expect(read(outside, 'file')).toBe('theirs\n');
    }
  });

  test.each(names)('a folder %s', async (name) => {
    const root = folder({ ...files, [`${name}/x`]: '' });
    const before = entries(root);
    const { code, stderr } = await init(root, { force: true });
    expect(code).toBe(2);
    expect(stderr).toContain(`error: ${named(name)} cannot be written: it is not a regular file\n`);
    expect(entries(root)).toEqual(before);
  });

  test('a file that is write-protected', async () => {
    const root = folder({ ...files, '.gitignore': 'dist\n' });
    chmodSync(join(root, '.gitignore'), 0o444);
    const before = entries(root);
    const { code, stderr } = await init(root);
    expect(code).toBe(2);
    expect(stderr).toContain('error: .gitignore: cannot be written: it is write-protected\n');
    expect(entries(root)).toEqual(before);
  });

  test('a link inside the project is written through', async () => {
    const root = folder({ ...files, 'git/ignore': 'dist\n' });
    symlinkSync('git/ignore', join(root, '.gitignore'));
    expect((await init(root)).code).toBe(0);
    expect(read(root, 'git/ignore')).toBe('dist\n.locale-sync/\n');
  });
});

test('variants of the source and languages that the service lacks are no targets', async () => {
  const root = folder({ ...files, 'locales/en-GB.json': text, 'locales/jbo.json': text });
  const { stderr } = await init(root);
  expect((await loadConfig({ cwd: root, env: {} })).targets).toEqual(['de', 'fr']);
  expect(stderr).toContain('Not used as a target: en-GB (a variant of the source en');
});

test('two spellings of one locale: each catalog keeps its own', async () => {
  const root = folder({
    ...{ 'a/locales/en.json': '{"a":"A","b":"B"}', 'a/locales/pt-BR.json': text },
    ...{ 'b/lang/en.json': text, 'b/lang/pt_BR.json': text },
  });
  await init(root);
  const { catalogs } = await loadConfig({ cwd: root, env: {} });
  expect(catalogs.map(({ targets }) => targets)).toEqual([['pt-BR'], ['pt_BR']]);
});

test('locales of what is left out are no targets', async () => {
  const root = folder({ ...files, 'old/lang/pl.json': text, 'old/lang/it.json': text });
  const { stderr } = await init(root, { source: 'en' });
  expect(stderr).toContain('Left out: old/lang/{locale}.json');
  expect(stderr).toContain('1 source file, en → de, fr.');
  expect(await loadConfig({ cwd: root, env: {} })).toMatchObject({ targets: ['de', 'fr'] });
});

test('a catalog without files of the source is left out, and told', async () => {
  const root = folder({ ...files, 'old/lang/it.json': text, 'old/lang/es.json': text });
  const { code, stderr } = await init(root);
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Left out: old/lang/{locale}.json, which has no files for the source locale en.',
  );
});

test('many catalogs without files of the source are told in one line', async () => {
  const old = ['a', 'b', 'c', 'd'].map((name) => [`${name}/lang/it.json`, text] as const);
  const { stderr } = await init(folder(Object.fromEntries([...Object.entries(files), ...old])));
  expect(stderr.match(/^Left out: .*$/gm)).toEqual([
    expect.stringMatching(
      /^Left out: \S+, \S+, \S+ and 1 more pattern, which have no files for the source locale en\.$/,
    ),
  ]);
});

test('a catalog with the source in another region is read from that', async () => {
  const store = (name: string, words: string): Record<string, string> => ({
    [`fastlane/metadata/android/${name}/full_description.txt`]: words,
    [`fastlane/metadata/android/${name}/short_description.txt`]: words,
  });
  const own = { ...store('en-US', 'Words for a store'), ...store('de-DE', 'Worte') };
  const root = folder({ ...files, ...own });
  const { code, stderr } = await init(root, { source: 'en' });
  expect(code).toBe(0);
  expect(stderr).not.toContain('variant of the source');
  const { catalogs, fallbacks } = await loadConfig({ cwd: root, env: {} });
  expect(catalogs.map(({ targets }) => targets.filter((one) => one !== 'fr'))).toEqual([
    ['de-DE'],
    ['de'],
  ]);
  expect(fallbacks).toEqual({});
  expect(read(root, 'service.config.yaml')).toContain(
    'source: fastlane/metadata/android/en-US/*.txt\n    target: fastlane/metadata/android/{locale}/*.txt\n',
  );
});

describe('a catalog whose keys look like texts', () => {
  const de = '{ "Save changes": "Änderungen speichern", "Sign out": "Abmelden" }';
  const fr = '{ "Save changes": "Enregistrer" }';
  const next = (file: string): string =>
    `The keys look like texts. If they are the source, write ${file} with each key as its own text, then run locale-sync init --force.`;

  test('is left out without a source, with the next step', async () => {
    const php = "<?php\nreturn ['a' => 'One'];\n";
    const root = folder({
      ...{ 'lang/en/auth.php': php, 'lang/de/auth.php': php },
      ...{ 'lang/de.json': de, 'lang/fr.json': fr },
    });
    const { code, stderr } = await init(root);
    expect(code).toBe(0);
    expect(stderr).toContain(
      `Left out: lang/{locale}.json, which has no files for the source locale en. ${next('lang/en.json')}\n`,
    );
  });

  test.each([
    [{ 'lang/de.json': de, 'lang/fr.json': fr }, next('lang/en.json')],
    [
      { 'l10n/translations.json': `{ "de": ${de}, "fr": ${fr} }` },
      next('x').replace('write x', 'add en to l10n/translations.json'),
    ],
  ])('has no translation as its source (%#)', async (own, step) => {
    const { code, stderr } = await init(folder(own));
    expect(code).toBe(2);
    expect(stderr).toContain('error: no files for the source locale "en" were found');
    expect(stderr).toContain(step);
  });

  test('is its own source where its texts repeat the keys', async () => {
    const source = JSON.stringify({ 'Alle Texte': 'Alle Texte', 'Neu laden': 'Neu laden' });
    const root = folder({ 'lang/de.json': source, 'lang/fr.json': fr });
    const { code } = await init(root);
    expect(code).toBe(0);
    expect(read(root, 'service.config.yaml')).toContain('source: de\n');
  });

  test('is not spoken of if it has its source', async () => {
    const root = folder({ 'lang/en.json': de, 'lang/fr.json': fr });
    expect((await init(root)).stderr).not.toContain('look like texts');
  });
});

describe('catalogs of different locales', () => {
  const monorepo = {
    ...{ 'apps/web/lang/en.json': text, 'apps/web/lang/de.json': text },
    ...{ 'apps/admin/lang/en.json': text, 'apps/admin/lang/de.json': text },
    ...{ 'apps/admin/lang/fr.json': text, 'apps/new/lang/en.json': text },
    ...{
      'api/config/locales/en.yml': 'en:\n  a: A\n',
      'api/config/locales/es.yml': 'es:\n  a: A\n',
    },
  };
  const targetsOf = async (root: string) => {
    const { catalogs } = await loadConfig({ cwd: root, env: {} });
    return Object.fromEntries(catalogs.map(({ source, targets }) => [source, targets]));
  };

  test('each gets its own; one without translations gets those of its neighbours', async () => {
    const root = folder(monorepo);
    const { stderr } = await init(root);
    expect(read(root, 'service.config.yaml')).toContain('\ntargets: [de, es, fr]\n');
    expect(await targetsOf(root)).toEqual({
      'apps/web/lang/{locale}.json': ['de'],
      'apps/admin/lang/{locale}.json': ['de', 'fr'],
      'apps/new/lang/{locale}.json': ['de', 'fr'],
      'api/config/locales/{locale}.yml': ['es'],
    });
    expect(stderr).toContain('  → de, fr: 2 characters (those of most catalogs in apps)\n');
  });

  test('an answer may add some for all, and leave some out', async () => {
    const root = folder(monorepo);
    expect((await init(root, {}, ['', 'de it'])).asked).toContain('Target locales [de,es,fr]');
    expect(await targetsOf(root)).toEqual({
      'apps/web/lang/{locale}.json': ['de', 'it'],
      'apps/admin/lang/{locale}.json': ['de', 'it'],
      'apps/new/lang/{locale}.json': ['de', 'it'],
      'api/config/locales/{locale}.yml': ['de', 'it'],
    });
  });

  test('--targets is for every catalog', async () => {
    const root = folder(monorepo);
    await init(root, { targets: ['de', 'es'] });
    expect(Object.values(await targetsOf(root))).toEqual(Array(4).fill(['de', 'es']));
  });
});

describe('--files', () => {
  const named = (...locales: string[]) =>
    Object.fromEntries(locales.map((locale) => [`public/locales/${locale}/common.json`, text]));
  const uses = { 'package.json': '{"dependencies": {"i18next": "1"}}' };
  const pattern = 'public/locales/{locale}/*.json';

  test('takes targets and message syntax from what its patterns find', async () => {
    const root = folder({ ...named('en', 'fi-FI', 'pt-BR', 'zh-CN'), ...uses });
    const { stderr } = await init(root, { files: [pattern] });
    expect(stderr).toContain(`${pattern} (i18next: 1 file, 1 string in en)\n`);
    expect(await loadConfig({ cwd: root, env: {} })).toMatchObject({
      targets: ['fi-FI', 'pt-BR', 'zh-CN'],
      catalogs: [{ source: pattern, messages: 'i18next' }],
    });
  });

  test('without targets, and none there, asks for them', async () => {
    const { code, stderr } = await init(folder(named('en')), { files: [pattern] });
    expect(code).toBe(2);
    expect(stderr).toContain('there are only files in the source locale');
  });

  test.each([
    ['media/talk.srt', 'media/talk.{locale}.srt'],
    ['media/*.srt', 'media/*.{locale}.srt'],
  ])(
    'without {locale} it names a source, with its targets beside it: %s',
    async (source, target) => {
      const cue = '1\n00:00:01,000 --> 00:00:02,000\nHello\n';
      const root = folder({ 'media/talk.srt': cue, 'media/talk.fr.srt': cue });
      expect((await init(root, { files: [source], targets: ['de', 'fr'] })).code).toBe(0);
      expect(read(root, 'service.config.yaml')).toContain('# subtitles: 1 file, 1 string in en\n');
      const config = await loadConfig({ cwd: root, env: {} });
      expect(config).toMatchObject({ source: 'en', catalogs: [{ source, target }] });
      expect((await scan(config)).pairs).toMatchObject([
        { source: 'media/talk.srt', targets: [{ exists: false }, { exists: true }] },
      ]);
    },
  );

  test('names the flag in what is wrong with a pattern of a source', async () => {
    const { stderr } = await init(folder(files), { files: ['../a.json'], targets: ['de'] });
    expect(stderr).toContain('error: --files: the pattern "../a.json" cannot be used');
  });
});

test.each([
  ['media/talk.srt', '1\n00:00:01,000 --> 00:00:02,000\nHello\n', 'en'],
  [
    'src/messages.xlf',
    '<xliff version="2.0" xmlns="urn:oasis:names:tc:xliff:document:2.0" srcLang="fr"><file id="f"><unit id="u"><segment><source>Bonjour</source></segment></unit></file></xliff>',
    'fr',
  ],
])(
  'a file of texts without a locale is named, with the call that takes it: %s',
  async (path, content, source) => {
    const root = folder({ [path]: content, 'src/data.json': text, 'ts/c.json': text });
    const { code, stderr } = await init(root, { targets: ['de'] });
    expect(code).toBe(2);
    expect(stderr).toContain(
      `locale-sync init --files '${path}' --source ${source} --targets de\n`,
    );
    expect((await init(root, { files: [path], source, targets: ['de'] })).code).toBe(0);
  },
);

test('folders of code are advised as no language', async () => {
  const words = ['src', 'bin', 'new', 'run', 'ext', 'ts', 'cs'];
  const root = folder(Object.fromEntries(words.map((word) => [`${word}/c.yml`, 'a: b\n'])));
  const { code, stderr } = await init(root);
  expect(code).toBe(2);
  expect(stderr).not.toContain('may be one');
});

test('the source that was named is the one that is counted', async () => {
  const root = folder({ 'lang/en.json': text, 'lang/fi-FI.json': '{"a": "A", "b": "B"}' });
  const { stderr } = await init(root, { source: 'fi-FI' });
  expect(stderr).toContain('(JSON: 1 file, 2 strings in fi-FI)');
  expect(read(root, 'service.config.yaml')).toContain('# JSON: 1 file, 2 strings in fi-FI\n');
});

test('a locale that stands there under two names is taken once, and told', async () => {
  const names = ['en', 'nb', 'no', 'pt-BR', 'pt_BR'];
  const root = folder(Object.fromEntries(names.map((name) => [`locales/x.${name}.json`, text])));
  const { stderr } = await init(root);
  expect((await loadConfig({ cwd: root, env: {} })).targets).toEqual(['nb', 'pt-BR']);
  expect(stderr).toContain(
    'Left out of locales/x.{locale}.json: no (the same language as nb), pt_BR (the same language as pt-BR); each language is translated only once.\n',
  );
});

test('targets that the service lacks are taken where they are named, and told', async () => {
  const root = folder(files);
  const { code, stderr } = await init(root, { targets: ['de', 'nn', 'xx-nope'] });
  expect(code).toBe(0);
  expect(stderr).toContain(
    'Not supported by the service: nn, xx-nope. If it has other codes for them, map them under "languages"',
  );
  const config = read(root, 'service.config.yaml');
  expect(config).toContain('targets: [de, nn, xx-nope]\n# Not supported by the service');
  expect(config).toContain('# languages: { nn: CODE, xx-nope: CODE }\n');
  const mapped = config.replace(/# (languages: .*)/, '$1').replaceAll('CODE', 'NB');
  writeFileSync(join(root, 'service.config.yaml'), mapped);
  expect((await loadConfig({ cwd: root, env: {} })).languages).toEqual({
    nn: 'NB',
    'xx-nope': 'NB',
  });
});

test('where no locale is left as a target, it is told why', async () => {
  const root = folder({ 'locales/en.json': text, 'locales/en-GB.json': text });
  const { code, stderr } = await init(root);
  expect(code).toBe(2);
  expect(stderr).toContain(
    'which targets?\nNot used as a target: en-GB (a variant of the source en',
  );
  expect(stderr).not.toContain('only files in the source locale');
});

describe('locales that are words', () => {
  const named = { 'lang/english/x.json': text, 'lang/german/x.json': text };
  const flags = { files: ['lang/{locale}/*.json'], source: 'english' };

  test('are mapped to the language of that name', async () => {
    const root = folder(named);
    const { code, stderr } = await init(root, { ...flags, targets: ['german'] });
    expect(code).toBe(0);
    expect(stderr).not.toContain('Not supported by the service');
    expect(read(root, 'service.config.yaml')).toContain(
      'targets: [german]\n# Language codes of the service.\nlanguages: { english: EN, german: DE }\n',
    );
    const { pairs } = await scan(await loadConfig({ cwd: root, env: {} }));
    expect(pairs).toMatchObject([
      { source: 'lang/english/x.json', targets: [{ path: 'lang/german/x.json', exists: true }] },
    ]);
  });

  test('are mapped by --languages, which wins', async () => {
    const root = folder(named);
    const languages = { german: 'DE-CH', tedesco: 'DE' };
    const { code } = await init(root, { ...flags, targets: ['german', 'tedesco'], languages });
    expect(code).toBe(0);
    const config = await loadConfig({ cwd: root, env: {} });
    expect(config.languages).toEqual({ english: 'EN', ...languages });
  });

  test('need --languages where they are no name of a language', async () => {
    const { code, stderr } = await init(folder(named), { ...flags, targets: ['tedesco'] });
    expect(code).toBe(2);
    expect(stderr).toContain('--targets: "tedesco" does not look like a locale');
    expect(stderr).toContain('\nMap names that are not language codes: --languages german=DE\n');
  });
});
