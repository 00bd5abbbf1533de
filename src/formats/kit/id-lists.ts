/** What decides whether a list's elements are keyed by a member of theirs. */
export interface Listed {
  /** Its values of the members that may name it, and whether they are texts, not numbers. */
  readonly ids: ReadonlyMap<string, { readonly id: string; readonly isText: boolean }>;
  /** Names of its members with a text or a container of texts, and `translation`. */
  readonly texts: readonly string[];
}

/** The names of a list's elements, and the member that has them, which is code. */
export interface ListNames {
  readonly by: string;
  readonly names: readonly string[];
}

/** The member with the text in catalogs of go-i18n and Hugo. */
const TRANSLATION = 'translation';

/** Members that name an element, and the members that then have its text. Default: any. */
const NAMERS: ReadonlyMap<string, RegExp | undefined> = new Map([
  ['id', undefined],
  ['key', /^(?:value|text|translation|message|string)$/],
  ['name', /^(?:value|text|translation)$/],
  ['term', /^definition$/],
]);

/** Names as code has them, not words for people: `cart.total`, `cartTotal`, `CART_TOTAL`. */
const CODE = /^(?:[a-z_$]\S*|[A-Z][A-Z\d_]+|[A-Z]\w*[._:/-]\S+)$/;

/** Whether a member with this name may name the elements of a list. */
export function mayName(member: string): boolean {
  return NAMERS.has(member);
}

/** Whether a member always counts as a text. */
export function isTranslation(member: string): boolean {
  return member === TRANSLATION;
}

/**
 * The names of a list's elements; undefined: they are keyed by index. Nearly all elements must have
 * a name and a text beside it. Names that repeat often are kinds instead, unless the text is a
 * `translation`: such a list is a catalog with duplicates. An element without a name is named by
 * its index.
 */
export function namesOf(elements: readonly Listed[]): ListNames | undefined {
  for (const [by, pattern] of NAMERS) {
    const named = elements.filter(({ ids, texts }) => {
      const own = ids.get(by);
      if (own?.isText !== true) return false;
      if (pattern === undefined) return texts.some((text) => text !== by);
      return (by === 'term' || CODE.test(own.id)) && texts.some((text) => pattern.test(text));
    });
    if (named.length === 0 || !isNearlyAll(named.length, elements.length)) continue;
    const different = new Set(named.map(({ ids }) => ids.get(by)?.id));
    const catalog = named.filter(({ texts }) => texts.includes(TRANSLATION));
    if (!isNearlyAll(different.size, named.length) && !isNearlyAll(catalog.length, named.length))
      continue;
    return { by, names: elements.map(({ ids }, index) => ids.get(by)?.id ?? String(index)) };
  }
  return undefined;
}

/** Whether an id can be part of a key. */
export function isUsableId(id: string): boolean {
  return id !== '' && !id.includes('\0');
}

function isNearlyAll(part: number, whole: number): boolean {
  return part * 10 >= whole * 9;
}
