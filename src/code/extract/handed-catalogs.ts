import { hashOf, namesOf } from './fingerprints.js';

/**
 * Prefix in hashes of property names that code reads: `title` in `texts.title` and in
 * `const { title } = texts`.
 */
const MEMBER = '\u0007';
/** Suffix if any property of it is read: `cart` in `texts.cart[x]`. */
const ANY = '[';

const NAME = String.raw`[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*`;
/** What may stand behind a value without changing it: `!`, `?.`, `as Texts)`. */
const SAME = String.raw`(?:\s{0,20}(?:!|\?\.(?=\s{0,20}\[)|as\s[^()\n;]{1,100}(?=\))|\))){0,4}`;
/** A name, and what is read of its value: one property, any (`texts[x]`), or all of it (`f(texts)`). */
const READ = new RegExp(
  String.raw`(?<=\.)(${NAME})(?:(${SAME}\s{0,20}\[(?!\s{0,20}['"\]]))|(?!\s{0,20}(?:!\s{0,20})?(?:\?\.|\.|\[|\())()|)`,
  'g',
);
/**
 * `Errors[code]`, where `Errors` was taken out of a catalog. Looks back from brackets, of which there
 * are fewer than names.
 */
const INDEXED = new RegExp(
  String.raw`\[(?<=(?<![\w$.'"\u0080-\uffff])(${NAME})${SAME}\s{0,20}\[)(?!\s{0,20}['"\]])`,
  'g',
);
/** `texts['Errors'][code]`, and a path for a function that reads it: `get(en, ['Errors', code])`. */
const QUOTED = new RegExp(
  String.raw`\[\s{0,20}(['"])([^'"\n]{1,100})\1\s{0,20}(?:\]${SAME}(?:\s{0,20}\[(?!\s{0,20}['"\]])|(?!\s{0,20}(?:!\s{0,20})?(?:\?\.|\.|\[|\()))|,\s{0,20}(?!['"\]]))`,
  'g',
);
/** `import en from './en.json'`, ``await import(`./${locale}.json`)`` */
const DATA =
  /\b(?:from|import|require)\s{0,20}\(?\s{0,20}['"`]([^'"`\n]{1,300}\.(?:json[5c]?|ya?ml|toml))(?:\?[^'"`\n]{0,100})?['"`]/g;
/**
 * All catalogs, by locale: `i18n.global.messages` of vue-i18n, `useMessages()` of next-intl,
 * `translate.translations` of ngx-translate.
 */
const MESSAGES =
  /\b(?:global|i18n|intl)!?\??\.messages\b|\bmessages\.value\b|\b(?:use|get)Messages\b|\bgetDataByLanguage\b|\.translations(?:\.|\[)/;

/** Hashes of the property names that code reads. Pure, and linear. */
export function membersIn(code: string): readonly number[] {
  const found = new Set<string>();
  for (const [, name = '', any, all] of code.matchAll(READ)) {
    found.add(name);
    if ((any ?? all) !== undefined) found.add(`${name}${ANY}`);
  }
  for (const [, name = ''] of code.matchAll(INDEXED)) found.add(`${name}${ANY}`);
  for (const [, , name = ''] of code.matchAll(QUOTED)) found.add(name).add(`${name}${ANY}`);
  return [...found].map((name) => hashOf(`${MEMBER}${name}`));
}

/** Hashes of the names that lead to what a pattern binds, all of which may be used. */
export function membersOf(path: readonly string[]): readonly number[] {
  const last = path.at(-1) ?? '';
  return [...path, `${last}${ANY}`].map((name) => hashOf(`${MEMBER}${name}`));
}

/** `import en from './en.json'`, `const en = require('./en.json')` */
const IMPORTED = new RegExp(
  String.raw`\b(?:import\s{1,20}(?:\*\s{0,20}as\s{1,20})?|(?:const|let|var)\s{1,20})(${NAME})\s{0,20}(?:from\s{0,20}|=\s{0,20}(?:await\s{1,20}import|require)\s{0,20}\(\s{0,20})['"][^'"\n]{1,300}\.(?:json[5c]?|ya?ml|toml)['"]`,
  'g',
);

/** Whether code that also calls a library reads properties of a catalog that it imports. */
export function readsData(code: string): boolean {
  return [...code.matchAll(IMPORTED)].some(([, name = '']) => {
    const read = new RegExp(
      String.raw`(?<![\w$./'"-])${name.replace(/\$/g, '\\$')}${SAME}\s{0,20}[.[]|\}\s{0,20}=\s{0,20}${name.replace(/\$/g, '\\$')}\b`,
    );
    return read.test(code);
  });
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
