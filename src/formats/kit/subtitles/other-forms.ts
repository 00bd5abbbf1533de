import { type Document, type Edit, EditError, type Range } from '../../../model/index.js';
import { detectNewline, isLineEnd, lineStart, skipLineEnd } from '../layout.js';
import { getOrSet } from '../maps.js';
import { applySplices, type Splice } from '../splices.js';
import { formatError } from '../unusable.js';
import { type Cue, formatTime, readCues } from './cues.js';
import { editCues } from './edit.js';
import { State } from './state.js';

// Cues of other forms than SubRip's are edited as SubRip: a copy of the file in that form has the name of each cue behind its
// times. What an edit changes in the copy is then changed in the file.

/** A cue, without what separates it from the next one. */
export interface FormCue extends Range {
  /** Its times in milliseconds, and where they are. */
  readonly begin: number;
  readonly until: number;
  readonly beginAt: Range;
  /** Absent: the file has its duration instead. */
  readonly untilAt?: Range | undefined;
  readonly wordsAt: Range;
  /** As SubRip would have them. */
  readonly words: string;
}

export interface CueForm {
  /** @throws FormatError */
  readonly read: (text: string, file: string | undefined) => readonly FormCue[];
  /** Why no cue can have a text; undefined if one can. */
  readonly refuse?: (text: string) => string | undefined;
  /** Words as the file writes them. */
  readonly spell: (words: string, newline: string) => string;
  readonly time: (milliseconds: number) => string;
  /** Number of line ends between cues. */
  readonly gap: 1 | 2;
  /** Where the first cue of a file without any goes; -1 if there is no place for it. */
  readonly inside: (text: string) => number;
}

/** A file of another form, and its copy. */
interface Form {
  readonly text: string;
  readonly cues: readonly FormCue[];
  readonly name: string;
}

const forms = new WeakMap<State, Form>();
let count = 0;

/** @throws FormatError for words that would be read as times */
export function formState(
  text: string,
  form: CueForm,
  given: Omit<NonNullable<ConstructorParameters<typeof State>[1]>, 'hasBlocks'>,
): State {
  const cues = form.read(text, given.file);
  count += 1;
  const name = `f${count}`;
  const blocks = cues.map(({ begin, until, words }, at) => {
    const times = [begin, until].map((time) => formatTime(time, ',')).join(' --> ');
    return `${at + 1}\n${times} ${name}/${at}\n${words}\n`;
  });
  const copy = blocks.join('\n');
  const state = new State(/[\n\r>]\s*$/.test(text) ? copy : copy.trimEnd(), given);
  if (state.cues.length !== cues.length) {
    const wrong = cues.find((_, at) => nameOf(state, state.cues[at])?.[1] !== at);
    const message = 'words that look like the times of a cue.';
    throw formatError('syntax', message, { text, offset: wrong?.start ?? 0, file: given.file });
  }
  forms.set(state, { text, cues, name });
  return state;
}

function nameOf({ text }: Pick<State, 'text'>, cue: Cue | undefined): [string, number] | undefined {
  const line = cue === undefined ? '' : text.slice(cue.timing, cue.timingEnd);
  const [, name = '', at] = / (f\d+)\/(\d+)$/.exec(line) ?? [];
  return at === undefined ? undefined : [name, Number(at)];
}

/** The range of a run of cues in the file. */
export function formRange(state: State, first: number, last: number): Range | undefined {
  const cues = forms.get(state)?.cues;
  const [one, other] = [cues?.[first], cues?.[last]];
  return one && other && { start: one.wordsAt.start, end: other.wordsAt.end };
}

/** Edits the copy, and then the file as the copy has changed. */
export function editForm(
  state: State,
  form: CueForm,
  edits: readonly Edit[],
  originOf: (document: Document) => State | undefined,
): string {
  const own = forms.get(state);
  if (own === undefined) return state.text;
  const { text, cues, name } = own;
  for (const edit of edits) {
    const why = edit.op === 'remove' ? undefined : form.refuse?.(edit.text);
    if (why !== undefined) throw new EditError('not-writable', edit.key, why);
  }
  const edited = editCues(state, edits, originOf);
  if (edited === state.text) return text;
  const others = edits.flatMap((edit) => {
    const origin = edit.op === 'remove' ? undefined : edit.from && originOf(edit.from.document);
    return (origin && forms.get(origin)) ?? [];
  });
  const newline = detectNewline(text);
  const kept = new Set<number>();
  const added = new Map<number, string[]>();
  const splices: Splice[] = [];
  let last = -1;
  for (const cue of readCues(edited)) {
    const [from, at] = nameOf({ text: edited }, cue) ?? ['', -1];
    const words = edited.slice(cue.textStart, cue.textEnd);
    const old = cues[at];
    if (from === name && old !== undefined && !kept.has(at)) {
      kept.add((last = at));
      const before = state.cues[at];
      if (before !== undefined && words === state.raw(before)) continue;
      const isEmpty = old.wordsAt.start === old.wordsAt.end && form.gap === 2;
      splices.push({ ...old.wordsAt, text: (isEmpty ? newline : '') + form.spell(words, newline) });
    } else {
      const origin = from === name ? own : others.find((other) => other.name === from);
      const model = origin?.cues[at];
      if (origin === undefined || model === undefined) continue;
      getOrSet(added, last, (): string[] => []).push(
        blockLike(origin.text, model, { cue, words: form.spell(words, newline), form }).replace(
          /\r\n?|\n/g,
          newline,
        ),
      );
    }
  }
  const gone = cues.map((_, at) => at).filter((at) => !kept.has(at));
  for (const [behind, blocks] of added) splices.push(insertion(own, form, { behind, blocks }));
  splices.push(...removals(own, form, { gone, isOpen: !added.has(last) }));
  return applySplices(text, splices);
}

