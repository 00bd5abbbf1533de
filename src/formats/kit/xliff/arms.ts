import { ICU_CHOICE } from '../icu-choice.js';

type Item<C> = { readonly kind: 'text'; readonly text: string } | C;

/** Ids of the codes inside the arms of ICU plurals and selects. */
export function codesInArms<C extends { readonly kind: 'open' | 'close' | 'single' }>(
  source: readonly Item<C>[],
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
