import { EditError, FormatError, formatKey, isSameKey, keyId } from '../../model/index.js';
import type {
  Codec,
  Document,
  Edit,
  InsertEdit,
  Key,
  Origin,
  ParseOptions,
  Problem,
  Unit,
} from '../../model/index.js';
import { fileFacts, Readings } from './documents.js';
import { getOrSet } from './maps.js';
import { positions } from './positions.js';
import { LIKE_A_LOCALE, sameLocale } from './root-key.js';
import { applySplices, type Splice } from './splices.js';
import { formatError, rejectUnusable } from './unusable.js';

/** A part of a file that a codec reads as a document of its own. */
export interface Part {
  readonly codec: Codec;
  readonly start: number;
  readonly end: number;
  /** The locale of all its texts. Default: names of locales are keys in it. */
  readonly locale?: string;
  /** All names on its first level are those of locales. Default: the texts show where names are. */
  readonly isByLocale?: true;
  /** How another part for a locale is written, and where it starts. Only with `locale`. */
  readonly copy?: {
    /** What parts have in common that differ only in their locale. */
    readonly kind: string;
    readonly at: number;
    readonly write: (locale: string, content: string) => string;
  };
}

/**
 * Reads a file with the texts of all locales as if it had those of one: every other codec reads and
 * edits the file, and only keys are changed on the way. The key of a unit is its key in the file
 * without the name of the locale, wherever that is: `en.cart.total`, `cart.total.en`.
 * @param isWhole whether a file without texts of the source is an error
 */
export function localesCodec(
  { name, extensions, capabilities, escape }: Omit<Codec, 'parse' | 'edit' | 'derive'>,
  partsOf: (text: string) => readonly Part[],
  isWhole = false,
): Codec {
  const views = new Readings<View>();
  let last: { readonly text: string; readonly blocks: readonly Block[] } | undefined;
  const blocksOf = (text: string, options: ParseOptions): readonly Block[] => {
    // Each locale of a file is a document, and all are made from one reading.
    if (last?.text !== text) last = { text, blocks: readBlocks(text, partsOf, options) };
    return last.blocks;
  };
  const parse = (text: string, options: ParseOptions = {}): Document => {
    rejectUnusable(text, options.file);
    const blocks = blocksOf(text, options);
    const { locale } = options;
    const source = (options.source && views.known(options.source)?.source) ?? locale;
    const view = new View(blocks, source, locale);
    const problem = isWhole && view.isForeign ? noLocale(locale ?? '') : view.doubleName;
    if (problem !== undefined)
      throw formatError('syntax', problem, { text, offset: 0, file: options.file });
    const syntax = blocks[0]?.document.syntax;
    return views.keep(
      {
        ...fileFacts(name, text, options),
        units: view.units,
        indent: blocks[0]?.document.indent ?? '',
        problems: blocks.flatMap(({ problems }) => problems),
        ...(syntax !== undefined && { syntax }),
        ...view.references,
      },
      view,
    );
  };
  const viewOf = (document: Document): View =>
    views.of(document, () => new View(blocksOf(document.text, {}), undefined, undefined));
  const edit = (document: Document, edits: readonly Edit[]): string =>
    applySplices(document.text, viewOf(document).splices(edits, viewOf));
  return {
    ...{ name, extensions, capabilities, parse, edit },
    ...(escape !== undefined && { escape }),
    // A target is in the file of its source.
    derive: (source, edits, { locale }) => edit(parse(source.text, { locale, source }), edits),
  };
}

const wrapped = new WeakMap<Codec, Codec>();

/** The codec for files of a format in which names of locales are keys. */
export function withLocales(codec: Codec): Codec {
  const known = wrapped.get(codec);
  if (known !== undefined) return known;
  const { capabilities } = codec;
  const facts = { ...codec, capabilities: { ...capabilities, multilingual: true } as const };
  const made = localesCodec(facts, (text) => [{ codec, start: 0, end: text.length }], true);
  wrapped.set(codec, made);
  return made;
}

function noLocale(locale: string): string {
  return `no text in the file is below the name of the locale "${locale}". If each locale has a file of its own, write {locale} where its path names it.`;
}

