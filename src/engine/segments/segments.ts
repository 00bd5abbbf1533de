import { hasStyleRules, limits } from '../../facts/index.js';
import type { RequestOptions, StoredText } from '../../model/index.js';
import { memoryKey } from '../../lock/index.js';
import { countCharacters, jsonBytes, linesOf, prepare, splitText } from '../../text/index.js';
import type { Form, MessageContext, Prepared } from '../../text/index.js';
import type { UnitOptions } from '../units/options.js';
import { CONTEXT_BYTES } from './context.js';
import type { Again, Attempt, DecidedRow, RequestGroup, Segment, TextPlace } from '../units/row.js';

/** A character takes at most six bytes of JSON, so short texts need no measuring. */
const MOST_BYTES_PER_CHARACTER = 6;

const NO_SEGMENTS: ReadonlySet<Segment> = new Set();

interface GroupEntry {
  readonly group: RequestGroup;
  readonly segments: Map<string, Segment>;
}

/** All segments of a run: one object per distinct text and group. It holds no answers. */
export class SegmentTable {
  readonly #groups = new Map<string, GroupEntry>();
  /**
   * Groups for texts without markup. Most texts belong to one of these, which are found without
   * building the long id.
   */
  readonly #plain = new Map<UnitOptions, GroupEntry>();
  readonly #largest: (group: RequestGroup) => number;

  /** @param largest most bytes of JSON that one text of a group may take */
  constructor(largest: (group: RequestGroup) => number) {
    this.#largest = largest;
  }

  /**
   * The segments to request in order to translate a row in one form. No parts: the form has
   * nothing to translate.
   */
  attempt(row: DecidedRow, form: Form, again?: Again): Attempt {
    const { source, options, decision } = row;
    const { message } = decision;
    const prepared = prepare(source.expected.text, message, form);
    const entry =
      again === undefined || again === 'lines'
        ? this.#entryOf(prepared, options)
        : this.#makeEntry(prepared, options, changed(again, message, prepared.texts));
    const isAuto = entry.group.options.autoContext === true;
    const limit = this.#largest(entry.group) - (isAuto ? CONTEXT_BYTES : 0);
    const place = isAuto ? { source, around: decision.file.expected } : undefined;
    const segmentsIn = (text: string): readonly Segment[] =>
      split(text, entry.group, limit).map((one) => segmentOf(entry, one, place));
    const parts = prepared.texts.map((text) =>
      again === 'lines' ? linesOf(text).flatMap(segmentsIn) : segmentsIn(text),
    );
    return Object.freeze({ form, again, parts });
  }

  /** Frees the segments of a service language when nothing more is requested in it. */
  release(target: string, except: ReadonlySet<Segment> = NO_SEGMENTS): void {
    for (const { group, segments } of this.#groups.values()) {
      if (group.options.target !== target) continue;
      for (const [text, segment] of segments) if (!except.has(segment)) segments.delete(text);
    }
  }

  #entryOf(prepared: Prepared, options: UnitOptions): GroupEntry {
    const { tagHandling, ignoreTags, context } = prepared;
    if (tagHandling !== undefined || ignoreTags !== undefined || context !== undefined)
      return this.#makeEntry(prepared, options);
    let entry = this.#plain.get(options);
    if (entry === undefined) this.#plain.set(options, (entry = this.#makeEntry(prepared, options)));
    return entry;
  }

  #makeEntry(
    { tagHandling, ignoreTags, context }: Prepared,
    options: UnitOptions,
    { again, change }: Changed = UNCHANGED,
  ): GroupEntry {
    // A different context gives a different answer.
    const fingerprint =
      context === undefined ? options.fingerprint : `${options.fingerprint}\n${context}`;
    const id = [fingerprint, ...markupKey({ tagHandling, ignoreTags }), ...again].join('\n');
    let entry = this.#groups.get(id);
    if (entry === undefined) {
      const sent = change(options.request);
      const request: RequestOptions = {
        ...sent,
        ...(context === undefined ? {} : { context: joined(sent.context, context) }),
        ...(tagHandling === undefined ? {} : { tagHandling }),
        ...(ignoreTags === undefined ? {} : { ignoreTags }),
      };
      const extra = again.length === 0 ? {} : { again };
      entry = { group: { id, fingerprint, ...extra, options: request }, segments: new Map() };
      this.#groups.set(id, entry);
    }
    return entry;
  }
}

