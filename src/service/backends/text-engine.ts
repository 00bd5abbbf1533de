import { setTimeout as delay } from 'node:timers/promises';
import {
  BackendError,
  type Backend,
  type BackendRequest,
  type Piece,
  type Segment,
} from './backend.js';
import { isNested, readable } from './entities.js';

/** How codes are written in a text for an engine that only reads text. */
export interface Marks {
  /** How a code is written. */
  readonly mark: (index: number, code: string) => string;
  /** Finds marks in an answer; the first group is the index. */
  readonly pattern: RegExp;
  /** Escapes other text so that it is never read as a mark. Default: unchanged. */
  readonly escape?: (text: string) => string;
  /** Reverts `escape` in an answer. */
  readonly unescape?: (text: string) => string;
}

/** A segment as text with one mark per code, and the codes. */
function markCodes(segment: Segment, { mark, escape }: Marks) {
  const codes: string[] = [];
  const parts = segment.map(({ kind, value }) => {
    if (kind === 'text') return escape?.(value) ?? value;
    codes.push(value);
    return mark(codes.length - 1, value);
  });
  return { text: parts.join(''), codes };
}

/** Whether codes may stand in this order: tags nest as before, or those cut apart stay in order. */
function isSound(inOrder: readonly string[], codes: readonly string[]): boolean {
  if (isNested(codes)) return isNested(inOrder);
  const tagsOf = (all: readonly string[]) => all.filter((code) => code.startsWith('<')).join('\n');
  return tagsOf(inOrder) === tagsOf(codes);
}

/**
 * Restores the codes; undefined if an answer lost or duplicated one, or its tags no longer nest.
 * @param write writes the text between marks back
 */
function restoreCodes(
  answer: string,
  codes: readonly string[],
  { pattern }: Marks,
  write: (text: string) => string,
): string | undefined {
  const seen = new Set<number>();
  const inOrder: string[] = [];
  let result = '';
  let end = 0;
  for (const match of answer.matchAll(pattern)) {
    const index = Number(match[1]);
    const code = codes[index];
    if (code === undefined || seen.has(index)) return undefined;
    seen.add(index);
    inOrder.push(code);
    result += write(answer.slice(end, match.index)) + code;
    end = match.index + match[0].length;
  }
  if (seen.size !== codes.length || !isSound(inOrder, codes)) return undefined;
  return result + write(answer.slice(end));
}

/** An engine that only reads text. */
export interface TextEngine {
  readonly name: string;
  /** Begins messages: `The LibreTranslate server`. */
  readonly title: string;
  /** Undefined: no mark survives in it, so it gets the pieces between codes. */
  readonly marks?: Marks;
  /** Changes a segment's pieces before they become text. Default: unchanged. */
  prepare?(segment: Segment): Segment;
  /** Default: all pairs. */
  supports?(source: string, target: string): boolean | Promise<boolean>;
  /**
   * One answer per text, in the same order; undefined for a text that has none that can be used.
   * @throws BackendError
   */
  ask(texts: readonly string[], request: BackendRequest): Promise<readonly (string | undefined)[]>;
  close?(): void | Promise<void>;
}

const asItIs = (text: string) => text;

/**
 * The port over an engine that only reads text. Texts whose answer has lost or repeated a mark are
 * asked for again, piece by piece.
 */
export function throughTexts(engine: TextEngine): Backend {
  const { name, title, marks } = engine;
  const { escape = asItIs, unescape = asItIs } = marks ?? {};

  /** Answers with the white space of their texts; a text without words is its own answer. */
  async function ask(texts: readonly string[], request: BackendRequest) {
    const sent = texts.map((text) => text.trim()).filter((text) => text !== '');
    const answers = sent.length === 0 ? [] : await engine.ask(sent, request);
    let next = 0;
    return texts.map((text) => {
      const words = text.trim();
      if (words === '') return text;
      const answer = answers[next++];
      return answer === undefined ? undefined : text.replace(words, () => answer.trim());
    });
  }

  return {
    name,
    supports: async (source, target) => (await engine.supports?.(source, target)) ?? true,
    translate: async (segments, request) => {
      const read = segments.map((each) => {
        const { segment, write } = readable(each, request.markup === true);
        return {
          segment: engine.prepare?.(segment) ?? segment,
          write: (text: string) => write(unescape(text)),
        };
      });
      const results = segments.map((segment, index) =>
        read[index]?.segment.some(isWorded) === true
          ? undefined
          : segment.map(({ value }) => value).join(''),
      );
      const open = () =>
        read.flatMap((each, at) => (results[at] === undefined ? { ...each, at } : []));

      if (marks !== undefined) {
        const marked = open().map((each) => ({ ...each, ...markCodes(each.segment, marks) }));
        const answers = await ask(
          marked.map(({ text }) => text),
          request,
        );
        for (const [index, { at, codes, write }] of marked.entries()) {
          const answer = answers[index];
          if (answer !== undefined) results[at] = restoreCodes(answer, codes, marks, write);
        }
      }

      const left = open();
      const pieces = left.flatMap(({ segment }) => segment.filter(isWorded));
      const answers = await ask(
        pieces.map(({ value }) => escape(value)),
        request,
      );
      if (answers.includes(undefined)) {
        throw new BackendError(`${title} returned an unexpected response`);
      }
      const written = new Map(pieces.map((piece, index) => [piece, answers[index] ?? '']));
      for (const { at, segment, write } of left) {
        results[at] = segment
          .map((piece) => (isWorded(piece) ? write(written.get(piece) ?? '') : piece.value))
          .join('');
      }
      return results.map((result) => result ?? '');
    },
    close: async () => {
      await engine.close?.();
    },
  };
}

