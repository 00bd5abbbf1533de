/** Where the parser was when it stopped. */
export interface Stop {
  readonly text: string;
  /** End of the last valid markup. */
  readonly cursor: number;
  /**
   * Offset after the character that the parser refuses; the end of the text if it expected more.
   */
  readonly position: number;
  /** Number of open elements. */
  readonly depth: number;
  /** Whether the root element has been read. */
  readonly hasRoot: boolean;
  /** Whether the end of the text was reached. */
  readonly atEnd: boolean;
}

export interface Explanation {
  readonly message: string;
  /** The place to fix. */
  readonly offset: number;
}

/**
 * What is wrong with a text that is not well-formed, judged by what is at the parser's position.
 * @param said - the parser's own words, for cases that none of our rules covers
 */
export function explain(said: string, stop: Stop): Explanation {
  const words = said.replace(/\.$/, '');
  return (
    explainAmpersand(stop) ??
    explainOutside(stop) ??
    explainEnd(words, stop) ??
    explainCharacter(stop) ?? {
      message: `${PLAIN[words] ?? `not well-formed XML: ${words}`}.`,
      offset: offsetOf(stop),
    }
  );
}

/** Replacements for parser messages that do not say what was expected. */
const PLAIN: Readonly<Record<string, string>> = {
  'malformed character entity': 'a reference to a character that is not allowed in XML',
  'malformed comment': 'a comment cannot contain "--"; expected "-->"',
  'document must contain a root element': 'expected <xliff>',
};

/** After a bare "&", the parser continues until the next ";". */
function explainAmpersand({ text, cursor, position }: Stop): Explanation | undefined {
  const read = text.slice(cursor, position);
  const bare = /&(?!(?:#\d+|#x[\da-f]+|[\w:.-]+);)/i.exec(read);
  if (bare !== null)
    return {
      message: 'an unescaped "&"; expected &amp;.',
      offset: cursor + bare.index,
    };
  const entity = /&[^#&;][^&;]*;$/.exec(read);
  if (entity === null) return undefined;
  return {
    message:
      'an unknown entity; expected &amp;, &lt;, &gt;, &quot;, &apos; or a character reference.',
    offset: cursor + entity.index,
  };
}

function explainOutside({ text, cursor, depth, hasRoot }: Stop): Explanation | undefined {
  if (depth > 0) return undefined;
  const stray = /[^\s\ufeff]/.exec(text.slice(cursor));
  if (stray === null && !hasRoot)
    return { message: 'the file contains no element; expected <xliff>.', offset: text.length };
  if (stray === null) return undefined;
  const offset = cursor + stray.index;
  if (stray[0] !== '<' || text.startsWith('<![CDATA[', offset))
    return { message: 'text outside <xliff>.', offset };
  if (!hasRoot || !/[\p{L}_:]/u.test(text.charAt(offset + 1))) return undefined;
  return { message: 'a second element after <xliff>; expected the end of the file.', offset };
}

function explainEnd(words: string, { text, cursor, depth, atEnd }: Stop): Explanation | undefined {
  if (!atEnd || (depth === 0 && !text.includes('<', cursor))) return undefined;
  const open = /^unclosed tag: (\S+)$/.exec(words)?.[1];
  const expected = open === undefined ? (PLAIN[words] ?? words) : `expected </${open}>`;
  return { message: `the file ends too early; ${expected}.`, offset: text.length };
}

const FORBIDDEN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]$/;
const LESS_IN_ATTRIBUTE = /=\s*(?:"[^"]*|'[^']*)<$/;
/** A tag whose name is missing, or contains an invalid character. */
const NO_NAME = /<(?![!?/])[^\s/>]*.$/s;

function explainCharacter({ text, cursor, position }: Stop): Explanation | undefined {
  const read = text.slice(cursor, position);
  if (FORBIDDEN.test(read) || LESS_IN_ATTRIBUTE.test(read))
    return { message: 'a character that is not allowed here in XML.', offset: position - 1 };
  if (NO_NAME.test(read))
    return {
      message: 'an unescaped "<"; expected &lt;.',
      offset: text.lastIndexOf('<', position - 1),
    };
  return undefined;
}

/** Start of what precedes the parser's position. */
function offsetOf({ text, cursor, position }: Stop): number {
  const found = /(?:\]\]>|&[^&;]*;)$/.exec(text.slice(cursor, position));
  return found === null ? Math.max(0, position - 1) : cursor + found.index;
}