/** @throws FormatError */
function readBlocks(
  text: string,
  partsOf: (text: string) => readonly Part[],
  { file, encoding }: ParseOptions,
): readonly Block[] {
  const locate = positions(text);
  return partsOf(text).map((part) => {
    const at = locate(part.start);
    const own = text.slice(part.start, part.end);
    const inFile = ({ line, column, message }: Said): Said => ({
      line: line + at.line - 1,
      column: line === 1 ? column + at.column - 1 : column,
      message: message.replace(/(?<=\bon line )\d+/g, (other) =>
        String(Number(other) + at.line - 1),
      ),
    });
    try {
      const options = { encoding, ...(file !== undefined && { file }) };
      const document = part.codec.parse(own, options);
      const problems = document.problems.map(({ line = 1, column = 1, ...problem }) => ({
        ...problem,
        ...inFile({ line, column, message: problem.message }),
      }));
      return new Block(part, document, part.start === 0 ? document.problems : problems);
    } catch (error) {
      if (!(error instanceof FormatError) || part.start === 0) throw error;
      const { line, column, detail, offset } = error;
      const { message, ...place } = inFile({ line, column, message: detail });
      throw new FormatError(error.code, message, { ...place, offset: offset + part.start, file });
    }
  });
}

type Said = Required<Pick<Problem, 'line' | 'column' | 'message'>>;

/** Keys beside names of locales that are not for people: `_version`, `$schema`, `@@locale`. */
const ABOUT_FILE = /^[_$@]/;

/** Where units of a part have the name of their locale. */
interface Layout {
  /** Index of the locale in the key of each unit; -1: it has none. */
  readonly at: readonly number[];
  /** Names of locales, as the part spells them. */
  readonly names: ReadonlySet<string>;
  /** The index for a key that nothing shows a place for; undefined: its end. */
  readonly usual: number | undefined;
}

class Block {
  readonly part: Part;
  readonly document: Document;
  readonly problems: readonly Problem[];
  readonly #layouts = new Map<string, Layout>();
  #objects: ReadonlyMap<string, ReadonlyMap<string, Key>> | undefined;

  constructor(part: Part, document: Document, problems: readonly Problem[]) {
    this.part = part;
    this.document = document;
    this.problems = problems;
  }

  /** The names in each container, in file order, each with the last unit below it. */
  get objects(): ReadonlyMap<string, ReadonlyMap<string, Key>> {
    if (this.#objects !== undefined) return this.#objects;
    const objects = new Map<string, Map<string, Key>>();
    for (const { key } of this.document.units) {
      for (const [depth, name] of key.entries()) {
        const id = keyId(key.slice(0, depth));
        const names = objects.get(id) ?? new Map<string, Key>();
        if (depth === 0 || names.size === 0) objects.set(id, names);
        names.set(name, key);
      }
    }
    return (this.#objects = objects);
  }

  layout(source: string): Layout {
    const known = this.#layouts.get(source) ?? this.#find(source);
    this.#layouts.set(source, known);
    return known;
  }

  /**
   * Containers whose names are all those of locales. If one is inside another, as in a list of
   * languages to choose from, the rest of the part shows which one counts.
   */
  #find(source: string): Layout {
    const { units } = this.document;
    if (this.part.isByLocale === true)
      return layoutOf(
        units,
        units.map(() => 0),
        0,
      );
    const isName = LIKE_A_LOCALE.test(source)
      ? (name: string): boolean => LIKE_A_LOCALE.test(name) || ABOUT_FILE.test(name)
      : (): boolean => true;
    const holders = new Set<string>();
    const names = new Set<string>();
    for (const [id, own] of this.objects) {
      const all = [...own.keys()];
      if (!all.every(isName) || !all.some((name) => sameLocale(name, source))) continue;
      holders.add(id);
      for (const name of all) if (!ABOUT_FILE.test(name)) names.add(name);
    }
    // Those whose source text is gone.
    for (const [id, own] of this.objects)
      if ([...own.keys()].every((name) => names.has(name))) holders.add(id);
    const places = units.map(({ key }) =>
      key.flatMap((name, at) =>
        names.has(name) && holders.has(keyId(key.slice(0, at))) ? [at] : [],
      ),
    );
    const votes = { inside: 0, end: 0 };
    for (const [index, found] of places.entries()) {
      const isEnd = found[0] === (units[index]?.key.length ?? 0) - 1;
      if (found.length === 1) votes[isEnd ? 'end' : 'inside'] += 1;
    }
    const isFirst =
      votes.inside + votes.end === 0
        ? places.every(([first = 0]) => first === 0)
        : votes.inside >= votes.end;
    const at = places.map((found) => found.at(isFirst ? 0 : -1) ?? -1);
    return layoutOf(units, at, isFirst ? Math.max(0, at.find((one) => one >= 0) ?? 0) : undefined);
  }
}

function layoutOf(units: readonly Unit[], at: readonly number[], usual: Layout['usual']): Layout {
  const names = units.flatMap(({ key }, index) => key[at[index] ?? -1] ?? []);
  return { at, names: new Set(names), usual };
}

/** A unit of a part. */
interface Slot {
  readonly block: Block;
  readonly unit: Unit;
  /** Index of the locale in its key; -1: its whole part is of one locale. */
  readonly at: number;
}

type ViewOf = (document: Document) => View;

/** The texts of one locale in a file. */
class View {
  readonly blocks: readonly Block[];
  /** The locale of the source. Undefined: the file is read with all its locales. */
  readonly source: string | undefined;
  readonly locale: string | undefined;
  readonly units: readonly Unit[];
  readonly #slots = new Map<string, Slot>();

