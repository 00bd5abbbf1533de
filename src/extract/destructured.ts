import { chainHash } from './chains.js';
import { membersOf } from './handed-catalogs.js';

/** `const {`, and `({` for a function's parameters. */
const STARTS = /\b(?:const|let|var)\s*\{|\(\s*\{/g;
const TOKENS = /\{|\}|,|:|=|\.\.\.|\[|['"]([^'"\n]{1,60})['"]|([\w$\u0080-\uffff]+)/g;
/** What follows a parameter's pattern, and a variable's value. */
const PARAMETER = /^\s*(?::[^=()]{0,200})?\)\s*(?:=>|\{)/;
const VALUE =
  /^\s*(?::[^=;]{0,200})?=\s*([\w$]+(?:[!?]?\.[\w$]+|\[\s*['"][^'"\n]{1,60}['"]\s*\])*)/;

/** Longer patterns are ignored. */
const LONGEST = 2000;
/** The most names of a chain, at its end. */
const MOST_NAMES = 8;

/**
 * Hashes of the chains of names that lead to a value, including all of their ends: in
 * `const { cart: { title } } = K.shop`, `K.shop.cart.title`. Pure, and linear.
 * @param least the fewest names that can be a key
 */
export function destructuredIn(code: string, least: number): readonly number[] {
  return [...code.matchAll(STARTS)].flatMap(({ 0: start, index }) => {
    const from = index + start.length;
    const { paths, end } = pathsOf(code.slice(from, from + LONGEST));
    const rest = code.slice(from + end, from + end + 400);
    const value = start.startsWith('(') ? undefined : VALUE.exec(rest)?.[1];
    const before = value?.match(/[\w$\u0080-\uffff-]+/g) ?? [];
    if (start.startsWith('(') && !PARAMETER.test(rest)) return [];
    return paths.flatMap((path) => {
      const names = [...before, ...path].slice(-MOST_NAMES);
      const chains = names.slice(least - 1).map((_, at) => chainHash(names.slice(at)));
      return [...chains, ...membersOf(path)];
    });
  });
}

/** The paths to the names that a pattern binds; `end` is the offset after its last brace. */
function pathsOf(pattern: string): { readonly paths: readonly string[][]; readonly end: number } {
  const paths: string[][] = [];
  const around: string[] = [];
  let name: string | undefined;
  /** What comes next: a property's name, its binding, or something irrelevant. */
  let next: 'name' | 'target' | 'default' = 'name';
  let skipped = 0;
  for (const { 0: token, 1: quoted, 2: word, index } of pattern.matchAll(TOKENS)) {
    if (next === 'default' && (skipped > 0 || token === '{')) {
      if (token === '{') skipped += 1;
      else if (token === '}') skipped -= 1;
    } else if (token === '{') {
      around.push(name ?? '');
      [name, next] = [undefined, 'name'];
    } else if (token === ',' || token === '}') {
      if (name !== undefined) paths.push([...around, name]);
      [name, next] = [undefined, 'name'];
      if (token === '}' && around.pop() === undefined) return { paths, end: index + 1 };
    } else if (token === ':') next = 'target';
    else if (token === '=') next = 'default';
    else if (token === '...' || (token === '[' && next === 'name' && name === undefined)) {
      // The rest of a group may be any of it, as may `{ [code]: text }`.
      if (around.length > 0) paths.push([...around]);
      next = 'default';
    } else if (next === 'name') name = quoted ?? word;
  }
  return { paths: [], end: pattern.length };
}
