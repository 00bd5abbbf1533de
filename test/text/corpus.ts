import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import type { Unit } from '../../src/model/index.js';

const root = new URL('../../../shared/corpora/', import.meta.url).pathname;

export interface CorpusFile {
  readonly name: string;
  readonly format: 'json' | 'yaml';
  readonly locale: string;
  readonly units: readonly Unit[];
}

export function unit(key: readonly string[], text: string, extra: Partial<Unit> = {}): Unit {
  return { key, text, kind: 'text', range: { start: 0, end: 0 }, ...extra };
}

/** Real catalogs, read simply; empty where the corpora are not at hand. */
export function readCorpus(): CorpusFile[] {
  if (!existsSync(root)) {
    console.info('no corpora beside the checkout: only the cases in the tests run');
    return [];
  }
  return (['json', 'yaml'] as const).flatMap((format) => {
    const folder = join(root, format);
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:json|ya?ml)$/.test(name))
      .flatMap((name) => readCatalog(join(folder, name), name, format));
  });
}

function readCatalog(path: string, name: string, format: 'json' | 'yaml'): CorpusFile[] {
  const value = parseCatalog(readFileSync(path, 'utf8').replace(/^\ufeff/, ''), format);
  const units: Unit[] = [];
  flatten(value, [], units);
  if (units.length === 0) return [];
  const stem = basename(name, extname(name)).split('.').at(-1) ?? '';
  return [
    {
      name: `${format}/${name}`,
      format,
      locale: /^[a-z]{2,3}(?:[-_]\w+)?$/.test(stem) ? stem : 'en',
      units,
    },
  ];
}

function parseCatalog(text: string, format: 'json' | 'yaml'): unknown {
  try {
    if (format === 'json') return JSON.parse(text) as unknown;
    return parseAllDocuments(text, { uniqueKeys: false, logLevel: 'silent' }).map(
      (document) => document.toJS() as unknown,
    );
  } catch {
    return undefined;
  }
}

function flatten(value: unknown, key: readonly string[], units: Unit[]): void {
  if (typeof value === 'string') units.push(unit(key, value));
  else if (typeof value === 'object' && value !== null) {
    for (const [name, child] of Object.entries(value)) flatten(child, [...key, name], units);
  }
}
