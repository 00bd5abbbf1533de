import type { Code } from './code-keys.js';
import type { LibraryName } from './libraries.js';
import { Origins } from './origins.js';
import type { Use, Parts } from './reading/use.js';
import { joinParts, saysAnything } from './reading/use.js';
import type { ExtractSettings } from './settings.js';
import type { CodeKey, KeyPattern } from './types.js';

export interface Wanted {
  readonly keys: readonly CodeKey[];
  readonly patterns: readonly KeyPattern[];
  /**
   * Where code may ask for any key of the default namespace: `t(x)`, and a translator that is
   * handed on. `src/cart.tsx:12`.
   */
  readonly open: readonly string[];
  /** Every namespace in code. */
  readonly namespaces: ReadonlySet<string>;
  /**
   * Texts of messages from which formatjs generates keys; null: next-intl generates keys from any
   * text.
   */
  readonly unnamed: ReadonlySet<string | null>;
}

/** The keys that code uses, by the rules of its libraries. Pure. */
export function wantedOf(
  { files, libraries, packages }: Code,
  { separators, namespace: usual }: Pick<ExtractSettings, 'separators' | 'namespace'>,
): Wanted {
  const keys: CodeKey[] = [];
  const patterns = new Map<string, KeyPattern>();
  const namespaces = new Set<string>();
  const unnamed = new Set<string | null>();
  const open = new Set<string>();
  const origins = new Origins(files, packages);
  const read = files.flatMap(({ file, uses }) =>
    uses.flatMap((one) => origins.complete(one, file)).map((use) => ({ file, use })),
  );
  const handedOn = origins.handedOn().map((use) => ({ file: '', use }));
  for (const { file, use: one } of [...read, ...handedOn]) {
    const use = counted(one, libraries);
    if (use === undefined) continue;
    if (use.unnamed === true) {
      unnamed.add(use.text ?? null);
      continue;
    }
    if (use.bundle !== undefined) {
      const { namespace } = use.bundle;
      const pattern = {
        parts: use.key,
        ...(namespace === null ? { all: true as const } : { namespace }),
      };
      patterns.set(JSON.stringify(pattern), pattern);
      continue;
    }
    const isI18next = followsI18next(use, libraries);
    const sign = isI18next ? separators.namespace : false;
    const { key: parts, namespace } = named(use, sign);
    if (namespace !== undefined) namespaces.add(namespace);
    const { namespaceFrom } = use;
    const isHomeless = namespace === undefined && namespaceFrom !== undefined;
    const begun = joinParts(prefixOf(use, libraries, separators.key), parts);
    const whole = use.suffix === undefined ? begun : joinParts(begun, use.suffix);
    const [written, ...more] = whole;
    const key = isI18next ? written : withoutBrackets(written, separators.key);
    if (key === undefined || more.length > 0) {
      // `t(code)` after `useTranslation('errors')` may be any key of that namespace. In the
      // default namespace, it is mostly a text that is quoted elsewhere.
      const isAll = namespace !== undefined && namespace !== usual && !saysAnything(whole);
      const isNamed = !saysAnything(whole) && use.names !== undefined;
      if (use.handedOn === true && !saysAnything(whole) && namespace === undefined) {
        // With a prefix or namespace that is only known at run time, it may be any key.
        const isAny = whole.length > 2 || use.namespaceFrom !== undefined;
        if (isAny && use.given === undefined) patterns.set('all', { parts: whole, all: true });
        if (use.given === undefined) {
          if (!isAny && file !== '') open.add(`${file}:${use.line}`);
          continue;
        }
      }
      const pattern = {
        parts: whole,
        ...(isAll ? { namespace } : {}),
        ...(isNamed ? { names: use.names } : {}),
      };
      // Several values and nothing else: each may be a text of another file.
      const isJoined = whole.length > 2;
      // A pattern without any letter would match everything.
      const isPattern = isAll || isNamed || isJoined || saysAnything(whole);
      if (isPattern) patterns.set(JSON.stringify(pattern), pattern);
      else open.add(`${file}:${use.line}`);
      const given = saysAnything(whole) || namespace !== undefined ? [] : (use.given ?? []);
      for (const name of given) {
        patterns.set(JSON.stringify(name), { parts: whole, namespace: name });
      }
    } else if (key.trim() !== '' && !hasNoName(key, separators.key))
      keys.push({
        ...keyOf(use, { key, namespace, file, isI18next, libraries }),
        ...(isHomeless ? { homeless: true } : {}),
      });
  }
  return { keys, patterns: [...patterns.values()], open: [...open], namespaces, unnamed };
}

/**
 * A use by the rules of the project's libraries; undefined if it is not a use there. With unknown
 * libraries, a path protects keys but adds none.
 */
