import { balancedEnd } from '../scan/balanced.js';
import type { Arm, Choice } from './syntax.js';

const HEAD = /\{\s{0,5}([\w.-]{1,60})\s{0,5},\s{0,5}choice\s{0,5},/g;
const LIMIT = /\s*[-+]?(?:\d[\d.]{0,20}|∞)\s{0,5}[#<≤]/y;

/** `{0,choice,0#no files|1#one file|1<{0} files}` of Java's MessageFormat, in order. Linear. */
export function readJavaChoices(text: string): readonly Choice[] {
  if (!text.includes('choice')) return [];
  const choices: Choice[] = [];
  HEAD.lastIndex = 0;
  for (let match = HEAD.exec(text); match !== null; match = HEAD.exec(text)) {
    const [head, argument = ''] = match;
    const end = balancedEnd(text, match.index);
    const arms = armsBetween(text, match.index + head.length, end - 1);
    if (arms !== undefined) {
      const name = `{${argument},choice}`;
      choices.push({ start: match.index, end, name, counts: false, arms });
    }
    HEAD.lastIndex = end;
  }
  return choices;
}

/** Undefined if an arm has no limit, because Java does not read that as a choice. */
function armsBetween(text: string, from: number, to: number): readonly Arm[] | undefined {
  const arms: Arm[] = [];
  let start = from;
  let depth = 0;
  for (let at = from; at <= to; at += 1) {
    const sign = at === to ? '|' : text.charAt(at);
    if (sign === '{') depth += 1;
    else if (sign === '}') depth -= 1;
    else if (sign === '|' && depth === 0) {
      LIMIT.lastIndex = start;
      const selector = LIMIT.exec(text)?.[0];
      if (selector === undefined || start + selector.length > at) return undefined;
      arms.push({ start: start + selector.length, end: at, selector });
      start = at + 1;
    }
  }
  return arms;
}

/** `{0,number,integer}` shows the same as `{0}`. */
export function withoutNumberStyles(text: string): string {
  return text.replace(/\{(\d{1,2})\s?,\s?number[^{}]{0,40}\}/g, '{$1}');
}
