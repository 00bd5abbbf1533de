import { after, endOfBraces, endOfString } from './ends.js';

/** A piece of code within markup. */
export interface Fragment {
  readonly kind: 'module' | 'expression' | 'statements';
  readonly code: string;
  /** Its offset in the file, in UTF-16 code units. */
  readonly at: number;
  /** For a script: its `lang`. */
  readonly lang?: string | undefined;
  /** For a loop, whose list is `code`: its variables, as parameters of a function. */
  readonly variables?: string | undefined;
}

/** An attribute of an element, as written. */
export interface Attribute {
  readonly name: string;
  readonly value: string;
  /** Offset of its value. */
  readonly at: number;
  /** Present if its value is in braces: an expression. */
  readonly isCode?: true;
}

export interface Element {
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** The code in markup. */
export interface Markup {
  readonly fragments: readonly Fragment[];
  readonly elements: readonly Element[];
}

/** Where a brace is closed, and the scripts in between. */
export interface Braces {
  readonly end: number;
  readonly scripts?: readonly Fragment[];
}

/** How a kind of markup contains code. */
export interface MarkupSyntax {
  /**
   * For `{` … `}` anywhere, as in Svelte and Astro: finds the end; false: braces have no meaning.
   */
  readonly braces: ((text: string, at: number) => Braces) | false;
  /** Whether braces also count in quotes: Svelte's `title="Hi {name}"`. */
  readonly bracesInQuotes: boolean;
  /** Whether `{{` … `}}` in texts is code, as in Vue. */
  readonly mustaches: boolean;
  /** The code in an attribute's quoted value, if it is code. */
  readonly directive: (attribute: Attribute) => Fragment | undefined;
}

const RAW = /^(?:script|style|i18n)$/i;
/** Blocks of Vue files other than templates. */
const VUE_BLOCK = /^(?:docs|route|page-query|static-query)$/;
const NAME = /[A-Za-z][\w.:-]*/y;

/** A part of markup, in the order of the file. */
export type Part =
  | {
      readonly kind: 'open';
      readonly element: Element;
      readonly isClosed: boolean;
      readonly from: number;
      readonly to: number;
    }
  | { readonly kind: 'close'; readonly name: string; readonly from: number; readonly to: number }
  | { readonly kind: 'text' | 'code'; readonly from: number; readonly to: number };

/**
 * Reads markup in a single pass. Pure.
 * @param tell is given every part of it
 */
export function readMarkup(
  text: string,
  syntax: MarkupSyntax,
  from = 0,
  tell?: (part: Part) => void,
): Markup {
  const fragments: Fragment[] = [];
  const elements: Element[] = [];
  const sign = syntax.braces !== false || syntax.mustaches ? /[<{]/g : /</g;
  let at = from;
  let told = from;
  while (at < text.length) {
    sign.lastIndex = at;
    const found = sign.exec(text);
    if (found === null) break;
    at = found.index;
    const start = at;
    const count = elements.length;
    if (text.startsWith('<!--', at)) at = after(text, '-->', at);
    else if (text[at] === '{') at = readBraces(text, at, { syntax, fragments });
    else if (/[A-Za-z]/.test(text[at + 1] ?? ''))
      at = readElement(text, at, { syntax, fragments, elements });
    else if (tell !== undefined && /[/!]/.test(text[at + 1] ?? '')) at = after(text, '>', at);
    else at += 1;
    if (tell === undefined || at === start + 1) continue;
    if (told < start) tell({ kind: 'text', from: told, to: start });
    const element = elements[count];
    const place = { from: start, to: at };
    if (text[start] === '{') tell({ kind: 'code', ...place });
    else if (element !== undefined) {
      tell({ kind: 'open', element, isClosed: text.startsWith('/>', at - 2), ...place });
    } else if (text[start + 1] === '/') {
      tell({ kind: 'close', name: text.slice(start + 2, at - 1).trim(), ...place });
    }
    told = at;
  }
  if (told < text.length) tell?.({ kind: 'text', from: told, to: text.length });
  return { fragments, elements };
}

interface Target {
  readonly syntax: MarkupSyntax;
  readonly fragments: Fragment[];
}

function readBraces(text: string, at: number, { syntax, fragments }: Target): number {
  if (syntax.mustaches) {
    if (text[at + 1] !== '{') return at + 1;
    const end = text.indexOf('}}', at);
    if (end === -1) return at + 2;
    fragments.push({ kind: 'expression', code: text.slice(at + 2, end), at: at + 2 });
    return end + 2;
  }
  const { end, scripts = [] } = syntax.braces === false ? { end: at } : syntax.braces(text, at);
  fragments.push({ kind: 'expression', code: text.slice(at + 1, end), at: at + 1 }, ...scripts);
  return end + 1;
}

function readElement(
  text: string,
  start: number,
  { syntax, fragments, elements }: Target & { readonly elements: Element[] },
): number {
  NAME.lastIndex = start + 1;
  const name = NAME.exec(text)?.[0] ?? '';
  const attributes: Attribute[] = [];
  const before = fragments.length;
  let at = start + 1 + name.length;
  while (at < text.length && text[at] !== '>') {
    if (/[\s/]/.test(text[at] ?? '')) at += 1;
    else if (text[at] === '{' && syntax.braces !== false)
      at = readBraces(text, at, { syntax, fragments });
    else at = readAttribute(text, at, { syntax, fragments, attributes });
  }
  at += 1;
  // An element is inside its own loop, wherever the attribute is.
  const loop = fragments.findIndex(
    ({ variables }, one) => one >= before && variables !== undefined,
  );
  if (loop !== -1) fragments.splice(before, 0, ...fragments.splice(loop, 1));
  // Vue does not evaluate the content of `v-pre`.
  if (syntax.mustaches && attributes.some((one) => one.name === 'v-pre')) {
    fragments.splice(before);
    return text[at - 2] === '/' ? at : endOfElement(text, name, at);
  }
  elements.push({ name, attributes });
  const type = attributes.find((one) => one.name === 'lang' || one.name === 'type')?.value;
  // `<i18n>` is a block of messages, and was a component in older versions of vue-i18n.
  const isComponent = attributes.some((one) => /^(?::|v-bind:)?path$/.test(one.name));
  const isBlock = syntax.mustaches && VUE_BLOCK.test(name);
  const isRaw = isBlock || (RAW.test(name) && !isComponent);
  if (!isRaw || text[at - 2] === '/') return at;
  const closing = new RegExp(`</${name}\\s*>`, 'gi');
  closing.lastIndex = at;
  const end = closing.exec(text)?.index ?? text.length;
  if (name.toLowerCase() === 'script') {
    fragments.push({ kind: 'module', code: text.slice(at, end), at, lang: type });
  }
  return end;
}

/** End of an element, past nested elements with its name. */
function endOfElement(text: string, name: string, from: number): number {
  const tag = new RegExp(`<(/?)${name}(?![\\w.:-])[^>]*?(/?)>`, 'g');
  tag.lastIndex = from;
  let depth = 1;
  for (let found = tag.exec(text); found !== null; found = tag.exec(text)) {
    const [, closes, isEmpty] = found;
    if (closes === '/') depth -= 1;
    else if (isEmpty !== '/') depth += 1;
    if (depth === 0) return tag.lastIndex;
  }
  // An element without an end tag, such as `<img v-pre>`, has no content.
  return from;
}

function readAttribute(
  text: string,
  start: number,
  { syntax, fragments, attributes }: Target & { readonly attributes: Attribute[] },
): number {
  let at = start + 1;
  while (at < text.length && !/[\s=>]/.test(text[at] ?? '') && !text.startsWith('/>', at)) at += 1;
  const name = text.slice(start, at);
  const gap = /\s*=\s*/y;
  gap.lastIndex = at;
  const equals = gap.exec(text)?.[0];
  if (equals === undefined) {
    attributes.push({ name, value: '', at });
    // `:label` is `:label="label"`.
    const bound = syntax.mustaches ? /^:([\w$]+)$/.exec(name)?.[1] : undefined;
    if (bound) fragments.push({ kind: 'expression', code: bound, at: start + 1 });
    return at;
  }
  at += equals.length;
  const quote = text[at] ?? '';
  if (quote === '{' && syntax.braces !== false) {
    const end = readBraces(text, at, { syntax, fragments });
    attributes.push({ name, value: text.slice(at + 1, end - 1), at: at + 1, isCode: true });
    return end;
  }
  if (quote === '`' && syntax.braces !== false) {
    const end = endOfString(text, at);
    fragments.push({ kind: 'expression', code: text.slice(at, end + 1), at });
    return end + 1;
  }
  const isQuoted = quote === '"' || quote === "'";
  const from = isQuoted ? at + 1 : at;
  const ending = !isQuoted ? /[\s>]/ : quote === '"' ? /"/ : /'/;
  const end = endOfValue(text, from, { end: ending, syntax });
  const attribute = { name, value: text.slice(from, end), at: from };
  attributes.push(attribute);
  const fragment = syntax.directive(attribute);
  if (fragment !== undefined) fragments.push(fragment);
  if (syntax.bracesInQuotes) readInside(attribute, { syntax, fragments });
  return isQuoted ? end + 1 : end;
}

/** @param options.end a quote, or what ends an unquoted value */
function endOfValue(
  text: string,
  from: number,
  { end, syntax }: { readonly end: RegExp; readonly syntax: MarkupSyntax },
): number {
  for (let at = from; at < text.length; at += 1) {
    if (end.test(text[at] ?? '')) return at;
    if (text[at] === '{' && syntax.bracesInQuotes) at = endOfBraces(text, at);
  }
  return text.length;
}

/** `title="{$t('x')}"` */
function readInside({ value, at }: Attribute, { fragments }: Target): void {
  for (let from = value.indexOf('{'); from !== -1;) {
    const end = endOfBraces(value, from);
    fragments.push({ kind: 'expression', code: value.slice(from + 1, end), at: at + from + 1 });
    from = value.indexOf('{', end);
  }
}