function counted(use: Use, libraries: ReadonlySet<LibraryName>): Use | undefined {
  const { only, unless } = use;
  if (only === 'path' && libraries.size === 0) return { ...use, asks: true };
  const has = (one: LibraryName | 'known'): boolean => {
    if (one === 'known') return libraries.size > 0;
    return libraries.has(one) && !(one === 'path' && libraries.has('i18next'));
  };
  const isNone = (only !== undefined && !has(only)) || (unless !== undefined && has(unless));
  return isNone ? undefined : use;
}

/** Converts vue-i18n paths such as `form['email.label']` and `list[0]`: `form.email.label`. */
function withoutBrackets(key: string | undefined, sign: string | false): string | undefined {
  if (key === undefined || sign === false || !PATH.test(key)) return key;
  return key.replace(BRACKETS, (_, ...[a, b, c]: readonly string[]) => sign + (a ?? b ?? c ?? ''));
}

const BRACKETS = /\['([^'\]]+)'\]|\["([^"\]]+)"\]|\[(\d+)\]/g;
const PATH = /^[\w$-]+(?:\.[\w$-]+|\['[^'\]]+'\]|\["[^"\]]+"\]|\[\d+\])+$/;

/** Whether a name is unknown, as in `type.-.title`. Keys that are texts contain spaces. */
function hasNoName(key: string, sign: string | false): boolean {
  if (sign === false || /\s/.test(key)) return false;
  const names = key.split(sign).slice(1, -1);
  return names.some((name) => name !== '' && !/[\p{L}\p{N}]/u.test(name));
}

function followsI18next({ library }: Use, libraries: ReadonlySet<LibraryName>): boolean {
  if (library !== 'any') return library === 'i18next';
  return libraries.has('i18next') || !(libraries.has('plain') || libraries.has('scoped'));
}

/** The prefix of a `t` received as a parameter, if hooks of the project set one. */
function prefixOf(
  { prefix, handed, library }: Use,
  libraries: ReadonlySet<LibraryName>,
  sign: string | false,
): Parts {
  if (prefix !== undefined) return prefix;
  const isOpen = handed === true && library === 'any' && libraries.has('scoped');
  return isOpen && !libraries.has('i18next') ? ['', sign === false ? '' : sign] : [''];
}

/** A text with spaces, or an address, is not a namespace, whatever follows its colon. */
const NAMESPACE = /^(?!\d+$)[\w./@-]+$/;

function named(
  { key, namespace, isText }: Use,
  sign: string | false,
): { readonly key: Parts; readonly namespace: string | undefined } {
  const [first = '', ...rest] = key;
  const at = sign === false || isText === true ? -1 : first.indexOf(sign);
  const before = first.slice(0, Math.max(0, at));
  const after = first.slice(at + (sign === false ? 0 : sign.length));
  const isNamed =
    at > 0 &&
    NAMESPACE.test(before) &&
    (after !== '' || rest.length > 0) &&
    !/^(?:\s|\/\/)/.test(after);
  return isNamed ? { key: [after, ...rest], namespace: before } : { key, namespace };
}

interface KeyFacts {
  readonly key: string;
  readonly namespace: string | undefined;
  readonly file: string;
  readonly isI18next: boolean;
  readonly libraries: ReadonlySet<LibraryName>;
}

function keyOf(use: Use, { key, namespace, file, isI18next, libraries }: KeyFacts): CodeKey {
  const { text, forms, note, line, contexts, group, asks, isText, flat } = use;
  const hasForms = isI18next && !libraries.has('icu');
  return {
    key,
    namespace,
    ...(use.given === undefined ? {} : { given: use.given }),
    text: text === undefined || text === '' ? undefined : text,
    forms,
    count: hasForms && use.count === true,
    ordinal: hasForms && use.ordinal === true,
    context: isI18next && contexts !== undefined,
    contexts: isI18next ? (contexts?.names ?? []) : [],
    onlyContexts: isI18next && contexts?.only === true,
    group: group === true,
    asks: asks === true,
    flat: isText === true || flat === true,
    note,
    file,
    line,
  };
}

/** Whether a key consists of a pattern's parts with names in between for which `isName` is true. */
export function isJoinedOf(
  [first = '', ...rest]: Parts,
  key: string,
  isName: (name: string) => boolean,
): boolean {
  if (rest.length === 0) return key === first;
  if (!key.startsWith(first)) return false;
  for (let end = first.length + 1; end <= key.length; end += 1) {
    const isFirst = isName(key.slice(first.length, end));
    if (isFirst && isJoinedOf(rest, key.slice(end), isName)) return true;
  }
  return false;
}

/** Whether a key matches a pattern. */
export function fits({ parts }: KeyPattern, key: string): boolean {
  const first = parts[0] ?? '';
  const last = parts.at(-1) ?? '';
  if (!key.startsWith(first) || !key.endsWith(last)) return false;
  const end = key.length - last.length;
  let at = first.length;
  for (const part of parts.slice(1, -1)) {
    const found = key.indexOf(part, at);
    if (found === -1 || found + part.length > end) return false;
    at = found + part.length;
  }
  return at <= end;
}
