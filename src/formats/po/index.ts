import { keyId } from '../../model/index.js';
import type {
  Codec,
  Document,
  ParseOptions,
  Problem,
  DeriveOptions,
  Edit,
  InsertEdit,
  PluralCategory,
  SetEdit,
} from '../../model/index.js';
import { fileFacts, Readings } from '../kit/documents.js';
import { detectNewline, BOM, skipLineEnd } from '../kit/layout.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { rejectUnusable } from '../kit/unusable.js';
import { about } from './about.js';
import { editSplices, leadOf } from './edit.js';
import { PoFile } from './file.js';
import {
  charsetOf,
  contentType,
  flagSplices,
  formerOf,
  headerSplices,
  obsoleteIn,
  obsoleteUnits,
} from './header.js';
import { namesOf, sorted, usualForms } from '../kit/plural-forms.js';
import { duplicateKey } from '../kit/duplicate-key.js';
import { getOrSet } from '../kit/maps.js';
import { positions } from '../kit/positions.js';
import { quote, skipBlankLines, stylesFor } from './style.js';
import { type Entry, type Field, headerValue, isFuzzy, isHeader, keyOf } from './read.js';

/**
 * A new target: the source's entries with other texts, and a header of its own, in UTF-8. Missing
 * texts are empty, as with msginit. Obsolete entries are left out.
 */
function derivedText(file: PoFile, edits: readonly Edit[], { locale }: DeriveOptions): string {
  const { text, header } = file;
  const texts = new Map<string, SetEdit | InsertEdit>();
  for (const edit of edits) if (edit.op !== 'remove') texts.set(keyId(edit.key), edit);
  const forms = usualForms(locale);
  const names = namesOf(forms, locale);
  const splices: Splice[] = file.entries.flatMap((entry) =>
    isHeader(entry) ? [] : entrySplices(file, entry, { texts, names }),
  );
  for (const { start, end } of file.obsolete)
    splices.push({ start, end: skipBlankLines(text, end), text: '' });
  if (header !== undefined)
    splices.push(...flagSplices(file, header, { fuzzy: false, former: undefined }));
  const type = /^utf-?8$/i.test(charsetOf(header)) ? {} : { 'Content-Type': contentType('utf-8') };
  const language = { Language: spelled(locale), 'Plural-Forms': forms.text };
  splices.push(...headerSplices(file, { ...type, ...language, ...fieldsOfNobody(file) }));
  if (text.charCodeAt(0) === BOM) splices.push({ start: 0, end: 1, text: '' });
  const made = applySplices(text, splices);
  // Obsolete entries leave blank lines at the end.
  return /[\n\r]\s*$/.test(text.slice(-2)) && /^#~/m.test(text)
    ? made.replace(/([\n\r])\s+$/, '$1')
    : made;
}

/**
 * Header fields that a person has to fill in, as in a template, with the value of
 * `msginit --no-translator`. Those of another translation name its people.
 */
const PLACEHOLDERS: readonly (readonly [name: string, open: RegExp, own: string | undefined])[] = [
  ['PO-Revision-Date', /^YEAR-/, undefined],
  ['Last-Translator', /^FULL NAME </, 'Automatically generated'],
  ['Language-Team', /^LANGUAGE </, 'none'],
];

/** Fields that nobody has filled in: msgfmt warns about them. The date is the template's. */
function fieldsOfNobody({ header, role }: PoFile): Readonly<Record<string, string>> {
  const date = headerValue(header, 'POT-Creation-Date');
  const filled = PLACEHOLDERS.flatMap(([name, open, own = date]) => {
    const value = headerValue(header, name);
    const isOpen = value !== undefined && (role === 'template' || open.test(value));
    return own !== undefined && isOpen ? [[name, own] as const] : [];
  });
  return Object.fromEntries(filled);
}

/** @param made the texts by `keyId`, and the names of the plural forms */
function entrySplices(
  file: PoFile,
  entry: Entry,
  made: {
    readonly texts: ReadonlyMap<string, SetEdit | InsertEdit>;
    readonly names: readonly (PluralCategory | undefined)[];
  },
): readonly Splice[] {
  const { texts, names } = made;
  const newline = detectNewline(file.text);
  const key = keyOf(entry);
  const edits = (
    entry.plural === undefined ? [key] : names.map((name) => [...key, name ?? ''])
  ).map((one) => texts.get(keyId(one)));
  const [first, last] = [entry.texts.find((one) => one !== undefined), entry.texts.at(-1)];
  if (first === undefined || last === undefined) return [];
  const style = stylesFor(file, entry).texts;
  const lead = leadOf(file.text, first);
  const lines = edits.map((edit, index) => {
    const keyword = entry.plural === undefined ? 'msgstr ' : `msgstr[${index}] `;
    return keyword + quote(edit?.text ?? '', style, { before: keyword.length, newline });
  });
  const former = edits.find((edit) => edit?.former !== undefined)?.former;
  const flag = {
    fuzzy: edits.some((edit) => edit?.state === 'review'),
    former: former && formerOf(former),
  };
  const splice = { start: first.at, end: last.end, text: lines.join(newline + lead) };
  // Translators' comments are about the translation that serves as the template.
  const own = entry.comments
    .filter(({ kind }) => kind === ' ' && file.role === 'template')
    .map(({ start, end }) => ({ start, end: skipLineEnd(file.text, end), text: '' }));
  return [...own, ...flagSplices(file, entry, flag), splice];
}

