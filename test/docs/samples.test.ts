import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { parseConfig } from '../../src/config/index.js';
import { configSchema } from '../../src/config/schema.js';
import { formats } from '../../src/formats/registry.js';
import { loadCustomBackend } from '../../src/service/index.js';
import { parseSettled } from '../../src/lock/index.js';
import { Project } from '../support/project.js';
import { complaintAbout } from './calls.js';

const ROOT = resolve(import.meta.dirname, '../..');
const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md'],
  ...['examples/README.md', 'examples/catalogs/README.md'],
  ...['docs', 'docs/formats'].flatMap((folder) =>
    readdirSync(join(ROOT, folder))
      .filter((name) => name.endsWith('.md'))
      .map((name) => `${folder}/${name}`),
  ),
];

interface Sample {
  readonly page: string;
  readonly language: string;
  readonly text: string;
}

function samplesOf(page: string): readonly (readonly [place: string, Sample])[] {
  const content = read(page);
  return [...content.matchAll(/^( *)```(.*)\n([\s\S]*?)^ *```$/gm)].map(
    ({ 1: indent = '', 2: language = '', 3: block = '', index }) => {
      const line = content.slice(0, index).split('\n').length;
      const text = block.replaceAll(new RegExp(`^${indent}`, 'gm'), '');
      return [`${page}:${line} (${language})`, { page, language, text }];
    },
  );
}

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

const SAMPLES = PAGES.flatMap(samplesOf);

describe('every sample of the documentation', () => {
  test('is read, and they are many', () => {
    expect(SAMPLES.length).toBeGreaterThan(120);
  });

  test.each(SAMPLES)('%s', async (_, sample) => {
    const check = CHECKS[sample.language];
    expect(check, 'a language that samples are checked in').toBeDefined();
    expect(sample.text.trim()).not.toBe('');
    await check?.(sample);
  });
});

type Check = (sample: Sample) => void | Promise<void>;

const CHECKS: Readonly<Record<string, Check>> = {
  yaml: checkYaml,
  json: (sample) => (inFormat(sample) ? checkFormat(sample) : checkJson(sample.text)),
  js: checkCode,
  ts: checkCode,
  vue: (sample) => {
    const [, script = ''] =
      /^<script setup lang="ts">\n([\s\S]*?)<\/script>\n/.exec(sample.text) ?? [];
    checkCode({ ...sample, text: script });
    expect(sample.text).toMatch(/<template>[\s\S]*<\/template>\n$/);
  },
  sh: ({ text }) => checkShell(text),
  console: ({ text }) => checkShell(found(text, /^\$ (.+)$/gm).join('\n')),
  http: ({ text }) => {
    const [, body = ''] = /^(?:GET|POST|PUT|PATCH|DELETE) \/\S+\n([\s\S]*)$/.exec(text) ?? [];
    expect(text).toMatch(/^[A-Z]+ \/\S+\n/);
    if (body !== '') checkJson(body);
  },
  sql: ({ text }) => expect(text).toMatch(/^(?:(?:CREATE|GRANT) [^;\n]+;\n)+$/),
  diff: ({ text }) => expect(text).toMatch(/^\S+:\d+:\d+ {2}\S.*\n(?:[-+] \S.*\n)+$/),
  csv: (sample) =>
    inFormat(sample) ? checkFormat(sample) : checkResource('glossary.csv', sample.text),
  ...Object.fromEntries(
    ['ftl', 'ini', 'json5', 'md', 'php', 'properties', 'xml', 'po'].map((name) => [
      name,
      checkFormat,
    ]),
  ),
  html: checkFormat,
  toml: (sample) => (inFormat(sample) ? checkFormat(sample) : void formats.toml.parse(sample.text)),
  lua: (sample) =>
    inFormat(sample)
      ? checkFormat(sample)
      : expect(sample.text).toContain("cmd = { 'npx', 'locale-sync', 'editor' }"),
  text: checkText,
};

