import {
  EMPTY_HASH,
  hashOf,
  step,
  namesOf,
  RUN,
  propertyNamesIn,
  spellingIn,
  tailsIn,
  tailHash,
} from './fingerprints.js';
import { chainsIn, chainHash } from './chains.js';
import { dataIn, membersIn, membersOf } from './handed-catalogs.js';
import { unescaped } from './reading/ends.js';
import type { Document } from '../../model/index.js';
import type { Use } from './reading/use.js';
import type { KeyPattern } from './types.js';

const NEWLINE = '\n'.charCodeAt(0);
const SINGLE = "'".charCodeAt(0);
const DOUBLE = '"'.charCodeAt(0);
const BACKTICK = '`'.charCodeAt(0);
const DOLLAR = '$'.charCodeAt(0);

/** The longest start of a template that is kept; whole texts have no limit. */
const LONGEST_HEAD = 300;
/** Suffix of a text before a value: `memo.` in `` `memo.${x}` `` and in `'memo.' + x`. */
const OPEN = '\u0001';
/** Shorter starts are too ambiguous, unless they end with a punctuation mark. */
const LEAST_HEAD = 3;

/** The most texts of a run, and the longest of them. */
const MOST_IN_RUN = 6;
const LONGEST_NAME = 60;

/**
 * Hashes of every text quoted in code, and of the starts of texts with values. If quotes are
 * misread, such as an apostrophe in JSX text, the text between two of them counts too: finding too
 * much is better than too little. Pure, and linear.
 */
export function literalsIn(file: string, code: string): Int32Array {
  const found = new Set<number>();
  const last = new Map<number, number>();
  const runs = new Runs(code, found);
  let isComment = startsComment(code, 0);
  for (let at = 0; at < code.length; at += 1) {
    const sign = code.charCodeAt(at);
    if (sign === NEWLINE) {
      last.clear();
      isComment = startsComment(code, at + 1);
    } else if (isComment) continue;
    else if (sign === SINGLE || sign === DOUBLE || sign === BACKTICK) {
      const before = last.get(sign) ?? at;
      if (at - before > 1) {
        found.add(hashOf(code, before + 1, at));
        const spelling = spellingIn(code, before + 1, at);
        if (spelling !== undefined) found.add(spelling);
        runs.add(before, at);
        if (isHead(code, before + 1, at) && isAddedTo(code, at)) {
          found.add(hashOf(`${code.slice(before + 1, at)}${OPEN}`));
        }
      }
      last.set(sign, at);
    } else if (sign === DOLLAR && code[at + 1] === '{') {
      const before = last.get(BACKTICK) ?? at;
      if (at - before <= LONGEST_HEAD && isHead(code, before + 1, at)) {
        found.add(hashOf(`${code.slice(before + 1, at)}${OPEN}`));
      }
    }
  }
  const { heads, hashes } = slotsIn(code);
  for (const head of heads) if (isHead(head, 0, head.length)) found.add(hashOf(`${head}${OPEN}`));
  for (const hash of hashes) found.add(hash);
  const texts = [...escapedIn(code), ...unquotedIn(file, code), ...listedIn(code)];
  for (const text of texts) found.add(hashOf(text));
  // A single name can be a key if code imports a catalog, as in `en.title`.
  const least = dataIn(code).length > 0 ? 1 : 2;
  for (const find of [chainsIn, destructuredIn, tailsIn, propertyNamesIn, membersIn]) {
    for (const hash of find(code, least)) found.add(hash);
  }
  return Int32Array.from(found);
}

/** Places for values: `%s`, `%{x}`, `%(x)s`, `{x}`, `{{x}}`, `$1`, `%NAME%`. */
const SLOT = String.raw`(?:%(?:\d{1,2}\$)?[sd@]|%?\{\{?[ \t]{0,5}[\w.]{0,60}[ \t]{0,5}\}?\}|%\(\w{1,60}\)s|\$\d|%\w{1,60}%)`;
const TEXTS = new RegExp(String.raw`(['"])([^'"\s]{0,100}?${SLOT}[^'"\s]{0,100})\1`, 'g');
const PIECES = new RegExp(SLOT);
/** `'home about'.split(' ')` */
const LISTS = /(?:'([^'\n]{1,2000})'|"([^"\n]{1,2000})"|`([^`]{1,2000})`)\s{0,20}\.split\(/g;

