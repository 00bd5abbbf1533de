import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { expect, test } from 'vitest';
import { parseConfig } from '../../src/config/index.js';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');
const COMMANDS = [
  'sync',
  'propose',
  'plan',
  'check',
  'accept',
  'status',
  'init',
  'extract',
  'types',
  'review',
  'report',
  'formats',
  'resources',
  'service',
  'api',
  'completion',
  'improve',
  'translate',
  'usage',
  'store',
];
const DOCS = readdirSync(join(ROOT, 'docs')).filter((name) => name.endsWith('.md'));
const FORMATS = readdirSync(join(ROOT, 'docs/formats'));
const PAGES = [
  ...['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'],
  ...['examples/README.md', 'examples/catalogs/README.md'],
  ...DOCS.map((name) => `docs/${name}`),
  ...FORMATS.map((name) => `docs/formats/${name}`),
];

function read(page: string): string {
  return readFileSync(join(ROOT, page), 'utf8');
}

function found(text: string, pattern: RegExp): readonly string[] {
  return [...text.matchAll(pattern)].map(([, part = '']) => part);
}

/** Names that links can lead to, as GitHub makes them of headings. */
function anchorsOf(page: string): readonly string[] {
  return found(read(page), /^#+ (.+)$/gm).map((title) =>
    title
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function isBroken(page: string, link: string): boolean {
  const [path = '', anchor] = link.split('#');
  const target = path === '' ? page : join(dirname(page), path);
  if (!existsSync(join(ROOT, target))) return true;
  return anchor !== undefined && !anchorsOf(target).includes(anchor);
}

test.each(PAGES)('every link of %s leads to a file and a heading', (page) => {
  const links = found(read(page), /\]\((?!https?:)([^)\s]+)\)/g);
  expect(links.filter((link) => isBroken(page, link))).toEqual([]);
});

test('docs/README.md lists every page beside it', () => {
  const index = read('docs/README.md');
  expect(DOCS.filter((name) => name !== 'README.md' && !index.includes(`](${name})`))).toEqual([]);
});

test('docs/formats.md lists every page of a format', () => {
  const index = read('docs/formats.md');
  expect(FORMATS.filter((name) => !index.includes(`](formats/${name})`))).toEqual([]);
});

const FOLDERS = ['src', 'plugins', 'test', 'bench', 'scripts', 'docs', 'examples', 'schema'];
const FILES = FOLDERS.flatMap((folder) => [
  `/${folder}`,
  ...readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' }).map(
    (name) => `/${folder}/${name}`,
  ),
]);

test.each(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'docs/internals.md', 'docs/promises.md'])(
  'every module and folder of the code that %s names exists',
  (page) => {
    const names = found(
      read(page),
      /`((?:src|test|plugins|bench|scripts)\/[^`\s]*|[\w*][\w./*-]*\.m?ts)`/g,
    );
    const isThere = (name: string): boolean => {
      const pattern = name.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
      const end = new RegExp(`/${pattern.replace(/\/$/, '')}$`);
      return FILES.some((file) => end.test(file));
    };
    expect(names.filter((name) => !isThere(name))).toEqual([]);
  },
);

/** Calls of the command line in code spans and code blocks, such as `sync --plan F`. */
function callsOf(text: string): readonly string[] {
  const blocks = found(text, /```\w*\n([\s\S]*?)```/g).flatMap((block) => block.split('\n'));
  const spans = found(text.replaceAll(/```[\s\S]*?```/g, ''), /`([^`\n]+)`/g);
  const short = new RegExp(`^(?:${COMMANDS.join('|')})(?: .*)? --`);
  return [...blocks, ...spans.map((span) => (short.test(span) ? `locale-sync ${span}` : span))]
    .flatMap((snippet) => /(?:^|\s|")locale-sync ([a-z]+(?: .*)?)$/.exec(snippet)?.[1] ?? [])
    .map((call) => call.replace(/(?:\s+#|" ?\}| \|\|).*$/, ''));
}

/** What is asked for its help: an operation of `api` has flags of its own. */
function helpedBy(call: string): string {
  return /^api [a-z]\S* [a-z]\S*/.exec(call)?.[0] ?? call.split(' ', 1)[0]!;
}

test('every call that a page shows has a command and flags that exist', async () => {
  const project = new Project();
  const calls = PAGES.flatMap((page) => callsOf(read(page)).map((call) => ({ page, call })));
  const help = new Map<string, string>();
  for (const name of new Set(calls.map(({ call }) => helpedBy(call)))) {
    const { code, stdout } = await project.run([...name.split(' '), '--help']);
    if (code === 0) help.set(name, stdout);
  }
  const exists = (call: string): boolean => {
    const text = help.get(helpedBy(call));
    const flags = found(` ${call}`, /\s(--[a-z-]+)/g).filter((flag) => flag !== '--help');
    return text !== undefined && flags.every((flag) => new RegExp(`${flag}\\b(?!-)`).test(text));
  };
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter(({ call }) => !exists(call))).toEqual([]);
});

test('the first sync of README.md works as shown', { timeout: 60_000 }, async () => {
  const project = new Project({
    'locales/en.json': '{\n  "title": "Harbour tours"\n}\n',
    'locales/de.json': '{}\n',
  });
  const [, section = ''] = read('README.md').split('\n## First sync\n');
  const [script = ''] = found(section, /```sh\n([\s\S]*?)```/g);
  const calls = callsOf(`\`\`\`sh\n${script}\`\`\``);
  expect(calls).toEqual(['init', 'plan', 'sync']);
  for (const call of calls) {
    const run = await project.run(call.split(' '), { env: { SERVICE_URL: 'embedded' } });
    expect(run.code, run.stderr).toBe(0);
  }
  expect(project.read('locales/de.json')).toContain('"title": "[de ');
});

test('the config of README.md is valid', async () => {
  const [text = ''] = found(read('README.md'), /```yaml\n(version: 1\n[\s\S]*?)```/g);
  expect((await parseConfig(resolve('service.config.yaml'), text)).catalogs).toHaveLength(3);
});
