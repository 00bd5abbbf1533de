import { pathToFileURL } from 'node:url';
import { BackendError, type Backend } from './backend.js';
import { textsIn, throughTexts } from './text-engine.js';

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

/** Adapts a custom engine to the port. */
export function adapted(custom: CustomBackend): Backend {
  const name = custom.name ?? 'custom';
  const title = `The backend ${name}`;
  return throughTexts({
    name,
    title,
    marks: { mark: (index) => `<x${index}/>`, pattern: /<x(\d+)\s*\/>/g },
    supports: async (source, target) => (await custom.supports?.(source, target)) ?? true,
    ask: async (texts, { source, target, formality, context, instructions, caller }) => {
      const wanted = { source, target, formality, context, instructions, signal: caller?.signal };
      let answers: unknown;
      try {
        answers = await custom.translate(texts, wanted);
      } catch (cause) {
        throw new BackendError(`${title} failed`, { cause });
      }
      const read = textsIn(answers, texts.length);
      if (read !== undefined) return read;
      throw new BackendError(`${title} did not return a list of ${texts.length} texts`);
    },
    close: () => custom.close?.(),
  });
}

/**
 * The engine of a module: its default export, or the result of calling it.
 * @param file absolute path
 * @throws TypeError if the module cannot be loaded or exports no engine
 */
export async function loadCustomBackend(file: string): Promise<CustomBackend> {
  let module: { readonly default?: unknown; readonly translate?: unknown };
  try {
    module = (await import(pathToFileURL(file).href)) as typeof module;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new TypeError(`the backend ${file} cannot be loaded: ${reason}`, { cause });
  }
  const given = module.default ?? module;
  const made: unknown = typeof given === 'function' ? await (given as () => unknown)() : given;
  const { translate } = (typeof made === 'object' && made !== null ? made : {}) as {
    readonly translate?: unknown;
  };
  if (typeof translate === 'function') return made as CustomBackend;
  throw new TypeError(`the backend ${file} has no function translate(texts, request)`);
}
