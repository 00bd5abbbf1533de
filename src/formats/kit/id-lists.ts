/** The member that names an element of a list: `{"id": "cart.total", "translation": "Total"}`. */
export const ID = 'id';

/** The member that holds the text in catalogs of go-i18n and Hugo. */
export const TRANSLATION = 'translation';

/** What an element of a list shows of itself. */
export interface Listed {
  /** Undefined: no map, or none with an id. */
  readonly id: string | undefined;
  /** False where the id is a number or the like: it names the element, but proves nothing. */
  readonly isText: boolean;
  /** Names of its other members that hold a text or a container of some, and `translation`. */
  readonly texts: readonly string[];
}

/**
 * The names of a list's elements by their ids; undefined: they go by their index. Nearly all
 * elements must have an id and a text beside it. Ids that stand there again and again are kinds
 * and no names, unless the text is a `translation`: such a list is a catalog that has duplicates.
 * An element without an id has its index as its name.
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

/** What can be part of a key. */
export function isUsableId(id: string): boolean {
  return id !== '' && !id.includes('\0');
}

function isNearlyAll(part: number, whole: number): boolean {
  return part * 10 >= whole * 9;
}
