import { keyId } from '../../model/index.js';
import type {
  Encoding,
  Key,
  MessageSyntax,
  ParseOptions,
  Problem,
  Unit,
  UnitState,
  PluralCategory,
} from '../../model/index.js';
import { hasBom } from '../kit/layout.js';
import { getOrSet } from '../kit/maps.js';
import type { Comment, Entries, Entry, Field } from './read.js';
import { type Styles, stylesOf } from './style.js';
import { textUnit } from '../kit/tree-codec.js';
import { positions } from '../kit/positions.js';
import { namesOf, parseForms, type PluralForms, usualForms } from '../kit/plural-forms.js';
import { headerValue, isHeader, filledIn, isFuzzy, keyOf, readEntries, syntaxOf } from './read.js';

/** The place of a unit in its file. */
export interface Place {
  readonly entry: Entry;
  /** Index of its `msgstr`. */
  readonly index: number;
  readonly unit: Unit;
}

/** The plural forms of a file. */
interface FileForms {
  /** Name of each `msgstr[…]` by its index. */
  readonly names: readonly (PluralCategory | undefined)[];
  readonly problems: readonly Problem[];
  /** The header does not state them. */
  readonly isUnsaid: boolean;
  readonly forms: PluralForms;
}

type Role = NonNullable<ParseOptions['role']>;

/**
 * By the header's formula. If it is missing or broken, or all plurals of the file have another
 * number of forms: the usual forms of the language.
 */
function formsOf(
  file: Entries,
  header: Entry | undefined,
  { role, locale }: { readonly role: Role; readonly locale: string | undefined },
): FileForms {
  if (role === 'template') return UNKNOWN;
  const plurals = file.entries.filter(({ plural }) => plural !== undefined);
  const value = headerValue(header, 'Plural-Forms');
  const said = value === undefined ? 'template' : parseForms(value);
  const isUnknown = role === 'source' && plurals.length === 0;
  // Most sources have no plurals, and a template does not state them.
  if (isUnknown && said === 'template') return UNKNOWN;
  const language = locale ?? (headerValue(header, 'Language') || 'en');
  const filled = plurals.filter(({ texts }) => formsIn(texts) > 0);
  // Fuzzy entries often come from another message or an older header, and msgfmt ignores them.
  const sure = typeof said === 'string' ? filled : filled.filter((entry) => !isFuzzy(entry));
  const most = Math.max(0, ...sure.map(({ texts }) => formsIn(texts)));
  // Those of the language or, if texts have more, the usual ones for that number.
  const own = usualForms(language);
  const usual = own.count < most && most === 2 ? usualForms('en') : own;
  const lineOf = positions(file.text);
  const problem = (severity: Problem['severity'], message: string, offset: number): Problem => {
    const { line, column } = lineOf(offset);
    return { code: 'plural-forms', severity, message, line, column };
  };
  const place = header === undefined ? 0 : placeOf('Plural-Forms', file.text, header);
  const { forms, wrong, isRefused } = choiceOf(said, usual, most);
  const other = filled.filter(({ texts }) => texts.length !== forms.count);
  // msgfmt ignores fuzzy entries.
  const level = isRefused || !other.every(isFuzzy) ? 'error' : 'warning';
  const problems =
    wrong === undefined ? [] : [problem(isUnknown ? 'warning' : level, wrong, place)];
  if (isUnknown) return { ...UNKNOWN, problems };
  if (role === 'target') {
    // For entries with as many forms as the formula has, the header's problem is enough.
    const odd = other.filter(({ texts }) => texts.length !== forms.given);
    const first = odd.find((entry) => !isFuzzy(entry)) ?? odd[0];
    if (first !== undefined) {
      const more = odd.length > 1 ? ` (and ${odd.length - 1} more)` : '';
      const message = `there are ${first.texts.length} msgstr[…]${more}, but Plural-Forms says ${forms.count}.`;
      problems.push(problem(isFuzzy(first) ? 'warning' : 'error', message, first.id.at));
    }
  }
  const names = namesOf(forms, language);
  const isUnsaid = said === 'template';
  return { names: role === 'source' ? withOther(names) : names, problems, isUnsaid, forms };
}

/**
 * @param most the most forms of a text in the file
 * @returns also the header's problem, and whether `msgfmt --check` refuses it in a file with plurals
 */
