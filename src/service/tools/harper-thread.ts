import type { BinaryModule, Dialect, LocalLinter } from 'harper.js';
import { serveThread } from './thread.js';

export interface HarperQuestion {
  readonly text: string;
  readonly dialect: 'en-GB' | 'en-US';
}

/** A finding with a single correction. */
export interface Finding {
  readonly kind: string;
  readonly start: number;
  readonly end: number;
  /** 0: replace, 1: remove, 2: insert after. */
  readonly action: number;
  readonly text: string;
}

/** URLs of modules. */
interface HarperData {
  readonly harper: string;
  readonly binary: string;
}

interface Harper {
  readonly LocalLinter: typeof LocalLinter;
  readonly Dialect: typeof Dialect;
}

serveThread({
  open: async ({ harper, binary }: HarperData) => {
    const { LocalLinter, Dialect } = (await import(harper)) as Harper;
    const loaded = (await import(binary)) as { readonly binary: BinaryModule };
    const options = { binary: loaded.binary };
    return {
      'en-GB': new LocalLinter({ ...options, dialect: Dialect.British }),
      'en-US': new LocalLinter({ ...options, dialect: Dialect.American }),
    };
  },
  answer: async (linters, { text, dialect }: HarperQuestion): Promise<readonly Finding[]> => {
    const lints = await linters[dialect].lint(text, { language: 'plaintext' });
    return lints.flatMap((lint) => {
      const [suggestion, ...others] = lint.suggestions();
      if (suggestion === undefined || others.length > 0) return [];
      const { start, end } = lint.span();
      const action = suggestion.kind();
      return [
        { kind: lint.lint_kind(), start, end, action, text: suggestion.get_replacement_text() },
      ];
    });
  },
});
