import type { PluralCategory } from '../../model/index.js';

/** A plural formula: the form's index for a number; NaN for a division by zero. */
type Formula = (n: number) => number;

type Binary = (a: number, b: number) => number;

/** C operators by precedence, lowest first. */
const LEVELS: readonly (readonly (readonly [string, Binary])[])[] = [
  [['||', (a, b) => (a !== 0 || b !== 0 ? 1 : 0)]],
  [['&&', (a, b) => (a !== 0 && b !== 0 ? 1 : 0)]],
  [
    ['==', (a, b) => (a === b ? 1 : 0)],
    ['!=', (a, b) => (a !== b ? 1 : 0)],
  ],
  [
    ['<=', (a, b) => (a <= b ? 1 : 0)],
    ['>=', (a, b) => (a >= b ? 1 : 0)],
    ['<', (a, b) => (a < b ? 1 : 0)],
    ['>', (a, b) => (a > b ? 1 : 0)],
  ],
  [
    ['+', (a, b) => a + b],
    ['-', (a, b) => a - b],
  ],
  [
    ['*', (a, b) => a * b],
    ['/', (a, b) => (b === 0 ? NaN : Math.trunc(a / b))],
    ['%', (a, b) => (b === 0 ? NaN : a % b)],
  ],
];

const TOKEN = /\s*(\d{1,9}|n|\|\||&&|[=!<>]=|[-+*/%<>!?:()])/y;
const LONGEST = 2000;
const DEEPEST = 100;

/** The expression of `plural=`; undefined if gettext cannot read it. */
export function parseFormula(expression: string): Formula | undefined {
  const tokens = tokensOf(expression);
  if (tokens === undefined) return undefined;
  const parser = new Parser(tokens);
  const formula = parser.choice(0);
  return parser.isAtEnd ? formula : undefined;
}

function tokensOf(expression: string): readonly string[] | undefined {
  const text = expression.trim();
  if (text.length > LONGEST) return undefined;
  const tokens: string[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const token = TOKEN.exec(text)?.[1];
    if (token === undefined) return undefined;
    tokens.push(token);
  }
  return tokens;
}

/** Each method returns undefined for an invalid expression. */
class Parser {
  readonly #tokens: readonly string[];
  #at = 0;

