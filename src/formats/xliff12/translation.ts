import { EditError, type Key } from '../../model/index.js';
import { codesInArms } from '../kit/xliff/arms.js';
import { complainOfFragment } from '../kit/xml/complain.js';
import { readItems, tagOf, type Code, type Item } from './inline.js';

export interface CodeRules {
  readonly key: Key;
  /** Content of the source: its codes must all come back. */
  readonly source: readonly Item[];
  /** Content that the target has now: codes that only it has may stay. */
  readonly target: readonly Item[];
}

/**
 * Reads a translation with inline codes and gives every code its form in the source. In the arms of
 * an ICU plural or select, codes come and go with the arms that the language has.
 * @throws EditError `inline-codes` if it is no XML, codes are missing, repeated or unknown, or an
 * end stands before its start
 */
export function readTranslation(text: string, rules: CodeRules): readonly Item[] {
  const refuse = (message: string): never => {
    throw new EditError('inline-codes', rules.key, message);
  };
  const complaint = complainOfFragment(text);
  if (complaint !== undefined) refuse(`The text is no XML fragment: ${complaint}.`);
  const forms = new Map(
    [...codesOf(rules.target), ...codesOf(rules.source)].map((code) => [idOf(code), code]),
  );
  const items = readItems(text).map((item): Item => {
    if (item.kind === 'text') return item;
    return forms.get(idOf(item)) ?? refuse(`${tagOf(item)} is no code of the source.`);
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
      refuse(`${tagOf(code)} stands too often.`);
  }
  const early = firstEarlyEnd(items);
  if (early !== undefined && firstEarlyEnd(rules.source) === undefined)
    refuse(`${tagOf(early)} stands before its start.`);
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

/** The first code that ends what nothing has started: `ept`, `ex` and Angular's `CLOSE_…`. */
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

/** What a code belongs to, and whether it starts or ends it. */
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
