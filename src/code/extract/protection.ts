import { hasChain } from './chains.js';
import { endsInWord } from './foreign.js';
import { isCatalogAmong, isReadByMembers } from './handed-catalogs.js';
import { hasBeginning, hasLiteral, hasRun } from './literals.js';
import {
  holdsNames,
  namesOf,
  hasPropertyName,
  hasSpelling,
  isOfSeveralWords,
  hasTail,
} from './fingerprints.js';
import { keySign, pluralForm, PLURAL_FORM, wholesOf } from './separators.js';
import type { ExtractSettings } from './settings.js';
import type { CodeFile, KeyPattern } from './types.js';
import { saysAnything } from './reading/use.js';
import { fits, isJoinedOf } from './wanted.js';
import type { Wanted } from './wanted.js';

/**
 * Decides whether a key may be in use although no call names it: it is quoted in code, code
 * assembles it, another text refers to it, or a file that may use it cannot be read.
 */
export class Protection {
  readonly #literals = new Set<number>();
  /** Hashes of files whose calls are not read. */
  readonly #apart: readonly ReadonlySet<number>[];
  readonly #patterns: readonly KeyPattern[];
  /** Patterns of which only the separators are known. */
  readonly #joined: readonly KeyPattern[];
  /** Names of keys that a function of another file assembles. */
  readonly #named: readonly (readonly string[])[];
  readonly #namespaceSign: string;
  readonly #keySign: string;
  readonly #contextSign: string | false;
  readonly #form: RegExp | undefined;

  readonly #isOpen: boolean;
  /**
   * Whether a catalog is imported as data, so that its keys may be read as properties:
   * `<Card texts={en} />`.
   */
  readonly #isHandedOn: boolean;

  /** @param asked.catalogs source catalogs, relative to the root */
  constructor(
    files: readonly CodeFile[],
    {
      patterns,
      open,
      catalogs,
    }: Pick<Wanted, 'patterns' | 'open'> & { readonly catalogs: readonly string[] },
    { namespace, key, plural, context }: ExtractSettings['separators'],
  ) {
    for (const { literals } of files) for (const one of literals) this.#literals.add(one);
    this.#apart = files
      .filter(
        ({ file, problem }) =>
          problem !== undefined || /\.(?:html?|hbs|handlebars|g[jt]s)$/i.test(file),
      )
      .map(({ literals }) => new Set(literals));
    const isJoined = ({ parts, names, all, namespace: own }: KeyPattern): boolean =>
      all !== true && names === undefined && own === undefined && !saysAnything(parts);
    this.#joined = patterns.filter(isJoined);
    this.#patterns = patterns.filter((one) => one.names === undefined && !isJoined(one));
    this.#named = patterns.flatMap(({ names }) => (names ? [names.map(namesOf)] : []));
    this.#isOpen = open.length > 0;
    this.#isHandedOn = files.some(({ data }) => data && isCatalogAmong(data, catalogs));
    this.#namespaceSign = namespace === false ? '' : namespace;
    this.#keySign = keySign(key);
    this.#contextSign = context;
    this.#form = pluralForm(plural);
  }

