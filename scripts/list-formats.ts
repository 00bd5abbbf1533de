// Generates the files that follow from the folders of src/formats and the pages of docs/formats:
// the lists of formats, and the table of docs/formats.md. `npm run formats`
import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { FormatFacts } from '../src/model/index.js';

const ROOT = resolve(import.meta.dirname, '..');
const FORMATS = join(ROOT, 'src/formats');
const MADE =
  '// Made by `npm run formats` of the folders beside this one that say what they are about.';
const TABLE = /(<!-- made by `npm run formats` -->\n)[^]*?(?=\n<!-- end -->)/;

/** Expected content of each file, by path. */
export async function formatFiles(): Promise<Readonly<Record<string, string>>> {
  const names = readdirSync(FORMATS)
    .filter((name) => existsSync(join(FORMATS, name, 'about.ts')))
    .sort();
  const docs = readFileSync(join(ROOT, 'docs/formats.md'), 'utf8');
  const table = await tableOf(names);
  return {
    'src/formats/lists/abouts.ts': listOf(
      names.map((name) => `export { about as ${name} } from '../${name}/about.js';`),
    ),
    'src/formats/lists/codecs.ts': listOf(
      names.map((name) => `export { ${name} } from '../${name}/index.js';`),
    ),
    'src/formats/lists/loaders.ts': listOf([
      'export const loaders = {',
      ...names.map((name) => loaderOf(name)),
      '};',
    ]),
    'docs/formats.md': docs.replace(TABLE, (_, lead: string) => `${lead}\n${table}`),
  };
}

function listOf(lines: readonly string[]): string {
  return `${[MADE, ...lines].join('\n')}\n`;
}

function loaderOf(name: string): string {
  return `  ${name}: async () => (await import('../${name}/index.js')).${name},`;
}

/** One row per format, with the title of its page. */
async function tableOf(names: readonly string[]): Promise<string> {
  const rows = await Promise.all(names.map(rowOf));
  rows.sort(([a = ''], [b = '']) => (titleIn(a) < titleIn(b) ? -1 : 1));
  const all = [['format', 'file names', 'codec'], ...rows];
  const widths = [0, 1, 2].map((at) => Math.max(...all.map((cells) => cells[at]?.length ?? 0)));
  const [head = '', ...body] = all.map((cells) => lineOf(cells, widths));
  const rule = lineOf(
    widths.map((width) => '-'.repeat(width)),
    widths,
  );
  return `${[head, rule, ...body].join('\n')}\n`;
}

async function rowOf(name: string): Promise<readonly string[]> {
  const page = readFileSync(join(ROOT, `docs/formats/${name}.md`), 'utf8');
  const title = /^# (.+)/.exec(page)?.[1] ?? name;
  const { about } = (await import(join(FORMATS, name, 'about.ts'))) as { about: FormatFacts };
  const endings = about.extensions.map((ending) => `\`${ending}\``).join(', ');
  return [`[${title}](formats/${name}.md)`, endings, `\`formats.${name}\``];
}

function titleIn(link: string): string {
  return link.slice(1, link.indexOf(']')).toLowerCase();
}

function lineOf(cells: readonly string[], widths: readonly number[]): string {
  return `| ${cells.map((cell, at) => cell.padEnd(widths[at] ?? 0)).join(' | ')} |`;
}

if (process.argv[1] === import.meta.filename) {
  mkdirSync(join(FORMATS, 'lists'), { recursive: true });
  for (const [path, text] of Object.entries(await formatFiles()))
    writeFileSync(join(ROOT, path), text);
}
