import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import type {
  EngineEvent,
  LocaleSyncError,
  ReportError,
  Store,
  Translator,
} from '../../model/index.js';
import {
  acquireRunLock,
  cleanTemp,
  holdSpareHandle,
  openMemory,
  requireStateInside,
} from '../../state/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import type { Facts } from '../../lock/index.js';
import type { Memory } from '../../state/index.js';
import { ParsedFiles } from '../load/index.js';
import type { LoadContext } from '../load/index.js';

/** What a run of the engine works with. */
export interface RunContext extends Pick<LoadContext, 'parsed' | 'onEvent'> {
  readonly config: ResolvedConfig;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  /** Absolute path of the folder with memory and run history; `state` by default. */
  readonly kept: string;
  /** Opens the service when something has to be sent. */
  readonly open: () => Promise<Translator>;
  /** Opens the shared store when texts are missing. Absent: there is none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  readonly memory: Memory;
  /** Facts to compare with where the lock has none. Default: none. */
  readonly known?: Facts | undefined;
  /** Whether the report grades the texts that the run writes. Default: false. */
  readonly grades?: boolean | undefined;
  readonly signal: AbortSignal;
  /** Describes an error for a report, in the host's terms. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

export interface SessionOptions {
  /** Opens the source of translations. Called only when something has to be sent. */
  readonly openTranslator: () => Promise<Translator>;
  /** Opens the shared store. Called only when texts are missing. Default: none. */
  readonly openStore?: (() => Promise<Store>) | undefined;
  /**
   * Interrupts a run: nothing new is sent, open requests get a moment, and answers received so far
   * are written.
   */
  readonly signal?: AbortSignal;
  readonly onEvent?: (event: EngineEvent) => void;
  /**
   * Stays open between runs, for a dev server: unchanged files are not parsed again, and memory and
   * service stay open until `close()`. Default: false.
   */
  readonly warm?: boolean;
  /** With `warm`: texts that count instead of those on disk, by path. Default: none. */
  readonly unsaved?: ReadonlyMap<string, string>;
  /**
   * Absolute path of another root's state folder that holds the memory, the run history and the
   * lock between processes. Default: that of this root.
   */
  readonly kept?: string;
  /** Describes an error for a report, in the host's terms. */
  readonly explain: (error: LocaleSyncError) => ReportError;
}

/** What an engine keeps open during a run and, if warm, between runs. */
export class Session {
  readonly config: ResolvedConfig;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  /** Absolute path of the folder that outlives the root. */
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
    this.#parsed = options.warm === true ? new ParsedFiles(options.unsaved) : undefined;
  }

  /** The context of the next run. */
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

  /** The current memory. It is reopened if it had problems, because they may be gone. */
  #openMemory(): Memory {
    const isGood = this.#options.warm === true && this.#memory?.problems.length === 0;
    return (this.#memory = isGood && this.#memory ? this.#memory : openMemory(this.kept));
  }

  /**
   * @param fresh whether the next run needs a new service: it failed, or names must be resolved
   * again
   */
  async endRun({ fresh }: { readonly fresh: boolean }): Promise<void> {
    if (fresh || this.#options.warm !== true) await this.close();
  }

  async close(): Promise<void> {
    const translator = this.#translator;
    this.#translator = undefined;
    this.#memory = undefined;
    // If the translator could not be opened, that was already reported.
    await (await translator?.catch(() => undefined))?.close();
  }
}

/** Runs alone in the repository: other processes wait. */
export async function runAlone<Result>(
  { state, signal, onEvent }: Pick<RunContext, 'state' | 'signal' | 'onEvent'>,
  run: () => Promise<Result>,
): Promise<Result> {
  requireStateInside(state);
  const lock = await acquireRunLock(state, {
    signal,
    onWait: ({ pid }) => onEvent({ type: 'waiting', pid }),
  });
  if (lock.problem !== undefined) onEvent({ type: 'problem', problem: lock.problem });
  const letGo = holdSpareHandle();
  try {
    cleanTemp(state);
    return await run();
  } finally {
    letGo();
    lock.release();
  }
}