  constructor(tokens: readonly string[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  choice(depth: number): Formula | undefined {
    if (depth > DEEPEST) return undefined;
    const test = this.#binary(0, depth);
    if (test === undefined || !this.#take('?')) return test;
    const yes = this.choice(depth + 1);
    if (yes === undefined || !this.#take(':')) return undefined;
    const no = this.choice(depth + 1);
    if (no === undefined) return undefined;
    return (n) => {
      const said = test(n);
      return Number.isNaN(said) ? NaN : said === 0 ? no(n) : yes(n);
    };
  }

  #binary(level: number, depth: number): Formula | undefined {
    const operators = LEVELS[level];
    if (operators === undefined) return this.#single(depth);
    let left = this.#binary(level + 1, depth);
    while (left !== undefined) {
      const found = operators.find(([name]) => this.#take(name));
      if (found === undefined) return left;
      const right = this.#binary(level + 1, depth);
      left = right === undefined ? undefined : joined(left, right, found);
    }
    return undefined;
  }

  #single(depth: number): Formula | undefined {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (token === 'n') return (n) => n;
    if (token === '!') {
      const inner = depth > DEEPEST ? undefined : this.#single(depth + 1);
      return inner && ((n) => (inner(n) === 0 ? 1 : 0));
    }
    if (token === '(') {
      const inner = this.choice(depth + 1);
      return inner !== undefined && this.#take(')') ? inner : undefined;
    }
    if (token === undefined || !/^\d/.test(token)) return undefined;
    const value = Number(token);
    return () => value;
  }

  #take(token: string): boolean {
    if (this.#tokens[this.#at] !== token) return false;
    this.#at += 1;
    return true;
  }
}

function joined(left: Formula, right: Formula, [name, join]: readonly [string, Binary]): Formula {
  if (name === '||') return (n) => (left(n) !== 0 || right(n) !== 0 ? 1 : 0);
  if (name === '&&') return (n) => (left(n) !== 0 && right(n) !== 0 ? 1 : 0);
  return (n) => {
    const [a, b] = [left(n), right(n)];
    return Number.isNaN(a) || Number.isNaN(b) ? NaN : join(a, b);
  };
}

/** How a file chooses among the plural forms of a text. */
export interface PluralForms {
  readonly count: number;
  /** Number of forms that the formula can choose. */
  readonly given: number;
  readonly formula: Formula;
  /** As in a header: `nplurals=2; plural=(n != 1);`. */
  readonly text: string;
}

const HEADER = /^\s*nplurals\s*=\s*([^;]*?)\s*;\s*plural\s*=\s*([^;]*?)\s*;?\s*$/;
const MOST_FORMS = 100;

/** Why a header's plural forms cannot be used. */
export interface BrokenForms {
  readonly broken: string;
}

/** The value of a header's `Plural-Forms`; 'template': xgettext's placeholder. */
export function parseForms(value: string): PluralForms | 'template' | BrokenForms {
  const [, count = '', expression = ''] = HEADER.exec(value) ?? [];
  if (count === 'INTEGER' || expression === 'EXPRESSION' || value.trim() === '') return 'template';
  const formula = /^\d{1,3}$/.test(count) ? parseFormula(expression) : undefined;
  const forms = { count: Number(count), text: value.trim() };
  if (formula === undefined || forms.count < 1 || forms.count > MOST_FORMS)
    return { broken: 'cannot be read' };
  let given = 1 + largestResult(expression);
  for (const n of TRIED) {
    const index = formula(n);
    if (Number.isNaN(index))
      return { broken: `selects no form for ${n}, because it divides by zero` };
    if (!(index >= 0 && index < forms.count))
      return { broken: `selects form ${index} for ${n}, but says nplurals=${forms.count}` };
    if (index >= given) given = index + 1;
  }
  return { ...forms, given, formula };
}

export function isReadable(forms: ReturnType<typeof parseForms>): forms is PluralForms {
  return forms !== 'template' && !('broken' in forms);
}

/**
 * The numbers that msgfmt tries, and larger ones, because a formula may have a form for millions.
 */
const TRIED = [...Array.from({ length: 1001 }, (_, n) => n), 10_000, 100_000, 1_000_000, 2_000_000];

/**
 * The largest form in a formula, even if it is only for larger numbers than those tried, or for
 * fractions.
 */
function largestResult(expression: string): number {
  return Math.max(0, ...Array.from(expression.matchAll(/[?:][\s(]*(\d{1,3})(?!\d)/g), resultIn));
}

function resultIn([, index = '']: RegExpMatchArray): number {
  return Number(index);
}

/** The forms in gettext's own table, which msginit writes (plural-table.c). */
const GETTEXT: ReadonlyMap<string, string> = byLanguage({
  'nplurals=1; plural=0;': 'ja vi ko',
  'nplurals=2; plural=(n != 1);': 'en de nl sv da no nb nn fo es pt it bg el fi et he eo hu tr ca',
  'nplurals=2; plural=(n > 1);': 'pt_br fr',
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n != 0 ? 1 : 2);': 'lv',
  'nplurals=3; plural=n==1 ? 0 : n==2 ? 1 : 2;': 'ga',
  'nplurals=3; plural=n==1 ? 0 : (n==0 || (n%100 > 0 && n%100 < 20)) ? 1 : 2;': 'ro',
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && (n%100<10 || n%100>=20) ? 1 : 2);':
    'lt',
  'nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);':
    'ru uk be sr hr',
  'nplurals=3; plural=(n==1) ? 0 : (n>=2 && n<=4) ? 1 : 2;': 'cs sk',
  'nplurals=3; plural=(n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2);': 'pl',
  'nplurals=4; plural=(n%100==1 ? 0 : n%100==2 ? 1 : n%100==3 || n%100==4 ? 2 : 3);': 'sl',
});

function byLanguage(table: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(table).flatMap(([forms, languages]) =>
      languages.split(' ').map((language) => [language, forms] as const),
    ),
  );
}

/** CLDR's forms for languages that gettext's table lacks. */
const CLDR: readonly string[] = [
  'nplurals=1; plural=0;',
  'nplurals=2; plural=(n != 1);',
  'nplurals=2; plural=(n > 1);',
  'nplurals=2; plural=(n%10!=1 || n%100==11);',
  'nplurals=2; plural=(n%10==4 || n%10==6 || n%10==9);',
  'nplurals=3; plural=(n==1 ? 0 : n==2 ? 1 : 2);',
  ...new Set(GETTEXT.values()),
  'nplurals=3; plural=(n%10==0 || n%100>=11 && n%100<=19 ? 0 : n%10==1 && n%100!=11 ? 1 : 2);',
  'nplurals=4; plural=(n==1 ? 0 : n==0 || n%100>=2 && n%100<=10 ? 1 : n%100>=11 && n%100<=19 ? 2 : 3);',
  'nplurals=4; plural=(n==1 || n==11 ? 0 : n==2 || n==12 ? 1 : n>=3 && n<=19 ? 2 : 3);',
  'nplurals=5; plural=(n==1 ? 0 : n==2 ? 1 : n==0 || n%100>=3 && n%100<=10 ? 2 : n%100>=11 && n%100<=19 ? 3 : 4);',
  'nplurals=4; plural=(n%10==1 && n%100!=11 && n%100!=71 && n%100!=91 ? 0 : n%10==2 && n%100!=12 && n%100!=72 && n%100!=92 ? 1 : (n%10==3 || n%10==4 || n%10==9) && (n%100<10 || n%100>19) && (n%100<70 || n%100>79) && (n%100<90 || n%100>99) ? 2 : 3);',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n%100>=3 && n%100<=10 ? 3 : n%100>=11 ? 4 : 5);',
  'nplurals=6; plural=(n==0 ? 0 : n==1 ? 1 : n==2 ? 2 : n==3 ? 3 : n==6 ? 4 : 5);',
];

