import type { SaxesParser } from 'saxes';

/** What XML 1.0 or 1.1 forbids in text, roughly: a file with one of these is handed over whole. */
const DOUBTFUL = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ufffe\uffff]/;

/** The reader of the parser's events. */
export interface Listener {
  /** End of the last markup that was told. */
  readonly cursor: number;
  /** Elements that are open. */
  readonly depth: number;
}

/**
 * Hands a text to the parser, markup by markup, without the plain text between: the parser takes a
 * close look at each of its characters, and finds nothing to tell. That is half of a file.
 */
export class Feed {
  private readonly text: string;
  private readonly parser: SaxesParser;
  private left = 0;
  private markup = 0;
  private readonly next = { reference: -1, bracket: -1 };

  constructor(text: string, parser: SaxesParser) {
    this.text = text;
    this.parser = parser;
  }

  /** Where the parser is, as an offset of the text. */
  get position(): number {
    return Math.min(this.parser.position + this.left, this.text.length);
  }

  /** Start of the markup that the parser is reading: nothing but text lies before it. */
  get start(): number {
    return this.markup;
  }

  run(listener: Listener): void {
    const { parser, text } = this;
    const whole = DOUBTFUL.test(text);
    for (let at = 0; at < text.length;) {
      // Between two markups exactly if the last one has been told to its end.
      if (listener.cursor === at) {
        this.markup = indexOf(text, '<', at);
        if (!whole && listener.depth > 0 && this.isPlain(at)) {
          this.left += this.markup - at;
          at = this.markup;
        }
      }
      const end = indexOf(text, '>', at) + 1;
      parser.write(text.slice(at, end));
      at = end;
    }
    parser.close();
  }

  /** Nothing of interest stands between an offset and the next markup. */
  private isPlain(at: number): boolean {
    const { markup, next, text } = this;
    if (next.reference < at) next.reference = indexOf(text, '&', at);
    if (next.bracket < at) next.bracket = indexOf(text, ']]>', at);
    return markup < text.length && next.reference >= markup && next.bracket >= markup;
  }
}

function indexOf(text: string, part: string, from: number): number {
  const found = text.indexOf(part, from);
  return found === -1 ? text.length : found;
}
