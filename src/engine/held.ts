import type { Translator } from '../model/index.js';
import { WholeMemory } from './whole-memory.js';

export interface HeldOptions {
  readonly openTranslator: () => Promise<Translator>;
  /** The local state folder. */
  readonly folder: string;
  /** Whether they stay open from run to run. */
  readonly warm: boolean;
}

/** What an engine holds open: the service and the memory. */
export class Held {
  readonly #options: HeldOptions;
  #translator: Promise<Translator> | undefined;
  #memory: WholeMemory | undefined;

  constructor(options: HeldOptions) {
    this.#options = options;
  }

  readonly translator = (): Promise<Translator> =>
    (this.#translator ??= this.#options.openTranslator());

  /** The memory as it is now. One that had problems is opened anew: they may be gone. */
  memory(): WholeMemory {
    if (this.#options.warm && this.#memory?.problems.length === 0) this.#memory.refresh();
    else this.#memory = new WholeMemory(this.#options.folder);
    return this.#memory;
  }

  /** @param fresh whether the next run needs its own: the service failed, or has to say anew what names stand for */
  async endRun({ fresh }: { readonly fresh: boolean }): Promise<void> {
    if (fresh || !this.#options.warm) await this.close();
  }

  async close(): Promise<void> {
    const translator = this.#translator;
    this.#translator = undefined;
    this.#memory = undefined;
    // A translator that could not be opened has said so already.
    await (await translator?.catch(() => undefined))?.close();
  }
}
