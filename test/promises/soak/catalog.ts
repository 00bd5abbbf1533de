import { idOf, readValues } from '../lives/reading.js';
import type { Random } from '../lives/random.js';
import { render, timeOf } from '../lives/source.js';
import type { Box, Format, Leaf, Style } from '../lives/source.js';

/** Texts of a source file by key; a subtitle's key is the time at which it begins. */
export type Texts = Map<string, string>;

export interface CatalogFile {
  readonly format: Format;
  readonly source: string;
  readonly target: string;
  readonly style: Style;
}

const WORDS = ['Apple pie', 'Save now', 'Birds fly', 'Cart total', 'Please wait'];
const NAMES: Readonly<Record<Format, string>> = {
  json: '{{name}}',
  yaml: '{{name}}',
  rails: '%{name}',
  xliff: '{{name}}',
  srt: '',
};
/** Seconds from one subtitle to the next. */
const STEP = 4;

export function targetPath({ target }: CatalogFile, locale: string): string {
  return target.replace('{locale}', locale);
}

export function newText(format: Format, n: number, random: Random): string {
  const words = `${random.of(WORDS) ?? ''} ${n}`;
  if (format === 'srt') return `${words}.`;
  return random.chance(0.3) ? `${words} ${NAMES[format]}` : words;
}

export function newKey(format: Format, n: number): string {
  return format === 'srt' ? timeOf(n * STEP * 1000) : `k${n}`;
}

/** What a source file says; undefined if no parser reads it. */
export function readSource({ format }: CatalogFile, content: string): Texts | undefined {
  if (format === 'xliff') {
    const units = content.matchAll(/<unit id="([^"]*)".*?<source>(.*?)<\/source>.*?<\/unit>/gs);
    const pairs = [...units].map(([, id = '', text = '']): [string, string] => [
      id,
      text.replaceAll('&lt;', '<').replaceAll('&amp;', '&'),
    ]);
    return content.includes('<<<<<<<') ? undefined : new Map(pairs);
  }
  try {
    const values = readValues(format, content, 'en');
    return new Map([...values].map(([key, { text }]) => [key, text]));
  } catch {
    return undefined;
  }
}

export function writeSource({ format, style }: CatalogFile, texts: Texts): string {
  const members = new Map([...texts].map(([key, text]) => [key, leaf(format, key, text)]));
  const root: Box = { type: 'box', members };
  return render(format, root, { style, locale: 'en' });
}

/** What a target file says, by key. @throws if its format's parser does not read it */
export function readTarget({ format }: CatalogFile, content: string, locale: string): Texts {
  const values = readValues(format, content, locale);
  return new Map([...values].map(([key, { text }]) => [key, text]));
}

export const targetKey = (key: string): string => idOf([key]);

function leaf(format: Format, key: string, text: string): Leaf {
  const start = format === 'srt' ? milliseconds(key) : 0;
  return {
    ...{ type: 'leaf', text, raw: false, note: undefined, block: false, owners: new Map() },
    ...{ settled: true, moved: false, start, end: start + 1500 },
  };
}

function milliseconds(time: string): number {
  return Date.parse(`1970-01-01T${time.replace(',', '.')}Z`);
}
