import { keyId } from '../model/index.js';
import type { Key, ReviewComment } from '../model/index.js';
import { isKey, jsonLine, parsed } from './archive.js';
import { CONFLICT_LINE, EMPTY_LINE } from './set-lines.js';

/** What a person said about a translation. */
export interface Comment extends ReviewComment {
  /** Source file, relative to the root, with `/`. */
  readonly file: string;
  readonly key: Key;
  readonly locale: string;
  /** `sourceHash` and `targetHash` of the texts that the person saw. */
  readonly source: string;
  readonly target: string;
}

export interface ParsedComments {
  readonly comments: readonly Comment[];
  /** Lines that are no comments. They are kept, because each may be one that somebody edited. */
  readonly unreadable: readonly string[];
  /** False for a file of a newer version, which must not be overwritten. */
  readonly writable: boolean;
}

const VERSION = 1;
const VERSION_LINE = /^# locale-sync comments v(\d+)/m;
const HEADER = `# locale-sync comments v${VERSION}: suggestions and questions about translations. Answer a question in its "answer".
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

/** Maximum size of the file in bytes: 1 MiB. */
export const COMMENTS_BYTES = 1_048_576;

const KINDS = ['suggestion', 'question'] as const;

/** Never throws. Of a question in several lines, such as after a merge, one with an answer counts. */
export function parseComments(text: string): ParsedComments {
  const comments = new Map<string, Comment>();
  const unreadable: string[] = [];
  for (const raw of text.replace(/^\uFEFF/, '').split('\n')) {
    const line = raw.replace(/\r$/, '');
    const comment = commentOf(parsed(line));
    if (comment !== undefined) {
      const { file, key, locale, kind, by, text: own } = comment;
      const id = JSON.stringify([file, locale, keyId(key), kind, by, own]);
      const known = comments.get(id);
      if (known === undefined || rank(comment) > rank(known)) comments.set(id, comment);
    } else if (!CONFLICT_LINE.test(line) && !EMPTY_LINE.test(line)) unreadable.push(line);
  }
  const writable = Number(VERSION_LINE.exec(text)?.[1] ?? 0) <= VERSION;
  return { comments: [...comments.values()], unreadable, writable };
}

function rank(comment: Comment): string {
  return `${comment.answer === '' ? 0 : 1}${formatLine(comment)}`;
}

/** The whole file: sorted lines, so that equal sets give equal bytes. */
export function formatComments({ comments, unreadable }: Omit<ParsedComments, 'writable'>): string {
  const lines = [...new Set([...comments.map(formatLine), ...unreadable])].sort();
  return `${HEADER}${lines.map((line) => `${line}\n`).join('')}`;
}

function formatLine(comment: Comment): string {
  const { file, key, locale, source, target, by, kind, text, answer } = comment;
  const said = { [kind]: text, ...(kind === 'question' ? { answer } : {}) };
  return jsonLine({ file, key, locale, source, target, by, ...said });
}

function commentOf(value: unknown): Comment | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const row = value as Readonly<Record<string, unknown>>;
  const kind = KINDS.find((one) => Object.hasOwn(row, one));
  if (kind === undefined || !isKey(row['key'])) return undefined;
  const texts: Record<string, string> = {};
  for (const name of ['file', 'locale', 'source', 'target', 'by', kind, 'answer']) {
    const own = row[name] ?? (name === 'answer' ? '' : undefined);
    if (typeof own !== 'string') return undefined;
    texts[name] = own;
  }
  const { file = '', locale = '', source = '', target = '', by = '', answer = '' } = texts;
  const text = texts[kind] ?? '';
  return { file, key: row['key'], locale, source, target, by, kind, text, answer };
}
