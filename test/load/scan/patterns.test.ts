import { expect, test } from 'vitest';
import { lines, project } from './helpers.js';

test('the locale in a file name', async () => {
  const { scan } = project('  - files: locales/{locale}.json', [
    'locales/en.json',
    'locales/de.json',
    'locales/fr.json',
  ]);
  expect(lines(await scan())).toEqual(['locales/en.json → locales/de.json, locales/pt_BR.json?']);
});

test('the locale in a folder name, with folders below', async () => {
  const { scan } = project('  - files: locales/{locale}/**/*.json', [
    'locales/en/b.json',
    'locales/en/a.json',
    'locales/en/deep/er/c.json',
    'locales/de/deep/er/c.json',
    'locales/en/d.txt',
  ]);
  expect(lines(await scan())).toEqual([
    'locales/en/a.json → locales/de/a.json?, locales/pt_BR/a.json?',
    'locales/en/b.json → locales/de/b.json?, locales/pt_BR/b.json?',
    'locales/en/deep/er/c.json → locales/de/deep/er/c.json, locales/pt_BR/deep/er/c.json?',
  ]);
});

test('the locale several times is the same one each time', async () => {
  const { scan } = project('  - files: "{locale}/*/x.{locale}.json"', [
    'en/a/x.en.json',
    'en/a/x.de.json',
    'de/a/x.de.json',
  ]);
  const found = await scan();
  expect(lines(found)).toEqual(['en/a/x.en.json → de/a/x.de.json, pt_BR/a/x.pt_BR.json?']);
  expect(found.orphans).toEqual([]);
});

test('the locale inside names at any depth', async () => {
  const { scan } = project('  - files: "**/*.{locale}.srt"', [
    'talk.en.srt',
    'media/a.b/talk.v2.en.srt',
    'media/a.b/talk.v2.de.srt',
    'node_modules/x/talk.en.srt',
    '.git/talk.en.srt',
    'a/.locale-sync/talk.en.srt',
    '.hidden/talk.en.srt',
  ]);
  expect(lines(await scan())).toEqual([
    'media/a.b/talk.v2.en.srt → media/a.b/talk.v2.de.srt, media/a.b/talk.v2.pt_BR.srt?',
    'talk.en.srt → talk.de.srt?, talk.pt_BR.srt?',
  ]);
});

test('a folder that starts with a dot is found where the pattern writes it', async () => {
  const { scan } = project('  - files: .vscode/{locale}/*.json', [
    '.vscode/en/a.json',
    '.vscode/de/a.json',
  ]);
  expect(lines(await scan())).toEqual([
    '.vscode/en/a.json → .vscode/de/a.json, .vscode/pt_BR/a.json?',
  ]);
});

test('braces give choices, `?` and `[…]` one character', async () => {
  const { scan } = project('  - files: "{src,lib}/{locale}/v[0-9]?.{json,yml}"', [
    'src/en/v1a.json',
    'src/de/v1a.json',
    'lib/en/v2b.yml',
    'lib/en/vxb.yml',
    'lib/en/v2.yml',
    'src/en/v1a.xml',
  ]);
  expect(lines(await scan())).toEqual([
    'lib/en/v2b.yml → lib/de/v2b.yml?, lib/pt_BR/v2b.yml?',
    'src/en/v1a.json → src/de/v1a.json, src/pt_BR/v1a.json?',
  ]);
});

test('negated characters match no slash', async () => {
  const { scan } = project('  - files: "a[!x]{locale}.json"', [
    'a-en.json',
    'axen.json',
    'a/en.json',
    'a-de.json',
  ]);
  expect(lines(await scan())).toEqual(['a-en.json → a-de.json, a-pt_BR.json?']);
});

test.each([
  ['app/(shop)/{locale}.json', 'app/(shop)/'],
  ['app/(shop|x)/{locale}.json', 'app/(shop|x)/'],
  ['app/@modal/!not/+plus/{locale}.json', 'app/@modal/!not/+plus/'],
  ['app/\\[slug\\]/{locale}.json', 'app/[slug]/'],
  ['app/\\{x\\}/{locale}.json', 'app/{x}/'],
  ['app/a\\*b/{locale}.json', 'app/a*b/'],
  ['my app/ünï 😀/{locale}.json', 'my app/ünï 😀/'],
  ['$dir/^a.b/{locale}.json', '$dir/^a.b/'],
  ['./a//b/./{locale}.json', 'a/b/'],
])('%s means these very characters', async (pattern, path) => {
  const { scan } = project(`  - files: '${pattern}'`, [`${path}en.json`, `${path}de.json`]);
  expect(lines(await scan())).toEqual([`${path}en.json → ${path}de.json, ${path}pt_BR.json?`]);
});