function inFormat({ page }: Sample): boolean {
  return page.startsWith('docs/formats/');
}

function checkJson(text: string): void {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
}

/** What stands around a fragment in its file. */
const AROUND: Readonly<Record<string, readonly [string, string]>> = {
  qt: ['<!DOCTYPE TS>\n<TS version="2.1" language="de">\n', '</TS>\n'],
  resx: ['<root>\n', '</root>\n'],
  stringsdict: ['<plist version="1.0">\n<dict>\n', '</dict>\n</plist>\n'],
  xliff: [
    '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de"><file id="f"><unit id="u">\n',
    '</unit></file></xliff>\n',
  ],
  'xliff-1.2': [
    '<xliff version="1.2" xmlns="urn:oasis:names:tc:xliff:document:1.2"><file original="a" source-language="en" target-language="de" datatype="plaintext"><body>\n',
    '</body></file></xliff>\n',
  ],
};

function checkFormat({ page, text }: Sample): void {
  const own = /formats\/(.+)\.md$/.exec(page)?.[1] ?? '';
  const format = formats[own as keyof typeof formats];
  expect(format, own).toBeDefined();
  for (const side of sidesOf(text)) {
    const [before, after] = AROUND[side.includes('<trans-unit') ? `${own}-1.2` : own] ?? ['', ''];
    const { units, problems } = format.parse(`${before}${side}${after}`);
    expect(problems).toEqual([]);
    expect(units.length).toBeGreaterThan(0);
  }
}

/** A file before and after a change, beside each other. */
function sidesOf(text: string): readonly string[] {
  const [first = ''] = text.split('\n');
  const column = /^\S.*?\S {4,}(?=\S)/.exec(first)?.[0].length;
  if (column === undefined) return [text];
  const side = (from: number, to?: number): string =>
    text.replaceAll(/^.+$/gm, (line) => line.slice(from, to).replace('→', ' ').trimEnd());
  return [side(0, column), side(column)];
}

/** Output, and files that no highlighter knows. */
function checkText(sample: Sample): void {
  const { page, text } = sample;
  if (inFormat(sample)) checkFormat(sample);
  else if (page === 'docs/checks.md') expect(parseSettled(text)).toHaveLength(2);
  else {
    // Output: the service's log, and a plugin's message.
    expect(['docs/service.md', 'docs/plugins.md']).toContain(page);
    expect(text).toMatch(
      /^(?:\d\d:\d\d:\d\d POST \/v2\/translate 200 |locale-sync: 1 problem in )/,
    );
  }
}

// YAML