/**
 * The parts of quoted texts around places for values, `'errors.%s.title'`: their starts, and the
 * hashes of the others. Pure, and linear.
 */
function slotsIn(code: string) {
  const texts = [...code.matchAll(TEXTS)].map(([, , text = '']) => text.split(PIECES));
  return {
    heads: texts.map(([head = '']) => head),
    hashes: texts.flatMap(([, ...rest]) => rest.flatMap((one) => tailHash(one) ?? [])),
  };
}

/** The texts of lists that code writes as one text. */
function listedIn(code: string): readonly string[] {
  const texts = [...code.matchAll(LISTS)].map(([, a, b, c]) => a ?? b ?? c ?? '');
  return texts.flatMap((text) => text.split(/[\s,;|]+/));
}

/** `- label: home  # comment`, `label: home` */
const SCALAR = /^[ \t]*(?:-[ \t]+)*(?:[\w.-]+:[ \t]+)?([^\s#'"[\]{},&*!|>][^#\n]*)/gm;
/** `@string/app_name` of Android, `#{cart.title}` of Thymeleaf. */
const RESOURCES = /@(?:string|plurals|array)\/([\w.]+)|[#*]\{\s*(?:\w+\[['"])?([\w.-]+)/g;
/** Between two tags. */
const CONTENT = />\s{0,200}([^<>{}\s][^<>{}]{0,200})</g;

/** Texts of data and markup that need no quotes: YAML scalars, and the content of HTML elements. */
function unquotedIn(file: string, code: string): readonly string[] {
  const pattern = /\.ya?ml$/i.test(file) ? SCALAR : /\.html?$/i.test(file) ? CONTENT : undefined;
  const found = pattern === undefined ? [] : [...code.matchAll(pattern)];
  const named = /\.(?:xml|html?)$/i.test(file) ? [...code.matchAll(RESOURCES)] : [];
  return [
    ...found.map(([, text = '']) => text.trim()),
    ...named.map(([, resource, message]) => resource ?? message ?? ''),
  ];
}

/** `const {`, and `({` for a function's parameters. */
const STARTS = /\b(?:const|let|var)\s*\{|\(\s*\{/g;
const TOKENS = /\{|\}|,|:|=|\.\.\.|\[|['"]([^'"\n]{1,60})['"]|([\w$\u0080-\uffff]+)/g;
/** What follows a parameter's pattern, and a variable's value. */
const PARAMETER = /^\s*(?::[^=()]{0,200})?\)\s*(?:=>|\{)/;
const VALUE =
  /^\s*(?::[^=;]{0,200})?=\s*([\w$]+(?:[!?]?\.[\w$]+|\[\s*['"][^'"\n]{1,60}['"]\s*\])*)/;

/** Longer patterns are ignored. */
const LONGEST = 2000;
/** The most names of a chain, at its end. */
const MOST_NAMES = 8;

/**
 * Hashes of the chains of names that lead to a value, including all of their ends: in
 * `const { cart: { title } } = K.shop`, `K.shop.cart.title`. Pure, and linear.
 * @param least the fewest names that can be a key
 */
function destructuredIn(code: string, least: number): readonly number[] {
  return [...code.matchAll(STARTS)].flatMap(({ 0: start, index }) => {
    const from = index + start.length;
    const { paths, end } = pathsOf(code.slice(from, from + LONGEST));
    const rest = code.slice(from + end, from + end + 400);
    const value = start.startsWith('(') ? undefined : VALUE.exec(rest)?.[1];
    const before = value?.match(/[\w$\u0080-\uffff-]+/g) ?? [];
    if (start.startsWith('(') && !PARAMETER.test(rest)) return [];
    return paths.flatMap((path) => {
      const names = [...before, ...path].slice(-MOST_NAMES);
      const chains = names.slice(least - 1).map((_, at) => chainHash(names.slice(at)));
      return [...chains, ...membersOf(path)];
    });
  });
}

/** The paths to the names that a pattern binds; `end` is the offset after its last brace. */
function pathsOf(pattern: string): { readonly paths: readonly string[][]; readonly end: number } {
  const paths: string[][] = [];
  const around: string[] = [];
  let name: string | undefined;
  /** What comes next: a property's name, its binding, or something irrelevant. */
  let next: 'name' | 'target' | 'default' = 'name';
  let skipped = 0;
  for (const { 0: token, 1: quoted, 2: word, index } of pattern.matchAll(TOKENS)) {
    if (next === 'default' && (skipped > 0 || token === '{')) {
      if (token === '{') skipped += 1;
      else if (token === '}') skipped -= 1;
    } else if (token === '{') {
      around.push(name ?? '');
      [name, next] = [undefined, 'name'];
    } else if (token === ',' || token === '}') {
      if (name !== undefined) paths.push([...around, name]);
      [name, next] = [undefined, 'name'];
      if (token === '}' && around.pop() === undefined) return { paths, end: index + 1 };
    } else if (token === ':') next = 'target';
    else if (token === '=') next = 'default';
    else if (token === '...' || (token === '[' && next === 'name' && name === undefined)) {
      // The rest of a group may be any of it, as may `{ [code]: text }`.
      if (around.length > 0) paths.push([...around]);
      next = 'default';
    } else if (next === 'name') name = quoted ?? word;
  }
  return { paths: [], end: pattern.length };
}

/** `'errors', 'fatal'`: texts separated only by commas, as in arguments. */
class Runs {
  readonly #code: string;
  readonly #found: Set<number>;
  #names = '';
  #count = 0;
  #end = -1;

  constructor(code: string, found: Set<number>) {
    this.#code = code;
    this.#found = found;
  }

  /** @param start, end offsets of a text's quotes */
  add(start: number, end: number): void {
    const isBehind = this.#end !== -1 && this.#isComma(this.#end + 1, start);
    const text = this.#code.slice(start + 1, end);
    // Every pair of adjacent quotes is passed here, whether or not a text is between them.
    if (this.#isComma(start + 1, end)) return;
    this.#end = text.length > LONGEST_NAME || text.includes(' ') ? -1 : end;
    if (!isBehind || this.#end === -1) {
      this.#names = text;
      this.#count = 1;
    } else if (this.#count < MOST_IN_RUN) {
      this.#names = `${this.#names}.${text}`;
      this.#count += 1;
      this.#found.add(hashOf(`${RUN}${namesOf(this.#names)}`));
    }
  }

  #isComma(from: number, to: number): boolean {
    let commas = 0;
    for (let at = from; at < to; at += 1) {
      if (this.#code[at] === ',') commas += 1;
      else if (!/\s/.test(this.#code[at] ?? '')) return false;
    }
    return commas === 1;
  }
}

function startsComment(code: string, at: number): boolean {
  let from = at;
  while (code[from] === ' ' || code[from] === '\t') from += 1;
  return code[from] === '/' && code[from + 1] === '/';
}

function isHead(code: string, from: number, to: number): boolean {
  const length = to - from;
  return length >= LEAST_HEAD || (length === 2 && !/[\p{L}\p{N}]/u.test(code[to - 1] ?? ''));
}

/** Whether a plus follows the quote at an offset, as in `'memo.' + x`. */
function isAddedTo(code: string, quote: number): boolean {
  let at = quote + 1;
  while (/\s/.test(code[at] ?? '')) at += 1;
  return code[at] === '+';
}

/** Limited in length, so that an unclosed quote is not searched to the end of the file. */
const ESCAPED =
  /'(?:[^'\\\n]|\\[^]){0,1000}'|"(?:[^"\\\n]|\\[^]){0,1000}"|`(?:[^`\\]|\\[^]){0,1000}`/g;
const ESCAPE = /\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|\r\n|[^])/gi;

/** The values of texts with escapes, such as `Don't` for `'Don\'t'`, and of multi-line texts. */
function escapedIn(code: string): readonly string[] {
  if (!code.includes('\\') && !code.includes('`')) return [];
  return [...code.matchAll(ESCAPED)].flatMap(([quoted]) =>
    /[\\\n]/.test(quoted)
      ? [quoted.slice(1, -1).replace(ESCAPE, (_, escape: string) => unescaped(escape))]
      : [],
  );
}

/** Whether a text is quoted in code. */
export function hasLiteral(literals: ReadonlySet<number>, text: string): boolean {
  return literals.has(hashOf(text));
}

/** Whether the names of a key, or its first names, are side by side in code. */
export function hasRun(literals: ReadonlySet<number>, key: string): boolean {
  const names = namesOf(key);
  let hash = step(EMPTY_HASH, RUN.charCodeAt(0));
  for (let at = 0; at < names.length; at += 1) {
    hash = step(hash, names.charCodeAt(at));
    if (names[at] === '.' && at > 0 && literals.has(hash | 0)) return true;
  }
  return false;
}

/** Whether code contains the start of a key, to which something is appended. */
export function hasBeginning(literals: ReadonlySet<number>, key: string): boolean {
  let hash = EMPTY_HASH;
  for (let at = 0; at < key.length; at += 1) {
    const sign = key[at] ?? '';
    hash = step(hash, key.charCodeAt(at));
    if (literals.has(step(hash, OPEN.charCodeAt(0)) | 0)) return true;
    // `memo.`, to which something else appends the rest
    const isInside = at > 0 && at < key.length - 1;
    if (isInside && literals.has(hash | 0) && /[^\p{L}\p{N}]/u.test(sign)) return true;
  }
  return false;
}

/** `$t(key)` and `$t(key, { "count": 1 })` of i18next */
const NESTED = /\$t\(\s*([^,(){}'"`$\n]+?)\s*(?:[,)]|(\{\{|\$\{))/g;
/** `@:key`, `@.lower:key` and `@:(key)` of vue-i18n */
const LINKED = /@(?:\.\w+)?:(?:\(([^()\n]+)\)|\{\s*['"]([^'"\n]+)['"]\s*\}|([\w.-]*\w))/g;

/** `@string/app_name` of Android */
const RESOURCE = /^@(?:string|plurals|array)\/([\w.]+)$/;

/** Keys that the texts of a catalog refer to, and starts of keys. */
interface NamedKeys {
  readonly keys: readonly string[];
  /** `status.` for `$t(status.{{kind}})` */
  readonly patterns: readonly KeyPattern[];
}

export function keysNamedIn(documents: readonly Document[]): NamedKeys {
  const texts = documents.flatMap(({ units }) =>
    units.flatMap(({ text }) => (/\$t\(|@[.:]|^@\w+\//.test(text) ? [text] : [])),
  );
  const nested = texts.flatMap((text) => [...text.matchAll(NESTED)]);
  const linked = texts.flatMap((text) => [...text.matchAll(LINKED)]);
  const named = nested.map(([, key = '', open]) => ({ key: key.replace(/^[\w-]+:/, ''), open }));
  return {
    keys: [
      ...texts.flatMap((text) => RESOURCE.exec(text)?.[1] ?? []),
      ...named.map(({ key }) => key),
      ...linked.map(([, a, b, c]) => a ?? b ?? c ?? ''),
    ],
    patterns: named.flatMap(({ key, open }) => (open === undefined ? [] : [{ parts: [key, ''] }])),
  };
}

/**
 * Keys that texts in code refer to, such as `t('a', 'See $t(item, { "count": 2 })')`: with their
 * plural forms and contexts.
 */
export function usesNamedIn(code: string): readonly Use[] {
  if (!code.includes('$t(')) return [];
  const found = new Set(
    [...code.matchAll(NESTED)].map(([, key = '', open]) => `${key}${open ? '\n' : ''}`),
  );
  return [...found].map((key): Use => {
    const contexts = { names: [], only: false };
    return { key: key.split('\n'), library: 'i18next', count: true, contexts, asks: true, line: 1 };
  });
}
