import { astroBraces } from './astro.js';
import { endOfBraces } from './ends.js';
import type { Attribute, Fragment, MarkupSyntax } from './markup.js';
import { decoded } from './trans-text.js';

/** `v-t`, and `v-t.preserve`. */
export const V_T = /^v-t(?:\.|$)/;

const NONE = (): undefined => undefined;
const NO_BRACES = { braces: false, bracesInQuotes: false } as const;
export const SVELTE: MarkupSyntax = {
  braces: (text, at) => ({ end: endOfBraces(text, at) }),
  bracesInQuotes: true,
  mustaches: false,
  directive: NONE,
};
export const ASTRO: MarkupSyntax = { ...SVELTE, braces: astroBraces, bracesInQuotes: false };
export const VUE: MarkupSyntax = { ...NO_BRACES, mustaches: true, directive: vueDirective };

/**
 * `:title`, `v-if` and others contain an expression; `@click` contains an expression or statements.
 */
function vueDirective({ name, value, at }: Attribute): Fragment | undefined {
  if (/^(?:v-slot|#)/.test(name) || V_T.test(name) || !/^(?:[:@.]|v-)/.test(name)) return undefined;
  if (/^(?:@|v-on)/.test(name)) {
    // A function expression is itself the handler.
    const kind = /^\s*(?:async\s+)?function\b/.test(value) ? 'expression' : 'statements';
    return { kind, code: decoded(value), at };
  }
  const loop = name === 'v-for' ? /^([\s\S]*?)\s(?:in|of)\s/.exec(value) : null;
  const [before = '', variables] = loop ?? [];
  const code = decoded(value.slice(before.length));
  return { kind: 'expression', code, at: at + before.length, variables };
}

/** Converts Svelte blocks; `{#each list as item, index (key)}` is a loop. */
export function svelteFragment(fragment: Fragment): Fragment {
  const each = /^\s*#each\s/.exec(fragment.code)?.[0];
  if (each === undefined) return { ...fragment, code: svelteExpression(fragment.code) ?? '' };
  const rest = fragment.code.slice(each.length);
  const end = lastAs(rest);
  const code = end === undefined ? rest : rest.slice(0, end);
  const item = end === undefined ? undefined : rest.slice(end).replace(/^\s*as\s/, '');
  const variables = item?.replace(/\s*\([^]*\)\s*$/, '');
  return { ...fragment, code, at: fragment.at + each.length, variables };
}

/** Offset of the last ` as ` outside brackets: earlier ones are TypeScript's. */
function lastAs(code: string): number | undefined {
  let depth = 0;
  for (let at = code.length - 1; at >= 0; at -= 1) {
    const sign = code[at] ?? '';
    if (/[)\]}]/.test(sign)) depth += 1;
    else if (/[([{]/.test(sign)) depth -= 1;
    else if (depth === 0 && /\s/.test(sign) && /^\s+as\s/.test(code.slice(at, at + 5))) return at;
  }
  return undefined;
}

/** The expression in `{#if x}`, `{#await x}`, `{@html x}`; undefined if there is none. */
function svelteExpression(code: string): string | undefined {
  const [sign = '', word = ''] = /^\s*[#:@/](\w+)/.exec(code) ?? [];
  const rest = code.slice(sign.length);
  if (sign === '') return /^\s*\.\.\./.test(code) ? code.replace('...', '') : code;
  if (sign.trim().startsWith('/') || word === 'snippet' || word === 'debug') return undefined;
  if (word === 'await') return rest.replace(/\s(?:then|catch)\s[\s\S]*$/, '');
  if (word === 'else') return rest.replace(/^\s*if\b/, '');
  if (word === 'const') return rest.replace(/^[^=]*=/, '');
  return word === 'then' || word === 'catch' ? undefined : rest;
}
