import { join } from 'node:path';
import { keyId } from '../../model/index.js';
import type { ReviewComment } from '../../model/index.js';
import {
  COMMENTS_BYTES,
  COMMENTS_FILE,
  formatComments,
  parseComments,
  STATE_FILES,
  STATE_FOLDER,
  targetHash,
} from '../../lock/index.js';
import type { Comment } from '../../lock/index.js';
import { readRegularText } from '../../disk/index.js';
import { lockHashOf, writeFileAtomic } from '../../state/index.js';
import type { FileComparison, Row } from '../units/row.js';
import { commentsAfter } from './check.js';
import type { SoundEdit } from './edits.js';

type Name = typeof COMMENTS_FILE | typeof DECISIONS;

/** In the local state: what people with a name wrote to files, as if they had suggested it. */
const DECISIONS = `${STATE_FOLDER}/${STATE_FILES.decisions}` as const;

/** What people said about texts, and what is wrong with the file. */
export function readComments(root: string): ReturnType<typeof parseComments> {
  return parseComments(textOf(root, COMMENTS_FILE) ?? '');
}

/** The texts that people with a name decided on, whatever has become of them since. */
export function readDecisions(root: string): readonly Comment[] {
  return parseComments(textOf(root, DECISIONS) ?? '').comments;
}

function textOf(root: string, name: Name): string | undefined {
  try {
    return readRegularText(join(root, name));
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Finds what the page shows of a row. */
export function commentTable(
  comments: readonly Comment[],
): (file: FileComparison, row: Row) => readonly ReviewComment[] {
  const byUnit = grouped(comments);
  if (byUnit.size === 0) return () => [];
  return (file, { source, current }) => {
    const target = current?.text ?? '';
    const own = byUnit.get(unitId(file, source)) ?? [];
    return own.flatMap(({ kind, by, text, answer, ...seen }): ReviewComment[] => {
      // A suggestion that is in the file by now is taken.
      if (kind === 'suggestion' && text === target) return [];
      const isOld = seen.source !== source.sourceHash || seen.target !== targetHash(target);
      return [{ kind, by, text, answer, ...(isOld && { isOld }) }];
    });
  };
}

/**
 * Writes what edits that are done say beside their texts: suggestions, questions, answers, and who
 * decided. Returns why it cannot be written; undefined: it is.
 */
export function writeComments(
  done: readonly SoundEdit[],
  place: { readonly root: string; readonly state: string },
): string | undefined {
  const comments = grouped(readComments(place.root).comments);
  const after = new Map<string, readonly Comment[]>();
  const decided = new Map<string, readonly Comment[]>();
  for (const { edit, file, unit } of done) {
    const id = unitId(file, unit.source);
    const known = after.get(id) ?? comments.get(id) ?? [];
    const where = {
      ...{ file: file.pair.source.path, key: unit.source.expected.key, locale: edit.locale },
      ...edit.seen,
    };
    const next = commentsAfter(known, edit);
    // Those that were known have the texts that their authors saw.
    after.set(
      id,
      next.map((one) => ({ ...where, ...one })),
    );
    const { text, suggest, by = '' } = edit;
    if (text === undefined || suggest === true) continue;
    // A suggestion that is taken stays its author's.
    const taken = known.find((one) => one.kind === 'suggestion' && one.text === text);
    const author = taken === undefined || taken.by === '' ? by : taken.by;
    const decision = { ...where, kind: 'suggestion', by: author, text, answer: '' } as const;
    decided.set(id, author === '' ? [] : [decision]);
  }
  const refusal = replaceLines(COMMENTS_FILE, after, place);
  // If the other file cannot take more, only a name is missing.
  replaceLines(DECISIONS, decided, place);
  return refusal;
}

/** Replaces what a file says about units. */
function replaceLines(
  name: Name,
  after: ReadonlyMap<string, readonly Comment[]>,
  { root, state }: { readonly root: string; readonly state: string },
): string | undefined {
  const before = textOf(root, name);
  const { unreadable, writable, ...parsed } = parseComments(before ?? '');
  const comments = [...new Map([...grouped(parsed.comments), ...after]).values()].flat();
  const now = formatComments({ comments, unreadable });
  if (now === formatComments({ ...parsed, unreadable })) return undefined;
  if (!writable) return `${name} was written by a newer version of locale-sync. Update it.`;
  if (Buffer.byteLength(now) > COMMENTS_BYTES && comments.length > parsed.comments.length) {
    return `${name} is full (1 MiB). Take or reject suggestions, and remove answered questions.`;
  }
  const expect = lockHashOf(before === undefined ? undefined : Buffer.from(before));
  writeFileAtomic(join(root, name), now, { root, state, expect });
  return undefined;
}

function grouped(comments: readonly Comment[]): Map<string, readonly Comment[]> {
  const byUnit = new Map<string, Comment[]>();
  for (const one of comments) {
    const id = [one.locale, one.file, keyId(one.key)].join('\n');
    const known = byUnit.get(id);
    if (known === undefined) byUnit.set(id, [one]);
    else known.push(one);
  }
  return byUnit;
}

function unitId({ pair, target }: FileComparison, source: Row['source']): string {
  return [target.locale, pair.source.path, source.keyId].join('\n');
}
