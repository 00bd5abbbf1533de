import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/resolved.js';
import type {
  EngineEvent,
  LocaleSyncError,
  ReportError,
  Store,
  Translator,
} from '../../model/index.js';
import { openMemory, STATE_FOLDER } from '../../state/index.js';
import type { Memory } from '../../state/index.js';
import { ParsedFiles } from '../load/index.js';
import type { RunContext } from './run-context.js';

export interface SessionOptions {
  /** Where texts come from; opened only when something has to be sent. */
  readonly openTranslator: () => Promise<Translator>;
  /** The memory that many runs share; opened only when something is missing. Default: none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  /**
   * Ends a run: nothing new is sent, open requests get a moment, and answers received so far are
   * written.
   */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /**
   * Stays warm between runs, for a dev session: files that have not changed are not parsed again,
   * memory and service stay open until `close()`.
   */
  readonly warm?: boolean;
  /**
   * Absolute state folder of another root, which keeps what was paid for, the history of runs, and
   * which run is at work. Default: that of this root.
   */
  readonly kept?: string;
  /** An error in the words of the host, for reports. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

/** What an engine keeps open, and between runs when it stays warm. */
export class Session {
  readonly config: ResolvedConfig;
  /** Absolute folder of the local state. */
  readonly state: string;
  /** Absolute folder of what outlives the root. */
  readonly kept: string;
  readonly signal: AbortSignal;
  readonly onEvent: (event: EngineEvent) => void;
  readonly #options: SessionOptions;
  readonly #parsed: ParsedFiles | undefined;
  #translator: Promise<Translator> | undefined;
  #memory: Memory | undefined;

  constructor(config: ResolvedConfig, options: SessionOptions) {
    this.config = config;
    this.state = join(config.root, STATE_FOLDER);
    this.kept = options.kept ?? this.state;
    this.signal = options.signal ?? new AbortController().signal;
    this.onEvent = options.onEvent ?? (() => undefined);
    this.#options = options;
    this.#parsed = options.warm === true ? new ParsedFiles() : undefined;
  }

  /** What the next run works with. */
  run(): RunContext {
    const { config, state, kept, signal, onEvent } = this;
    const open = (): Promise<Translator> => (this.#translator ??= this.#options.openTranslator());
    return {
      config,
      state,
      kept,
      signal,
      onEvent,
      open,
      openStore: this.#options.openStore,
      memory: this.#openMemory(),
      parsed: this.#parsed,
      explain: this.#options.explain,
    };
  }

  /** The memory as it is now. One that had problems is opened again: they may be gone. */
  #openMemory(): Memory {
    const isGood = this.#options.warm === true && this.#memory?.problems.length === 0;
    return (this.#memory = isGood && this.#memory ? this.#memory : openMemory(this.kept));
  }

  /**
   * @param fresh the next run needs a new service: it failed, or has to say again what names stand
   * for
   */
  async endRun({ fresh }: { readonly fresh: boolean }): Promise<void> {
    if (fresh || this.#options.warm !== true) await this.close();
  }

  async close(): Promise<void> {
    const translator = this.#translator;
    this.#translator = undefined;
    this.#memory = undefined;
    // A translator that could not be opened has said so already.
    await (await translator?.catch(() => undefined))?.close();
  }
}
