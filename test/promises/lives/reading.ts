import { parseTree } from 'jsonc-parser';
import type { Node as JsonNode } from 'jsonc-parser';
import { isMap, isScalar, isSeq, parseDocument } from 'yaml';
import type { Format, Path } from './source.js';

/** A value of a file as a plain parser reads it. */
export interface Value {
  readonly text: string;
  readonly raw: boolean;
  /** Where its bytes are. */
  readonly start: number;
  readonly end: number;
}
export type Values = ReadonlyMap<string, Value>;

export const idOf = (path: Path): string => path.join('\u0001');

/** What stands in a target, by `idOf` its key. Parsers that are not the tool's. */
export function readValues(format: Format, content: string, locale: string): Values {
  return READ[format](content, locale);
}

/** As a person would: the value alone. Undefined where there is none. */
export function replaceValue(
  format: Format,
  content: string,
  { locale, key, text }: { readonly locale: string; readonly key: Path; readonly text: string },
): string | undefined {
  const value = readValues(format, content, locale).get(idOf(key));
  if (value === undefined) return undefined;
  const { start, end } = value;
  const lineEnd = /^[|>]/.test(content.slice(start))
    ? /\r?\n$/.exec(content.slice(start, end))
    : null;
  return content.slice(0, start) + WRITE[format](text) + (lineEnd?.[0] ?? '') + content.slice(end);
}

const WRITE: Record<Format, (text: string) => string> = {
  json: (text) => JSON.stringify(text),
  yaml: (text) => JSON.stringify(text),
  rails: (text) => JSON.stringify(text),
  xliff: (text) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;'),
  srt: (text) => text,
};

const READ: Record<Format, (content: string, locale: string) => Values> = {
  json: readJson,
  yaml: (content) => readYaml(content, (root) => root),
  rails: (content, locale) =>
    readYaml(content, (root) => (isMap(root) ? root.get(locale, true) : undefined)),
  xliff: readXliff,
  srt: readSrt,
};

function readJson(content: string): Values {
  const values = new Map<string, Value>();
  const bom = content.startsWith('\ufeff') ? 1 : 0;
  const walk = ({ type, offset, length, children = [], value }: JsonNode, path: Path): void => {
    if (type === 'object') {
      for (const { children: [name, member] = [] } of children)
        if (member !== undefined) walk(member, [...path, String(name?.value)]);
    } else if (type === 'array') {
      for (const [at, item] of children.entries()) walk(item, [...path, String(at)]);
    } else {
      const start = offset + bom;
      const end = start + length;
      const raw = type !== 'string';
      const text = raw ? content.slice(start, end) : String(value);
      values.set(idOf(path), { text, raw, start, end });
    }
  };
  const root = parseTree(content.slice(bom), [], { allowTrailingComma: false });
  if (root === undefined) throw new Error(`No JSON: ${content}`);
  walk(root, []);
  return values;
}

function readYaml(content: string, choose: (root: unknown) => unknown): Values {
  const values = new Map<string, Value>();
  const bom = content.startsWith('\ufeff') ? 1 : 0;
  const document = parseDocument(content.slice(bom), { uniqueKeys: false });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  const walk = (node: unknown, path: Path): void => {
    if (isMap(node)) {
      for (const { key, value } of node.items)
        walk(value, [...path, isScalar(key) ? String(key.value) : '']);
    } else if (isSeq(node)) {
      for (const [at, item] of node.items.entries()) walk(item, [...path, String(at)]);
    } else if (isScalar(node)) {
      const [start = 0, end = 0] = node.range ?? [];
      const raw = typeof node.value !== 'string';
      const text = raw ? (node.source ?? '') : String(node.value);
      values.set(idOf(path), { text, raw, start: start + bom, end: end + bom });
    }
  };
  walk(choose(document.contents), []);
  return values;
}

function readXliff(content: string): Values {
  const values = new Map<string, Value>();
  for (const unit of content.matchAll(/<unit id="([^"]*)".*?<\/unit>/gs)) {
    const target = /<target[^>]*>(.*?)<\/target>/s.exec(unit[0]);
    if (target === null) continue;
    const raw = target[1] ?? '';
    const start = unit.index + target.index + target[0].indexOf('>') + 1;
    const text = raw.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
    values.set(unit[1] ?? '', { text, raw: false, start, end: start + raw.length });
  }
  return values;
}

function readSrt(content: string): Values {
  const values = new Map<string, Value>();
  const cue = /(\d\d:\d\d:\d\d,\d{3}) --> [^\r\n]*\r?\n(.*?)(?=\r?\n\r?\n|(?:\r?\n)?$)/gs;
  for (const { 0: whole, 1: time = '', 2: text = '', index } of content.matchAll(cue)) {
    const end = index + whole.length;
    values.set(time, { text, raw: false, start: end - text.length, end });
  }
  return values;
}