  /** @param named keys that texts of catalogs refer to */
  holds(key: string, namespace: string | undefined, named: ReadonlySet<string>): boolean {
    const stem = this.#form === undefined ? key : key.replace(this.#form, '');
    const isHeld = (stem === key ? [key] : [key, stem]).some(
      (name) =>
        named.has(name) ||
        this.#isWritten(name, namespace) ||
        this.#isBegun(name, namespace) ||
        this.#patterns.some((one) => this.#covers(one, name, namespace)) ||
        this.#isPutTogether(name),
    );
    if (isHeld || this.#isSpelled(stem, namespace) || this.#isJoined(stem)) return true;
    if (endsInWord(this.#literals, stem)) return true;
    const isContext = this.#contextsOf(stem).some((one) => named.has(one));
    if (isContext) return true;
    const isPart = this.#wholesOf(stem).some((one) => {
      return named.has(one) || this.#isWritten(one, namespace);
    });
    if (isPart) return true;
    const names = namesOf(`${namespace ?? ''}.${key}`);
    return this.#named.some((one) => holdsNames(names, one));
  }

  /** Why nothing uses a key that is not held. */
  whyUnused(key: string): string {
    const last = key.lastIndexOf(this.#keySign);
    const [head, name] = [key.slice(0, last + 1), key.slice(last + this.#keySign.length)];
    return last !== -1 && this.quotes(name)
      ? `"${name}" is quoted, but nothing puts "${head}" before it`
      : 'nothing asks for it or quotes it';
  }

  /** Whether a text is quoted in code. */
  quotes(text: string): boolean {
    return text !== '' && hasLiteral(this.#literals, text);
  }

  #isWritten(key: string, namespace: string | undefined): boolean {
    const literals = this.#literals;
    return (
      hasLiteral(literals, key) ||
      hasLiteral(literals, this.#inFull(key, namespace)) ||
      hasChain(literals, key) ||
      (this.#isHandedOn && isReadByMembers(literals, key)) ||
      // `t(x)`, where `x` may be any name of `Object.keys(TABS)`.
      (this.#isOpen && hasPropertyName(literals, key))
    );
  }

  /**
   * Whether code spells out a key. A text such as `'Cancel'` is mostly not the key `cancel`, unless
   * code calls `t(x)`.
   */
  #isSpelled(key: string, namespace: string | undefined): boolean {
    const literals = this.#literals;
    const isName = this.#isOpen || isOfSeveralWords(key);
    if (isName && hasSpelling(literals, key)) return true;
    return namespace !== undefined && hasSpelling(literals, this.#inFull(key, namespace));
  }

  /** ``t(`${A}.${B}`)``: each of its names may be a text of another file. */
  #isJoined(key: string): boolean {
    const isName = (name: string): boolean =>
      hasLiteral(this.#literals, name) || hasPropertyName(this.#literals, name);
    return this.#joined.some(({ parts }) => isJoinedOf(parts, key, isName));
  }

  #isBegun(key: string, namespace: string | undefined): boolean {
    const literals = this.#literals;
    return (
      hasBeginning(literals, key) ||
      hasTail(literals, key) ||
      hasRun(literals, key) ||
      hasRun(literals, this.#inFull(key, namespace))
    );
  }

  #inFull(key: string, namespace: string | undefined): string {
    return `${namespace ?? ''}${this.#namespaceSign}${key}`;
  }

  /**
   * What code may pass to an unknown function instead of a key: its group or list, or the key
   * without its context. A single word is too ambiguous, except for a list or plural.
   */
  #wholesOf(key: string): readonly string[] {
    const sign = this.#keySign;
    const groups = wholesOf(key, sign)
      .slice(1)
      .flatMap((group) => {
        const rest = key.slice(group.length + sign.length);
        const isList = /^\d+(?!\w)/.test(rest);
        return isList || PLURAL_FORM.test(rest) || group.includes(sign) ? [group] : [];
      });
    return [...groups, ...this.#contextsOf(key).filter((stem) => stem.includes(sign))];
  }

  /** A key without what may be its context. */
  #contextsOf(key: string): readonly string[] {
    const sign = this.#contextSign;
    return sign === false ? [] : wholesOf(key, sign).slice(1);
  }

  /**
   * Whether a pattern matches a key. A namespace is a catalog, or a group of a catalog for all
   * namespaces.
   */
  #covers(pattern: KeyPattern, key: string, namespace: string | undefined): boolean {
    const { namespace: own } = pattern;
    if (own === undefined) return fits(pattern, key);
    return own === namespace || key.startsWith(`${own}${this.#keySign}`);
  }

  /** Whether a file whose calls are not read quotes the prefix and the rest of a key separately. */
  #isPutTogether(key: string): boolean {
    if (this.#apart.length === 0) return false;
    const sign = this.#keySign;
    for (const before of wholesOf(key, sign).slice(1)) {
      const after = key.slice(before.length + sign.length);
      const isApart = this.#apart.some(
        (one) => hasLiteral(one, before) && (hasLiteral(one, after) || hasBeginning(one, after)),
      );
      if (isApart) return true;
    }
    return false;
  }
}
