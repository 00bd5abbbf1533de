import { formatKey, keyId, locate } from '../../model/index.js';
import type { Document, Key, ParseOptions } from '../../model/index.js';

/** Values of a module that are code: they are there, and nothing translates, replaces or removes them. */
export class CodeValues {
  readonly #all: {
    readonly key: Key;
    readonly offset: number;
    readonly hasWords: () => boolean;
  }[] = [];

  add(key: Key, offset: number, hasWords: () => boolean): void {
    this.#all.push({ key, offset, hasWords });
  }

  /** @param dropped the parts of a root key that keys lack */
  references(dropped: 0 | 1): Partial<Document> {
    if (this.#all.length === 0) return {};
    const keys = new Set(this.#all.map(({ key }) => keyId(key.slice(dropped))));
    const shows = (key: Key): boolean => key.some((_, at) => keys.has(keyId(key.slice(0, at + 1))));
    return { references: { shows, usesOf: () => [] } };
  }

  /** Names the texts within code in a source file. */
  problems(text: string, { source, role = 'source', file }: ParseOptions): Document['problems'] {
    if (source !== undefined || role !== 'source') return [];
    const worded = this.#all.filter(({ hasWords }) => hasWords());
    const [first] = worded;
    if (first === undefined) return [];
    const keys = worded.slice(0, 3).map(({ key }) => formatKey(key));
    const rest = worded.length > 3 ? ` and ${worded.length - 3} more` : '';
    const message = `Texts in code are not translated: ${keys.join(', ')}${rest}. A new file gets the code as it is.`;
    const place = { ...locate(text, first.offset), ...(file !== undefined && { file }) };
    return [
      { code: 'text-in-code', severity: 'warning', message, key: formatKey(first.key), ...place },
    ];
  }
}
