import { unescaped } from '../reading/ends.js';

/** A kind of quoted text. */
export interface Quote {
  /** Sticky; its match may contain a prefix, such as `f` in Python. */
  readonly open: RegExp;
  /** Default: what `open` matched, without a prefix of letters. */
  readonly close?: string;
  /** Escapes with a backslash: all, or only those of the quote and of the backslash. Default: 'all'. */
  readonly escapes?: 'few' | 'none';
  /** What starts code inside, and ends it; '': a plain name follows, as in `$name`. */
  readonly holes?: readonly (readonly [start: string, end: string])[];
  /** The text ends at the end of its line, whatever happens. */
  readonly isShort?: true;
}

/** The lexical rules of a language. */
export interface Lexis {
  /** Sticky. */
  readonly comment: RegExp | undefined;
  readonly quotes: readonly Quote[];
  /** `:name`, `%w[a b]`, heredocs and `/regular expressions/`. `markup`: HAML and Slim, which have only symbols. */
  readonly isRuby?: true | 'markup';
  /** `<<<NAME` of PHP. */
  readonly hasHeredocs?: true;
}

export interface Token {
  readonly kind: 'name' | 'text' | 'sign';
  /** Of a text: its value, without what is only known at run time. */
  readonly text: string;
  /** The known parts of a text. */
  readonly parts: readonly string[];
  readonly start: number;
  readonly end: number;
}