const usual = new Map<string, PluralForms>();

/**
 * The forms of a language in gettext: those of msginit, or CLDR's for whole numbers.
 * @param locale as spelled in file names: `pt_BR`, `sr@latin`, `zh-Hans`
 */
export function usualForms(locale: string): PluralForms {
  const name = locale
    .replace(/[@.].*$/, '')
    .replaceAll('-', '_')
    .toLowerCase();
  const known = usual.get(name);
  if (known !== undefined) return known;
  const [language = ''] = name.split('_');
  const header = GETTEXT.get(name) ?? GETTEXT.get(language) ?? formsLike(categoryOf(name));
  const forms = parseForms(header);
  if (!isReadable(forms)) throw new TypeError(`${header} is not a valid formula`);
  usual.set(name, forms);
  return forms;
}

const COUNTS = 200;

/** A formula that groups whole numbers as a language does. */
function formsLike(categoryFor: (n: number) => string): string {
  const fits = (header: string): boolean => {
    const forms = parseForms(header);
    if (!isReadable(forms)) return false;
    const seen = new Map<number, string>();
    for (let n = 0; n <= COUNTS; n += 1) {
      const [index, category] = [forms.formula(n), categoryFor(n)];
      if ((seen.get(index) ?? category) !== category) return false;
      seen.set(index, category);
    }
    return new Set(seen.values()).size === seen.size && seen.size === forms.count;
  };
  return CLDR.find(fits) ?? 'nplurals=2; plural=(n != 1);';
}

/** CLDR's category of a whole number. */
function categoryOf(locale: string): (n: number) => PluralCategory {
  const tag = locale.replace(/[@.].*$/, '').replaceAll('_', '-');
  try {
    if (Intl.PluralRules.supportedLocalesOf(tag).length > 0) {
      const rules = new Intl.PluralRules(tag);
      return (n) => rules.select(n);
    }
  } catch {
    // Not a language tag.
  }
  return (n) => (n === 1 ? 'one' : 'other');
}

const ORDER: readonly PluralCategory[] = ['zero', 'one', 'two', 'few', 'many', 'other'];
const LARGE = [1000, 10_000, 100_000, 1_000_000, 2_000_000];

/**
 * A name for each form of a file: the CLDR category that most of its numbers have in the language.
 * Names are unique. Forms that the formula never chooses have none, and neither have those after
 * the sixth: nobody sees them, so they need not be paid for.
 */
export function namesOf(
  forms: PluralForms,
  locale: string,
): readonly (PluralCategory | undefined)[] {
  const categoryFor = categoryOf(locale);
  const votes = new Map<string, number>();
  const numbers: number[][] = Array.from({ length: forms.count }, () => []);
  for (const n of [...Array.from({ length: COUNTS + 1 }, (_, at) => at), ...LARGE]) {
    const index = forms.formula(n);
    numbers[index]?.push(n);
    const id = `${index} ${categoryFor(n)}`;
    votes.set(id, (votes.get(id) ?? 0) + 1);
  }
  const names: (PluralCategory | undefined)[] = numbers.map(() => undefined);
  const ranked = [...votes].sort(([, a], [, b]) => b - a);
  // In Filipino, most numbers of the form beside that for 1 have the category of 1.
  const first = forms.count > 1 && categoryFor(1) === 'one' ? [`${forms.formula(1)} one`] : [];
  for (const id of [...first, ...ranked.map(([one]) => one)]) {
    const [index, category] = id.split(' ');
    const name = ORDER.find((one) => one === category);
    const at = Number(index);
    if (names[at] === undefined && name !== undefined && !names.includes(name)) names[at] = name;
  }
  for (const [at, own] of numbers.entries())
    if (at < forms.given) names[at] ??= spareName(own, names);
  return names;
}

/** In CLDR's order. */
export function sorted(names: Iterable<PluralCategory | undefined>): readonly PluralCategory[] {
  const has = new Set(names);
  return ORDER.filter((one) => has.has(one));
}

/** A name for a form that its language lacks, or that no number has. */
function spareName(
  numbers: readonly number[],
  taken: readonly (PluralCategory | undefined)[],
): PluralCategory | undefined {
  const free = ORDER.filter((one) => !taken.includes(one));
  const [first] = numbers;
  const said = first === undefined ? 'other' : (['zero', 'one', 'two'] as const)[first];
  return free.find((one) => one === said) ?? free.at(-1);
}
