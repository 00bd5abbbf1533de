import { hashOf } from './hash.js';
import { namesOf, RUN } from './names.js';

/** Before names that spell out a key, as properties or without quotes. */
const CHAIN = '\u0003';
/** No more names are looked at: of a longer chain those at the end. */
const MOST_NAMES = 8;

/**
 * `K.menu.file.open`, `K?.menu['file']!.open`, also over several lines, and `menu.file` of YAML. The
 * look behind makes it linear: nothing begins within a name.
 */
const CHAINS =
  /(?<![\w$\u0080-\uffff-])([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff-]*(?:\s*(?:\?\.|!?\.)[\w$\u0080-\uffff-]+|!?(?:\?\.)?\[\s*['"][^'"\n]{1,60}['"]\s*\])+)((?:\?\.)?\[)?/g;

/** Functions of messages: `m.hello()` of Paraglide, `LL.hello()` of typesafe-i18n. */
const MEMBERS = /(?<![\w$.-])([\w$]+)\??\.([\w$]+)/g;
/** `LL.status[kind]()`: each message of the group. */
const GROUPS = /(?<![\w$.-])\$?LL\??\.([\w$]+)\s*(?:\?\.)?\[/g;
const USUAL_ROOTS = ['m', 'LL', '$LL'];
const IMPORTS =
  /\bimport\s*([*{][^'"]{0,2000}?)\bfrom\s*['"][^'"\n]{0,200}(?:paraglide|messages|\.json)[^'"\n]{0,200}['"]/g;

/** `import en from './locales/en.json'`, ``await import(`./${locale}.json`)`` */
const DATA =
  /\b(?:from|import|require)\s{0,20}\(?\s{0,20}['"`][^'"`\n]{1,300}\.(?:json[5c]?|ya?ml|toml)(?:\?[^'"`\n]{0,100})?['"`]/;

/** `menu[x]`, where `menu` was taken out of a catalog. */
const INDEXED = /(?<![\w$.-])([A-Za-z_$][\w$]*)(?:\?\.)?\[/g;

/** How few names may be a key: one alone where code has a catalog at hand, as `en.title`. */
export function leastNames(code: string): number {
  return DATA.test(code) ? 1 : 2;
}

/**
 * Hashes of the names that stand one behind the other in code, in each of their runs: a key may be
 * written as properties of an object that nobody can look into, such as a proxy. Pure, and linear.
 */
export function chainsIn(code: string): ReadonlySet<number> {
  const found = new Set<number>();
  const seen = new Set<string>();
  const least = leastNames(code);
  for (const [all, chain = '', open] of code.replace(COMMENT_LINES, '').matchAll(CHAINS)) {
    if (seen.has(all)) continue;
    seen.add(all);
    const names = namesOf(chain).slice(1, -1).split('.').slice(-MOST_NAMES);
    for (let from = 0; from <= names.length - least; from += 1) {
      for (let to = from + least; to <= names.length; to += 1) {
        found.add(chainHash(names.slice(from, to)));
      }
      // `K.menu.file[x]`: everything below.
      if (open !== undefined) found.add(hashOf(`${RUN}.${names.slice(from).join('.')}.`));
    }
  }
  const groups = [...code.matchAll(GROUPS), ...(least === 1 ? code.matchAll(INDEXED) : [])];
  for (const [, name = ''] of groups) found.add(hashOf(`${RUN}${namesOf(name)}`));
  for (const name of messagesIn(code)) found.add(hashOf(`${CHAIN}${namesOf(name)}`));
  return found;
}

/** The hash of names that stand one behind the other in code. */
export function chainHash(names: readonly string[]): number {
  return hashOf(`${CHAIN}${namesOf(names.join('.'))}`);
}

/** Names of functions that may each be a message. */
function messagesIn(code: string): readonly string[] {
  const imported = [...code.matchAll(IMPORTS)].flatMap(([, names = '']) => names.match(/[\w$]+/g));
  const names = imported.filter((name) => name !== null);
  const roots = new Set([...USUAL_ROOTS, ...names]);
  const members = [...code.matchAll(MEMBERS)];
  return [
    ...names,
    ...members.flatMap(([, root = '', name = '']) => (roots.has(root) ? [name] : [])),
  ];
}

const COMMENT_LINES = /^[ \t]*\/\/.*$/gm;

/** Whether the names of a key are written in code without quotes. */
export function hasChain(literals: ReadonlySet<number>, key: string): boolean {
  return literals.has(hashOf(`${CHAIN}${namesOf(key)}`));
}
