import type { PluralCategory, Problem } from '../../model/index.js';
import { positions } from '../kit/positions.js';
import { isFuzzy } from './entry.js';
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
  readonly role: 'source' | 'target' | 'template';
}

/**
 * By the header's own formula. Where that is missing or broken, or all plurals of the file have
 * another number of forms: as the language is usually written.
 */
export function formsOf(file: Entries, { header, role, locale }: FormsContext): FileForms {
  if (role === 'template') return UNKNOWN;
  const plurals = file.entries.filter(({ plural }) => plural !== undefined);
  const value = headerValue(header, 'Plural-Forms');
  const said = value === undefined ? 'template' : parseForms(value);
  const isUnknown = role === 'source' && plurals.length === 0;
  // Most sources have no plurals, and a template says nothing of them.
  if (isUnknown && said === 'template') return UNKNOWN;
  const language = locale ?? (headerValue(header, 'Language') || 'en');
  const filled = plurals.filter(({ texts }) => formsIn(texts) > 0);
  // Fuzzy ones are often of another message, or of an older header, and msgfmt does not look at them.
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
  // msgfmt does not look at fuzzy ones.
  const level = isRefused || !other.every(isFuzzy) ? 'error' : 'warning';
  const problems =
    wrong === undefined ? [] : [problem(isUnknown ? 'warning' : level, wrong, place)];
  if (isUnknown) return { ...UNKNOWN, problems };
  if (role === 'target') {
    // Of as many as the formula chooses among, what is wrong with the header says it all.
    const odd = other.filter(({ texts }) => texts.length !== forms.given);
    const first = odd.find((entry) => !isFuzzy(entry)) ?? odd[0];
    if (first !== undefined) {
      const more = odd.length > 1 ? ` (and ${odd.length - 1} more)` : '';
      const message = `msgstr[…] is there ${first.texts.length} times${more}; expected ${forms.count}, as Plural-Forms says.`;
      problems.push(problem(isFuzzy(first) ? 'warning' : 'error', message, first.id.at));
    }
  }
  const names = namesOf(forms, language);
  const isUnsaid = said === 'template';
  return { names: role === 'source' ? withOther(names) : names, problems, isUnsaid, forms };
}

interface FormsChoice {
  readonly forms: PluralForms;
  /** What is wrong with the header. */
  readonly wrong?: string;
  /** `msgfmt --check` refuses it where the file has plurals. */
  readonly isRefused?: true;
}

/** @param most forms that a text of the file has */
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

/** How many forms a text uses; a form that is empty may be one that is not translated yet. */
function formsIn(texts: Entry['texts']): number {
  return texts.findLastIndex((field) => field !== undefined && field.text !== '') + 1;
}

/** Of the language; where texts have more forms than that, what is usual for as many. */
function usualOf(language: string, most: number): PluralForms {
  const own = usualForms(language);
  return own.count < most && most === 2 ? usualForms('en') : own;
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
