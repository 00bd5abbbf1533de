import type { Arm, Choice, Syntax } from './syntax.js';
import { DOUBLE_BRACES } from './i18next.js';

const PLURAL = /\{\[\s?plural\(\s?(\w{1,60})\s?\)([^\]\n]{1,2000})\]\}/g;
const LABEL = /(?:^|,)\s{0,5}(zero|one|two|few|many|other)\s?:\s?/g;

/** html10n, used by Etherpad: `{{num}} {[plural(num) one: pad, other: pads ]}`. */
export const etherpad: Syntax = {
  sure: [['{[', /\{\[\s?\w{1,20}\(/]],
  likely: [DOUBLE_BRACES],
  brackets: ['{[', ']}'],
  inside: (text) => (text.includes('{[') ? Array.from(text.matchAll(PLURAL), choiceOf) : []),
};

function choiceOf(match: RegExpMatchArray): Choice {
  const [whole, name = '', body = ''] = match;
  const start = match.index ?? 0;
  const from = start + whole.length - 2 - body.length;
  const labels = [...body.matchAll(LABEL)];
  const arms = labels.map((label, at): Arm => {
    const next = labels[at + 1]?.index ?? body.length;
    const armStart = from + label.index + label[0].length;
    return { start: armStart, end: from + next, selector: label[1] ?? '' };
  });
  return {
    ...{ start, end: start + whole.length, name: `{[plural(${name})]}`, counts: true },
    ...{ argument: `{{${name}}}`, arms },
  };
}
