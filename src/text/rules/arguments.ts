import {
  isLiteralElement,
  isNumberElement,
  isPoundElement,
  isSelectElement,
} from '@formatjs/icu-messageformat-parser';
import type { IcuElement } from '../icu/parse.js';
import type { TextProblem } from '../types.js';
import { bagOf, difference, once, type Bag } from './compare.js';

type Elements = readonly IcuElement[];
type Choice = Extract<IcuElement, { options: unknown }>;

/** All elements, including those inside arms. */
export function flatten(elements: Elements): IcuElement[] {
  return elements.flatMap((element) =>
    'options' in element
      ? [element, ...Object.values(element.options).flatMap((arm) => flatten(arm.value))]
      : [element],
  );
}

function isChoice(element: IcuElement): element is Choice {
  return 'options' in element;
}

/**
 * Compares the arguments of two messages. If there are arms, which may repeat arguments, each
 * counts once. An argument may be missing if it occurs only in arms that a language may omit, or if
 * it only selects among words: one wording may fit all numbers.
 */
export function compareArguments(source: Elements, target: Elements): TextProblem | undefined {
  const chosen = [...flatten(source), ...flatten(target)].filter(isChoice);
  const types = new Set(chosen.map(({ value }) => value));
  const was = bagOf(namesIn(flatten(source), types));
  const is = bagOf(namesIn(flatten(target), types));
  const twice = twiceInARow(target);
  if (twice !== undefined && twiceInARow(source) === undefined) {
    return { code: 'placeholder-mismatch', message: `{${twice}} appears twice in a row` };
  }
  if (chosen.length === 0) return graded(was, is);
  const all = once(was);
  const shown = once(is);
  const needed = new Set(namesIn(neededIn(source), types));
  const required = new Map([...all].filter(([name]) => needed.has(name) || shown.has(name)));
  return difference(required, shown, 'placeholder-mismatch');
}

/** An argument that stands beside itself, in any arm. */
function twiceInARow(elements: Elements): string | undefined {
  let last: string | undefined;
  for (const element of elements) {
    if (isLiteralElement(element)) {
      if (/\p{L}/u.test(element.value)) last = undefined;
      continue;
    }
    const name = isPoundElement(element) ? '#' : `${element.value}${TYPES[element.type] ?? ''}`;
    if ('options' in element) {
      last = undefined;
      const arms = Object.values(element.options);
      const found = arms.map((arm) => twiceInARow(arm.value)).find((one) => one !== undefined);
      if (found !== undefined) return found;
    } else if (name === last) return name;
    else last = name;
  }
  return undefined;
}

/** A mismatch in number only may be intended: a name repeated, or said once. */
function graded(source: Bag, target: Bag): TextProblem | undefined {
  const problem = difference(source, target, 'placeholder-mismatch');
  if (problem === undefined) return undefined;
  const isMild = difference(once(source), once(target), problem.code) === undefined;
  return isMild ? { ...problem, mild: true } : problem;
}

const TYPES = ['', '', ',number', ',date', ',time'];

/** Names with types. If either side selects by an argument, its type is ignored. */
function namesIn(elements: Elements, chosen: ReadonlySet<string>): string[] {
  return elements.flatMap((element) => {
    if (isLiteralElement(element) || isPoundElement(element)) return [];
    // Java shows `{0,number,#}` where it shows `{0}`.
    const isFormatted = isNumberElement(element) && /^\d/.test(element.value);
    const type = chosen.has(element.value) || isFormatted ? '' : (TYPES[element.type] ?? '');
    return [`{${element.value}${type}}`];
  });
}

/** Elements outside of arms, and in arms that every language has. */
function neededIn(elements: Elements): IcuElement[] {
  return elements.flatMap((element) => {
    if (!isChoice(element)) return [element];
    const arms = Object.entries(element.options);
    const kept = isSelectElement(element) ? arms : arms.filter(([key]) => key === 'other');
    const inside = kept.flatMap(([, arm]) => neededIn(arm.value));
    return isIdle(element) ? inside : [element, ...inside];
  });
}

/** Whether a plural shows no number. */
function isIdle(element: Choice): boolean {
  if (isSelectElement(element)) return false;
  const inner = Object.values(element.options).flatMap((arm) => flatten(arm.value));
  const shows = inner.some(
    (one) => isPoundElement(one) || (!isLiteralElement(one) && one.value === element.value),
  );
  return !shows;
}

/** Keys of a select are names from code: none may be missing, added or translated. */
export function compareSelects(source: Elements, target: Elements): TextProblem | undefined {
  const keysOf = (elements: Elements): ReadonlyMap<string, ReadonlySet<string>> => {
    const keys = new Map<string, Set<string>>();
    for (const element of flatten(elements).filter(isSelectElement)) {
      const own = keys.get(element.value) ?? new Set<string>();
      keys.set(element.value, own);
      for (const key of Object.keys(element.options)) if (key !== 'other') own.add(key);
    }
    return keys;
  };
  const is = keysOf(target);
  for (const [name, keys] of keysOf(source)) {
    const own = is.get(name);
    if (own === undefined) continue;
    const problem = difference(bagOf(keys), bagOf(own), 'icu-syntax');
    if (problem === undefined) continue;
    return { ...problem, message: `in the choice on {${name}}: ${problem.message}` };
  }
  return undefined;
}