function checkYaml(sample: Sample): void | Promise<void> {
  const { text } = sample;
  if (isTwice(text, '#')) expect.fail('a comment within a comment: are lines joined?');
  const value = parseYaml(text) as unknown;
  // A comment for editors.
  if (value === null) {
    expect(text).toMatch(/^# yaml-language-server: \$schema=\S+\n$/);
    return;
  }
  const runs = runsIn(value);
  if (runs.length > 0) return checkShell(runs.join('\n'));
  const keys = Object.keys(value as object);
  const [, file = 'service.config.yaml'] = /^# (\S+\.ya?ml)\n/.exec(text) ?? [];
  if (file.startsWith('styles/')) return checkResource('style.yaml', text);
  if (file === 'service.config.yaml' && keys.every((key) => CONFIG_KEYS.has(key))) {
    return checkConfig(text, keys);
  }
  if (['include', 'artifacts', 'env'].includes(keys[0] ?? '')) return;
  if (keys.includes('jobs')) {
    const { jobs } = value as { readonly jobs: Readonly<Record<string, { steps?: unknown }>> };
    for (const job of Object.values(jobs)) expect(job.steps).toBeInstanceOf(Array);
    return;
  }
  expect(formats.yaml.parse(text).units.length, 'a config, a job, a style or a catalog').not.toBe(
    0,
  );
}

const CONFIG_KEYS = new Set(Object.keys(configSchema.shape));

/** Whatever a part of a config leaves out. */
const REST = {
  version: '1',
  source: 'en',
  targets: '[de, fr, ja, pt-BR, de-AT, en-GB, chs, en-AU]',
  catalogs: '[{ files: "any/{locale}.json" }]',
};

async function checkConfig(text: string, keys: readonly string[]): Promise<void> {
  const isAll = ['documents', 'recordings'].some((key) => keys.includes(key));
  const rest = Object.entries(REST)
    .filter(([key]) => !keys.includes(key) && !(isAll && key === 'catalogs'))
    .map(([key, value]) => `${key}: ${value}\n`);
  await parseConfig(resolve('service.config.yaml'), `${rest.join('')}${text}`);
}

/** Takes a glossary or style file into a project. */
async function checkResource(file: string, text: string): Promise<void> {
  const targets = file.endsWith('.csv') ? '[de, fr]' : '[de, fr, ko]';
  const config = `version: 1\nsource: en\ntargets: ${targets}\ncatalogs: [{ files: '{locale}.json' }]\n`;
  const translate = `translate: { ${file.replace(/\..*/, '')}: ${file} }\n`;
  const project = new Project({
    'service.config.yaml': config + translate,
    'en.json': '{ "a": "b" }',
  });
  project.write(file, text);
  expect(await project.report(['plan'])).toMatchObject({ error: null, problems: [] });
}

/** What the steps of a workflow or the script of a job run. */
function runsIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    if (key === 'run' && typeof inner === 'string') return [inner];
    if (key === 'script' && Array.isArray(inner)) return inner as string[];
    return runsIn(inner);
  });
}

// JavaScript and TypeScript

function checkCode({ language, text }: Sample): void {
  if (isTwice(text, '//')) expect.fail('a comment within a comment: are lines joined?');
  const fileName = language === 'js' ? 'a.js' : 'a.ts';
  const { diagnostics = [] } = ts.transpileModule(text, { fileName, reportDiagnostics: true });
  expect(messages(diagnostics)).toEqual([]);
}

test('every sample that imports the package is what the compiler takes', () => {
  const samples = SAMPLES.filter(
    // That page has a test of its own.
    ([, { page, text }]) => /from 'locale-sync\b/.test(text) && page !== 'docs/client.md',
  );
  const files = new Map(
    samples.map(([place, { text }], at) => [
      join(ROOT, `test/docs/sample-${at}.ts`),
      { place, text: `${GIVEN}${text}\nexport {};\n` },
    ]),
  );
  const { options } = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (file) => readFileSync(file, 'utf8')).config,
    ts.sys,
    ROOT,
  );
  const given: ts.CompilerOptions = {
    ...options,
    ...{
      noImplicitAny: false,
      noUnusedLocals: false,
      noUncheckedIndexedAccess: false,
      erasableSyntaxOnly: false,
      rootDir: '/',
    },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler },
    paths: {
      'locale-sync': [join(ROOT, 'src/index.ts')],
      ...Object.fromEntries(
        ['formats', 'service'].map((name) => [
          `locale-sync/${name}`,
          [join(ROOT, `src/${name}/index.ts`)],
        ]),
      ),
      'locale-sync/*': [join(ROOT, 'plugins/*.ts')],
    },
  };
  const host = ts.createCompilerHost(given);
  const plain = { ...host };
  host.fileExists = (file) => files.has(file) || plain.fileExists(file);
  host.getSourceFile = (file, ...more) => {
    // What has no part in the types is not read: it would take most of the time and memory.
    const isOther = /\/src\/(?!index|model|config|formats\/|service\/\w+\.ts|engine\/\w+\.ts)/;
    const text = files.get(file)?.text ?? (isOther.test(file) ? 'export {};' : undefined);
    return text === undefined
      ? plain.getSourceFile(file, ...more)
      : ts.createSourceFile(file, text, ts.ScriptTarget.ES2023);
  };
  const program = ts.createProgram(
    [...files.keys(), join(ROOT, 'plugins/virtual.d.ts')],
    given,
    host,
  );
  expect(files.size).toBeGreaterThan(9);
  for (const [file, { place }] of files) {
    const source = program.getSourceFile(file);
    const found = source === undefined ? [] : program.getSemanticDiagnostics(source);
    expect([place, ...messages(found)]).toEqual([place]);
  }
});