function isWorded({ kind, value }: Piece): boolean {
  return kind === 'text' && value.trim() !== '';
}

/** A list of so many texts; undefined for anything else. */
export function textsIn(value: unknown, count: number): readonly string[] | undefined {
  if (!Array.isArray(value) || value.length !== count) return undefined;
  return value.every((one) => typeof one === 'string') ? value : undefined;
}

/** A server that an engine asks. */
export interface Server {
  readonly title: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
}

const answerMilliseconds = 60_000;

/** Milliseconds that a caller waits for a busy server before it is told to come back. */
const patience = 30_000;
/** Milliseconds: the first and the longest wait for a server that does not say how long. */
const [firstWait, longestWait] = [1000, 30_000];

/** Milliseconds of `Retry-After` in seconds or as a date; undefined if there is none. */
function askedWait(header: string | null): number | undefined {
  if (header === null) return undefined;
  const wait = /^\d+(\.\d+)?$/.test(header)
    ? Number(header) * 1000
    : Date.parse(header) - Date.now();
  return Number.isNaN(wait) ? undefined : Math.max(0, wait);
}

/** Milliseconds until a limit per minute that this answer has used up is free again; 0: none is. */
function spentFor(headers: Headers): number {
  const waits = ['requests', 'tokens'].map((what) => {
    if (headers.get(`x-ratelimit-remaining-${what}`) !== '0') return 0;
    // `6m0s`, `1.5s`, `250ms`
    const parts = headers.get(`x-ratelimit-reset-${what}`)?.matchAll(/([\d.]+)(ms|s|m|h)/g) ?? [];
    let wait = 0;
    for (const [, count, unit] of parts) wait += Number(count) * UNITS[unit as keyof typeof UNITS];
    return Number.isFinite(wait) ? wait : 0;
  });
  return Math.max(...waits);
}

const UNITS = { ms: 1, s: 1000, m: 60_000, h: 3_600_000 };

/**
 * Asks a server for JSON; undefined for anything else. While it says that it is busy (429, or 503
 * with a time), nobody asks it: all callers wait as long as it wishes, and those who would wait too
 * long are told when to come back.
 */
export function jsonServer({ title, url, headers }: Server) {
  let freeAt = 0;
  return async (body: object, { caller, isDocument = false }: BackendRequest): Promise<unknown> => {
    const givesUp = isDocument ? Infinity : Date.now() + patience;
    for (let wait = firstWait; ; wait = Math.min(2 * wait, longestWait)) {
      const busy = freeAt - Date.now();
      if (freeAt > givesUp) throw new BackendError(`${title} is busy`, { milliseconds: busy });
      if (busy > 0) await delay(busy, undefined, { signal: caller?.signal });
      const limit = AbortSignal.timeout(answerMilliseconds);
      const response = await fetch(url, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
        signal: caller === undefined ? limit : AbortSignal.any([limit, caller.signal]),
      }).catch((cause: unknown) => {
        throw new BackendError(`${title} could not be reached`, { cause });
      });
      if (response.ok) {
        freeAt = Math.max(freeAt, Date.now() + spentFor(response.headers));
        return response.json().catch(() => undefined);
      }
      const asked = askedWait(response.headers.get('retry-after'));
      const isSpent = (await response.text().catch(() => '')).includes('insufficient_quota');
      const isBusy = response.status === 429 || (response.status === 503 && asked !== undefined);
      if (!isBusy || isSpent) {
        const { status } = response;
        throw new BackendError(`${title} returned ${status}`, { status });
      }
      freeAt = Math.max(freeAt, Date.now() + (asked ?? wait));
    }
  };
}

/** An address of a server below its base address. */
export function addressOf(base: string, path: string): string {
  return `${base.replace(/\/+$/, '')}/${path}`;
}
