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

/** Names as code has them, not words for people: `cart.total`, `cartTotal`, `CART_TOTAL`. */
const CODE = /^(?:[a-z_$]\S*|[A-Z][A-Z\d_]+|[A-Z]\w*[._:/-]\S+)$/;

/** Whether it is more than one word in lower case, which may be for people: `red`. */
function isName(id: string): boolean {
  return CODE.test(id) && /[A-Z\d._:/$]/.test(id);
}

const VALUE = /^(?:value|text|translation|message|string)$/;

/** Members that name an element, and whether they do: by their value and its members with texts. */
const NAMERS: ReadonlyMap<string, (id: string, texts: readonly string[]) => boolean> = new Map([
  ['id', (_, texts) => texts.some((one) => one !== 'id')],
  ['key', (id, texts) => CODE.test(id) && texts.some((one) => VALUE.test(one))],
  [
    'name',
    (id, texts) => isName(id) && texts.some((one) => /^(?:value|text|translation)$/.test(one)),
  ],
  // Elements of POEditor have a context. The terms of other glossaries are for people.
  [
    'term',
    (id, texts) => texts.includes('definition') && (isName(id) || texts.includes('context')),
  ],
]);

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
  for (const [by, isNamed] of NAMERS) {
    const named = elements.filter(({ ids, texts }) => {
      const own = ids.get(by);
      return own?.isText === true && isNamed(own.id, texts);
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
