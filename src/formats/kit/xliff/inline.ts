import { EditError, FormatError, formatKey, type Key } from '../../../model/index.js';
import { readXml } from '../xml/elements.js';

/** A piece of a text: character data, or an inline code. */
export type Piece<C> = { readonly kind: 'text'; readonly text: string } | C;

/** How `Unit.text` shows a text with codes. */
export const CANONICAL = { newline: '\n', prefix: '', xml11: false } as const;

export function addText<C extends { readonly kind: 'open' | 'close' | 'single' }>(
  items: Piece<C>[],
  text: string,
): void {
  const last = items.at(-1);
  if (last?.kind === 'text') items[items.length - 1] = { kind: 'text', text: last.text + text };
  else items.push({ kind: 'text', text });
}

/** Ids of the codes inside the arms of ICU plurals and selects. */
export function codesInArms<C extends { readonly kind: 'open' | 'close' | 'single' }>(
  source: readonly Piece<C>[],
  idOf: (code: C) => string | undefined,
): ReadonlySet<string> {
  const found = new Set<string>();
  if (!ICU_CHOICE.test(source.map((item) => (item.kind === 'text' ? item.text : '')).join('')))
    return found;
  let depth = 0;
  for (const item of source)
    if (item.kind === 'text')
      for (const sign of item.text.match(/[{}]/g) ?? []) depth += sign === '{' ? 1 : -1;
    else {
      const id = depth > 1 ? idOf(item) : undefined;
      if (id !== undefined) found.add(id);
    }
  return found;
}

/** The start of an ICU plural or select, which has as many arms as the language has forms. */
const ICU_CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,/;

/** @throws EditError `inline-codes` for a translation that is not an XML fragment */
export function checkFragment(key: Key, text: string): void {
  try {
    readXml(`<x>${text}</x>`, { root: 'x', what: 'a text', hasEntities: false });
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    const message = `The text is not a well-formed XML fragment: ${error.detail}`;
    throw new EditError('inline-codes', key, message);
  }
}

/** For another target of a unit with `translate="no"`. */
export function untranslatable(key: Key): EditError {
  return new EditError(
    'not-writable',
    key,
    `${formatKey(key)} has translate="no", so its target must equal its source.`,
  );
}
