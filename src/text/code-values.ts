import { formatKey } from '../model/index.js';
import type { Key, MessageSyntax } from '../model/index.js';
import { SYNTAXES } from './syntaxes/index.js';

/** The longest value that may be a pattern. */
const LONGEST = 80;

/**
 * Whether a program reads a value as code: a setting of the message library, a pattern of dates or
 * numbers, a text direction, a keyboard shortcut. A translation of it breaks the program, so it is
 * copied. Everything that may be words is text.
 */
export function isCode(key: Key, text: string, syntax: MessageSyntax): boolean {
  if (text.length > LONGEST || text === '') return false;
  if (text.length < 5 && LETTER.test(text.trim()) && SHORTCUT.test(formatKey(key))) return true;
  if (isSetting(key, text, syntax)) return true;
  if (WORD.test(text) && !QUOTES.test(text)) return FIXED.test(text);
  if (FIXED.test(text) || NUMBER.test(text)) return true;
  const name = formatKey(key.slice(-2));
  return !EXAMPLE.test(name) && (isDirectives(text) || isDatePattern(text, name));
}

/** Letters that follow each other in most words and in no pattern, except in quotes. */
const WORD = /([a-z])(?!\1)[b-ln-rt-z]/;
const QUOTES = /['[\\{<%]|\b[Dd]o\b/;

/** A letter on a keyboard. In other scripts, it may be a word. */
const LETTER = /^(?!\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}|\p{sc=Hangul})\p{L}$/u;

/** Names of keyboard shortcuts: `.accesskey = F`. Another letter, or a word, would not work. */
const SHORTCUT =
  /access[._-]?key|accelerator|command[._-]?key|hot[._-]?key|mnemonic|shortcut|(?:^|[._-])key$/i;

/**
 * Values that toolkits compare: directions of text, and the texts of WordPress, Django, GTK, GNOME
 * and Qt that stand for settings. Also the patterns of date-fns and PHP that are one word.
 */
const FIXED =
  /^(?:ltr|rtl|QT_LAYOUT_DIRECTION|default:LTR|calendar:(?:MY|YM|week_start:\d)|P{4}|PP{1,3}p{1,4}|Ymd(?:His)?|translator[-_]credits|number_format_(?:thousands_sep|decimal_point)|(?:SHORT_)?(?:DATE|TIME|DATETIME|YEAR_MONTH|MONTH_DAY)_FORMAT)$/;