const SCRIPTS: Readonly<Record<string, string>> = { Latn: '@latin', Cyrl: '@cyrillic' };
const VARIANT = /^(?:[a-z\d]{5,8}|\d[a-z\d]{3})$/;

/** gettext's spelling of a locale: `pt_BR`, `sr@latin`, `ca@valencia`. */
function spelled(locale: string): string {
  const [language = '', ...rest] = locale.replaceAll('-', '_').split('_');
  const modifierOf = (one: string): string | undefined =>
    SCRIPTS[one] ?? (VARIANT.test(one) ? `@${one}` : undefined);
  const modifiers = rest.map(modifierOf).filter((one) => one !== undefined);
  const names = rest.filter((one) => modifierOf(one) === undefined);
  // Only one modifier is allowed.
  if (modifiers.length > 1) return [language, ...rest].join('_');
  return [language, ...names].join('_') + modifiers.join('');
}

const files = new Readings<PoFile>();

/** A document that did not come from `parse` is read as a target if its units show that. */
function fileOf(document: Document): PoFile {
  return files.of(document, ({ text, pluralCategories, encoding }) => {
    const role = pluralCategories === undefined ? 'source' : 'target';
    return new PoFile(text, { role, encoding });
  });
}

/**
 * gettext's PO and POT. `role: 'source'` reads what users see without a translation: `msgstr` if it
 * is filled, else `msgid` and `msgid_plural`. `role: 'target'` reads `msgstr`, with `msgid` beside
 * it. Both write `msgstr`.
 */
export const po: Codec = {
  ...about,
  capabilities: {
    ...about.capabilities,
    newFileForms: (locale) => sorted(namesOf(usualForms(locale), locale)),
  },

  parse(text, options: ParseOptions = {}) {
    rejectUnusable(text, options.file);
    const file = new PoFile(text, options);
    const problems = [
      ...file.problems,
      ...duplicates(file, options.file),
      ...unpairedLines(file, options.file),
    ];
    const extractedAt = headerValue(file.header, 'POT-Creation-Date');
    const document: Document = {
      ...{ ...fileFacts('po', text, options), units: file.units, indent: '', problems },
      ...(extractedAt !== undefined && { extractedAt }),
      ...(file.syntaxes !== undefined && { syntaxes: file.syntaxes }),
      ...(options.role === 'target' && { pluralCategories: sorted(file.forms.names) }),
      get retired() {
        return obsoleteUnits(file);
      },
    };
    return files.keep(document, file);
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    const splices = editSplices(fileOf(document), edits, (from) => fileOf(from.document));
    return applySplices(document.text, splices);
  },

  derive: (source, edits, options) => derivedText(fileOf(source), edits, options),
};

/**
 * Entries of which only some texts begin or end with a line break: msgfmt refuses the whole file.
 * It ignores fuzzy entries and empty texts.
 */
function unpairedLines({ text, entries }: PoFile, file: string | undefined): readonly Problem[] {
  const problems: Problem[] = [];
  for (const entry of entries) {
    if (isHeader(entry) || isFuzzy(entry)) continue;
    const { id, plural } = entry;
    const texts = entry.texts.filter((one) => one !== undefined && one.text !== '');
    if (texts.length === 0) continue;
    const others = plural === undefined ? texts : [plural, ...texts];
    const odd = (has: (text: string) => boolean): Field | undefined =>
      others.find((one) => one !== undefined && has(one.text) !== has(id.text));
    const begins = odd((own) => own.startsWith('\n'));
    const wrong = begins ?? odd((own) => own.endsWith('\n'));
    if (wrong === undefined) continue;
    const where = begins === undefined ? 'end' : 'begin';
    const message = `msgid and its translation do not both ${where} with \\n; msgfmt refuses the file.`;
    const { line, column } = positions(text)(wrong.at);
    const place = { ...(file !== undefined && { file }), line, column };
    problems.push({
      ...{ code: 'invalid-unit', severity: 'error', message },
      ...{ ...place, key: keyOf(entry).join('.') },
    });
  }
  return problems;
}

/** All duplicate entries, with both lines. msgfmt treats obsolete entries like others. */
function duplicates(poFile: PoFile, file: string | undefined): readonly Problem[] {
  const { text } = poFile;
  const used = poFile.entries
    .filter((entry) => !isHeader(entry))
    .map((entry) => ({ key: keyOf(entry), at: entry.id.at }));
  const obsolete = obsoleteIn(poFile).map(({ key, start, end }) => ({
    key,
    at: start + Math.max(0, text.slice(start, end).search(/^[ \t]*#~[ \t]*msgid/m)),
  }));
  const all = [...used, ...obsolete];
  const places = new Map<string, (typeof all)[number][]>();
  for (const one of all) getOrSet(places, keyId(one.key), () => []).push(one);
  if (places.size === all.length) return [];
  const lineOf = positions(text);
  return [...places.values()].flatMap((same) => {
    const [, ...again] = same.sort((a, b) => a.at - b.at);
    return again.map((one, i) => {
      const places = [lineOf(same[i]?.at ?? 0), lineOf(one.at)] as const;
      return duplicateKey(one.key.join('.'), places, { file, refusedBy: 'msgfmt' });
    });
  });
}
