import type { Arm, Choice, Syntax } from './syntax.js';

const HEAD =
  /\{\{\s?(PLURAL|GENDER|GRAMMAR|#FORMAL)\s?[:|]([^{}|[\]\n]{0,100})\||\[\[([^{}|[\]\n]{1,200})\||\{\{(PLURAL|GENDER):\s?(\$\d{1,2})?\s?\}\}/giu;

/** The most marks to read in search of a choice's end, so that unclosed ones cost little. */
const MOST_MARKS = 60;

/** MediaWiki and jQuery.i18n: `{{PLURAL:$1|one file|$1 files}}`, `[[Page|words]]`, `$1`. */
export const mediawiki: Syntax = {
  sure: [
    ['{{', /\{\{\s?(?:PLURAL|GENDER|GRAMMAR|SITENAME|formatnum|int|ns|fullurl|#\w{1,20})\s?[:}|]/i],
  ],
  likely: [
    ['$1', /\$1(?!\d|[.,]\d)/],
    ['[[', /\[\[[^[\]\n]{1,200}\]\]/],
  ],
  enough: 1,
  codes: [String.raw`\$\d{1,2}(?!\d)`, String.raw`\[\[[^{}|[\]\n]{1,200}\]\]`],
  brackets: ['{{', '}}'],
  inside: readChoices,
  forms: 'cldr',
  repeatsLast: true,
};

function readChoices(text: string): readonly Choice[] {
  const choices: Choice[] = [];
  HEAD.lastIndex = 0;
  for (let match = HEAD.exec(text); match !== null; match = HEAD.exec(text)) {
    const [head, word, argument = '', , silent] = match;
    if (silent !== undefined) {
      // `{{GENDER:$1}}` shows nothing: the language has no forms, but must name the argument.
      const kind = kindOf(silent, match[5] ?? '');
      choices.push({ start: match.index, end: match.index + head.length, ...kind, arms: [] });
      continue;
    }
    const from = match.index + head.length;
    // `{{#FORMAL:du|Sie}}` has no argument.
    const first = word?.toUpperCase() === '#FORMAL' ? from - argument.length - 1 : from;
    const arms = armsFrom(text, first, word === undefined ? ']]' : '}}');
    if (arms === undefined) continue;
    const end = (arms.at(-1)?.end ?? from) + 2;
    choices.push({ start: match.index, end, ...kindOf(word, argument.trim()), arms });
    HEAD.lastIndex = end;
  }
  return choices;
}

function kindOf(
  word: string | undefined,
  argument: string,
): Pick<Choice, 'name' | 'counts' | 'argument'> {
  if (word === undefined) return { name: '[[…]]', counts: false };
  const upper = word.toUpperCase();
  return { name: `{{${upper}:${argument}}}`, counts: upper === 'PLURAL', argument };
}

const STEP = /\{\{|\}\}|\[\[|\]\]|\|/g;
const EXACT = /\s*(\d{1,9}\s?)=/y;

/** The parts between the bars of this level, up to `close`; undefined if it is not closed. */
function armsFrom(text: string, from: number, close: '}}' | ']]'): Arm[] | undefined {
  const arms: Arm[] = [];
  const step = new RegExp(STEP.source, 'g');
  step.lastIndex = from;
  let depth = 0;
  let start = from;
  let marks = 0;
  const push = (end: number): void => {
    EXACT.lastIndex = start;
    const exact = close === '}}' ? EXACT.exec(text) : null;
    if (exact === null) arms.push({ start, end });
    else arms.push({ start: start + exact[0].length, end, selector: exact[1] ?? '' });
  };
  for (let match = step.exec(text); match !== null; match = step.exec(text)) {
    const [mark] = match;
    if (depth === 0 && mark === close) {
      push(match.index);
      return arms;
    }
    if (mark === '{{' || mark === '[[') depth += 1;
    else if (mark !== '|') depth -= 1;
    else if (depth === 0 && close === '}}') {
      push(match.index);
      start = match.index + 1;
    }
    marks += 1;
    if (depth < 0 || marks > MOST_MARKS) return undefined;
  }
  return undefined;
}
