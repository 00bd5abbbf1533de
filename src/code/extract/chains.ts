import { EMPTY_HASH, hashOf, step, namesOf, RUN } from './fingerprints.js';

/** Prefix in hashes of names that spell out a key as properties or without quotes. */
const CHAIN = '\u0003';
/** The most names of a chain; of longer ones, the last names. */
const MOST_NAMES = 8;

/**
 * `K.menu.file.open`, `K?.menu['file']!.open`, also over several lines, and `menu.file` in YAML.
 * The lookbehind makes it linear: nothing matches within a name.
 */
const CHAINS =
  /(?<![\w$\u0080-\uffff-])([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*(?:\s*(?:\?\.|!?\.)[\w$\u0080-\uffff-]+|!?(?:\?\.)?\[\s*['"][^'"\n]{1,60}['"]\s*\])+)((?:\?\.)?\[)?/g;

/** Message functions: `m.hello()` in Paraglide, `LL.hello()` in typesafe-i18n. */
function membersOf(roots: Iterable<string>): RegExp {
  const names = [...roots].map((root) => root.replaceAll('$', '\\$')).join('|');
  return new RegExp(`(?<![\\w$.-])(?:${names})\\??\\.([\\w$]+)`, 'g');
}
/** `LL.status[kind]()`, and `LL.status` as an argument: all messages of the group. */
const GROUPS = /(?<![\w$.-])\$?LL\??\.([\w$]+)(?:\s*(?:\?\.)?\[|(?![\w$])(?!\s*(?:\?\.)?[.(]))/g;
const USUAL_ROOTS = ['m', 'LL', '$LL'];
const IMPORTS =
  /\bimport\s*([*{][^'"]{0,2000}?)\bfrom\s*['"][^'"\n]{0,200}(?:paraglide|messages|\.json)[^'"\n]{0,200}['"]/g;

/** `menu[x]`, where `menu` is part of a catalog. */
const INDEXED = /(?<![\w$.-])([A-Za-z_$][\w$]*)(?:\?\.)?\[/g;

/**
 * Hashes of chains of names in code, including all of their parts: a key may be written as
 * properties of an object that cannot be analysed, such as a proxy. Pure, and linear.
 * @param least the fewest names that can be a key
 */
export function chainsIn(code: string, least: number): ReadonlySet<number> {
  const found = new Set<number>();
  const seen = new Set<string>();
  for (const [all, chain = '', open] of code.replace(COMMENT_LINES, '').matchAll(CHAINS)) {
    if (seen.has(all)) continue;
    seen.add(all);
    const names = namesOf(chain);
    for (const from of startsIn(names).slice(least - 1)) {
      addRuns(found, names, { from, least });
      // `K.menu.file[x]`: everything below the group.
      if (open !== undefined) found.add(hashOf(`${RUN}${names.slice(from)}`));
    }
  }
  const groups = [...code.matchAll(GROUPS), ...(least === 1 ? code.matchAll(INDEXED) : [])];
  for (const [, name = ''] of groups) found.add(hashOf(`${RUN}${namesOf(name)}`));
  for (const name of messagesIn(code)) found.add(hashOf(`${CHAIN}${namesOf(name)}`));
  return found;
}

/** Start of each name, the last one first: at the dots before them. */
function startsIn(names: string): readonly number[] {
  const starts: number[] = [];
  for (let at = names.length - 1; at > 0 && starts.length < MOST_NAMES;) {
    at = names.lastIndexOf('.', at - 1);
    starts.push(at);
  }
  return starts;
}

/**
 * Adds the hash of each part of at least `least` names that starts at a dot, as returned by
 * `chainHash`.
 */
function addRuns(
  found: Set<number>,
  names: string,
  { from, least }: { readonly from: number; readonly least: number },
): void {
  let hash = step(EMPTY_HASH, CHAIN.charCodeAt(0));
  let count = -1;
  for (let at = from; at < names.length; at += 1) {
    hash = step(hash, names.charCodeAt(at));
    if (names[at] !== '.') continue;
    count += 1;
    if (count >= least) found.add(hash | 0);
  }
}

/** The hash of a chain of names in code. */
export function chainHash(names: readonly string[]): number {
  return hashOf(`${CHAIN}${namesOf(names.join('.'))}`);
}

/** Names of functions that may be messages. */
function messagesIn(code: string): readonly string[] {
  const imported = [...code.matchAll(IMPORTS)].flatMap(([, names = '']) => names.match(/[\w$]+/g));
  const names = imported.filter((name) => name !== null);
  const members = code.matchAll(membersOf(new Set([...USUAL_ROOTS, ...names])));
  return [...names, ...[...members].map(([, name = '']) => name)];
}

const COMMENT_LINES = /^[ \t]*\/\/.*$/gm;

/** Whether code spells out a key without quotes. */
export function hasChain(literals: ReadonlySet<number>, key: string): boolean {
  return literals.has(hashOf(`${CHAIN}${namesOf(key)}`));
}
