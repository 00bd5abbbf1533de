import type { ParserOptions, ParserPlugin } from '@babel/parser';
import type { Expression, File } from '@babel/types';
import type * as CodeParser from './code-parser.js';

type Parser = Pick<typeof CodeParser, 'parse' | 'parseExpression'>;

/** Language of a piece of code. */
export type Language = 'js' | 'ts' | 'tsx';

/** Where a piece of code starts in its file. Lines are 1-based, columns 0-based. */
export interface Start {
  readonly line: number;
  readonly column: number;
  /** Number of characters in the file before it. Default: 0. */
  readonly index?: number;
}

/** Code that cannot be parsed. */
export class CodeError extends Error {
  override readonly name = 'CodeError';
  /** 1-based, in the file. */
  readonly line: number;
  readonly column: number;

  constructor(message: string, { line, column }: Start) {
    super(message);
    this.line = line;
    this.column = column + 1;
  }
}

let loaded: Parser | undefined;

/** Must be awaited before anything is parsed. */
export async function loadParser(): Promise<void> {
  loaded ??= await import('./code-parser.js');
}

const COMMON: readonly ParserPlugin[] = [
  'decorators-legacy',
  'decoratorAutoAccessors',
  'explicitResourceManagement',
  'exportDefaultFrom',
  'deferredImportEvaluation',
  'sourcePhaseImports',
];
const JSX: readonly ParserPlugin[] = ['jsx', ...COMMON];

/** Also `export @dec class`, but no decorators of parameters. */
function withLaterDecorators(plugins: readonly ParserPlugin[]): readonly ParserPlugin[] {
  return plugins.map((one) => (one === 'decorators-legacy' ? 'decorators' : one));
}

const TS: readonly ParserPlugin[] = ['typescript', ...COMMON];
const TSX: readonly ParserPlugin[] = ['typescript', ...JSX];

/**
 * Syntaxes to try for a language, most likely first: `.js` files may contain Flow, and some
 * TypeScript.
 */
const ATTEMPTS: Readonly<Record<Language, readonly (readonly ParserPlugin[])[]>> = {
  js: [JSX, [['flow', { all: true }], ...JSX], TSX, withLaterDecorators(JSX)],
  ts: [TS, withLaterDecorators(TS)],
  tsx: [TSX, withLaterDecorators(TSX)],
};

/** Tolerates errors that a compiler would report but that hide no key. */
const OPTIONS: ParserOptions = {
  sourceType: 'unambiguous',
  errorRecovery: true,
  attachComment: false,
  allowAwaitOutsideFunction: true,
  allowImportExportEverywhere: true,
  allowNewTargetOutsideFunction: true,
  allowReturnOutsideFunction: true,
  allowSuperOutsideMethod: true,
  allowUndeclaredExports: true,
  allowYieldOutsideFunction: true,
};

const FIRST: Start = { line: 1, column: 0 };

/** @throws CodeError */
export function parseModule(code: string, language: Language, start = FIRST): File {
  // A byte order mark before `#!` is not code, as in Node.
  const isMarked = code.startsWith('\ufeff');
  const bare = isMarked ? code.slice(1) : code;
  const from = isMarked ? { ...start, index: (start.index ?? 0) + 1 } : start;
  return attempt(language, from, (parser, options) => parser.parse(bare, options));
}

/** @throws CodeError */
export function parseExpression(code: string, language: Language, start = FIRST): Expression {
  return attempt(language, start, (parser, options) => parser.parseExpression(code, options));
}

function attempt<T>(
  language: Language,
  { line, column, index = 0 }: Start,
  parse: (parser: Parser, options: ParserOptions) => T,
): T {
  if (loaded === undefined) throw new Error('the parser is not loaded');
  const place = { startLine: line, startColumn: column, startIndex: index };
  let first: unknown;
  for (const plugins of ATTEMPTS[language]) {
    try {
      return parse(loaded, { ...OPTIONS, ...place, plugins: [...plugins] });
    } catch (error) {
      first ??= error;
    }
  }
  const { message, loc } = first as { readonly message: string; readonly loc?: Start };
  throw new CodeError(message.replace(/\s*\(\d+:\d+\)$/, ''), loc ?? { line, column: 0 });
}
