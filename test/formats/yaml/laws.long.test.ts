import fc from 'fast-check';
import { isMap, isSeq, parseDocument, type YAMLSeq } from 'yaml';
import { describe, expect, it } from 'vitest';
import { yaml } from '../../../src/formats/yaml/index.js';
import type { Document, Unit } from '../../../src/model/index.js';
import { corpusFiles } from '../support/corpus.js';
import { describeLaws } from '../support/laws.js';
import { aliasPaths, readYaml } from '../support/yaml-reader.js';
import { fixtures } from './fixtures.js';

const localeOf = (name: string): string => /([^./]+)\.ya?ml$/.exec(name)?.[1] ?? '';
const { files, refused } = corpusFiles(yaml, (name) => ({ locale: localeOf(name) }));

const aliases = new WeakMap<Document, Map<string, string[]>>();
const sequences = new WeakMap<Document, Set<string>>();

function aliasesOf(document: Document): Map<string, string[]> {
  const known = aliases.get(document) ?? aliasPaths(document.text);
  aliases.set(document, known);
  return known;
}

/**
 * All paths at which js-yaml shows a unit: its own, and those of aliases to it or to what holds it.
 */
function idsOf(unit: Unit, document: Document): string[] {
  const known = aliasesOf(document);
  const root = document.targetLanguage === undefined ? [] : [document.targetLanguage];
  const path = [...root, ...unit.key];
  const ids = [path.join('\0')];
  for (let depth = 1; depth <= path.length; depth += 1)
    for (const alias of known.get(path.slice(0, depth).join('\0')) ?? [])
      ids.push([alias, ...path.slice(depth)].join('\0'));
  return ids;
}

/**
 * The keys of those behind an item of a sequence change with it, and those of a stream with a
 * document that is emptied; aliases go with their anchor.
 */
function movable(unit: Unit, document: Document): boolean {
  if (/^\.\.\.\n---$/m.test(document.text)) return false;
  if (aliasesOf(document).has(unit.key.join('\0'))) return false;
  const known = sequences.get(document) ?? sequencePaths(document);
  sequences.set(document, known);
  return !unit.key.some((_, depth) => known.has(unit.key.slice(0, depth).join('\0')));
}

function sequencePaths(document: Document): Set<string> {
  const found = new Set<string>();
  const source = document.text.replace(/\r(?!\n)/g, '\n');
  const parsed = parseDocument(source, { uniqueKeys: false });
  const root = document.targetLanguage === undefined ? [] : [document.targetLanguage];
  for (const { key } of document.units)
    for (let depth = 0; depth < key.length; depth += 1) {
      const path = [...root, ...key.slice(0, depth)];
      const node = path.length === 0 ? parsed.contents : parsed.getIn(path, true);
      if (isSeq(node) && !isById(node)) found.add(key.slice(0, depth).join('\0'));
    }
  return found;
}

function isById({ items }: YAMLSeq): boolean {
  return items.every((item) => isMap(item) && item.has('id'));
}

describeLaws({
  codec: yaml,
  files: [...fixtures, ...files],
  read: readYaml,
  idsOf,
  movable,
  perFile: 3,
  arbitrary: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
});

describe('the corpora', () => {
  it('are all read', () => {
    expect(refused).toEqual([]);
  });
});