function choiceOf(
  said: ReturnType<typeof parseForms>,
  usual: PluralForms,
  most: number,
): { readonly forms: PluralForms; readonly wrong?: string; readonly isRefused?: true } {
  if (said === 'template') return { forms: usual };
  if ('broken' in said) {
    const wrong = `Plural-Forms ${said.broken}; expected the form nplurals=${usual.count}; plural=…; that is ${usual.text}`;
    return { forms: usual, wrong, isRefused: true };
  }
  const claim = `Plural-Forms says nplurals=${said.count}, but`;
  if (said.count < most && usual.count === most)
    return {
      forms: usual,
      wrong: `${claim} plurals have ${usual.count} forms; expected ${usual.text}`,
      isRefused: true,
    };
  if (said.given === said.count) return { forms: said };
  return {
    forms: said,
    wrong: `${claim} its formula chooses among ${said.given}; expected ${usual.text}`,
    ...(said.given > said.count && { isRefused: true }),
  };
}

const UNKNOWN: FileForms = {
  ...{ names: ['one', 'other'], problems: [], isUnsaid: true },
  forms: usualForms('en'),
};

/** Number of forms that a text uses; an empty one may be untranslated. */
function formsIn(texts: Entry['texts']): number {
  return texts.findLastIndex((field) => field !== undefined && field.text !== '') + 1;
}

/** Adds `other`, which targets use for forms that they lack. */
function withOther(
  names: readonly (PluralCategory | undefined)[],
): readonly (PluralCategory | undefined)[] {
  if (names.includes('other')) return names;
  const last = names.findLastIndex((name) => name !== undefined);
  return names.map((name, at) => (at === last ? 'other' : name));
}

function placeOf(name: string, text: string, header: Entry): number {
  const [field] = header.texts;
  const { start, end } = field ?? header.block;
  const found = text.slice(start, end).search(new RegExp(name, 'i'));
  return found === -1 ? header.id.at : start + found;
}

/** A file with its units. The last of duplicate entries counts. */
export class PoFile implements Entries {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly obsolete: Entries['obsolete'];
  readonly header: Entry | undefined;
  readonly forms: FileForms;
  readonly role: Role;
  readonly encoding: Encoding;
  /** In file order. */
  readonly units: readonly Unit[];
  /** Without those for duplicate entries. */
  readonly problems: readonly Problem[];
  readonly #places = new Map<string, Place>();
  readonly #ids = new Map<string, Entry[]>();
  #styles: Styles | undefined;

