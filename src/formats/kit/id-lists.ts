/** The member that names an element of a list: `{"id": "cart.total", "translation": "Total"}`. */
export const ID = 'id';

/** The member with the text in catalogs of go-i18n and Hugo. */
export const TRANSLATION = 'translation';

/** What decides whether a list's elements are keyed by id. */
export interface Listed {
  /** Undefined: not a map, or a map without an id. */
  readonly id: string | undefined;
  /** False if the id is a number or similar: it can name the element but is no evidence for it. */
  readonly isText: boolean;
  /** Names of its other members with a text or a container of texts, and `translation`. */
  readonly texts: readonly string[];
}

/**
 * The names of a list's elements by id; undefined: they are keyed by index. Nearly all elements
 * must have an id and a text beside it. Ids that repeat often are kinds instead of names, unless
 * the text is a `translation`: such a list is a catalog with duplicates. An element without an id
 * is named by its index.
 */
export function namesById(elements: readonly Listed[]): readonly string[] | undefined {
  const named = elements.filter((element) => element.isText && element.texts.length > 0);
  if (named.length === 0 || !isNearlyAll(named.length, elements.length)) return undefined;
  const ids = new Set(named.map(({ id }) => id));
  const catalog = named.filter(({ texts }) => texts.includes(TRANSLATION));
  if (!isNearlyAll(ids.size, named.length) && !isNearlyAll(catalog.length, named.length))
    return undefined;
  return elements.map(({ id }, index) => id ?? String(index));
}

/** Whether an id can be part of a key. */
export function isUsableId(id: string): boolean {
  return id !== '' && !id.includes('\0');
}

function isNearlyAll(part: number, whole: number): boolean {
  return part * 10 >= whole * 9;
}
