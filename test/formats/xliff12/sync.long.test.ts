import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import { Project } from '../../support/project.js';
import { environment, service } from '../../support/service.js';
import { angular, symfony, xcode } from './fixtures.js';

interface Kind {
  readonly source: string;
  readonly target: string;
  readonly text: string;
  /** A translation that a person has made of one unit. */
  readonly present: string;
  /** What a German file has where the person's text is. */
  readonly kept: string;
}

const german = (text: string): string =>
  text
    .replace(/ target-language="\w+"/g, '')
    .replaceAll('datatype=', 'target-language="de" datatype=');

const kinds: Readonly<Record<string, Kind>> = {
  Angular: {
    ...{ source: 'src/locale/messages.xlf', target: 'src/locale/messages.{locale}.xlf' },
    text: angular,
    present: german(angular).replace(
      'Save &amp; close</source>',
      'Save &amp; close</source>\n        <target>Sichern</target>',
    ),
    kept: '<target>Sichern</target>',
  },
  Symfony: {
    ...{ source: 'translations/messages.en.xlf', target: 'translations/messages.{locale}.xlf' },
    text: symfony,
    present: german(symfony)
      .replace('Your cart', 'Ihr Korb')
      .replace(/ {6}<trans-unit id="LHDhK3o"[\s\S]*?<\/trans-unit>\n/, '')
      .replace(/\n *<target><!\[CDATA.*/, ''),
    kept: '<target>Ihr Korb</target>',
  },
  Xcode: {
    ...{ source: 'l10n/en.xliff', target: 'l10n/{locale}.xliff' },
    text: xcode.replaceAll(' target-language="de"', '').replace(/\n *<target>.*/g, ''),
    present: xcode,
    kept: '<target>Abbrechen</target>',
  },
};

/** What `xmllint` says of a text; '' where it is not installed. */
function lint(text: string): string {
  const run = spawnSync('xmllint', ['--noout', '-'], { input: text, encoding: 'utf8' });
  return run.error === undefined ? run.stderr : '';
}

test.each(Object.keys(kinds))(
  '%s: what is missing is filled, and a second run sends nothing',
  async (name) => {
    const { source, target, text, present, kept } = kinds[name]!;
    const running = await service();
    const project = new Project({
      'service.config.json': JSON.stringify({
        ...{ version: 1, source: 'en', targets: ['de', 'fr'] },
        catalogs: [{ source, target }],
      }),
      [source]: text,
      [target.replace('{locale}', 'de')]: present,
    });
    const run = await project.report(['sync'], { env: environment(running) });
    expect(run.problems).toEqual([]);
    expect(run.code).toBe(0);
    const before = xliff.parse(text, { role: 'source', locale: 'en' });
    for (const locale of ['de', 'fr']) {
      const written = project.read(target.replace('{locale}', locale));
      const { units, problems } = xliff.parse(written, { role: 'target', locale, source: before });
      expect(problems).toEqual([]);
      expect(units.map(({ key }) => key)).toEqual(before.units.map(({ key }) => key));
      expect(units.every((unit) => unit.text !== '')).toBe(true);
      expect(written.match(/target-language="(\w+)"/)?.[1]).toBe(locale);
      expect(
        written.split(/<trans-unit[^]*?<\/trans-unit>/).some((rest) => rest.includes('<target')),
      ).toBe(false);
      expect(lint(written)).toBe('');
    }
    expect(project.read(target.replace('{locale}', 'de'))).toContain(kept);
    expect(project.read(source)).toBe(text);
    const files = project.files();
    const again = await project.report(['sync'], { env: environment(running) });
    expect([again.code, again.requests, again.texts]).toEqual([0, 0, 0]);
    expect(project.files()).toEqual(files);

    const changed = text.replace(
      /(<trans-unit[^>]*>\s*)(<source>)(Hello|cart\.title|Cancel)/,
      '$1$2New $3',
    );
    project.write(source, changed.replace('Your cart', 'New cart'));
    const update = await project.report(['sync'], { env: environment(running) });
    expect(
      update.problems.filter(({ severity, code }) => severity === 'error' && code !== 'review'),
    ).toEqual([]);
    expect(project.read(target.replace('{locale}', 'fr'))).not.toBe(
      files[target.replace('{locale}', 'fr')],
    );
  },
);

test('a unit that the source has no more goes, with its lines', async () => {
  const running = await service();
  const { source, target, text } = kinds['Angular']!;
  const project = new Project({
    'service.config.json': JSON.stringify({
      ...{ version: 1, source: 'en', targets: ['de'], catalogs: [{ source, target }] },
    }),
    [source]: text,
  });
  await project.report(['sync'], { env: environment(running) });
  const full = project.read(target.replace('{locale}', 'de'));
  project.write(source, text.replace(/ {6}<trans-unit id="link"[\s\S]*?<\/trans-unit>\n/, ''));
  expect((await project.report(['sync'], { env: environment(running) })).code).toBe(0);
  expect(project.read(target.replace('{locale}', 'de'))).toBe(
    full.replace(/ {6}<trans-unit id="link"[\s\S]*?<\/trans-unit>\n/, ''),
  );
});

test('a unit named by its resname gets an id that no other unit of the file has', async () => {
  const running = await service();
  const unit = (id: string, name: string, inner: string): string =>
    `      <trans-unit id="${id}" resname="${name}">\n${inner}      </trans-unit>\n`;
  const file = (head: string, units: string): string =>
    `<?xml version="1.0" encoding="utf-8"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">\n  <file source-language="en"${head} datatype="plaintext" original="file.ext">\n    <body>\n${units}    </body>\n  </file>\n</xliff>\n`;
  const text = '        <source>Post</source>\n';
  const project = new Project({
    'service.config.json': JSON.stringify({
      ...{ version: 1, source: 'en', targets: ['de'] },
      catalogs: [{ source: 'm.en.xlf', target: 'm.{locale}.xlf' }],
    }),
    'm.en.xlf': file('', unit('1', 'post.title', text) + unit('2', 'post.text', text)),
    'm.de.xlf': file(
      ' target-language="de"',
      unit('1', 'post.own', '        <source>Own</source>\n        <target>Eigen</target>\n'),
    ),
  });
  expect(await project.report(['sync'], { env: environment(running) })).toMatchObject({ code: 0 });
  const written = project.read('m.de.xlf');
  const ids = [...written.matchAll(/ id="([^"]+)" resname="([^"]+)"/g)].map(([, ...one]) => one);
  expect(ids.sort()).toEqual([
    ['1', 'post.own'],
    ['1-2', 'post.title'],
    ['2', 'post.text'],
  ]);
  const again = await project.report(['sync'], { env: environment(running) });
  expect([again.code, again.requests]).toEqual([0, 0]);
  expect(project.read('m.de.xlf')).toBe(written);
});
