import type { Values } from '../lives/reading.js';
import type { Random } from '../lives/random.js';
import type { Style } from '../lives/source.js';
import { targetKey } from './formats.js';
import type { SoakFormat, Texts } from './formats.js';

export interface CatalogFile {
  readonly format: SoakFormat;
  readonly style: Style;
}

const WORDS = ['Apple pie', 'Save now', 'Birds fly', 'Cart total', 'Please wait'];

export function targetPath({ format }: CatalogFile, locale: string): string {
  return format.target.replace('{locale}', locale);
}

export function newText({ keys, name }: SoakFormat, n: number, random: Random): string {
  const words = `${random.of(WORDS) ?? ''} ${n}`;
  if (keys === 'times') return `${words}.`;
  return random.chance(0.3) ? `${words} ${name}` : words;
}

/** What a person writes for a text. */
export function handText({ keys, name }: SoakFormat, n: number, text: string): string {
  if (keys === 'times') return `Hand ${n}.`;
  return text.includes(name) ? `Hand ${n} ${name}` : `Hand ${n}`;
}

/** Another text for a key; a new entry in the place of the old one where the text is the key. */
export function changed({ keys }: SoakFormat, texts: Texts, [key, text]: [string, string]): Texts {
  return new Map(
    [...texts].map(([one, old]) => {
      if (one !== key) return [one, old];
      return [keys === 'text' ? text : key, text];
    }),
  );
}

/** What a source file says; undefined if no parser reads it. */
export function readSource({ format }: CatalogFile, content: string): Texts | undefined {
  try {
    return format.readSource(content);
  } catch {
    return undefined;
  }
}

/** What a target file says, by key. @throws if its format's parser does not read it */
export function readTarget({ format }: CatalogFile, content: string, locale: string): Texts {
  const values = format.read(content, locale);
  return new Map([...values].map(([key, { text }]) => [key, text]));
}

/** As a person would: the value alone. Undefined where there is none. */
export function replaceText(
  { format }: CatalogFile,
  content: string,
  { locale, key, text }: { readonly locale: string; readonly key: string; readonly text: string },
): string | undefined {
  const value = format.read(content, locale).get(targetKey(format, key));
  if (value === undefined) return undefined;
  const { start, end } = value;
  const lineEnd = /^[|>]/.test(content.slice(start))
    ? /\r?\n$/.exec(content.slice(start, end))
    : null;
  return content.slice(0, start) + format.write(text) + (lineEnd?.[0] ?? '') + content.slice(end);
}

/** Everything of a file that is no value. */
export function frameOf(content: string, values: Values): readonly string[] {
  let end = 0;
  const parts: string[] = [];
  for (const value of [...values.values()].sort((a, b) => a.start - b.start)) {
    parts.push(content.slice(end, value.start));
    end = value.end;
  }
  return [...parts, content.slice(end)];
}