  constructor(blocks: readonly Block[], source: string | undefined, locale: string | undefined) {
    this.blocks = blocks;
    this.source = source;
    this.locale = locale;
    const units = new Map<string, Unit>();
    for (const block of blocks) {
      for (const { key, slot } of this.#slotsIn(block)) {
        const id = keyId(key);
        const { start, end } = slot.unit.range;
        const by = block.part.start;
        // Of several parts, the later one counts.
        units.delete(id);
        units.set(id, { ...slot.unit, key, range: { start: start + by, end: end + by } });
        this.#slots.set(id, slot);
      }
    }
    this.units = [...units.values()];
  }

  /** Whether a part has texts, but none of the source: the file may have only one locale. */
  get isForeign(): boolean {
    const isSource = this.source !== undefined && this.source === this.locale;
    const has = ({ part, document }: Block): boolean =>
      part.locale === undefined && document.units.length > 0;
    return isSource && this.units.length === 0 && this.blocks.some(has);
  }

  /** What the file repeats by reference, such as aliases of YAML. */
  get references(): Pick<Document, 'references'> {
    if (this.blocks.every(({ document }) => document.references === undefined)) return {};
    return {
      references: {
        shows: (key) =>
          this.blocks.some((block) => {
            const at = block.layout(this.source ?? '').usual ?? key.length;
            return block.document.references?.shows(this.#keyIn(block, key, at)) === true;
          }),
        usesOf: (key) => {
          const { block, unit, at = -1 } = this.slot(key) ?? {};
          const uses =
            unit === undefined ? [] : (block?.document.references?.usesOf(unit.key) ?? []);
          return uses.flatMap((use) => {
            if (at === -1) return [use];
            const isOwn = block !== undefined && this.#isOwn(use.key[at], block);
            return isOwn ? [{ ...use, key: without(use.key, at) }] : [];
          });
        },
      },
    };
  }

  slot(key: Key): Slot | undefined {
    return this.#slots.get(keyId(key));
  }

  *#slotsIn(block: Block): Generator<{ readonly key: Key; readonly slot: Slot }> {
    const { part, document } = block;
    const { source, locale } = this;
    if (locale === undefined || source === undefined || part.locale !== undefined) {
      if (part.locale !== undefined && locale !== undefined && !sameLocale(part.locale, locale))
        return;
      const head = part.locale === undefined || locale !== undefined ? [] : [part.locale];
      for (const unit of document.units)
        yield { key: [...head, ...unit.key], slot: { block, unit, at: -1 } };
      return;
    }
    const { at: places } = block.layout(source);
    for (const [index, unit] of document.units.entries()) {
      const at = places[index] ?? -1;
      if (at >= 0 && unit.key.length > 1 && this.#isOwn(unit.key[at], block))
        yield { key: without(unit.key, at), slot: { block, unit, at } };
    }
  }

  #isOwn(name: string | undefined, block: Block): boolean {
    return name === this.#nameIn(block);
  }