/** What the samples take from around them. */
const GIVEN = [
  "declare const i18next: import('i18next').i18n;",
  "declare const i18n: import('vue-i18n').I18n;\n",
].join(' ');

function messages(diagnostics: readonly ts.Diagnostic[]): readonly string[] {
  const all = diagnostics.map(({ messageText }) =>
    ts.flattenDiagnosticMessageText(messageText, '\n'),
  );
  // Next is no dependency; its own build checks that sample each night.
  return all.filter((message) => !message.startsWith("Cannot find module 'next'"));
}

test('the engine of docs/service.md translates', async () => {
  const [, { text }] = SAMPLES.find(([, { text: code }]) => code.includes('X-Backend'))!;
  const project = new Project({ 'my-engine.mjs': text });
  const engine = await loadCustomBackend(project.path('my-engine.mjs'));
  const request = { source: 'en', target: 'de' } as Parameters<typeof engine.translate>[1];
  expect(await engine.translate(['Save', 'x'], request)).toEqual(['Speichern', 'x']);
});

// Shell

const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
const KNOWN =
  /^(?:git (?:apply|diff|clone)|curl http|npm (?:ci|install|pack|test|start)|install -m|mkdir|Out-String|Invoke-Expression)\b/;

/**
 * Runs a script in which every command only says how it was called: ours have to parse, scripts and
 * files of this repository have to exist, and others have to be of the few that the pages use.
 */
async function checkShell(text: string): Promise<void> {
  if (isTwice(text, '#')) expect.fail('a comment within a comment: are lines joined?');
  const own = readdirSync(join(ROOT, '.ci')).map((name) => `.ci/${name}`);
  const project = new Project({ 'words.txt': 'Save\n' });
  mkdirSync(project.path('.config/fish/completions'), { recursive: true });
  const script = [
    // In one write: what stands in `<(…)` runs at the same time.
    'command_not_found_handle() { printf "%s\\n" "$(printf "%s\\037" "$@")" >> calls; }',
    ...['cd', 'source', ...own].map((name) => `function ${name} { :; }`),
    'fpath=(. .); CI_NODE_INDEX=1; CI_NODE_TOTAL=8; PATH=/none',
    text,
  ].join('\n');
  const { status, stderr } = spawnSync('/bin/bash', ['-c', script], {
    cwd: project.root,
    encoding: 'utf8',
    env: { HOME: project.root },
  });
  expect([status, stderr]).toEqual([0, '']);
  const calls = project.has('calls') ? project.read('calls').trimEnd().split('\n') : [];
  if (own.every((name) => !text.includes(name))) expect(calls).not.toEqual([]);
  for (const call of calls) {
    const words = call
      .split('\u001f')
      .slice(0, -1)
      .filter((word) => word !== '--yes');
    if (words[0] === 'npx') words.shift();
    const said = words.join(' ');
    if (words[0] === 'locale-sync')
      expect(await complaintAbout(words.slice(1)), said).toBe(undefined);
    else if (said.startsWith('npm run ')) expect(scripts).toHaveProperty([words[2] ?? '']);
    else expect(said).toMatch(KNOWN);
  }
}

/** Whether a comment holds another one, as in lines that a formatter joined. */
function isTwice(text: string, mark: string): boolean {
  return text.split('\n').some((line) => line.split(` ${mark} `).length > 2);
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, part = '']) => part);
}
