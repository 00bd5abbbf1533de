import type { RequestOptions, Translator } from '../../model/index.js';
import { readNotes, updateNotes } from '../../state/index.js';
import { hasNames, namesKey, withoutFiles } from '../units/request-names.js';
import type { ResolvedNames } from '../units/request-names.js';

/**
 * Ids and versions of the glossaries, styles and memories named in the config, as last resolved by
 * the service. Kept in the ledger, so that looking needs no network. Without them, no unit is
 * reported as drifted because of them.
 */
export class RememberedNames {
  readonly #state: string;
  readonly #fingerprints: Map<string, string>;

  /** @param state absolute path of the local state's folder */
  constructor(state: string) {
    this.#state = state;
    this.#fingerprints = new Map(readNotes(state).names);
  }

  /** Equal for equal answers. */
  get identity(): string {
    return JSON.stringify([...this.#fingerprints].sort());
  }

  readonly fingerprintOf: ResolvedNames = (key) => this.#fingerprints.get(key);

  /**
   * Resolves names at the service. Returns true if any answer is new.
   * @throws TranslatorError
   */
  async refresh(
    requests: readonly RequestOptions[],
    translator: Translator,
    signal: AbortSignal,
  ): Promise<boolean> {
    const asked = new Map<string, RequestOptions>();
    for (const request of requests)
      if (hasNames(request)) asked.set(namesKey(request), withoutFiles(request));
    let news = false;
    for (const [key, request] of asked) {
      const { fingerprint } = await translator.resolve(request, signal);
      if (this.#fingerprints.get(key) === fingerprint) continue;
      this.#fingerprints.set(key, fingerprint);
      news = true;
    }
    if (news) updateNotes(this.#state, { names: [...this.#fingerprints] });
    return news;
  }
}