  /** The locale's name as a part spells it. */
  #nameIn(block: Block): string {
    const { locale = '', source = '' } = this;
    const { names } = block.layout(source);
    if (names.has(locale)) return locale;
    return [...names].find((name) => sameLocale(name, locale)) ?? locale;
  }

  /** Why nobody knows which texts are those of the locale. */
  get doubleName(): string | undefined {
    const { locale, source } = this;
    if (locale === undefined || source === undefined) return undefined;
    for (const block of this.blocks) {
      if (block.part.locale !== undefined) continue;
      const own = [...block.layout(source).names].filter((name) => sameLocale(name, locale));
      if (own.length > 1)
        return `the file names one locale in two ways, "${own.join('" and "')}". Use one of them for all of its texts.`;
    }
    return undefined;
  }

  #keyIn(block: Block, key: Key, at: number): Key {
    return [...key.slice(0, at), this.#nameIn(block), ...key.slice(at)];
  }

  /** @throws EditError */
  splices(edits: readonly Edit[], viewOf: ViewOf): readonly Splice[] {
    const own = new Map<Block, Edit[]>();
    /** New parts, by that of the source. */
    const fresh = new Map<Block, InsertEdit[]>();
    const places = new Map<string, Place>();
    for (const edit of edits)
      if (edit.op === 'insert') places.set(keyId(edit.key), this.#place(edit, viewOf));
    const add = <E extends Edit>(to: Map<Block, E[]>, block: Block, edit: E): void => {
      getOrSet(to, block, (): E[] => []).push(edit);
    };
    for (const edit of edits) {
      const place = places.get(keyId(edit.key));
      if (edit.op !== 'insert') {
        const { block, unit, at } = this.#editable(edit.key);
        const { key } = unit;
        if (edit.op === 'set') add(own, block, { ...edit, key, ...originOf(edit.from, viewOf) });
        else {
          const aliases = edit.aliases?.map((one) => this.#keyIn(block, one, at));
          add(own, block, { ...edit, key, ...(aliases && { aliases }) });
        }
      } else if (place?.key === undefined) {
        if (place !== undefined) add(fresh, place.block, edit);
      } else {
        const { block, key, at } = place;
        const before = edit.after === null ? undefined : this.slot(edit.after);
        const beside = before ?? (edit.after === null ? undefined : places.get(keyId(edit.after)));
        const behind = before === undefined ? places.get(keyId(edit.after ?? [])) : undefined;
        const after = beside?.block === block ? (before?.unit.key ?? behind?.key) : undefined;
        const moved = edit.movedFrom && this.slot(edit.movedFrom);
        add(own, block, {
          ...edit,
          ...originOf(edit.from, viewOf),
          ...{ key, after: this.#neighbour({ block, key, at }, after) },
          ...(moved?.block === block && { movedFrom: moved.unit.key }),
        });
      }
    }
    return [
      ...[...own].map(([{ part, document }, some]) => {
        return { start: part.start, end: part.end, text: part.codec.edit(document, some) };
      }),
      ...[...fresh].map(([block, some]) => this.#newPart(block, some, viewOf)),
    ];
  }

  /** @throws EditError `unknown-key`, or if the value is also that of another locale */
  #editable(key: Key): Slot {
    const slot = this.slot(key);
    if (slot === undefined) throw refused('unknown-key', key, 'does not exist');
    const { block, unit, at } = slot;
    const uses = block.document.references?.usesOf(unit.key) ?? [];
    if (at >= 0 && uses.some((use) => !this.#isOwn(use.key[at], block)))
      throw refused('not-writable', key, 'is also a text of another locale, by an alias');
    return slot;
  }

  /** Parts that are written for the source: keys of new units follow from them. */
  get homes(): readonly Block[] {
    const { source } = this;
    return this.blocks.filter(
      ({ part: { locale } }) =>
        locale === undefined || source === undefined || sameLocale(locale, source),
    );
  }

  /** @throws EditError */
  #place({ key, after, from }: InsertEdit, viewOf: ViewOf): Place {
    if (this.slot(key) !== undefined) throw refused('existing-key', key, 'already exists');
    const origin = from && viewOf(from.document);
    const slot = from && origin?.slot(from.unit.key);
    const before = after === null ? undefined : this.slot(after)?.block;
    const index = slot === undefined ? -1 : (origin?.homes.indexOf(slot.block) ?? -1);
    const home = this.homes[index] ?? before ?? this.homes[0];
    if (home === undefined) throw refused('not-writable', key, 'has no place in the file');
    // A file that is read with all its locales has no part that it lacks.
    if (this.locale === undefined)
      return { block: home, key: home.part.locale === undefined ? key : key.slice(1), at: -1 };
    if (home.part.locale !== undefined) {
      const own = this.#partLike(home);
      return { block: own ?? home, key: own && key, at: -1 };
    }
    const isAtEnd = slot !== undefined && slot.at === slot.unit.key.length - 1;
    const usual = isAtEnd ? undefined : (slot?.at ?? home.layout(this.source ?? '').usual);
    const at = Math.min(usual ?? key.length, key.length);
    return { block: home, key: this.#keyIn(home, key, at), at };
  }

  /** The part of the own locale that belongs to one of the source. */
  #partLike(home: Block): Block | undefined {
    const { locale } = this;
    const isLike = (of: string | undefined, { part }: Block): boolean =>
      part.locale !== undefined &&
      (of === undefined || sameLocale(part.locale, of)) &&
      part.copy?.kind === home.part.copy?.kind;
    const alike = this.blocks.filter((one) => isLike(home.part.locale, one));
    return this.blocks.filter((one) => isLike(locale, one))[alike.indexOf(home)];
  }

  /** What a new unit follows: a unit of its own locale, or else the locale before. */
  #neighbour(
    { block, key, at }: { readonly block: Block; readonly key: Key; readonly at: number },
    after: Key | undefined,
  ): Key | null {
    const isBeside = after !== undefined && isSameKey(after.slice(0, at + 1), key.slice(0, at + 1));
    if (at === -1 || isBeside) return after ?? null;
    const locales = block.objects.get(keyId(key.slice(0, at)));
    const name = key[at] ?? '';
    if (locales === undefined) return after ?? null;
    if (locales.has(name)) return null;
    const names = [...locales.keys()].filter((one) => !ABOUT_FILE.test(one));
    const isSorted =
      names.length > 2 &&
      names.every((one, index) => index === 0 || (names[index - 1] ?? '') < one);
    const before = isSorted ? names.findLast((one) => one < name) : names.at(-1);
    return (before === undefined ? undefined : locales.get(before)) ?? null;
  }

  /** A part for the own locale: that of the source with these texts. */
  #newPart({ part, document }: Block, inserts: readonly InsertEdit[], viewOf: ViewOf): Splice {
    const { locale = '' } = this;
    const unused = new Set(document.units.map(({ key }) => keyId(key)));
    const edits = inserts.map((edit): Edit => {
      const { key, text } = edit;
      if (unused.delete(keyId(key))) return { op: 'set', key, text };
      return { ...edit, ...originOf(edit.from, viewOf) };
    });
    for (const { key } of document.units)
      if (unused.has(keyId(key))) edits.push({ op: 'remove', key });
    const content = part.codec.derive(document, edits, { locale, language: locale });
    const { at = part.end, write } = part.copy ?? {};
    return { start: at, end: at, text: write?.(locale, content) ?? '' };
  }
}

/** Where a new unit belongs. Without a key: in a new part like this one. */
interface Place {
  readonly block: Block;
  readonly key: Key | undefined;
  readonly at: number;
}

function without(key: Key, at: number): Key {
  return key.filter((_, index) => index !== at);
}

/** The unit in the file that a unit of a view stands for. */
function originOf(from: Origin | undefined, viewOf: ViewOf): { readonly from?: Origin } {
  if (from === undefined) return {};
  const slot = viewOf(from.document).slot(from.unit.key);
  return { from: slot === undefined ? from : { document: slot.block.document, unit: slot.unit } };
}

function refused(code: 'existing-key' | 'unknown-key' | 'not-writable', key: Key, why: string) {
  return new EditError(code, key, `"${formatKey(key)}" ${why}.`);
}