test('wildcards find names with any characters, and give them back unchanged', async () => {
  const names = ['(a) [b]', '{c}', '!d', '@(e)', '$&', '$1', 'ü 😀', '#x', '*', "it's"];
  const files = names.flatMap((name) => [`l/en/${name}/${name}.json`, `l/de/${name}/${name}.json`]);
  const { scan } = project('  - files: l/{locale}/**/*.json', files);
  const { pairs } = await scan();
  const sources = pairs.map(({ source }) => source).sort();
  expect(sources).toEqual(names.map((name) => `l/en/${name}/${name}.json`).sort());
  for (const { source, targets } of pairs) {
    expect(targets[0]).toMatchObject({
      locale: 'de',
      path: source.replace('l/en/', () => 'l/de/'),
      exists: true,
    });
  }
});

test('locale names stand for themselves, `_` and `-` are not mixed up', async () => {
  const files = ['en.json', 'pt-BR.json', 'pt_BR.json', 'zh-Hant-TW.json'];
  const { scan } = project('  - files: "{locale}.json"', files, 'pt_BR, zh-Hant-TW, pt');
  expect(lines(await scan())).toEqual(['en.json → pt_BR.json, zh-Hant-TW.json, pt.json?']);
});

test('a last `**` finds files at any depth', async () => {
  const { scan } = project('  - files: l/{locale}/**', [
    'l/en/a.json',
    'l/en/x/b.json',
    'l/de/x/b.json',
  ]);
  expect(lines(await scan())).toEqual([
    'l/en/a.json → l/de/a.json?, l/pt_BR/a.json?',
    'l/en/x/b.json → l/de/x/b.json, l/pt_BR/x/b.json?',
  ]);
});

test('source and target: the wildcards of one stand for what those of the other found', async () => {
  const { scan } = project('  - source: src/**/*.xlf\n    target: out/**/{locale}/*.xlf', [
    'src/a/b/messages.xlf',
    'src/top.xlf',
    'out/a/b/de/messages.xlf',
    'out/x/de/gone.xlf',
  ]);
  const found = await scan();
  expect(lines(found)).toEqual([
    'src/a/b/messages.xlf → out/a/b/de/messages.xlf, out/a/b/pt_BR/messages.xlf?',
    'src/top.xlf → out/de/top.xlf?, out/pt_BR/top.xlf?',
  ]);
  expect(found.orphans.map(({ path }) => path)).toEqual(['out/x/de/gone.xlf']);
});

test('source and target: a source pattern that also finds targets takes them for what they are', async () => {
  const { scan } = project('  - source: i18n/*.xlf\n    target: i18n/*.{locale}.xlf', [
    'i18n/messages.xlf',
    'i18n/messages.de.xlf',
    'i18n/messages.it.xlf',
    'i18n/gone.de.xlf',
    'i18n/app.new.xlf',
  ]);
  const found = await scan();
  expect(lines(found)).toEqual([
    'i18n/app.new.xlf → i18n/app.new.de.xlf?, i18n/app.new.pt_BR.xlf?',
    'i18n/messages.xlf → i18n/messages.de.xlf, i18n/messages.pt_BR.xlf?',
  ]);
  expect(found.orphans.map(({ path }) => path)).toEqual(['i18n/gone.de.xlf']);
});

test('source and target: without wildcards, and with the source locale in the source', async () => {
  const { scan } = project(
    '  - source: src/messages.xlf\n    target: src/messages.{locale}.xlf\n  - source: a/{locale}/x.{json,yml}\n    target: b/{locale}/x.{json,yml}',
    ['src/messages.xlf', 'src/messages.de.xlf', 'a/en/x.yml', 'b/de/x.yml'],
  );
  expect(lines(await scan())).toEqual([
    'src/messages.xlf → src/messages.de.xlf, src/messages.pt_BR.xlf?',
    'a/en/x.yml → b/de/x.yml, b/pt_BR/x.yml?',
  ]);
});

test('a name that starts with "!" is written with a "\\"', async () => {
  const { scan } = project("  - files: '\\!x/{locale}.json'", ['!x/en.json', '!x/de.json']);
  expect(lines(await scan())).toEqual(['!x/en.json → !x/de.json, !x/pt_BR.json?']);
});
