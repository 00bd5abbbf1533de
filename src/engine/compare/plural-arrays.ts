import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { hasAllForms } from '../../text/index.js';
import { NO_FINDINGS } from '../units/findings.js';
import { isListIndex } from '../units/list-keys.js';
import type { Row, FileComparison } from '../units/row.js';
import { BY_REFERENCE } from './state.js';

/**
 * Marks elements as present that are missing only because the language has fewer plural forms: some
 * catalogs write forms as arrays, with as many elements as the language has forms.
 */
export function withCompleteArrays(file: FileComparison): FileComparison {
  if (!file.rows.some(isMissingElement)) return file;
  const arrays = new PluralArrays(file);
  const rows = file.rows.map((row): Row => {
    const isComplete = isMissingElement(row) && arrays.isComplete(listOf(row));
    return isComplete ? { ...row, state: BY_REFERENCE, findings: NO_FINDINGS } : row;
  });
  return { ...file, rows };
}

function isMissingElement({ source, state, current }: Row): boolean {
  if (state.status !== 'missing' || state.place !== 'own') return false;
  if (state.arrival !== undefined || current !== undefined) return false;
  const name = source.expected.key.at(-1) ?? '';
  return name !== '0' && isListIndex(name);
}

function listOf({ source }: Row): Key {
  return source.expected.key.slice(0, -1);
}

/** The arrays of a file, by key. */
class PluralArrays {
  readonly #message: FileComparison['message'];
  /** The source's texts, by `keyId`. */
  readonly #texts: ReadonlyMap<string, string>;
  /** `keyId`s of the texts that are in the target or move there. */
  readonly #present: ReadonlySet<string>;
  readonly #known = new Map<string, boolean>();

  constructor({ expected, rows, target, message }: FileComparison) {
    this.#message = message;
    this.#texts = new Map(expected.map((source) => [source.keyId, source.expected.unit.text]));
    const arriving = rows.filter(({ state }) => state.arrival !== undefined);
    this.#present = new Set([
      ...(target.document?.units ?? []).map(({ key }) => keyId(key)),
      ...arriving.map(({ source }) => source.keyId),
    ]);
  }

  /** Whether the array of this key has all forms of the target's language. */
  isComplete(list: Key): boolean {
    const id = keyId(list);
    const known = this.#known.get(id);
    if (known !== undefined) return known;
    const texts = elements(list, (element) => this.#texts.get(element));
    const count = elements(list, (element) => this.#present.has(element) || undefined).length;
    const array = { name: list.at(-1) ?? '', texts, count };
    const isComplete = count < texts.length && hasAllForms({ ...array, ...this.#message });
    this.#known.set(id, isComplete);
    return isComplete;
  }
}

/** The values of a list's elements, up to the first that has none. */
function elements<T>(list: Key, valueOf: (keyId: string) => T | undefined): T[] {
  const found: T[] = [];
  for (;;) {
    const value = valueOf(keyId([...list, String(found.length)]));
    if (value === undefined) return found;
    found.push(value);
  }
}
