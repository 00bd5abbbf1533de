import { keyId } from '../../model/index.js';
import type {
  Encoding,
  Key,
  MessageSyntax,
  ParseOptions,
  Problem,
  Unit,
} from '../../model/index.js';
import { hasBom } from '../kit/layout.js';
import { syntaxOf, keyOf } from './entry.js';
import { formsOf, type FileForms } from './forms-of-file.js';
import { headerOf, isHeader } from './header.js';
import { readEntries, type Entries, type Entry } from './read.js';
import { stylesOf, type Styles } from './style.js';
import { unitsOf, type EntryUnit } from './units.js';

/** The place of a unit in its file. */
export interface Place {
  readonly entry: Entry;
  /** Index of its `msgstr`. */
  readonly index: number;
  readonly unit: Unit;
}

/** A file with its units. The last of duplicate entries counts. */
export class PoFile implements Entries {
  readonly text: string;
  readonly entries: readonly Entry[];
  readonly obsolete: Entries['obsolete'];
  readonly header: Entry | undefined;
  readonly forms: FileForms;
  readonly role: 'source' | 'target' | 'template';
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
    this.header = headerOf(read);
    this.encoding = encoding ?? 'utf-8';
    this.forms = formsOf(read, { header: this.header, role, locale });
    const found: EntryUnit[] = [];
    for (const entry of this.entries) {
      if (isHeader(entry)) continue;
      const id = keyId(keyOf(entry));
      const same = this.#ids.get(id);
      if (same === undefined) this.#ids.set(id, [entry]);
      else same.push(entry);
      found.push(...unitsOf(entry, { text, role, names: this.forms.names }));
    }
    for (const one of found) this.#places.set(keyId(one.unit.key), one);
    this.units = found.flatMap(({ unit }) =>
      this.#places.get(keyId(unit.key))?.unit === unit ? [unit] : [],
    );
    this.problems = [...bomProblems(text), ...this.forms.problems].map((one) => ({
      ...one,
      ...(file !== undefined && { file }),
    }));
  }

  get styles(): Styles {
    return (this.#styles ??= stylesOf(this));
  }

  /** By the flags of their entries; undefined if no entry has one. */
  get syntaxes(): ReadonlyMap<Unit, MessageSyntax> | undefined {
    if (this.role === 'target' || !this.entries.some(syntaxOf)) return undefined;
    return new Map(
      this.units.map((unit) => {
        const place = this.placeOf(unit.key);
        return [unit, (place && syntaxOf(place.entry)) ?? 'plain'];
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

function bomProblems(text: string): readonly Problem[] {
  if (!hasBom(text)) return [];
  const message =
    'The file begins with a byte order mark, which gettext rejects; save it without one.';
  return [{ code: 'invalid-file', severity: 'warning', message, line: 1, column: 1 }];
}