  /** @throws FormatError */
  constructor(text: string, { role = 'source', locale, file, encoding }: ParseOptions) {
    const read = readEntries(text, file);
    this.text = text;
    this.entries = read.entries;
    this.obsolete = read.obsolete;
    this.role = role;
    this.header = read.entries.find(isHeader);
    this.encoding = encoding ?? 'utf-8';
    this.forms = formsOf(read, this.header, { role, locale });
    const found: Place[] = [];
    for (const entry of this.entries) {
      if (isHeader(entry)) continue;
      getOrSet(this.#ids, keyId(keyOf(entry)), (): Entry[] => []).push(entry);
      found.push(...unitsOf(entry, { text, role, names: this.forms.names }));
    }
    for (const one of found) this.#places.set(keyId(one.unit.key), one);
    this.units = found.flatMap(({ unit }) =>
      this.#places.get(keyId(unit.key))?.unit === unit ? [unit] : [],
    );
    const message =
      'The file begins with a byte order mark, which gettext rejects; save it without one.';
    const bom: Problem = { code: 'invalid-file', severity: 'warning', message, line: 1, column: 1 };
    const problems = hasBom(text) ? [bom, ...this.forms.problems] : this.forms.problems;
    this.problems = problems.map((one) => ({ ...one, ...(file !== undefined && { file }) }));
  }

  get styles(): Styles {
    return (this.#styles ??= stylesOf(this));
  }

  /** By the flags of their entries; undefined if no entry has one. */
  get syntaxes(): ReadonlyMap<Unit, MessageSyntax> | undefined {
    const flagged =
      this.role === 'target' ? [] : this.entries.flatMap((one) => syntaxOf(one) ?? []);
    if (flagged.length === 0) return undefined;
    // A program in C inserts nothing into the others.
    const other = flagged.every((one) => one === 'c-format') ? 'printf' : 'plain';
    return new Map(
      this.units.map((unit) => {
        const place = this.placeOf(unit.key);
        return [unit, (place && syntaxOf(place.entry)) ?? other];
      }),
    );
  }

  placeOf(key: Key): Place | undefined {
    return this.#places.get(keyId(key));
  }

  /** All entries with a key: several if it is duplicated. */
  entriesOf(entry: Entry): readonly Entry[] {
    return this.#ids.get(keyId(keyOf(entry))) ?? [];
  }

  /** The entry of a key without its plural form. */
  entryAt(key: Key): Entry | undefined {
    return this.#ids.get(keyId(key))?.at(-1);
  }
}

interface UnitContext {
  /** Text of the file. */
  readonly text: string;
  readonly role: Role;
  /** Names of plural forms by index. */
  readonly names: readonly (PluralCategory | undefined)[];
}

/** A context that a program made, which says nothing to a translator: `,5F0DB2A94C1E…`. */
const ID = /^[^\p{L}]*$|^\S*[\da-f]{8}\S*$/iu;

/** The units of an entry: one text, or one for each plural form. */
function unitsOf(entry: Entry, context: UnitContext): readonly Place[] {
  const { id, plural, texts } = entry;
  const comments = noteOf(entry.comments, context);
  const own = entry.context?.text ?? '';
  const note = ID.test(own) ? comments : [own, comments].filter(Boolean).join('\n');
  const about = { note, ...(own !== '' && { context: own }) };
  if (plural === undefined) {
    const said = { field: texts[0], source: id.text, own: id.text };
    const unit = textUnit({ key: keyOf(entry), ...about, ...valueOf(entry, said, context) });
    return [{ entry, index: 0, unit }];
  }
  // Without translations, `msgid` and `msgid_plural` are the two forms of English.
  const { role } = context;
  const hasForms = role === 'target' || isUsed(entry, role);
  const names: UnitContext['names'] = hasForms ? context.names : ['one', 'other'];
  return names.flatMap((name, index): readonly Place[] => {
    if (name === undefined) return [];
    const form = name === 'one' ? id.text : plural.text;
    const said = { field: texts[index], source: plural.text, own: form };
    const value = valueOf(entry, said, context);
    const key = [...keyOf(entry), name];
    return [{ entry, index, unit: textUnit({ key, plural: name, ...about, ...value }) }];
  });
}

/** Whether users of the source language see the `msgstr`: it is filled and not fuzzy. */
function isUsed(entry: Entry, role: Role): boolean {
  return role === 'source' && !isFuzzy(entry) && filledIn(entry).length > 0;
}

/**
 * @param said.source the source text for a target
 * @param said.own what users see without a translation
 */
function valueOf(
  entry: Entry,
  said: { readonly field: Field | undefined; readonly source: string; readonly own: string },
  { role }: UnitContext,
): { text: string; range: Unit['range']; source?: string; state?: UnitState } {
  const { field, source, own } = said;
  const written = field?.text ?? '';
  const end = entry.texts.findLast((one) => one !== undefined)?.end ?? entry.block.end;
  const { start, end: last } = field ?? { start: end, end };
  const range = { start, end: last };
  if (role === 'target') {
    const state = written === '' ? 'initial' : isFuzzy(entry) ? 'review' : undefined;
    return { text: written, range, source, ...(state !== undefined && { state }) };
  }
  const text = written !== '' && isUsed(entry, role) ? written : own;
  return text === source ? { text, range } : { text, range, source };
}

/**
 * Programmers' comments (`#.`), after translators' (`#`). In a template, the latter are only about
 * one of its languages.
 */
function noteOf(comments: readonly Comment[], { text, role }: UnitContext): string {
  if (comments.length === 0) return '';
  const said = (mark: string): readonly string[] =>
    comments
      .filter(({ kind }) => kind === mark)
      .map(({ start, end }) =>
        text
          .slice(start, end)
          .replace(/^\s*#\.?\s?/, '')
          .trimEnd(),
      );
  return [...(role === 'template' ? [] : said(' ')), ...said('.')].join('\n').trim();
}
