import { expect } from 'vitest';
import { frameOf, readSource, readTarget, targetPath } from './catalog.js';
import type { CatalogFile } from './catalog.js';
import type { Clone } from './clone.js';
import { LOCALES } from './clone.js';
import { targetKey } from './formats.js';
import type { Texts } from './formats.js';
import { machineText } from './ledger.js';
import type { Ledger } from './ledger.js';

type Bytes = Readonly<Record<string, string>>;

/** A clone as it was before a run. */
export interface Before {
  readonly bytes: Bytes;
  readonly requests: number;
}

export interface Judged {
  readonly clone: Clone;
  readonly before: Before;
  readonly ledger: Ledger;
  /** What was run, for messages. */
  readonly about: string;
  /**
   * Facts were lost that nobody can know again: whose text stands somewhere, and for which source.
   */
  readonly unsure: boolean;
}

export function before({ project }: Clone, ledger: Ledger): Before {
  return { bytes: project.files(), requests: ledger.requests };
}

/** What holds after every run, however it ended. */
export function judgeAnyRun(judged: Judged): void {
  const { clone, before: was, ledger, about } = judged;
  const now = clone.project.files();
  for (const catalog of clone.catalogs) {
    const { source } = catalog.format;
    expect(now[source], `${about}: P1, ${source}`).toBe(was.bytes[source]);
    for (const locale of LOCALES) judgeTarget(catalog, locale, { ...judged, now });
  }
  const paid = new Map<string, number>();
  for (const { asked, state } of ledger.of(clone.key))
    if (state === 'answered') paid.set(asked, (paid.get(asked) ?? 0) + 1);
  const twice = [...paid].filter(([, times]) => times > 1).map(([asked]) => asked);
  expect(twice, `${about}: P3, paid twice`).toEqual([]);
  expect(clone.filesWith(clone.key), `${about}: P9, the key in a file`).toEqual([]);
}

/** What `exit 0` says. */
export function judgeComplete({ clone, about, unsure }: Judged): void {
  for (const catalog of clone.catalogs) {
    const source = clone.source(catalog) ?? new Map<string, string>();
    for (const locale of LOCALES) {
      const target = clone.target(catalog, locale);
      for (const [key, text] of source) {
        const at = `${about}: P6, ${targetPath(catalog, locale)} ${key}`;
        const found = target.get(targetKey(catalog.format, key)) ?? '';
        expect(found, at).not.toBe('');
        // P4 too: what a storm took from a text must not be in a file.
        if (found.startsWith('[') && !unsure) expect(found, at).toBe(machineText(locale, text));
      }
    }
  }
}

/** What a look leaves: everything. */
export function judgeLook({ clone, before: was, ledger, about }: Judged): void {
  expect(clone.project.files(), `${about}: P8`).toEqual(was.bytes);
  expect(ledger.requests, `${about}: P8, requests`).toBe(was.requests);
}

function judgeTarget(
  catalog: CatalogFile,
  locale: string,
  { before: was, about, now }: Judged & { readonly now: Bytes },
): void {
  const path = targetPath(catalog, locale);
  const old = read(catalog, locale, was.bytes[path]);
  if (old === 'broken') {
    expect(now[path], `${about}: P5, ${path} was broken`).toBe(was.bytes[path]);
    return;
  }
  const fresh = read(catalog, locale, now[path]);
  if (fresh === 'broken') throw new Error(`${about}: P5, ${path} is broken:\n${now[path] ?? ''}`);
  const content = was.bytes[catalog.format.source];
  const source = content === undefined ? undefined : readSource(catalog, utf8(content));
  for (const [key, text] of old) {
    if (!text.startsWith('Hand')) continue;
    const isWanted =
      source !== undefined &&
      [...source.keys()].some((one) => targetKey(catalog.format, one) === key);
    if (isWanted) expect(fresh.get(key), `${about}: P2, ${path} ${key}`).toBe(text);
    else if (fresh.get(key) !== text) {
      const kept = Object.values(now).some((bytes) => bytes.includes(text));
      expect(kept, `${about}: P2, "${text}" of ${path} is nowhere`).toBe(true);
    }
  }
  const keys = [...old.keys()].join('\n');
  if (catalog.format.isFrameFree || keys !== [...fresh.keys()].join('\n')) return;
  expect(frameIn(catalog, locale, now[path]), `${about}: P1, ${path}`).toEqual(
    frameIn(catalog, locale, was.bytes[path]),
  );
}

function read(catalog: CatalogFile, locale: string, bytes = ''): Texts | 'broken' {
  if (bytes === '') return new Map();
  try {
    return readTarget(catalog, utf8(bytes), locale);
  } catch {
    return 'broken';
  }
}

function frameIn({ format }: CatalogFile, locale: string, bytes = ''): readonly string[] {
  if (bytes === '') return [];
  const content = utf8(bytes);
  return frameOf(content, format.read(content, locale));
}

function utf8(latin1: string): string {
  return Buffer.from(latin1, 'latin1').toString('utf8');
}
