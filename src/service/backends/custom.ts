import { BackendError, type Backend, type BackendRequest, type Segment } from './backend.js';
import { markCodes, restoreCodes, type MarkStyle } from './code-marks.js';
import { readable, type Readable } from './entities.js';

/**
 * A request to your own engine. Languages are spelled as in the interface, in lower case: `pt-br`.
 */
export interface CustomRequest {
  /** Base language: `en`. */
  readonly source: string;
  readonly target: string;
  readonly formality?: 'more' | 'less' | undefined;
  readonly context?: string | undefined;
  readonly instructions?: readonly string[] | undefined;
  /** Aborted when nobody waits for the answer any more. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Your own translation engine. It receives plain texts in which `<x0/>`, `<x1/>`, … replace
 * everything that must not be translated. If an answer loses or repeats one, the text is requested
 * again piece by piece.
 */
export interface CustomBackend {
  /** Shown in the header `X-Backend`. Default: `custom`. */
  readonly name?: string;
  /** Whether it supports a pair; other pairs get pseudo texts. Default: all pairs. */
  supports?(source: string, target: string): boolean | Promise<boolean>;
  /** Must return as many texts as it was given, in the same order. */
  translate(
    texts: readonly string[],
    request: CustomRequest,
  ): readonly string[] | Promise<readonly string[]>;
  close?(): void | Promise<void>;
}

const style: MarkStyle = {
  mark: (index) => `<x${index}/>`,
  escape: (text) => text,
  pattern: /<x(\d+)\s*\/>/g,
  unescape: (text) => text,
};

/** Adapts a custom engine to the port. */
export function adapted(custom: CustomBackend): Backend {
  const name = custom.name ?? 'custom';

  async function ask(texts: readonly string[], request: BackendRequest) {
    const { source, target, formality, context, instructions, caller } = request;
    if (texts.length === 0) return [];
    const wanted = { source, target, formality, context, instructions, signal: caller?.signal };
    let answers: unknown;
    try {
      answers = await custom.translate(texts, wanted);
    } catch (cause) {
      throw new BackendError(`The backend ${name} failed`, { cause });
    }
    if (isTexts(answers) && answers.length === texts.length) return answers;
    throw new BackendError(`The backend ${name} did not return a list of ${texts.length} texts`);
  }

  async function pieceByPiece(
    { segment, write }: Readable,
    request: BackendRequest,
  ): Promise<string> {
    const texts = segment.filter(isWorded).map(({ value }) => value.trim());
    const answers = [...(await ask(texts, request))];
    return segment
      .map((piece) => {
        if (!isWorded(piece)) return piece.value;
        return write(piece.value.replace(piece.value.trim(), () => answers.shift()?.trim() ?? ''));
      })
      .join('');
  }

  return {
    name,
    supports: async (source, target) => (await custom.supports?.(source, target)) ?? true,
    translate: async (segments, request) => {
      const read = segments.map((segment) => readable(segment, request.markup === true));
      const marked = read.map(({ segment }) => markCodes(segment, style));
      const sent = marked.filter(({ text }) => text.trim() !== '');
      const texts = sent.map(({ text }) => text.trim());
      const all = await ask(texts, request);
      const answers = new Map(sent.map((one, at) => [one, all[at]]));
      const results: string[] = [];
      for (const [at, each] of read.entries()) {
        const one = marked[at];
        const answer = one === undefined ? undefined : answers.get(one);
        if (one === undefined || answer === undefined) {
          results.push((segments[at] ?? []).map(({ value }) => value).join(''));
          continue;
        }
        const whole = one.text.replace(one.text.trim(), () => answer.trim());
        const restored = restoreCodes(whole, one.codes, { ...style, unescape: each.write });
        results.push(restored ?? (await pieceByPiece(each, request)));
      }
      return results;
    },
    close: async () => {
      await custom.close?.();
    },
  };
}

function isWorded({ kind, value }: Segment[number]): boolean {
  return kind === 'text' && value.trim() !== '';
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
