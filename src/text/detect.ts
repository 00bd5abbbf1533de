import type { Capabilities, MessageSyntax, Unit } from '../model/index.js';
import { isCategory } from './plural.js';
import { scanXliffCodes } from './scan/xliff.js';
import { mask } from './tokenize.js';

/** Where an ICU plural or select begins. */
export const CHOICE =
  /(?<!\{)\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:plural|selectordinal|select)\s{0,5},/;
const TYPED = /(?<!\{)\{\s{0,5}[\w.-]{1,60}\s{0,5},\s{0,5}(?:number|date|time)\s{0,5}[,}](?!\})/;
const DOUBLE = /\{\{[^{}]{1,100}\}\}|\$t\(/;
const LINK = /(?:^|[\s("'])@(?:\.[a-z]{1,20})?:(?:[A-Za-z(])|\{'[^']{1,20}'\}/;
const BARS = /\{(?:n|count)\}/;
const RUBY = /%\{[\w.]{1,100}\}/;
const PRINTF = /%(?:\d{1,2}\$)?(?:\.\d{1,2})?(?:ll|l)?[sdfu@](?![A-Za-z])|%\(\w{1,60}\)[sd]/;

interface Counts {
  choice: number;
  double: number;
  vue: number;
  ruby: number;
  printf: number;
}

/**
 * Message syntax of a source file, from what its texts hold (`messages: auto`). Conservative: only
 * what no other syntax writes decides, and all else is `plain`, which protects every placeholder
 * kind.
 */
export function detectSyntax(
  units: readonly Unit[],
  { syntaxes, usualSyntax }: Pick<Capabilities, 'syntaxes' | 'usualSyntax'>,
): MessageSyntax {
  if (syntaxes.length === 0) return 'plain';
  const counts = countSigns(units);
  const isUsual = usualSyntax === 'rails';
  const signs: readonly (readonly [MessageSyntax, () => boolean])[] = [
    ['icu', () => counts.choice > 0 && counts.double === 0],
    ['i18next', () => counts.double > 0],
    ['rails', () => counts.ruby > 0 && (isUsual || hasPluralMap(units))],
    ['i18next', () => hasSuffixes(units)],
    ['vue', () => counts.vue > 0],
    ['rails', () => isUsual && hasPluralMap(units)],
    ['printf', () => counts.printf > 0],
  ];
  const found = signs.find(([syntax, holds]) => syntaxes.includes(syntax) && holds());
  return found?.[0] ?? 'plain';
}

function countSigns(units: readonly Unit[]): Counts {
  const counts: Counts = { choice: 0, double: 0, vue: 0, ruby: 0, printf: 0 };
  for (const { text, kind, inline } of units) {
    if (kind === 'raw' || !/[{%@$]/.test(text)) continue;
    const cut = text.length > 20_000 ? text.slice(0, 20_000) : text;
    // `disp="{{minutes}}"` says what an inline code shows; it is no text.
    const short = inline === 'xliff' ? mask(cut, scanXliffCodes(cut)) : cut;
    if (short.includes('{')) {
      if (CHOICE.test(short) || TYPED.test(short)) counts.choice += 1;
      if (DOUBLE.test(short)) counts.double += 1;
      if (short.includes('|') && BARS.test(short)) counts.vue += 1;
      if (RUBY.test(short)) counts.ruby += 1;
    } else if (short.includes('$t(')) counts.double += 1;
    if (LINK.test(short)) counts.vue += 1;
    if (PRINTF.test(short)) counts.printf += 1;
  }
  return counts;
}

/** `key_one` beside `key_other`. */
function hasSuffixes(units: readonly Unit[]): boolean {
  const others = new Set<string>();
  for (const { key } of units) {
    const last = key.at(-1) ?? '';
    if (last.endsWith('_other'))
      others.add([...key.slice(0, -1), last.slice(0, -6)].join('\u0000'));
  }
  if (others.size === 0) return false;
  return units.some(({ key }) => {
    const last = key.at(-1) ?? '';
    return (
      last.endsWith('_one') && others.has([...key.slice(0, -1), last.slice(0, -4)].join('\u0000'))
    );
  });
}

/** `one:` beside `other:`, and nothing that is no plural category. */
function hasPluralMap(units: readonly Unit[]): boolean {
  const maps = new Map<string, Set<string>>();
  for (const { key } of units) {
    const last = key.at(-1) ?? '';
    const parent = key.slice(0, -1).join('\u0000');
    const names = maps.get(parent) ?? new Set();
    maps.set(parent, names.add(isCategory(last) ? last : ''));
  }
  for (const names of maps.values()) {
    if (names.has('other') && names.has('one') && !names.has('')) return true;
  }
  return false;
}