const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** `t!` */
const RUBY_NAME = /[\p{L}_@][\p{L}\p{N}_]*(?:[!?](?!=))?/uy;
const NUMBER = /\d[\w.]*/y;
const SIGN = /\?->|\?\.|&\.|->|::|=>|<=>|<<|<>|\.\.\.?|\?\?|\?:|\|\||&&|==|!=|[^\s]/y;
const OPENING = '([{';
const CLOSING = ')]}';
const ESCAPE = /\\(u\{[\da-f]{1,6}\}|u[\da-f]{4}|x[\da-f]{2}|[^])/iy;
const HEREDOC = /<<([~-]?)(["'`]?)([A-Z_]\w*)\2/y;
const PHP_HEREDOC = /<<<[ \t]*(["']?)(\w+)\1/y;
const SYMBOL = /:([\p{L}_]\w*[!?]?)/uy;
const PERCENT = /%([wWiIqQ]?)([[({<|])/y;
const RUBY_HOLES = [['#{', '}']] as const;
/** Deeper nesting is not read. */
const DEEPEST = 20;

/** Reads code of one language, as data: it never fails. */
export class Lexer {
  readonly pieces: Token[][] = [];
  readonly #code: string;
  readonly #lexis: Lexis;
  /** Heredocs that start on the next line. */
  #waiting: { name: string; isRaw: boolean; into: Token[]; at: number; start: number }[] = [];
  #depth = 0;

  constructor(code: string, lexis: Lexis) {
    this.#code = code;
    this.#lexis = lexis;
  }

  /**
   * Reads a piece of code up to one of these ends, which count outside of texts and brackets; '':
   * up to the end of the code. Returns the offset behind it.
   */
  read(from: number, close: string): number {
    const code = this.#code;
    const tokens: Token[] = [];
    this.pieces.push(tokens);
    const brackets: string[] = [];
    let at = from;
    while (at < code.length) {
      const sign = code[at] ?? '';
      if (close !== '' && code.startsWith(close, at) && this.#isEnd(close, brackets)) {
        return at + close.length;
      }
      if (sign === '\n' && this.#waiting.length > 0) at = this.#readHeredocs(at + 1);
      else if (/\s/.test(sign)) at += 1;
      else at = this.#readToken(at, tokens, brackets);
    }
    return at;
  }

  /** `)` and `}` count where no bracket is open; `%>` and `"` everywhere. */
  #isEnd(close: string, brackets: readonly string[]): boolean {
    return !CLOSING.includes(close[0] ?? '') || brackets.length === 0;
  }

  #readToken(at: number, tokens: Token[], brackets: string[]): number {
    const code = this.#code;
    const { comment, isRuby, hasHeredocs } = this.#lexis;
    if (comment !== undefined) {
      const end = matched(comment, code, at);
      if (end !== undefined) return end;
    }
    if (isRuby !== undefined) {
      const end = this.#readRuby(at, tokens, isRuby === 'markup');
      if (end !== undefined) return end;
    }
    if (hasHeredocs) {
      PHP_HEREDOC.lastIndex = at;
      const [whole, quote, name = ''] = PHP_HEREDOC.exec(code) ?? [];
      if (whole !== undefined) {
        const start = at + whole.length;
        const last = new RegExp(`^[ \\t]*${name}\\b`, 'm').exec(code.slice(start + 1));
        const end = last === null ? code.length : start + 1 + last.index;
        const parts =
          quote === "'" ? [code.slice(start, end)] : code.slice(start, end).split(/\{?\$\w+/);
        tokens.push({ kind: 'text', text: parts.join(''), parts, start: at, end });
        return end + (last?.[0].length ?? 0);
      }
    }
    for (const quote of this.#lexis.quotes) {
      const end = matched(quote.open, code, at);
      if (end !== undefined) return this.#readText(at, end, quote, tokens);
    }
    const name = matched(isRuby === undefined ? NAME : RUBY_NAME, code, at);
    const kind = name === undefined ? 'sign' : 'name';
    const end = name ?? matched(NUMBER, code, at) ?? matched(SIGN, code, at) ?? at + 1;
    const text = code.slice(at, end);
    if (OPENING.includes(text)) brackets.push(text);
    else if (CLOSING.includes(text)) brackets.pop();
    tokens.push({ kind, text, parts: [text], start: at, end });
    return end;
  }

  #readText(start: number, from: number, quote: Quote, tokens: Token[]): number {
    const code = this.#code;
    const close = quote.close ?? code.slice(start, from).replace(/^[^'"`]+/, '');
    const { escapes = 'all', holes = [], isShort } = quote;
    const parts = [''];
    const add = (text: string): void => {
      parts.push(`${parts.pop() ?? ''}${text}`);
    };
    let at = from;
    while (at < code.length && !code.startsWith(close, at)) {
      const sign = code[at] ?? '';
      if (sign === '\n' && isShort === true) break;
      const hole = holes.find(([open]) => code.startsWith(open, at));
      const inside = hole && this.#readHole(at + hole[0].length, hole[1]);
      if (inside !== undefined) {
        parts.push('');
        at = inside;
      } else if (sign === '\\' && escapes !== 'none') {
        ESCAPE.lastIndex = at;
        const [whole = sign, escape = ''] = ESCAPE.exec(code) ?? [];
        const isKept = escapes === 'few' && escape !== '\\' && escape !== close;
        add(isKept ? code.slice(at, at + 2) : unescaped(escape));
        at += isKept ? 2 : whole.length;
      } else {
        add(sign);
        at += 1;
      }
    }
    const end = Math.min(code.length, code.startsWith(close, at) ? at + close.length : at);
    tokens.push({ kind: 'text', text: parts.join(''), parts, start, end });
    return end;
  }

  /** Code inside of a text; undefined: it is none. */
  #readHole(at: number, close: string): number | undefined {
    if (close === '') return matched(/[\p{L}_]\w*/uy, this.#code, at);
    if (this.#depth > DEEPEST) return undefined;
    this.#depth += 1;
    const end = this.read(at, close);
    this.#depth -= 1;
    return end;
  }

  #readRuby(at: number, tokens: Token[], isMarkup: boolean): number | undefined {
    const code = this.#code;
    const last = tokens.at(-1);
    const push = (text: string, end: number): number => {
      tokens.push({ kind: 'text', text, parts: [text], start: at, end });
      return end;
    };
    SYMBOL.lastIndex = at;
    const [symbol, name = ''] = SYMBOL.exec(code) ?? [];
    if (symbol !== undefined && last?.end !== at) return push(name, at + symbol.length);
    if (symbol !== undefined && last !== undefined && /[([{,|>]$/.test(last.text)) {
      return push(name, at + symbol.length);
    }
    if (isMarkup) return undefined;
    HEREDOC.lastIndex = at;
    const [heredoc, , quote, end = ''] = HEREDOC.exec(code) ?? [];
    if (heredoc !== undefined && !(last?.kind === 'name' && last.end === at)) {
      const [isRaw, start] = [quote === "'", at];
      this.#waiting.push({ name: end, isRaw, into: tokens, at: tokens.length, start });
      return push('', at + heredoc.length);
    }
    const isValue =
      last !== undefined &&
      (last.kind === 'text' || /[\p{L}\p{N}_$!?)\]}]$/u.test(last.text)) &&
      !/^(?:if|unless|and|or|when|return|in|while|until|not|puts)$/.test(last.text);
    const isCommand = last?.kind === 'name' && last.end < at && !/\s/.test(code[at + 1] ?? ' ');
    if (isValue && !isCommand) return undefined;
    PERCENT.lastIndex = at;
    const [percent, kind = '', open = ''] = PERCENT.exec(code) ?? [];
    if (percent !== undefined) {
      const close = CLOSING[OPENING.indexOf(open)] ?? (open === '<' ? '>' : open);
      if (!/w|i/i.test(kind)) {
        const holes = kind === 'q' ? [] : RUBY_HOLES;
        return this.#readText(at, at + percent.length, { open: PERCENT, close, holes }, tokens);
      }
      const stop = code.indexOf(close, at);
      const words = code.slice(at + percent.length, stop === -1 ? undefined : stop).split(/\s+/);
      for (const [index, word] of words.filter((one) => one !== '').entries()) {
        if (index > 0) tokens.push({ kind: 'sign', text: ',', parts: [','], start: at, end: at });
        push(word, stop);
      }
      return stop === -1 ? code.length : stop + 1;
    }
    if (code[at] !== '/') return undefined;
    return matched(/\/(?:[^/\\\n[]|\\.|\[(?:[^\]\\\n]|\\.)*\])+\/[a-z]*/y, code, at);
  }

  #readHeredocs(from: number): number {
    const waiting = this.#waiting;
    this.#waiting = [];
    let at = from;
    for (const { name, isRaw, into, at: index, start } of waiting) {
      const last = new RegExp(`^[ \\t]*${name}\\b`, 'm').exec(this.#code.slice(at));
      const end = last === null ? this.#code.length : at + last.index;
      const quote: Quote = { open: /\n/y, close: this.#code.slice(end, end + 200) };
      const found: Token[] = [];
      this.#readText(
        at,
        at,
        isRaw ? { ...quote, escapes: 'none' } : { ...quote, holes: RUBY_HOLES },
        found,
      );
      const text = found[0];
      if (text !== undefined) into[index] = { ...text, start, end: into[index]?.end ?? start };
      at = end + (last?.[0].length ?? 0);
    }
    return at;
  }
}

function matched(pattern: RegExp, code: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(code) ? pattern.lastIndex : undefined;
}
