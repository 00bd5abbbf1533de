import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { english, german } from '../formats/qt/fixtures.js';
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
  return createEngine(await loadConfig({ cwd: project.root, env })).sync();
}

/** Each file is XML to a program of another make, where that is installed. */
function checkXml(project: Project, paths: readonly string[]): void {
  if (!existsSync('/usr/bin/xmllint')) return;
  for (const path of paths) execFileSync('/usr/bin/xmllint', ['--noout', project.path(path)]);
}

const config = (source: string, target: string): string =>
  `version: 1\nsource: en\ntargets: [de, pl]\ncatalogs:\n  - source: ${source}\n    target: "${target}"\n`;

test(
  'Android: missing strings and the quantities of each language are filled, what people wrote stays',
  { timeout: TIMEOUT },
  async () => {
    const half = `<resources>
    <!-- a person's -->
    <string name="hello">Grüß dich, <xliff:g id="NAME" xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">%1$s</xliff:g>!</string>
</resources>
`;
    const project = new Project({
      'service.config.yaml': config('res/values/strings.xml', 'res/values-{locale}/strings.xml'),
      'res/values/strings.xml': `<?xml version="1.0" encoding="utf-8"?>
<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">
    <string name="app" translatable="false">Shop</string>
    <string name="hello">Hello, <xliff:g id="name">%1$s</xliff:g>!</string>
    <string name="bold">It\\'s <b>bold</b> &amp; new</string>
    <string name="html"><![CDATA[Read <a href="https://example.com">this page</a>]]></string>
    <plurals name="files">
        <item quantity="one">%d file in <xliff:g id="place">%s</xliff:g></item>
        <item quantity="other">%d files in <xliff:g id="place">%s</xliff:g></item>
    </plurals>
    <string-array name="days">
        <item>Monday</item>
        <item>@string/tuesday</item>
    </string-array>
    <color name="red">#f00</color>
</resources>
`,
      'res/values-de/strings.xml': half,
    });
    const report = await sync(project);
    expect(report.problems).toEqual([]);
    const [de, pl] = ['de', 'pl'].map((locale) => project.read(`res/values-${locale}/strings.xml`));
    expect(de).toContain(half.slice(half.indexOf('    <!--'), half.indexOf('</resources>')));
    expect(pl).not.toMatch(/translatable|color/);
    expect(pl).toContain('<item>@string/tuesday</item>');
    const quantities = (text = ''): string[] =>
      Array.from(text.matchAll(/quantity="(\w+)"/g), ([, name = '']) => name);
    expect(quantities(de)).toEqual(['one', 'other']);
    expect(quantities(pl)).toEqual(['one', 'few', 'many', 'other']);
    for (const text of [de, pl]) {
      expect(text).toMatch(/<b>.*<\/b>/);
      expect(text).toMatch(/<!\[CDATA\[.*<a href="https:\/\/example.com">.*\]\]>/);
      expect(text?.match(/<xliff:g id="place">%s<\/xliff:g>/g)?.length).toBe(
        quantities(text).length,
      );
    }
    checkXml(project, ['res/values-de/strings.xml', 'res/values-pl/strings.xml']);
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  '.NET: missing texts are filled, and a new file has texts alone',
  { timeout: TIMEOUT },
  async () => {
    const entry = (name: string, text: string): string =>
      `  <data name="${name}" xml:space="preserve">\n    <value>${text}</value>\n  </data>\n`;
    const file = (entries: string): string =>
      `\ufeff<?xml version="1.0" encoding="utf-8"?>\n<root>\n  <resheader name="version">\n    <value>2.0</value>\n  </resheader>\n${entries}</root>`;
    const project = new Project({
      'service.config.yaml': config('Strings.resx', 'Strings.{locale}.resx'),
      'Strings.resx': file(
        `${entry('Hello', 'Hello, {0}!')}${entry('$this.Text', 'Save &amp; close')}  <data name="icon" type="System.Drawing.Icon"><value>AAA</value></data>\n`,
      ),
      'Strings.de.resx': file(entry('Hello', 'Grüß dich, {0}!')),
    });
    expect((await sync(project)).problems).toEqual([]);
    expect(project.read('Strings.de.resx')).toContain(entry('Hello', 'Grüß dich, {0}!'));
    expect(project.read('Strings.de.resx')).toMatch(/<data name="\$this\.Text" xml:space/);
    expect(project.read('Strings.pl.resx')).toMatch(/\{0\}/);
    expect(project.read('Strings.pl.resx')).not.toContain('icon');
    checkXml(project, ['Strings.de.resx', 'Strings.pl.resx']);
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  'Qt: unfinished translations are filled with the forms that Qt knows',
  { timeout: TIMEOUT },
  async () => {
    const half = german.slice(0, german.indexOf('<context>\n    <name>Dialog')).concat('</TS>\n');
    const project = new Project({
      'service.config.yaml': config('t/app_en.ts', 't/app_{locale}.ts'),
      't/app_en.ts': english,
      't/app_de.ts': half,
    });
    await sync(project);
    const [de, pl] = ['de', 'pl'].map((locale) => project.read(`t/app_${locale}.ts`));
    expect(de).toContain('<translation type="vanished">Weg</translation>');
    expect(de).toMatch(/<source>colour<\/source>\n {8}<translation>[^<]/);
    expect(pl).toContain('language="pl"');
    const forms = Array.from((pl ?? '').matchAll(/<numerusform>([^<]*)</g), ([, text]) => text);
    expect(forms).toHaveLength(6);
    for (const text of forms) expect(text).toContain('%n');
    checkXml(project, ['t/app_de.ts', 't/app_pl.ts']);
    expect(await sync(project)).toMatchObject({ texts: 0, files: { written: 0 } });
  },
);

test(
  'Android: a string and plurals of one name are two, also beside forms that a language lacks',
  { timeout: TIMEOUT },
  async () => {
    const plural =
      '<plurals name="n"><item quantity="one">One</item><item quantity="other">%d seconds</item></plurals>';
    const files = {
      'service.config.yaml':
        'version: 1\nsource: en\ntargets: [ja]\ncatalogs:\n  - files: res/values-{locale}/strings.xml\n',
      'res/values/strings.xml': `<resources>\n    ${plural}\n    <string name="n">Seconds left</string>\n</resources>\n`,
      'res/values-ja/strings.xml': `<resources>\n    ${plural.replace('%d seconds', '%d 秒')}\n</resources>\n`,
    };
    const project = new Project(files, 'android-names');
    const report = await sync(project);
    expect(report).toMatchObject({ ok: true, problems: [] });
    expect(project.read('res/values-ja/strings.xml')).toMatch(/%d 秒[^]*<string name="n">/);
  },
);
