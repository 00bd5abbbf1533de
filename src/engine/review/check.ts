import { defined } from '../../model/index.js';
import type { ReviewCheck, ReviewComment, ReviewData, ReviewEdit } from '../../model/index.js';
import { codesOf, fieldsOf, isPlain, previewsOf, TermTable } from '../../text/index.js';
import type { MessageContext } from '../../text/index.js';
import { findingsIn, messageOf, settledByNote } from '../units/findings.js';
import type { Finding, Grading, JudgedSource } from '../units/findings.js';
import { findingOf } from './marks.js';

interface Typed {
  readonly source: JudgedSource;
  readonly message: MessageContext;
  /** The terms of its glossary. */
  readonly terms: TermTable | undefined;
}

/** What the page shows of a text that is being typed: its findings, and what helps to type it. */
export function checkOf(
  { source: { expected }, message, terms }: Typed,
  text: string,
  findings: readonly Finding[],
): ReviewCheck {
  const own = messageOf(message, expected);
  const texts = { source: expected.text, target: text };
  const fields = fieldsOf(texts, own);
  return {
    // A text that nobody has typed yet is not wrong.
    findings: text === '' ? [] : findings.map((one) => findingOf(one, texts)),
    previews: previewsOf(text, own),
    codes: codesOf(expected.text, own),
    terms: terms?.termsIn(expected.text) ?? [],
    ...(fields === undefined ? {} : { fields }),
  };
}

interface Wanted {
  readonly text: string;
  /** The text that the file has. */
  readonly target: string;
  /** Why the text cannot be edited; undefined: it can. */
  readonly fixed: string | undefined;
  /** Whether the person wants it although a rule reports an error. */
  readonly force: boolean;
}

/** Why a person's text is refused; undefined: it is not. */
export function refusalOfText(
  { text, target, fixed, force }: Wanted,
  findings: () => readonly Pick<Finding, 'level' | 'message'>[],
): string | undefined {
  if (fixed !== undefined) return fixed;
  if (text === '') return 'A translation cannot be empty. To remove it, delete it from the file.';
  if (force || text === target) return undefined;
  const error = findings().find(({ level }) => level === 'error');
  return error && `${error.message}. It was not written.`;
}

/** What people say about a text after an edit of it. */
export function commentsAfter(
  comments: readonly ReviewComment[],
  { text, suggest, ask, reply, by = '' }: ReviewEdit,
): readonly ReviewComment[] {
  const kept = comments.flatMap((one): readonly ReviewComment[] => {
    const isSuggestion = one.kind === 'suggestion';
    // A suggestion that is written is taken; what is said again replaces what was said.
    if (one.text === (isSuggestion ? text : ask)) return [];
    if (one.text !== reply?.to) return [one];
    return isSuggestion || reply.text === '' ? [] : [{ ...one, answer: reply.text }];
  });
  const said = (kind: ReviewComment['kind'], own: string | undefined): readonly ReviewComment[] =>
    own === undefined ? [] : [{ kind, by, text: own, answer: '' }];
  const suggested = suggest === true ? text : undefined;
  return [...kept, ...said('suggestion', suggested), ...said('question', ask)];
}

/**
 * What judges the texts of a page without a server: plain data, with the indexes of its
 * `ReviewData`.
 */
export interface OfflineRules {
  /** For each file, an index into `contexts`. */
  readonly files: readonly number[];
  readonly contexts: readonly FileContext[];
  /** What few source texts have. */
  readonly texts: Readonly<Record<number, SourceTraits>>;
  /** The terms of a glossary file in the source text of a row. */
  readonly terms: Readonly<Record<number, RowTerms>>;
}

export interface FileContext extends Grading {
  readonly message: Omit<MessageContext, 'custom'>;
  /** `custom` of the message. */
  readonly custom?: { readonly placeholders: readonly Pattern[]; readonly keep?: Pattern };
}

export type Pattern = readonly [source: string, flags: string];

export type SourceTraits = Pick<JudgedSource['expected'], 'plural' | 'syntax'> &
  JudgedSource['expected']['unit'];

interface RowTerms {
  readonly all: readonly (readonly [source: string, target: string])[];
  /** Whether texts are checked for them. */
  readonly areExpected: boolean;
}

/** The same rules where no server is. Findings that the lock settles are not known there. */
export function checkOffline(
  rules: OfflineRules,
  { texts, rows }: ReviewData,
  { row, text }: { readonly row: number; readonly text: string },
): ReviewCheck | undefined {
  const at = rows.text[row] ?? -1;
  const context = rules.contexts[rules.files[rows.file[row] ?? -1] ?? -1];
  const own = texts.text[at];
  if (context === undefined || own === undefined) return undefined;
  const { plural, syntax, ...unit } = rules.texts[at] ?? {};
  const key = (texts.key[at] ?? '').split('\0');
  const expected = { key, text: own, unit, ...defined({ plural, syntax }) };
  const source = { expected, plain: isPlain(own) };
  const message = messageIn(context);
  const { all = [], areExpected } = rules.terms[row] ?? {};
  const terms = new TermTable(all);
  const options = { expectedTerms: areExpected === true ? terms : undefined };
  const findings = findingsIn({ source, options }, text, { ...context, message });
  return checkOf({ source, message, terms }, text, settledByNote(findings, unit.note));
}

function messageIn({ message, custom }: FileContext): MessageContext {
  if (custom === undefined) return message;
  const placeholders = custom.placeholders.map((one) => new RegExp(...one));
  const keep = custom.keep && new RegExp(...custom.keep);
  return { ...message, custom: { placeholders, keep } };
}
