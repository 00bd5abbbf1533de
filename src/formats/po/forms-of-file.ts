import type { PluralCategory, Problem } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { isFuzzy } from './entry.js';
import { headerValue } from './header.js';
import { namesOf, parseForms, usualForms, type PluralForms } from './plural-forms.js';
import type { Entries, Entry } from './read.js';

/** The plural forms of a file. */
export interface FileForms {
  /** Name of each `msgstr[…]` by its index. */
  readonly names: readonly (PluralCategory | undefined)[];
  readonly problems: readonly Problem[];
  /** The header does not state them. */
  readonly isUnsaid: boolean;
  readonly forms: PluralForms;
}

interface FormsContext {
  readonly locale: string | undefined;
  readonly header: Entry | undefined;
  readonly role: 'source' | 'target' | 'template';
}

/**
 * By the header's formula. If it is missing or broken, or all plurals of the file have another
 * number of forms: the usual forms of the language.
 */
export function formsOf(file: Entries, { header, role, locale }: FormsContext): FileForms {
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
  const usual = usualOf(language, most);
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

interface FormsChoice {
  readonly forms: PluralForms;
  /** The header's problem. */
  readonly wrong?: string;
  /** Whether `msgfmt --check` refuses it in a file with plurals. */
  readonly isRefused?: true;
}

/** @param most the most forms of a text in the file */
function choiceOf(
  said: ReturnType<typeof parseForms>,
  usual: PluralForms,
  most: number,
): FormsChoice {
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

/** The usual forms of the language or, if texts have more, the usual ones for that number. */
function usualOf(language: string, most: number): PluralForms {
  const own = usualForms(language);
  return own.count < most && most === 2 ? usualForms('en') : own;
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
