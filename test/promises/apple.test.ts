import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { decode } from '../../src/formats/public.js';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { readPlistStrings } from '../formats/support/plist-reader.js';
import { readStrings } from '../formats/strings/read.js';
import { plist } from '../formats/stringsdict/fixtures.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

const TIMEOUT = 300_000;

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

async function sync(project: Project): Promise<Report> {
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const engine = createEngine(await loadConfig({ cwd: project.root, env }));
  return engine.sync();
}

const config = (files: string): string =>
  `version: 1\nsource: en\ntargets: [de, ru]\ncatalogs: [{ files: '${files}' }]\n`;

test('.strings: what people wrote stays, the rest is added', { timeout: TIMEOUT }, async () => {
  const project = new Project({
    'service.config.yaml': config('App/{locale}.lproj/Localizable.strings'),
    'App/en.lproj/Localizable.strings':
      '/* Title */\n"title" = "Welcome, %@!";\n\n/* Button */\n"go" = "Go on";\n\n/* Rest */\n"rest" = "%1$@ has %2$lld of 100%%";\n',
    'App/de.lproj/Localizable.strings': Buffer.from(
      '\ufeff/* Knopf */\n"go" = "Weiter";\n',
      'utf16le',
    ),
  });
  const report = await sync(project);
  expect(report.problems).toEqual([]);
  const bytes = readFileSync(project.path('App/de.lproj/Localizable.strings'));
  const de = decode(bytes, 'Localizable.strings');
  expect(de.encoding).toBe('utf-16le');
  expect(de.text).toMatch(
    /^\ufeff\/\* Title \*\/\n"title" = .*;\n\/\* Knopf \*\/\n"go" = "Weiter";\n\/\* Rest \*\/\n/,
  );
  const ru = readStrings(project.read('App/ru.lproj/Localizable.strings'));
  expect([...ru.keys()]).toEqual(['title', 'go', 'rest']);
  expect(ru.get('rest')).toMatch(/%1\$@.*%2\$lld.*%%/);
  expect(project.read('App/ru.lproj/Localizable.strings')).toContain('/* Button */\n"go" = ');
  expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
});

test('.stringsdict: the forms of each language', { timeout: TIMEOUT }, async () => {
  const rule = (forms: string): string => `	<key>n_files</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@files@</string>
		<key>files</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
${forms}		</dict>
	</dict>
`;
  const form = (name: string, text: string): string =>
    `\t\t\t<key>${name}</key>\n\t\t\t<string>${text}</string>\n`;
  const path = (locale: string): string => `App/${locale}.lproj/Localizable.stringsdict`;
  const project = new Project({
    'service.config.yaml': config('App/{locale}.lproj/Localizable.stringsdict'),
    [path('en')]: plist(rule(form('one', 'One file') + form('other', '%d files'))),
    [path('de')]: plist(''),
  });
  const report = await sync(project);
  expect(report.problems).toEqual([]);
  const formsOf = (locale: string): string[] =>
    [...readPlistStrings(project.read(path(locale))).keys()]
      .map((id) => id.split('\0'))
      .filter(([, name]) => name === 'files')
      .map((parts) => parts[2] ?? '')
      .slice(2);
  expect(formsOf('de')).toEqual(['one', 'other']);
  expect(formsOf('ru')).toEqual(['one', 'few', 'many', 'other']);
  const ru = readPlistStrings(project.read(path('ru')));
  for (const name of ['one', 'few', 'many', 'other'])
    expect(ru.get(`n_files\0files\0${name}`)).toContain('%d');
  const de = project.read(path('de')).replace(/\[de .*?\]/g, 'text');
  expect(de).toBe(plist(rule(form('one', 'text') + form('other', 'text'))));
  expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
});