/** Changes to the options of a text that is sent again. */
interface Changed {
  /** Part of the key in the memory. */
  readonly again: readonly string[];
  readonly change: (request: RequestOptions) => RequestOptions;
}

const UNCHANGED: Changed = { again: [], change: (request) => request };

const PRESERVED: Changed = {
  again: ['preserved'],
  change: (request) => ({ ...request, preserveFormatting: true }),
};

function changed(
  again: Again,
  { maxLength = 0 }: MessageContext,
  texts: readonly string[],
): Changed {
  if (again === 'alone') return { ...UNCHANGED, again: ['alone', ...texts] };
  if (again !== 'shorter') return PRESERVED;
  const length = sharedLength(maxLength);
  return { again: [`shorter ${length}`], change: (request) => shorter(request, length) };
}

/**
 * Rounds a maximum length down to one or two significant digits, by at most a third, so that texts
 * with similar limits share a request.
 */
function sharedLength(maxLength: number): number {
  const step = Math.max(1, 10 ** Math.floor(Math.log10(maxLength)) / 2);
  return Math.floor(maxLength / step) * step;
}

/**
 * Adds an instruction if the service accepts them for the language; otherwise adds to the context,
 * which it accepts for every language.
 */
function shorter(request: RequestOptions, maxLength: number): RequestOptions {
  const wish = `Use at most ${maxLength} characters.`;
  const { instructions = [], context, model, target } = request;
  const isInstructed =
    hasStyleRules(target) &&
    model !== 'latency_optimized' &&
    instructions.length < limits.translate.instructions;
  if (isInstructed) return { ...request, instructions: [...instructions, wish] };
  return { ...request, context: context === undefined ? wish : `${context}\n${wish}` };
}

function joined(...contexts: readonly (string | undefined)[]): string {
  return contexts.filter((one) => one !== undefined).join('\n');
}

function segmentOf(
  { group, segments }: GroupEntry,
  text: string,
  place: TextPlace | undefined,
): Segment {
  let segment = segments.get(text);
  if (segment === undefined) {
    const characters = countCharacters(text, group.options.tagHandling);
    segment =
      place === undefined ? { group, text, characters } : { group, text, characters, place };
    segments.set(text, segment);
  }
  return segment;
}

/**
 * Splits a text that is too large. Only text without markup can be cut anywhere; text with markup
 * is sent in another form instead.
 */
function split(text: string, { options }: RequestGroup, limit: number): readonly string[] {
  if (options.tagHandling !== undefined) return [text];
  if (text.length * MOST_BYTES_PER_CHARACTER <= limit || jsonBytes(text) <= limit) return [text];
  return splitText(text, limit, options.source);
}

interface Markup {
  readonly tagHandling?: string | undefined;
  readonly ignoreTags?: readonly string[] | undefined;
}

function markupKey({ tagHandling, ignoreTags }: Markup): readonly [string, string] {
  return [tagHandling ?? '', ignoreTags?.join(' ') ?? ''];
}

/** All segments of an attempt, in order. */
export function segmentsOf({ parts }: Attempt): readonly Segment[] {
  const [first] = parts;
  // Most attempts have one part, and `flat` is slow.
  return first !== undefined && parts.length === 1 ? first : parts.flat();
}

/** Key in the memory. Not cached, because it is longer than many texts. */
export function memoryKeyOf({ group, text }: Segment): string {
  const { fingerprint, options, again = [] } = group;
  return memoryKey([fingerprint, ...markupKey(options), text, ...again]);
}

/** A segment's answer, as memory and store keep it. */
export function entryOf(segment: Segment, answer: string): StoredText {
  return [memoryKeyOf(segment), answer, `${segment.group.options.source}\n${segment.text}`];
}

/**
 * Whether the answer is empty though the text is not: a fault of the service that is not
 * remembered.
 */
export function isNoAnswer(text: string, answer: string): boolean {
  return answer.trim() === '' && text.trim() !== '';
}
