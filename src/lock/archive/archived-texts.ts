import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import type { ArchivedText } from './archived-text.js';

const NOTHING: readonly ArchivedText[] = [];

/** The archived texts of one locale, looked up by key or source. Newest first. */
export class ArchivedTexts {
  readonly #byKey = new Map<string, ArchivedText[]>();
  readonly #bySource = new Map<string, ArchivedText[]>();

  constructor(texts: readonly ArchivedText[], locale: string) {
    const own = texts.filter((one) => one.locale === locale);
    for (const one of own.sort((a, b) => b.turn - a.turn)) {
      add(this.#byKey, `${one.path}\n${keyId(one.key)}`, one);
      add(this.#bySource, one.source, one);
    }
  }

  get isEmpty(): boolean {
    return this.#byKey.size === 0;
  }

  /** @param path of the source file */
  atKey(path: string, key: Key): readonly ArchivedText[] {
    return this.#byKey.get(`${path}\n${keyId(key)}`) ?? NOTHING;
  }

  /** @param source `sourceHash` of a source text */
  ofSource(source: string): readonly ArchivedText[] {
    return this.#bySource.get(source) ?? NOTHING;
  }
}

function add(lists: Map<string, ArchivedText[]>, id: string, one: ArchivedText): void {
  const known = lists.get(id);
  if (known === undefined) lists.set(id, [one]);
  else known.push(one);
}
