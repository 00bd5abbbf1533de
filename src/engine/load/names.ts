import { join } from 'node:path';
import type { RequestOptions, Translator } from '../../model/index.js';
import {
  ensureStateDirectory,
  readStateFile,
  replaceStateFile,
  STATE_FILES,
} from '../../state/index.js';
import { hasNames, namesKey, withoutFiles } from '../units/request-names.js';
import type { ResolvedNames } from '../units/request-names.js';

/**
 * Ids and versions of the glossaries, styles and memories named in the config, as last resolved by
 * the service. Stored in `.locale-sync/names.json`, so that looking needs no network. Without it,
 * no unit is reported as drifted because of them.
 */
export class RememberedNames {
  readonly #folder: string;
  readonly #fingerprints: Map<string, string>;

  constructor(folder: string) {
    this.#folder = folder;
    this.#fingerprints = load(join(folder, STATE_FILES.names));
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
    if (news) this.#save();
    return news;
  }

  #save(): void {
    try {
      const file = join(ensureStateDirectory(this.#folder, '.'), STATE_FILES.names);
      replaceStateFile(file, `${JSON.stringify([...this.#fingerprints], null, 2)}\n`);
    } catch {
      // It only helps later runs that look without network.
    }
  }
}

function load(file: string): Map<string, string> {
  try {
    const entries = JSON.parse(readStateFile(file).toString()) as unknown;
    if (!Array.isArray(entries)) return new Map();
    return new Map(
      entries.filter(
        (entry): entry is [string, string] =>
          Array.isArray(entry) && typeof entry[0] === 'string' && typeof entry[1] === 'string',
      ),
    );
  } catch {
    return new Map();
  }
}
