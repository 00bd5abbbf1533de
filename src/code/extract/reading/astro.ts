import { after, blank, endOfPattern, endOfString } from './ends.js';
import type { Braces, Fragment } from './markup.js';

/** Where an Astro expression ends, including the braces, quotes and scripts of its elements. */
export function astroBraces(text: string, at: number): Braces {
  const scanner = new Scanner(text, at);
  scanner.braces();
  return { end: scanner.at - 1, scripts: scanner.scripts };
}

/** An Astro expression as JSX: Astro allows HTML elements, shorthand attributes and comments. */
export function astroExpression(code: string): string {
  return new Scanner(`{${code}}`, 0).braces().replace(/^\s*\.\.\./, '');
}

const VOID = /^(?:area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;
const RAW = /^(?:script|style)$/;
const TAG_NAME = /(?:[A-Za-z][\w.:-]*)?/y;
const ATTRIBUTE_NAME = /(?:[^\s=>{/"'`]|\/(?!>))+/y;
const EQUALS = /\s*=\s*/y;
const BARE_VALUE = /[^\s>]*/y;
const GAP = /(?:\s|<!--[^]*?-->)*/y;
/** What may precede an element; `a<b` is a comparison, and `f<T>` a type. */
const BEFORE_ELEMENT = /(?:^|[(,=:?&|{[!]|=>|\b(?:return|default|await|yield))\s*$/;
const JSX_NAME = /^[A-Za-z_][\w-]*(?::[\w-]+)?$/;

/** Scans an expression once and writes it as JSX, line for line. */
class Scanner {
  at: number;
  readonly scripts: Fragment[] = [];
  readonly #text: string;

  constructor(text: string, at: number) {
    this.#text = text;
    this.at = at;
  }

  /** Code between braces; moves `at` from the opening brace to after the closing one. */
  braces(): string {
    this.at += 1;
    let written = '';
    for (let depth = 0; this.at < this.#text.length;) {
      const sign = this.#text[this.at] ?? '';
      if (sign === '}' && depth === 0) break;
      if (sign === '{') depth += 1;
      else if (sign === '}') depth -= 1;
      written += this.#piece(sign, written);
    }
    this.at += 1;
    return written;
  }

  #piece(sign: string, before: string): string {
    const text = this.#text;
    if (text.startsWith('<!--', this.at)) return blank(this.#take(after(text, '-->', this.at)));
    if (sign === '<' && /[A-Za-z>]/.test(text[this.at + 1] ?? '')) {
      if (BEFORE_ELEMENT.test(before.slice(-20))) return this.#elements();
    }
    if (/["'`]/.test(sign)) return this.#take(endOfString(text, this.at) + 1);
    if (text.startsWith('//', this.at)) return this.#take(lineEnd(text, this.at));
    if (text.startsWith('/*', this.at)) return this.#take(after(text, '*/', this.at));
    return this.#take((sign === '/' ? endOfPattern(text, this.at) : this.at) + 1);
  }

  /** Several adjacent elements form a list. */
  #elements(): string {
    let written = this.#element();
    let count = 1;
    for (;;) {
      const gap = matchAt(GAP, this.#text, this.at);
      const next = this.at + gap.length;
      if (this.#text[next] !== '<' || !/[A-Za-z>]/.test(this.#text[next + 1] ?? '')) break;
      written += blank(this.#take(next)) + this.#element();
      count += 1;
    }
    return count === 1 ? written : `<>${written}</>`;
  }

  #element(): string {
    this.at += 1;
    const name = this.#match(TAG_NAME);
    let written = `<${name}`;
    while (this.at < this.#text.length && this.#text[this.at] !== '>') {
      if (this.#text.startsWith('/>', this.at)) return written + this.#take(this.at + 2);
      written += this.#attribute();
    }
    this.at += 1;
    if (VOID.test(name)) return `${written}/>`;
    const content = RAW.test(name) ? this.#raw(name) : this.#children();
    return `${written}>${content}</${name}>`;
  }

  #attribute(): string {
    const sign = this.#text[this.at] ?? '';
    if (sign === '{') {
      const code = this.braces();
      if (/^\s*\.\.\./.test(code)) return `{${code}}`;
      const name = code.trim();
      return /^[\w$]+$/.test(name) ? `${name}={${code}}` : blank(code);
    }
    const name = this.#match(ATTRIBUTE_NAME);
    if (name === '') return blank(this.#take(this.at + 1));
    const equals = this.#match(EQUALS);
    const known = JSX_NAME.test(name) ? name : `_${name.replace(/[^\w-]/g, '_')}`;
    return equals === '' ? known : `${known}${equals}${this.#value()}`;
  }

  #value(): string {
    const quote = this.#text[this.at] ?? '';
    if (quote === '{') return `{${this.braces()}}`;
    if (quote === '`') return `{${this.#take(endOfString(this.#text, this.at) + 1)}}`;
    if (quote === '"' || quote === "'") return this.#take(after(this.#text, quote, this.at + 1));
    return `"${this.#match(BARE_VALUE)}"`;
  }

  /** The content of an element; moves past its end tag. */
  #children(): string {
    const text = this.#text;
    let written = '';
    while (this.at < text.length) {
      const sign = text[this.at] ?? '';
      if (text.startsWith('</', this.at)) {
        this.at = after(text, '>', this.at);
        break;
      }
      if (text.startsWith('<!--', this.at))
        written += blank(this.#take(after(text, '-->', this.at)));
      else if (sign === '<' && /[A-Za-z>]/.test(text[this.at + 1] ?? ''))
        written += this.#element();
      else if (sign === '{') written += `{${this.braces()}}`;
      else written += escaped(this.#take(this.at + 1));
    }
    return written;
  }

  #raw(name: string): string {
    const [from, end] = [this.at, this.#text.indexOf(`</${name}`, this.at)];
    const code = this.#take(end === -1 ? this.#text.length : end);
    this.at = after(this.#text, '>', this.at);
    if (name === 'script') this.scripts.push({ kind: 'module', code, at: from });
    return blank(code);
  }

  #match(pattern: RegExp): string {
    return this.#take(this.at + matchAt(pattern, this.#text, this.at).length);
  }

  #take(end: number): string {
    const taken = this.#text.slice(this.at, end);
    this.at = end;
    return taken;
  }
}

function matchAt(pattern: RegExp, text: string, at: number): string {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0] ?? '';
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end === -1 ? text.length : end;
}

/** Escapes characters that JSX text cannot contain. */
function escaped(sign: string): string {
  if (sign === '>') return '&gt;';
  return sign === '}' ? '&#125;' : sign;
}
