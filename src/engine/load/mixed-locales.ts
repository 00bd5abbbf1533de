import { findTarget, languageTable, languageTag, parseLocale } from '../../facts/index.js';
import { formatKey, locate } from '../../model/index.js';
import type { Capabilities, Document, Key, Unit } from '../../model/index.js';

/**
 * Why a file cannot be a source: most of its texts are in several locales side by side, as in
 * `{ en: {…}, de: {…} }` or `hello: { en: …, de: … }`, and all of them would be translated as one.
 * Undefined for a file of one locale, even if it has a list of languages to choose from.
 * @param ours the source, and the targets as far as they are known
 */
export function mixedLocales(
  { text, units }: Document,
  { keysAreTexts, keysArePlaces, multilingual }: Capabilities,
  ours: readonly [source: string, ...targets: string[]],
): { readonly message: string; readonly line: number; readonly column: number } | undefined {
  if (keysAreTexts === true || keysArePlaces === true || multilingual === true) return undefined;
  const [source, ...targets] = ours.map(languageOf);
  const isSource = (name: string): boolean => languageOf(name) === source;
  const isTarget = (name: string): boolean => targets.includes(languageOf(name));
  const texts = units.flatMap((unit): KeyedText[] =>
    unit.kind === 'text' && unit.text.trim() !== '' ? [{ unit, parts: partsOf(unit.key) }] : [],
  );
  const objects = objectsWithLocales(texts);

  const held = new Set<string>();
  const pickers = new Set<Siblings>();
  for (const siblings of objects) {
    const names = [...siblings.keys()];
    const isOurs = names.some(isSource) || names.filter(isTarget).length > 1;
    if (names.length < 2 || !isOurs) continue;
    if (isPicker(siblings, ours[0])) pickers.add(siblings);
    else for (const name of names) held.add(name);
  }
  const inside = new Set<KeyedText>();
  // `en: { a: … }, de: { a: … }` where the file's own root key is not part of its keys.
  const byPath = new Map(texts.map((one) => [one.parts.join('\0'), one]));
  for (const one of texts) {
    const [name = '', ...path] = one.parts;
    const own = isTarget(name) ? byPath.get(path.join('\0')) : undefined;
    if (own === undefined) continue;
    held.add(ours[0]).add(name);
    inside.add(own).add(one);
  }
  // `hello: { en: … }` throughout: the other locales are still to come.
  const isEnd = ({ parts }: KeyedText): boolean => parts.length > 1 && isSource(parts.at(-1) ?? '');
  if (texts.length > 1 && texts.every(isEnd)) held.add(texts[0]?.parts.at(-1) ?? '');

  for (const siblings of objects) {
    if (pickers.has(siblings)) continue;
    for (const [name, own] of siblings) if (held.has(name)) for (const one of own) inside.add(one);
  }
  const [first] = inside;
  if (first === undefined || inside.size * 2 < texts.length) return undefined;
  const { unit } = [...inside].find(({ parts }) => !parts.some(isSource)) ?? first;
  const message = `the file has the texts of several locales (${[...held].join(', ')}; see ${formatKey(unit.key)}), and all of them would be translated as ${ours[0]}. Name a file with all locales without {locale}, give each locale a file of its own, or leave this file out with \`exclude\`.`;
  return { message, ...locate(text, unit.range.start) };
}

interface KeyedText {
  readonly unit: Unit;
  readonly parts: readonly string[];
}

/** The texts below each name of a locale in one object of a file. */
type Siblings = ReadonlyMap<string, readonly KeyedText[]>;

/** Every object of which a key is the name of a locale. */
function objectsWithLocales(texts: readonly KeyedText[]): readonly Siblings[] {
  const objects = new Map<string, Map<string, KeyedText[]>>();
  for (const one of texts) {
    for (const [at, name] of one.parts.entries()) {
      if (languageOf(name) === undefined) continue;
      const path = one.parts.slice(0, at).join('\0');
      const siblings = objects.get(path) ?? new Map<string, KeyedText[]>();
      objects.set(path, siblings);
      const own = siblings.get(name);
      if (own === undefined) siblings.set(name, [one]);
      else own.push(one);
    }
  }
  return [...objects.values()];
}

const SUFFIX = /[_-]([a-z]{2,3}(?:[_-][A-Z]\w{1,3})?)$/;

/** The parts of a key, also of a flat one: `hello.en`, `hello_en`. */
function partsOf(key: Key): readonly string[] {
  const parts = key.some((part) => part.includes('.'))
    ? key.flatMap((part) => part.split('.'))
    : key;
  const last = parts.at(-1) ?? '';
  const suffix = languageOf(last) === undefined ? SUFFIX.exec(last) : null;
  if (suffix?.[1] === undefined) return parts;
  return [...parts.slice(0, -1), last.slice(0, suffix.index), suffix[1]];
}

/** By their English names in lower case, except short ones that may be words. */
const LANGUAGES: ReadonlyMap<string, string> = new Map(
  languageTable.flatMap(({ name, lang }) =>
    /^[A-Z][a-z]{4,}$/.test(name) ? [[name.toLowerCase(), lang]] : [],
  ),
);

const LOCALE_LIKE = /^(?:[a-z]{2,3}(?![a-z\d])|[a-z]{5,}$)/i;

/** The language that a key names: `en`, `pt_BR`, `german`. Undefined for other keys. */
function languageOf(name: string): string | undefined {
  if (!LOCALE_LIKE.test(name)) return undefined;
  const language = parseLocale(name)?.language;
  if (language !== undefined && findTarget(language) !== undefined) return language;
  return LANGUAGES.get(name.toLowerCase());
}

/**
 * Whether an object lets people choose a language or country: half of its texts are names of those
 * that they are for, in whatever language.
 */
function isPicker(siblings: Siblings, source: string): boolean {
  let names = 0;
  for (const [name, own] of siblings) {
    const language = languageOf(name) ?? '';
    const known = [source, 'en', language].flatMap((locale) => [
      ...namesIn(locale, 'language', language),
      ...(/^[a-z]{2}$/i.test(name) ? namesIn(locale, 'region', name.toUpperCase()) : []),
    ]);
    const naming = own.filter(({ unit }) => {
      const said = unit.text.trim().toLowerCase();
      if (said === name.toLowerCase()) return true;
      return known.some((one) => said.includes(one) || (said.length > 3 && one.includes(said)));
    });
    if (naming.length * 2 >= own.length) names += 1;
  }
  return names * 2 >= siblings.size;
}

/** The name of a language or country in a language, in lower case; empty if there is none. */
function namesIn(locale: string, type: 'language' | 'region', code: string): readonly string[] {
  try {
    const names = new Intl.DisplayNames([languageTag(locale)], { type, fallback: 'none' });
    return [names.of(code)?.toLowerCase() ?? []].flat();
  } catch {
    return [];
  }
}