/** The source's cue with other words, and times if they differ. */
function blockLike(
  text: string,
  model: FormCue,
  { cue, words, form }: { readonly cue: Cue; readonly words: string; readonly form: CueForm },
): string {
  const { start, end, begin, until, beginAt, untilAt, wordsAt } = model;
  const changes = [{ ...wordsAt, text: words }];
  if (cue.begin !== Math.max(0, begin)) changes.push({ ...beginAt, text: form.time(cue.begin) });
  if (cue.end !== Math.max(0, until) && untilAt)
    changes.push({ ...untilAt, text: form.time(cue.end) });
  const own = changes.map((one) => ({ ...one, start: one.start - start, end: one.end - start }));
  return applySplices(text.slice(start, end), own);
}

/** The lines of a cue: from the start of its own to that of the next one. */
function linesOf({ text }: Form, { start, end }: Range, gap: number): Range {
  const line = lineStart(text, start);
  const isAlone = text.slice(line, start).trim() === '' && line > 0;
  let stop = end;
  for (let ends = 0; ends < (gap === 2 ? Infinity : 1); ends += 1) {
    let at = stop;
    while (text.charAt(at) === ' ' || text.charAt(at) === '\t') at += 1;
    if (!isLineEnd(text.charCodeAt(at))) break;
    stop = skipLineEnd(text, at);
  }
  return { start: isAlone ? line : start, end: stop };
}

function insertion(
  own: Form,
  form: CueForm,
  { behind, blocks }: { readonly behind: number; readonly blocks: readonly string[] },
): Splice {
  const { text, cues } = own;
  const newline = detectNewline(text);
  const cue = cues[Math.max(0, behind)];
  const lines = cue && linesOf(own, cue, form.gap);
  const at = lines === undefined ? form.inside(text) : behind < 0 ? lines.start : lines.end;
  if (at < 0) throw new EditError('not-writable', [], 'The file has no place for its first cue.');
  const indent =
    cue && lines ? text.slice(lineStart(text, cue.start), cue.start).replace('\ufeff', '') : '';
  const between = newline.repeat(form.gap) + (indent.trim() === '' ? indent : '');
  const body = blocks.join(between);
  const ends = text.slice(cue?.end ?? 0, lines?.end ?? 0).match(/\r\n|\n|\r/g)?.length ?? 0;
  // Cues that share a line, as in XML that nobody wrote by hand.
  const isInLine = cue !== undefined && ends === 0 && at < text.length && indent.trim() !== '';
  if (isInLine) return { start: at, end: at, text: blocks.join('') };
  const isAtStart = at === 0 || at === 1 || isLineEnd(text.charCodeAt(at - 1));
  const missing = behind < 0 ? (isAtStart ? 0 : 1) : Math.max(0, form.gap - ends);
  const tail = newline.repeat(
    at < text.length || cue === undefined ? form.gap : Math.min(ends, form.gap),
  );
  const lead = newline.repeat(missing) + (indent.trim() === '' ? indent : '');
  return { start: at, end: at, text: lead + body + tail };
}

/** Lines of cues that are gone; a last line without an end gives its place to the one above. */
function removals(
  own: Form,
  form: CueForm,
  { gone, isOpen }: { readonly gone: readonly number[]; readonly isOpen: boolean },
): readonly Splice[] {
  const { text, cues } = own;
  const ranges: { start: number; end: number; text: string }[] = [];
  for (const at of gone) {
    const lines = linesOf(own, cues[at] ?? { start: 0, end: 0 }, form.gap);
    const before = ranges.at(-1);
    if (before?.end === lines.start) before.end = lines.end;
    else ranges.push({ ...lines, text: '' });
  }
  const last = ranges.at(-1);
  if (isOpen && last?.end === text.length && cues.length > gone.length) {
    const above = text.slice(0, last.start).trimEnd().length;
    const isClosed = isLineEnd(text.charCodeAt(text.length - 1));
    last.start = isClosed ? skipLineEnd(text, above) : above;
  }
  return ranges;
}

/** Milliseconds of a time such as `1:02:03.45`, `01:02:03:12` (frames), `12.5s` or `40t`; NaN of others. */
export function millisecondsOf(time: string, { rate = 30, ticks = 1 } = {}): number {
  const [, digits = '', unit = ''] = /^\s*(\d+(?:\.\d+)?)(h|ms|m|s|f|t)\s*$/.exec(time) ?? [];
  const units: Readonly<Record<string, number>> = {
    ...{ h: 3_600_000, m: 60_000, s: 1000, ms: 1, f: 1000 / rate, t: 1000 / ticks },
  };
  if (unit !== '') return Math.round(Number(digits) * (units[unit] ?? NaN));
  const [, hours, minutes, seconds = '', frames = '0'] =
    /^\s*(\d+):(\d\d):(\d\d(?:[.,]\d+)?)(?::(\d+))?\s*$/.exec(time) ?? [];
  const whole =
    (Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds.replace(',', '.') || NaN);
  return Math.round(whole * 1000 + (Number(frames) * 1000) / rate);
}
