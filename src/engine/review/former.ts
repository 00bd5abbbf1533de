import { keyId, REVIEW_STATUSES } from '../../model/index.js';
import type { Document, ReviewData } from '../../model/index.js';
import { sourceHash, targetHash } from '../../lock/index.js';
import { knownTexts } from '../units/known-texts.js';
import { withoutLayout } from '../../text/index.js';
import type { FileComparison } from '../units/row.js';

/** A version of a source file. */
export interface Revision {
  /** Milliseconds since 1970. */
  readonly time: number;
  /** Resolves to undefined if it is unavailable. */
  readonly read: () => Promise<Buffer | undefined>;
}

/** The source text that a target was made for. */
export interface FormerText {
  readonly text: string;
  /** When another text replaced it, in milliseconds since 1970. */
  readonly since: number;
}

/** Hashes of wanted former source texts, by `keyId`. */
export type FormerWanted = ReadonlyMap<string, ReadonlySet<string>>;

/** What the open units of a source file were translated from, by the lock. Pure. */
export function formerWanted(files: readonly FileComparison[]): FormerWanted {
  const wanted = new Map<string, Set<string>>();
  for (const { rows, target } of files) {
    for (const { source, current, state } of rows) {
      const isOpen = state.status === 'stale' || state.status === 'review';
      if (!isOpen || current === undefined) continue;
      const hash = targetHash(current.text);
      for (const known of knownTexts(source.facts, target.locale)) {
        if (known.hash !== hash || known.source === source.sourceHash) continue;
        const id = keyId(source.expected.unit.key);
        wanted.set(id, (wanted.get(id) ?? new Set()).add(known.source));
      }
    }
  }
  return wanted;
}

/**
 * Finds former texts in older revisions, newest first. Returns the most recent wanted text by
 * `keyId`; texts in no revision are left out.
 * @param parse returns undefined if the bytes are not valid in the format
 */
export async function formerTexts(
  wanted: FormerWanted,
  revisions: readonly Revision[],
  parse: (bytes: Buffer) => Document | undefined,
): Promise<ReadonlyMap<string, FormerText>> {
  const found = new Map<string, FormerText>();
  let newer: number | undefined;
  for (const { time, read } of revisions) {
    if (found.size === wanted.size) break;
    const bytes = await read();
    const document = bytes && parse(bytes);
    for (const { key, text } of document?.units ?? []) {
      const id = keyId(key);
      if (found.has(id) || !isWanted(text, wanted.get(id))) continue;
      found.set(id, { text, since: newer ?? time });
    }
    newer = time;
  }
  return found;
}

/** Whether the lock knows a text by one of these hashes (`SourceUnit.lockText`). */
function isWanted(text: string, hashes: ReadonlySet<string> | undefined): boolean {
  if (hashes === undefined) return false;
  const ways = [text, withoutLayout(text, false), withoutLayout(text, true)];
  return ways.some((one) => hashes.has(sourceHash(one)));
}

/** Adds former texts to the rows that are open because of them. Pure. */
export function withFormer(
  data: ReviewData,
  former: ReadonlyMap<string, ReadonlyMap<string, FormerText>>,
): ReviewData {
  if (former.size === 0) return data;
  const { texts, rows, sources } = data;
  const more = { ...rows.more };
  rows.text.forEach((text, row) => {
    const status = REVIEW_STATUSES[rows.status[row] ?? 0];
    const path = sources[texts.file[text] ?? -1];
    const known = path === undefined ? undefined : former.get(path)?.get(texts.key[text] ?? '');
    const isOpen = status === 'review' || status === 'stale';
    if (known === undefined || !isOpen) return;
    more[row] = { ...more[row], former: known.text, since: known.since };
  });
  return { ...data, rows: { ...rows, more } };
}
