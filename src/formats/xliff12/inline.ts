import { EditError, type Key } from '../../model/index.js';
import { addText, CANONICAL, checkFragment, codesInArms, type Piece } from '../kit/xliff/inline.js';
import { charactersOf, decodeText, escapeAttribute, escapeText } from '../kit/xml/escape.js';
import { localName } from '../kit/xml/scope.js';
import { closingOf, readAttributes, type Token, tokenize } from '../kit/xml/tokens.js';

interface Code {
  readonly kind: 'open' | 'close' | 'single';
  /**
   * Identifies the code, as shown in `Unit.text`: `x id="INTERPOLATION"`. A closing tag has the
   * name of its opening tag.
   */
  readonly name: string;
  /** As written in the file. */
  readonly raw: string;
}

type Item = Piece<Code>;

/** Elements whose content is also code and never shown. */
const OPAQUE: ReadonlySet<string> = new Set(['x', 'bx', 'ex', 'ph', 'it', 'bpt', 'ept', 'sub']);
const KNOWN: ReadonlySet<string> = new Set([...OPAQUE, 'g', 'mrk']);
/** Attributes that identify a code. Others may differ between files. */
const NAMES: ReadonlySet<string> = new Set(['id', 'mid', 'mtype']);
/** Kinds of `<mrk>` that protect their content. */
const PROTECTED = /mtype="(?:protected|x-its-translate-no|x-DNT)"/;
const SEGMENT = /mtype="seg"/;

/** Items of well-formed content, without comments. Segments are not codes. */
export function readItems(raw: string): readonly Item[] {
  const items: Item[] = [];
  const tokens = tokenize(raw);
  const open: string[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const { kind, start } = token;
    let { end } = token;
    if (kind === 'text' || kind === 'cdata') addText(items, charactersOf(raw, token));
    else if (kind === 'close') {
      const name = open.pop() ?? '';
      if (name !== '') items.push({ kind, name, raw: raw.slice(start, end) });
    } else if (kind === 'open' || kind === 'empty') {
      const name = nameOf(token, raw);
      const isOpaque =
        kind === 'open' && (OPAQUE.has(localName(token.name)) || PROTECTED.test(name));
      if (isOpaque) {
        at = closingOf(tokens, at);
        end = tokens[at]?.end ?? raw.length;
      }
      if (kind === 'open' && !isOpaque) open.push(name);
      if (name === '') continue;
      items.push({
        kind: kind === 'open' && !isOpaque ? 'open' : 'single',
        name,
        raw: raw.slice(start, end),
      });
    }
  }
  return items;
}

/** '' for a segment. */
function nameOf({ name: written, start, end }: Token, raw: string): string {
  const local = localName(written);
  const shown = readAttributes(raw.slice(start, end))
    .filter(({ name }) => (KNOWN.has(local) ? NAMES.has(name) : !/^xmlns(?::|$)/.test(name)))
    .map(({ name, value }) => ` ${name}="${escapeAttribute(value)}"`);
  const name = local + shown.join('');
  return local === 'mrk' && SEGMENT.test(name) ? '' : name;
}

/** Content in the form of `Unit.text`: with codes, it is an XML fragment. */
export function show(raw: string): { readonly text: string; readonly hasCodes: boolean } {
  if (!raw.includes('<')) return { text: decodeText(raw), hasCodes: false };
  const items = readItems(raw);
  const hasCodes = items.some(({ kind }) => kind !== 'text');
  const text = items.map((item) => {
    if (item.kind !== 'text') return tagOf(item);
    return hasCodes ? escapeText(item.text, CANONICAL) : item.text;
  });
  return { text: text.join(''), hasCodes };
}

/** A code in the form of `Unit.text`. */
function tagOf({ kind, name }: Code): string {
  if (kind === 'close') return `</${/^\S*/.exec(name)?.[0] ?? ''}>`;
  return kind === 'open' ? `<${name}>` : `<${name}/>`;
}

/**
 * Parses a translation with inline codes and gives every code the source's form. In the arms of an
 * ICU plural or select, codes are added and removed with the arms.
 * @param rules - the contents of the source, whose codes must all be in the translation, and of
 * the current target: codes that only it has may stay
 * @throws EditError `inline-codes` for invalid XML, codes that are missing, repeated or unknown, or
 * an end before its start
 */
export function readTranslation(
  text: string,
  rules: {
    readonly key: Key;
    readonly source: readonly Item[];
    readonly target: readonly Item[];
  },
): readonly Item[] {
  const refuse = (message: string): never => {
    throw new EditError('inline-codes', rules.key, message);
  };
  checkFragment(rules.key, text);
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