/** `#,##0.00 ¤`, `0,0.00a` of Numeral.js, `,.2f` of D3. */
const NUMBER =
  /^[¤$€£(+-]?\s?(?:[#,]*#[#,]*0(?:[.,][0#]+)?\s?[¤$€£%‰]?(?:;.{1,30})?|0(?:,0)?(?:\.0+|\[\.0+\])\s?(?:a|i?b|o)|0,0(?:\.0+|\[\.0+\])|,?\.\d~?[efgprs%])$/;

/** A name that says that the text shows people what to write. */
const EXAMPLE = /placeholder|hint|example/i;

/** A name that says that the value is a pattern of dates: then a single `H` is one, too. */
const NAMED =
  /(?:date|time|hour|day|week|month|year).{0,12}(?:format|pattern|skeleton)|(?:format|pattern|skeleton).{0,12}(?:date|time|hour|day|week|month|year)/i;

/** A name that is about dates. */
const OF_DATES = /date|day|week|month|quarter|year|calendar|skeleton/i;

const EVERY = Object.values(SYNTAXES).flatMap(({ settings = [] }) => settings);

/**
 * Whether the library reads the value of this key. An unknown library may be any; a file with little
 * but `%d.%m.%Y` is taken for printf's.
 */
function isSetting(key: Key, text: string, syntax: MessageSyntax): boolean {
  const isUnknown = syntax === 'plain' || syntax === 'printf';
  const settings = isUnknown ? EVERY : SYNTAXES[syntax].settings;
  if (settings === undefined) return false;
  const [first = ''] = key;
  const names = key.length === 1 && first.includes('.') ? first.split('.') : key;
  return names.some((name, i) =>
    settings.some(({ under, keys, value }) => {
      if (under !== name || !keys.test(formatKey(names.slice(i + 1)))) return false;
      return value === 'directives'
        ? !hasWords(text.replace(DIRECTIVE, ' '))
        : (value?.test(text) ?? true);
    }),
  );
}

const DIRECTIVE = /%[-0^#_:]*\d*[A-Za-z%]/g;
/** A directive that few `printf` texts have. */
const DATE_DIRECTIVE = /%[-^_]?[YmBbHMyAaFRT](?![A-Za-z])/;

/** `%d.%m.%Y`: directives of `strftime`, without words between them. */
function isDirectives(text: string): boolean {
  if (!text.includes('%') || !DATE_DIRECTIVE.test(text)) return false;
  const rest = text.replace(DIRECTIVE, ' ');
  return !/[%{}<>$]/.test(rest) && !hasWords(rest) && (text.match(DIRECTIVE)?.length ?? 0) > 1;
}

function hasWords(text: string): boolean {
  return /\p{L}{2}/u.test(text.replace(/\b(?:UTC|GMT)\b/g, ''));
}

/** What a run of one letter stands for, in CLDR, Java, .NET, Moment, Day.js, date-fns. */
const RUNS = kindsOf({
  era: 'G',
  year: 'yYug',
  quarter: 'Qq',
  month: 'ML',
  week: 'wW',
  day: 'dD',
  weekday: 'Eec',
  noon: 'aAbBt',
  hour: 'hHkKj',
  minute: 'm',
  second: 's',
  fraction: 'SfF',
  zone: 'zZXxOvV',
  date: 'Pl',
  time: 'p',
});

/** What one letter stands for in PHP. */
const LETTERS = kindsOf({
  year: 'Yyo',
  month: 'FMmn',
  day: 'dj',
  weekday: 'Dl',
  noon: 'aA',
  hour: 'gGhH',
  minute: 'i',
  second: 's',
  fraction: 'uv',
  zone: 'eTPO',
});

/** A part of a date or time needs one of those that it belongs to: minutes an hour. */
const NEEDS: Readonly<Record<string, readonly string[]>> = {
  era: ['year'],
  minute: ['hour', 'second'],
  second: ['minute'],
  fraction: ['second'],
  noon: ['hour'],
  zone: ['hour', 'time'],
};
/** A part that holds others: `LT` is hours and minutes. */
const HOLDS: Readonly<Record<string, readonly string[]>> = {
  date: ['day', 'month', 'year', 'weekday'],
  time: ['hour', 'minute'],
};

function kindsOf(letters: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(letters).flatMap(([kind, all]) =>
      Array.from(all, (one) => [one, kind] as const),
    ),
  );
}

interface Pattern {
  /** `MMM`, `d`, `yyyy`. */
  readonly fields: readonly string[];
  /** What each field stands for. */
  readonly kinds: readonly string[];
}

/** Quoted words, placeholders and line breaks. */
const QUOTED = /'[^']*\p{L}[^']*'/u;
const LITERAL = /'[^']*'|\[[^\][]*\]|\\[A-Za-z]|\{\{?\w{1,30}\}?\}|<br ?\/?>/g;
/** Signs between fields, and single letters of other scripts: `yyyy年`, `d MMM y г.` */
const BETWEEN = /^(?:[\s,./:;\-–—·'’()|@]|(?<!\p{L})(?!\p{Script=Latin}|\p{N})[^\0-\x7f])*$/u;
/** Between two dates. */
const RANGE = /[–—]| - /;
/** Letters of fields that are joined: `yyyyMMdd`, `mma`. */
const JOINED = /^[GyYQMLdDEjhHkKmsSaAzZ]+$/;
const FIELD = /LTS?|[DdMQwW]o|([A-Za-z])\1*/g;

/**
 * `MMMM d, yyyy`, `YYYY-MM-DD`, `d/m/Y H:i`. Quoted words in a pattern are part of it. Words that
 * only look like a pattern ("My", "Hmm", "M.D.", "Eddy") are not one.
 * @param name the end of its key
 */
function isDatePattern(text: string, name: string): boolean {
  const own = text.trim();
  // In brackets as a whole, it is a remark.
  if (!/[A-Za-z]/.test(own) || /^\(.*\)$/.test(own)) return false;
  // Three letters may also be an abbreviation.
  const isNamed = NAMED.test(name) || (/^([MLEQPd])\1\1$/.test(own) && OF_DATES.test(name));
  // `ddTHH`: in .NET, a `T` needs no quotes.
  const bare = own.replace(LITERAL, '·').replace(/(?<=[dD])T(?=[hH])/, ' T ');
  const dates = RANGE.test(bare) ? bare.split(RANGE) : [bare];
  const sure = dates.map((one) => isSurePattern(one, { isNamed, isQuoted: QUOTED.test(own) }));
  return dates.length < 3 && !sure.includes(undefined) && sure.includes(true);
}

/** Undefined if it is no pattern at all; false if it could also be words. */
function isSurePattern(
  bare: string,
  { isNamed, isQuoted }: { readonly isNamed: boolean; readonly isQuoted: boolean },
): boolean | undefined {
  const words = bare.match(/[A-Za-z]+/g) ?? [];
  const signs = bare.split(/[A-Za-z]+/);
  if (words.length === 0 || !signs.every((one) => BETWEEN.test(one))) return undefined;
  const between = signs.slice(1, -1).join('');
  const runs = readRuns(words, isNamed);
  if (runs !== undefined && (isNamed || isSureOfRuns(runs, { words, between, bare, isQuoted })))
    return true;
  const letters = readLetters(words);
  if (letters === undefined) return runs && false;
  return isNamed || isSureOfLetters(letters, between);
}

function readRuns(words: readonly string[], isNamed: boolean): Pattern | undefined {
  const fields: string[] = [];
  for (const word of words) {
    // In .NET and Day.js, it separates date and time.
    if (word === 'T' && words.length > 1) continue;
    const own = word.match(FIELD) ?? [];
    // `yyyyMMdd`, `mma`, `hA`. Most words have other letters, and none twice: "May", "Hour".
    const mayJoin = JOINED.test(word) && (isNamed || /([A-Za-z])\1|^h[aA]$/.test(word));
    if (own.length > 1 && !mayJoin) return undefined;
    fields.push(...own);
  }
  const kinds = fields.map(kindOfRun);
  // Date pickers write months as minutes: `dd/mm/yy`.
  const isPicker = !kinds.includes('hour') && !kinds.includes('second') && !kinds.includes('month');
  return consistent(
    fields,
    isPicker ? kinds.map((kind) => (kind === 'minute' ? 'month' : kind)) : kinds,
  );
}

function kindOfRun(field: string): string | undefined {
  if (field.startsWith('LT')) return 'time';
  if (/^d{3,4}$/.test(field)) return 'weekday';
  if (/^L{1,2}$/.test(field)) return 'date';
  const letter = field.charAt(0);
  const longest = /[hHkKjmswWAt]/.test(letter) ? 2 : /[SfF]/.test(letter) ? 9 : 5;
  return field.length <= longest ? RUNS.get(letter) : undefined;
}

function readLetters(words: readonly string[]): Pattern | undefined {
  const fields: string[] = [];
  for (const word of words) {
    // `jS` is "1st", `ia` is "05pm".
    if (!/^(?:[A-Za-z]|[jd]S|[A-Za-z][aAPOT])$/.test(word)) return undefined;
    fields.push(...(word.replace(/(?<=.)S$/, '').match(/./g) ?? []));
  }
  return consistent(
    fields,
    fields.map((field) => LETTERS.get(field)),
  );
}

/** Each part occurs once, and with those that it needs. */
function consistent(
  fields: readonly string[],
  kinds: readonly (string | undefined)[],
): Pattern | undefined {
  const known = kinds.filter((kind) => kind !== undefined);
  const all = new Set(known);
  if (known.length < kinds.length || all.size < known.length || all.size === 0) return undefined;
  const fits = known.every(
    (kind) =>
      (NEEDS[kind]?.some((other) => all.has(other)) ?? true) &&
      !HOLDS[kind]?.some((other) => all.has(other)),
  );
  return fits ? { fields, kinds: known } : undefined;
}

interface Around {
  readonly words: readonly string[];
  readonly between: string;
  /** The text without its quoted parts. */
  readonly bare: string;
  /** Whether it has words in quotes. */
  readonly isQuoted: boolean;
}

/** Pairs of parts that patterns have and words hardly spell. */
const PAIRS: readonly (readonly [string, string])[] = [
  ['day', 'month'],
  ['hour', 'minute'],
  ['year', 'month'],
  ['year', 'week'],
  ['year', 'quarter'],
  ['weekday', 'day'],
  ['weekday', 'hour'],
  ['hour', 'noon'],
];

function isSureOfRuns({ fields, kinds }: Pattern, around: Around): boolean {
  const { words, between, bare, isQuoted } = around;
  const has = (...all: readonly string[]): boolean => all.every((one) => kinds.includes(one));
  const [first = ''] = fields;
  if (fields.length === 1) {
    // `'today at' p`, `[Today at] LT`
    if (isQuoted || first.startsWith('LT')) return bare.includes('·');
    return /^(?:M{4,5}|d{4}|E{4,5}|y{4}|Y{4}|L{4}|Q{4})$/.test(first);
  }
  if (words.length === 1)
    return (
      fields.length > 4 || fields.some((one) => /^(?:M{3,}|y{4}|Y{4}|E{3,}|d{3,4})$/.test(one))
    );
  if (fields.every((one) => one.length === 1)) {
    const isDate = has('day', 'month') && (/[/.-]|[^\0-\x7f]/.test(between) || fields.length > 2);
    const isTitle = /^[A-Z]\. ?[A-Z]\.?$/.test(bare.trim());
    return (isDate && !isTitle) || (has('hour', 'minute') && between.includes(':'));
  }
  const isLong = fields.some((one) => /^[ML]{3,}$/.test(one));
  if (has('minute', 'second') && between.includes(':')) return true;
  return isLong || has('time') || PAIRS.some((pair) => has(...pair));
}

function isSureOfLetters({ fields, kinds }: Pattern, between: string): boolean {
  const has = (...all: readonly string[]): boolean => all.every((one) => kinds.includes(one));
  if (has('hour', 'minute')) return /[:.h·]/.test(between);
  // "d h m" is days, hours and minutes.
  if (has('hour') && !has('noon')) return false;
  if (has('month') && fields.includes('Y')) return true;
  if (!has('day', 'month')) return false;
  return /[/.-]/.test(between) || fields.length > 2 || /[jFM]/.test(fields.join(''));
}
