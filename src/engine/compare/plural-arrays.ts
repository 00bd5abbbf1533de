import { keyId } from '../../model/index.js';
import type { Document } from '../../model/index.js';
import { hasAllForms } from '../../text/index.js';
import type { ExpectedUnit, MessageContext } from '../../text/index.js';
import { isListIndex } from '../units/list-keys.js';
import type { SourceUnit } from '../units/source-units.js';

/**
 * Plural forms as arrays, which some catalogs use: an array has as many elements as the language
 * has forms.
 */
export class PluralArrays {
  readonly #document: Document | undefined;
  readonly #expected: readonly SourceUnit[];
  readonly #languages: Pick<MessageContext, 'source' | 'target'>;
  /** By `keyId`; built for the first missing element. */
  #texts: ReadonlyMap<string, string> | undefined;
  #own: ReadonlySet<string> | undefined;
  readonly #complete = new Map<string, boolean>();

  constructor(
    document: Document | undefined,
    expected: readonly SourceUnit[],
    languages: Pick<MessageContext, 'source' | 'target'>,
  ) {
    this.#document = document;
    this.#expected = expected;
    this.#languages = languages;
  }

  /** Whether a missing element is only one of the plural forms that the language does not have. */
  complete({ key }: Pick<ExpectedUnit, 'key'>): boolean {
    const name = key.at(-1) ?? '';
    if (this.#document === undefined || name === '0' || !isListIndex(name)) return false;
    const list = key.slice(0, -1);
    const id = keyId(list);
    const known = this.#complete.get(id);
    if (known !== undefined) return known;
    this.#texts ??= new Map(
      this.#expected.map(({ keyId: at, expected }) => [at, expected.unit.text]),
    );
    this.#own ??= new Set(this.#document.units.map((unit) => keyId(unit.key)));
    const texts: string[] = [];
    const textAt = (index: number): string | undefined =>
      this.#texts?.get(keyId([...list, String(index)]));
    for (let text = textAt(0); text !== undefined; text = textAt(texts.length)) texts.push(text);
    let count = 0;
    while (this.#own.has(keyId([...list, String(count)]))) count += 1;
    const array = { name: list.at(-1) ?? '', texts, count };
    const isComplete = count < texts.length && hasAllForms({ ...array, ...this.#languages });
    this.#complete.set(id, isComplete);
    return isComplete;
  }
}
