import { isVacant, keyId } from '../../model/index.js';
import type { Document, Key, MessageSyntax, Unit } from '../../model/index.js';
import { createExpander, linksIn, parametersOf } from '../../text/index.js';
import type { Link, Parameters, ParameterType } from '../../text/index.js';

/** A source file as input for its types. */
export interface TypedSource {
  /** Relative to the root. */
  readonly path: string;
  /** How its path spells the source locale. */
  readonly locale: string;
  readonly units: Document['units'];
  /** Its lists, as `keyId`s. */
  readonly lists: ReadonlySet<string>;
  readonly syntax: MessageSyntax;
  /** Where code puts it, if code merges catalogs: its namespace, if there are any, and groups. */
  readonly place?: readonly string[];
  /** Texts whose syntax differs from the file's. */
  readonly exceptions: ReadonlyMap<Unit, MessageSyntax>;
}

/** One message as code calls it: all plural forms of a text together. */
export interface TypedMessage extends Parameters {
  /** As code uses it: without the plural form. */
  readonly name: Key;
  /** Whether its text is an ICU message. */
  readonly isIcu: boolean;
  /** Positions in the key that are numbers of list elements. */
  readonly indexes: ReadonlySet<number>;
  /** Its text and note, as a comment. */
  readonly doc: string;
}

/** A unit of a source file with the parameters that code passes to it. */
export interface TypedUnit extends TypedMessage {
  /** As in the file. */
  readonly key: Key;
  /** The other texts that it shows. */
  readonly links: readonly Link[];
}

export interface ReadingOptions {
  /** BCP 47 tag of the source. */
  readonly language: string;
  /** How the app's library reads texts that show no syntax of their own. */
  readonly usual: MessageSyntax;
}

/** The units of a file. Empty texts are skipped. */
export function unitsOf(source: TypedSource, options: ReadingOptions): readonly TypedUnit[] {
  const { units, exceptions, syntax } = source;
  const usual = syntax === 'plain' ? options.usual : syntax;
  const { language } = options;
  const expand = createExpander(units, { syntax: usual, exceptions, source: language });
  const plurals = new Map(expand(language).map((one) => [keyId(one.key), one.plural]));
  return units.flatMap((unit) => {
    if (isVacant(unit)) return [];
    const { key, text, inline } = unit;
    const kind = { syntax: exceptions.get(unit) ?? usual, inline };
    const links = linksIn(text, kind.syntax);
    const indexes = indexesIn(key, source.lists);
    const doc = docOf(unit);
    const own = { ...parametersOf(text, kind), isIcu: kind.syntax === 'icu', links, indexes, doc };
    const isForm = unit.plural !== undefined || plurals.get(keyId(key)) !== undefined;
    if (!isForm) return [{ key, name: key, ...own }];
    const named = new Map<string, ParameterType>([...own.named, ['count', 'number']]);
    return [{ key, name: nameOf(key), ...own, named }];
  });
}

/** The most characters of a text or a note in a comment. */
const LONGEST = 200;

/** The text and note of a unit as a comment, which editors show beside its key. */
function docOf({ text, note = '' }: Unit): string {
  const said = note.replace(/\s+/g, ' ').trim();
  const parts = [literal(shortened(text)), ...(said === '' ? [] : [shortened(said)])];
  // `*/` would end the comment, and `@` can begin a tag.
  const safe = parts
    .join(': ')
    .replaceAll('*/', '*\\/')
    .replace(/(?<=[\s{:])@/g, '\\@');
  return `/** ${safe} */`;
}

function shortened(text: string): string {
  const signs = Array.from(text.slice(0, 2 * LONGEST));
  return signs.length > LONGEST ? `${signs.slice(0, LONGEST - 1).join('')}…` : text;
}

/**
 * Characters that editors hide or show as something else: controls, line separators, bidi marks.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Untrusted text as a TypeScript literal, for a type, a value or a property name. Names are always
 * quoted, because catalog keys may contain any text.
 */
export function literal(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escapeOf);
}

function escapeOf(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

const NONE: ReadonlySet<number> = new Set();

function indexesIn(key: Key, lists: ReadonlySet<string>): ReadonlySet<number> {
  if (lists.size === 0) return NONE;
  return new Set([...key.keys()].filter((at) => lists.has(keyId(key.slice(0, at)))));
}

const SUFFIX = /_(?:(?:ordinal_)?(?:zero|one|two|few|many|other)|plural|\d)$/;

/** A key without its plural form, which is either a suffix or a name in a map of forms. */
function nameOf(key: Key): Key {
  const last = key.at(-1) ?? '';
  const stem = last.replace(SUFFIX, '');
  const parent = key.slice(0, -1);
  return stem === last && parent.length > 0 && /^(?:zero|one|two|few|many|other)$/.test(last)
    ? parent
    : [...parent, stem];
}

/** The messages that code uses, each once. A message takes the parameters of all its forms. */
export function messagesOf(units: Iterable<TypedUnit>): ReadonlyMap<string, TypedMessage> {
  const messages = new Map<string, TypedMessage>();
  for (const { name, named, counts, tags, isIcu, indexes, doc } of units) {
    const id = keyId(name);
    const {
      named: known = [],
      counts: counted = false,
      tags: marked = [],
    } = messages.get(id) ?? {};
    messages.set(id, {
      name,
      isIcu,
      indexes,
      doc,
      named: new Map([...known, ...named]),
      counts: counted || counts,
      tags: [...new Set([...marked, ...tags])],
    });
  }
  return messages;
}
