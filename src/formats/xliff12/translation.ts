import { EditError, type Key } from '../../model/index.js';
import { codesInArms } from '../kit/xliff/arms.js';
import { complainOfFragment } from '../kit/xml/complain.js';
import { readItems, tagOf, type Code, type Item } from './inline.js';

export interface CodeRules {
  readonly key: Key;
  /** Content of the source, whose codes must all be in the translation. */
  readonly source: readonly Item[];
  /** Current content of the target; codes that only it has may stay. */
  readonly target: readonly Item[];
}

/**
 * Parses a translation with inline codes and gives every code the source's form. In the arms of an
 * ICU plural or select, codes are added and removed with the arms.
 * @throws EditError `inline-codes` for invalid XML, codes that are missing, repeated or unknown, or
 * an end before its start
 */
export function readTranslation(text: string, rules: CodeRules): readonly Item[] {
  const refuse = (message: string): never => {
    throw new EditError('inline-codes', rules.key, message);
  };
  const complaint = complainOfFragment(text);
  if (complaint !== undefined) refuse(`The text is not a well-formed XML fragment: ${complaint}.`);
  const forms = new Map(
    [...codesOf(rules.target), ...codesOf(rules.source)].map((code) => [idOf(code), code]),
  );
  const items = readItems(text).map((item): Item => {
    if (item.kind === 'text') return item;
    return forms.get(idOf(item)) ?? refuse(`${tagOf(item)} is not a code of the source.`);
  });
  const wanted = counts(rules.source);
  const had = counts(rules.target);
  const inArms = codesInArms(rules.source, idOf);
  const found = counts(items);
  for (const [id, code] of forms) {
    if (code.kind === 'close' || inArms.has(id)) continue;
    const now = found.get(id) ?? 0;
    const least = wanted.get(id) ?? 0;
    if (now < least) refuse(`${tagOf(code)} is missing.`);
    if (now > Math.max(least, wanted.has(id) ? 0 : (had.get(id) ?? 0)))
      refuse(`${tagOf(code)} appears too often.`);
  }
  const early = firstEarlyEnd(items);
  if (early !== undefined && firstEarlyEnd(rules.source) === undefined)
    refuse(`${tagOf(early)} comes before its start.`);
  return items;
}

function codesOf(items: readonly Item[]): Code[] {
  return items.filter((item) => item.kind !== 'text');
}

function idOf({ kind, name }: Code): string {
  return kind === 'close' ? `/${name}` : name;
}

function counts(items: readonly Item[]): ReadonlyMap<string, number> {
  const found = new Map<string, number>();
  for (const code of codesOf(items)) found.set(idOf(code), (found.get(idOf(code)) ?? 0) + 1);
  return found;
}

/** The first code that ends something before its start: `ept`, `ex` and Angular's `CLOSE_…`. */
function firstEarlyEnd(items: readonly Item[]): Code | undefined {
  const open = new Map<string, number>();
  for (const code of codesOf(items)) {
    const pair = pairOf(code);
    if (pair === undefined) continue;
    const depth = (open.get(pair.id) ?? 0) + pair.step;
    if (depth < 0) return code;
    open.set(pair.id, depth);
  }
  return undefined;
}

/** The pair of a code, and whether it starts or ends it. */
function pairOf({ name }: Code): { readonly id: string; readonly step: 1 | -1 } | undefined {
  const [, element = '', id = ''] = /^(\w+)(?: .*?\bid="([^"]*)")?/.exec(name) ?? [];
  if (element === 'bpt' || element === 'ept')
    return { id: `pt ${id}`, step: element === 'bpt' ? 1 : -1 };
  if (element === 'bx' || element === 'ex')
    return { id: `x ${id}`, step: element === 'bx' ? 1 : -1 };
  const [, role, what = ''] = /^(START|CLOSE)_(.*?)(?:_\d+)?$/.exec(id) ?? [];
  if (element !== 'x' || role === undefined) return undefined;
  return { id: `angular ${what}`, step: role === 'START' ? 1 : -1 };
}
