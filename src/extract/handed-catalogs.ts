import { hashOf } from './hash.js';
import { namesOf } from './names.js';

/**
 * Prefix in hashes of property names that code reads: `title` in `texts.title` and in
 * `const { title } = texts`.
 */
const MEMBER = '\u0007';
/** Suffix if any property of it is read: `cart` in `texts.cart[x]`. */
const ANY = '[';

const READ = /(?<=\.)([A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*)(?:\s{0,20}!?(?:\?\.)?(\[))?/g;
/** `import en from './en.json'`, ``await import(`./${locale}.json`)`` */
const DATA =
  /\b(?:from|import|require)\s{0,20}\(?\s{0,20}['"`]([^'"`\n]{1,300}\.(?:json[5c]?|ya?ml|toml))(?:\?[^'"`\n]{0,100})?['"`]/g;
/** `i18n.global.messages` of vue-i18n, `useI18n().messages.value`: all catalogs, by locale. */
const MESSAGES = /\bglobal\.messages\b|\bmessages\.value\b/;

/** Hashes of the property names that code reads. Pure, and linear. */
export function membersIn(code: string): readonly number[] {
  const found = new Set<string>();
  for (const [, name = '', any = ''] of code.matchAll(READ)) {
    found.add(name);
    if (any === ANY) found.add(`${name}${ANY}`);
  }
  return [...found].map((name) => hashOf(`${MEMBER}${name}`));
}

/** Hash of a name that a pattern destructures. */
export function memberHash(name: string): number {
  return hashOf(`${MEMBER}${name}`);
}

/**
 * Base names of data files that code imports: `en.json`, or `*.json` if the name is only known at
 * run time.
 */
export function dataIn(code: string): readonly string[] {
  const names = [...code.matchAll(DATA)].map(([, path = '']) => path.split('/').at(-1) ?? '');
  return [...new Set(names.map((name) => name.replace(/^.*\$\{.*\}/, '*')))];
}

/** Any file, in the form of `dataIn`, if code gets its catalogs from a library. */
export function messagesIn(code: string): readonly string[] {
  return MESSAGES.test(code) ? ['*'] : [];
}

/** Whether one of these data files is a catalog. */
export function isCatalogAmong(data: readonly string[], catalogs: readonly string[]): boolean {
  const ends = catalogs.map((file) => file.split('/').at(-1) ?? '');
  return data.some((name) =>
    ends.some((end) => end === name || (name.startsWith('*') && end.endsWith(name.slice(1)))),
  );
}

/**
 * Whether code reads properties with all names of a key, or any property of one of them; list
 * elements have no names.
 */
export function isReadByMembers(literals: ReadonlySet<number>, key: string): boolean {
  const has = (name: string): boolean => literals.has(hashOf(`${MEMBER}${name}`));
  for (const name of namesOf(key).slice(1, -1).split('.')) {
    if (has(`${name}${ANY}`)) return true;
    if (!/^\d+$/.test(name) && !has(name) && !literals.has(hashOf(name))) return false;
  }
  return true;
}
