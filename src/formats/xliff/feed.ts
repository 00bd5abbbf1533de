import type { SaxesParser } from 'saxes';
import { isPlainReference, plainEndTag, plainTag } from './plain.js';
import type { Attributes } from './tree.js';

/** What XML 1.0 or 1.1 forbids in text, roughly: a file with one of these is the parser's whole. */
const DOUBTFUL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/;

export interface StartTag {
  readonly name: string;
  readonly attributes: Attributes;
  /** Names of the attributes, as written. */
  readonly names: readonly string[];
  readonly start: number;
  readonly end: number;
  /** The parser has not seen it, and may not see its end either. */
  readonly plain: boolean;
}

export interface EndTag {
  readonly name: string;
  /** `<x/>`: it ends where its start tag does. */
  readonly empty: boolean;
  readonly start: number;
  readonly end: number;
}

/** What markup is told to, ours here and the parser's through its events. */
export interface Listener {
  /** End of the last markup that was told. */
  readonly cursor: number;
  /** The innermost element that is open. */
  readonly innermost: { readonly name: string; readonly plain: boolean } | undefined;
  open(tag: StartTag): void;
  close(tag: EndTag): void;
}

/** Thrown where the text takes a parser to judge that knows all of it. */
export class Doubt extends Error {}

/**
 * Goes through a text from markup to markup. Below the root, text and tags that need no parser are told
 * without one: most of a file, and the parser takes a close look at every character. Everything else is
 * handed to it: the parser sees a document of the tags that are left, which has the same errors or none.
 * Where it sees an error, and where something of ours does not fit, the file is in doubt: it is read
 * once more, by the parser alone, so that it is the parser who says what is wrong.
 */
export class Feed {
  private readonly text: string;
  private readonly parser: SaxesParser;
  /** The parser gets all. */
  readonly whole: boolean;
  private left = 0;
  private markup = 0;
  private readonly next = { reference: -1, bracket: -1 };

  constructor(text: string, parser: SaxesParser, { whole }: { readonly whole: boolean }) {
    this.text = text;
    this.parser = parser;
    this.whole = whole || DOUBTFUL.test(text);
  }

  /** Where the parser is, as an offset of the text. */
  get position(): number {
    return Math.min(this.parser.position + this.left, this.text.length);
  }

  /** Start of the markup that is read: nothing but text lies before it. */
  get start(): number {
    return this.markup;
  }

  /** @throws Doubt */
  run(listener: Listener): void {
    const { parser, text } = this;
    for (let at = 0; at < text.length;) {
      // Between two markups exactly if the last one has been told to its end.
      if (listener.cursor === at) {
        this.markup = indexOf(text, '<', at);
        if (!this.whole && listener.innermost !== undefined) {
          this.passText(at);
          const end = this.tell(listener, listener.innermost);
          this.left += end - at;
          at = end;
          if (end > this.markup) continue;
        }
      }
      const end = indexOf(text, '>', at) + 1;
      parser.write(text.slice(at, end));
      at = end;
    }
    parser.close();
  }

  /** Tells the markup, if it is plain; gives its end, or its start where the parser is to see it. */
  private tell(listener: Listener, { name, plain }: NonNullable<Listener['innermost']>): number {
    const { markup: start, text } = this;
    if (text.charCodeAt(start + 1) === 47) {
      if (!plain) return start;
      const end = plainEndTag(text, start, name);
      if (end === -1) throw new Doubt();
      listener.close({ name, empty: false, start, end });
      return end;
    }
    const tag = plainTag(text, start);
    if (tag === undefined) return start;
    const { attributes, empty, end, names } = tag;
    listener.open({ name: tag.name, attributes, names, start, end, plain: true });
    if (empty) listener.close({ name: tag.name, empty, start, end });
    return end;
  }

  /** Text up to the next markup: its references are plain, and it goes on to a markup. */
  private passText(start: number): void {
    const { markup, next, text } = this;
    if (markup === text.length) throw new Doubt();
    if (next.bracket < start) next.bracket = indexOf(text, ']]>', start);
    if (next.bracket < markup) throw new Doubt();
    if (next.reference < start) next.reference = indexOf(text, '&', start);
    while (next.reference < markup) {
      if (!isPlainReference(text, next.reference)) throw new Doubt();
      next.reference = indexOf(text, '&', next.reference + 1);
    }
  }
}

function indexOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? text.length : found;
}
