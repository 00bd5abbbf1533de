import {
  ADOPTED,
  COPIED,
  EDITED,
  formatLock,
  parseLock,
  REVIEW,
  sourceHash,
  targetHash,
  unitHash,
} from '../../src/lock/index.js';
import type { Fact, Facts, ParsedLock } from '../../src/lock/index.js';

/** Origin of a text; `other`: a machine's under other options than today's. */
export type Who = 'machine' | 'other' | 'person' | 'edited' | 'review' | 'copied';

/**
 * What the lock records of one text: key, source text, target text, origin. A key of another file
 * than `app` is prefixed with the file's name (`home#title`). The locale is `de` unless the row
 * ends with another.
 */
export type LockRow = readonly [
  key: string,
  source: string,
  target: string,
  who: Who,
  locale?: string,
];

const ORIGINS = {
  other: 'zz',
  person: ADOPTED,
  edited: EDITED,
  review: REVIEW,
  copied: COPIED,
} as const;

export interface LockWords {
  /** Source file of a name. */
  readonly pathOf: (name: string) => string;
  /** Origin of a machine's text under today's options. */
  readonly machine: (locale: string) => string;
}

/** The origin that a row states. */
export function originIn(who: Who, machine: string): string {
  return who === 'machine' ? machine : ORIGINS[who];
}

export function whoOf(origin: string, machine: string): Who {
  if (origin === machine) return 'machine';
  const found = Object.entries(ORIGINS).find(([, own]) => own === origin);
  if (found === undefined) throw new Error(`no row has the origin ${origin}`);
  return found[0] as Who;
}

/** `unitHash` of a row's key. */
export function idOf(key: string, { pathOf }: Pick<LockWords, 'pathOf'>): string {
  const at = key.indexOf('#');
  const name = at < 0 ? 'app' : key.slice(0, at);
  return unitHash(pathOf(name), key.slice(at + 1).split('.'));
}

/** A lock with these rows, parsed from its own text. */
export function lockOf(rows: readonly LockRow[], words: LockWords): ParsedLock {
  const facts = new Map<string, Fact[]>();
  for (const [key, source, target, who, locale = 'de'] of rows) {
    const id = idOf(key, words);
    const fact = {
      source: sourceHash(source),
      targets: new Map([
        [locale, { hash: targetHash(target), origin: originIn(who, words.machine(locale)) }],
      ]),
    };
    facts.set(id, [...(facts.get(id) ?? []), fact]);
  }
  return parseLock(rows.length === 0 ? '' : formatLock(facts));
}

/**
 * Rows of facts, in the order of `candidates`. Facts are hashes, so the texts that they may refer
 * to have to be given.
 */
export function rowsOf(
  facts: Facts,
  candidates: { readonly keys: readonly string[]; readonly texts: readonly string[] },
  words: LockWords,
): readonly LockRow[] {
  const textOf = (hash: string, hashOf: (text: string) => string): string =>
    candidates.texts.find((text) => hashOf(text) === hash) ?? `(${hash})`;
  return candidates.keys.flatMap((key) =>
    (facts.get(idOf(key, words)) ?? []).flatMap(({ source, targets }) =>
      [...targets].map(([locale, { hash, origin }]): LockRow => {
        const row = [key, textOf(source, sourceHash), textOf(hash, targetHash)] as const;
        const who = whoOf(origin, words.machine(locale));
        return locale === 'de' ? [...row, who] : [...row, who, locale];
      }),
    ),
  );
}
