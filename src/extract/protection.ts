import type { Document } from '../model/index.js';
import { hasBeginning, hasLiteral, hasRun } from './literals.js';
import { holdsNames, namesOf } from './names.js';
import { keySign, pluralForm } from './separators.js';
import type { KeySeparators } from './separators.js';
import type { CodeFile } from './types.js';
import { fits } from './wanted.js';
import type { KeyPattern } from './wanted.js';

interface Separators extends Pick<KeySeparators, 'key' | 'plural'> {
  readonly namespace: string | false;
}

/**
 * Why a key may be in use although no call names it: it is quoted somewhere in code, code puts it
 * together, another text names it, or a file that may ask for it cannot be read.
 */
export class Protection {
  readonly #literals = new Set<number>();
  readonly #broken: readonly ReadonlySet<number>[];
  readonly #patterns: readonly KeyPattern[];
  /** Names of keys that a function of another file puts together. */
  readonly #named: readonly (readonly string[])[];
  readonly #namespaceSign: string;
  readonly #keySign: string;
  readonly #form: RegExp | undefined;

  constructor(
    files: readonly CodeFile[],
    patterns: readonly KeyPattern[],
    { namespace, key, plural }: Separators,
  ) {
    for (const { literals } of files) for (const one of literals) this.#literals.add(one);
    this.#broken = files
      .filter(({ problem }) => problem !== undefined)
      .map(({ literals }) => new Set(literals));
    this.#patterns = patterns.filter((one) => one.names === undefined);
    this.#named = patterns.flatMap(({ names }) => (names ? [names.map(namesOf)] : []));
    this.#namespaceSign = namespace === false ? '' : namespace;
    this.#keySign = keySign(key);
    this.#form = pluralForm(plural);
  }

  /** @param named keys that texts of catalogs name */
  holds(key: string, namespace: string | undefined, named: ReadonlySet<string>): boolean {
    const stem = this.#form === undefined ? key : key.replace(this.#form, '');
    const isHeld = (stem === key ? [key] : [key, stem]).some(
      (name) =>
        named.has(name) ||
        this.#isQuoted(name, namespace) ||
        this.#patterns.some((one) => this.#covers(one, name, namespace)) ||
        this.#isPutTogether(name),
    );
    if (isHeld) return true;
    const names = namesOf(`${namespace ?? ''}.${key}`);
    return this.#named.some((one) => holdsNames(names, one));
  }

  #isQuoted(key: string, namespace: string | undefined): boolean {
    const literals = this.#literals;
    const full = `${namespace ?? ''}${this.#namespaceSign}${key}`;
    return (
      hasLiteral(literals, key) ||
      hasBeginning(literals, key) ||
      hasLiteral(literals, full) ||
      hasRun(literals, key) ||
      hasRun(literals, full)
    );
  }

  /** A namespace is a catalog, or a group of one that holds them all. */
  #covers(pattern: KeyPattern, key: string, namespace: string | undefined): boolean {
    const { namespace: own } = pattern;
    if (own === undefined) return fits(pattern, key);
    return own === namespace || key.startsWith(`${own}${this.#keySign}`);
  }

  /** In a file that cannot be parsed, a prefix and the rest of a key may be quoted apart. */
  #isPutTogether(key: string): boolean {
    if (this.#broken.length === 0) return false;
    const sign = this.#keySign;
    for (let at = key.indexOf(sign); at !== -1; at = key.indexOf(sign, at + 1)) {
      const [before, after] = [key.slice(0, at), key.slice(at + sign.length)];
      const isApart = this.#broken.some(
        (one) => hasLiteral(one, before) && (hasLiteral(one, after) || hasBeginning(one, after)),
      );
      if (isApart) return true;
    }
    return false;
  }
}

/** `$t(key)` of i18next; `@:key`, `@.lower:key` and `@:(key)` of vue-i18n. */
const NAMED =
  /\$t\(\s*(?:[\w-]+:)?([^\s,(){}]+)|@(?:\.\w+)?:(?:\(([^()\n]+)\)|\{\s*['"]([^'"\n]+)['"]\s*\}|([\w.-]*\w))/g;

/** Keys that the texts of a catalog name. */
export function keysNamedIn({ units }: Document): readonly string[] {
  return units.flatMap(({ text }) =>
    /\$t\(|@[.:]/.test(text)
      ? [...text.matchAll(NAMED)].map(([, a, b, c, d]) => a ?? b ?? c ?? d ?? '')
      : [],
  );
}
