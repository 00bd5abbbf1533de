import type { PluralCategory, Problem } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { headerValue } from './header.js';
import { namesOf, parseForms, usualForms, type PluralForms } from './plural-forms.js';
import type { Entries, Entry } from './read.js';

/** The plural forms of a file. */
export interface FileForms {
  /** Name of each `msgstr[…]` by its number. */
  readonly names: readonly (PluralCategory | undefined)[];
  readonly problems: readonly Problem[];
  /** The header says nothing of them. */
  readonly isUnsaid: boolean;
  readonly forms: PluralForms;
}

interface FormsContext {
  readonly locale: string | undefined;
  readonly header: Entry | undefined;
  readonly role: 'source' | 'target';
}

/**
 * By the header's own formula. Where that is missing or broken, or all plurals of the file have
 * another number of forms: as the language is usually written.
 */
export function formsOf(file: Entries, { header, role, locale }: FormsContext): FileForms {
  const plurals = file.entries.filter(({ plural }) => plural !== undefined);
  const value = headerValue(header, 'Plural-Forms');
  if (plurals.length === 0 && value === undefined) return UNKNOWN;
  const language = locale ?? (headerValue(header, 'Language') || 'en');
  const filled = plurals.filter(({ texts }) => texts.some((one) => (one?.text ?? '') !== ''));
  const counts = countsOf(role === 'source' ? filled : plurals);
  const usual = usualOf(language, counts);
  const said = value === undefined ? 'template' : parseForms(value);
  const isUnsaid = said === 'template';
  const lineOf = positions(file.text);
  const at = (offset: number): { readonly line: number; readonly column: number } => {
    const { line, column } = lineOf(offset);
    return { line, column };
  };
  const warn = (message: string, offset: number): Problem => ({
    ...{ code: 'plural-forms', severity: 'warning', message },
    ...at(offset),
  });
  const place = header === undefined ? 0 : placeOf('Plural-Forms', file.text, header);
  const problems: Problem[] = [];
  let forms = usual;
  if (said === 'broken') {
    const expected = `expected the form nplurals=${usual.count}; plural=…; that is ${usual.text}`;
    problems.push(warn(`Plural-Forms cannot be read; ${expected}`, place));
  } else if (said !== 'template') {
    const isOther = counts.size > 0 && !counts.has(said.count);
    if (isOther && counts.has(usual.count)) {
      const message = `Plural-Forms says nplurals=${said.count}, but plurals have ${usual.count} forms; expected ${usual.text}`;
      problems.push(warn(message, place));
    } else forms = said;
  }
  if (role === 'target') {
    const odd = plurals.filter(({ texts }) => texts.length !== forms.count);
    const [first] = odd;
    if (first !== undefined) {
      const more = odd.length > 1 ? ` (and ${odd.length - 1} more)` : '';
      const message = `msgstr[…] is there ${first.texts.length} times${more}; expected ${forms.count}, as Plural-Forms says.`;
      problems.push(warn(message, first.id.at));
    }
  }
  const names = namesOf(forms, language);
  return { names: role === 'source' ? withOther(names) : names, problems, isUnsaid, forms };
}

const UNKNOWN: FileForms = {
  ...{ names: ['one', 'other'], problems: [], isUnsaid: true },
  forms: usualForms('en'),
};

function countsOf(plurals: readonly Entry[]): ReadonlySet<number> {
  return new Set(plurals.map(({ texts }) => texts.length));
}

/** Of the language; where no text has as many forms, what is usual for as many as they have. */
function usualOf(language: string, counts: ReadonlySet<number>): PluralForms {
  const own = usualForms(language);
  if (counts.size !== 1 || counts.has(own.count)) return own;
  const [count = 0] = counts;
  return count === 1 ? usualForms('ja') : count === 2 ? usualForms('en') : own;
}

/** Targets take what they have no form for from `other`. */
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
