import type { Working } from '../working.js';
import type { Languages } from './language-names.js';

/** Flags of `init`; each answers the question that would else be asked. */
export interface InitOptions {
  /** Folder of the new config. */
  readonly cwd: string;
  readonly source?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  /** What locales stand for that are no codes: `{ german: 'DE' }`. */
  readonly languages?: Languages | undefined;
  /** `embedded` or an address. */
  readonly url?: string | undefined;
  /** Patterns with `{locale}`, instead of what is found. */
  readonly files?: readonly string[] | undefined;
  /** Takes every default without asking. */
  readonly yes?: boolean | undefined;
  /** Writes over a config that is there. */
  readonly force?: boolean | undefined;
  /** Prints one object on stdout. */
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

export interface InitIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Asks a person; answers with `fallback` for an empty line. Undefined: there is no terminal. */
  readonly ask?: ((question: string, fallback: string) => Promise<string>) | undefined;
  /** Says that it goes on. Default: nothing does. */
  readonly working?: Working | undefined;
  /** Once aborted, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}
