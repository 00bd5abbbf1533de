import type { Key, PluralCategory } from '../../model/index.js';

/** A unit of the target, as its source and plural forms make it expected. */
interface MaybeForm {
  readonly plural?: { readonly category: PluralCategory } | undefined;
}

/** A form as the last part of a key (`n.few`), or at its end (`n_few`). */
const FORM = /(?:^|[_.[-])(zero|one|two|few|many|other)\]?$/;

/**
 * Whether the key of an earlier text names another plural form than the expected one. Both may well
 * have the same source text.
 */
export function isOtherForm(key: Key, { plural }: MaybeForm): boolean {
  const form = formOf(key);
  return plural !== undefined && form !== undefined && form !== plural.category;
}

function formOf(key: Key): string | undefined {
  return FORM.exec(key.at(-1) ?? '')?.[1];
}
