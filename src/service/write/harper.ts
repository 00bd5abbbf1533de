import { loadOptional } from '../tools/optional-package.js';
import type { WriteEngine } from './engine.js';

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Suggestion {
  get_replacement_text(): string;
  /** 0: replace, 1: remove, 2: insert behind. */
  kind(): number;
}

interface Lint {
  span(): Span;
  suggestions(): readonly Suggestion[];
  lint_kind(): string;
}

interface Linter {
  lint(text: string, options: { readonly language: 'plaintext' }): Promise<readonly Lint[]>;
  applySuggestion(text: string, lint: Lint, suggestion: Suggestion): Promise<string>;
}

interface Harper {
  readonly LocalLinter: new (options: {
    readonly binary: unknown;
    readonly dialect?: number;
  }) => Linter;
  readonly Dialect: { readonly American: number; readonly British: number };
}

interface HarperBinary {
  readonly binary: unknown;
}

/** Kinds of findings that are errors rather than taste; spelling is for the dictionaries. */
const errors = new Set([
  'Agreement',
  'BoundaryError',
  'Capitalization',
  'Eggcorn',
  'Grammar',
  'Malapropism',
  'Nonstandard',
  'Punctuation',
  'Repetition',
  'Typo',
  'Usage',
  'Miscellaneous',
  'WordChoice',
]);

const linters = new Map<string, Promise<Linter | undefined>>();

async function load(language: string): Promise<Linter | undefined> {
  const harper = await loadOptional<Harper>('harper.js');
  const binary = await loadOptional<HarperBinary>('harper.js/binary');
  if (harper === undefined || binary === undefined) return undefined;
  const dialect = language === 'en-GB' ? harper.Dialect.British : harper.Dialect.American;
  return new harper.LocalLinter({ binary: binary.binary, dialect });
}

function linterFor(language: string): Promise<Linter | undefined> {
  const linter = linters.get(language) ?? load(language);
  linters.set(language, linter);
  return linter;
}

/** English grammar by harper.js, where that package is installed. Only findings with one answer are taken. */
export const harper: WriteEngine = {
  name: 'harper',
  improve: async (text, language) => {
    if (!language.startsWith('en')) return undefined;
    const linter = await linterFor(language);
    if (linter === undefined) return undefined;
    const lints = await linter.lint(text, { language: 'plaintext' });
    let result = text;
    // From the end, so that earlier positions stay true.
    for (const lint of [...lints].sort((a, b) => b.span().start - a.span().start)) {
      const [suggestion, ...others] = lint.suggestions();
      if (suggestion === undefined || others.length > 0 || !errors.has(lint.lint_kind())) continue;
      result = await linter.applySuggestion(result, lint, suggestion);
    }
    return result;
  },
};
