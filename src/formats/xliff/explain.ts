/** What the parser was reading when it complained. */
export interface Reading {
  readonly text: string;
  /** End of the last markup that was in order. */
  readonly cursor: number;
  /** Where the parser stands. */
  readonly position: number;
}

/** A complaint of the parser in words of ours, and the place to mend: the parser stands behind it. */
export function explain(said: string, reading: Reading): { message: string; offset: number } {
  const { cursor, position, text } = reading;
  // The parser reads on behind a bare "&" until a ";" comes.
  const bare = /&(?!(?:#\d+|#x[\da-f]+|[\w:.-]+);)/i.exec(text.slice(cursor, position));
  if (bare !== null)
    return {
      message: 'an "&" that starts no reference; expected &amp;.',
      offset: cursor + bare.index,
    };
  if (said.includes('text data outside of root'))
    return {
      message: 'text outside of <xliff>; expected nothing there.',
      offset: cursor + Math.max(0, text.slice(cursor).search(/[^\s\ufeff]/)),
    };
  if (said.includes('only one root'))
    return {
      message: 'a second element behind <xliff>; expected the end of the file.',
      offset: text.lastIndexOf('<', position - 1),
    };
  return { message: plainMessage(said), offset: placeOf(said, reading) };
}

function placeOf(said: string, { text, position }: Reading): number {
  let culprit = '';
  if (said.includes('entity')) culprit = '&';
  else if (said.includes('tag name')) culprit = '<';
  else if (said.includes('"]]>"')) culprit = ']]>';
  else return said.includes('disallowed character') ? position - 1 : position;
  const found = text.lastIndexOf(culprit, position - 1);
  return found === -1 ? position : found;
}

function plainMessage(message: string): string {
  const said = message.replace(/^\d+:\d+: /, '').replace(/\.$/, '');
  if (said === 'undefined entity')
    return 'an entity that XML does not declare; expected &amp;, &lt;, &gt;, &quot;, &apos; or a character reference.';
  if (said === 'unexpected end' || said.startsWith('unclosed tag'))
    return `the file ends too early (${said}); it is cut off.`;
  if (said === 'disallowed character in tag name')
    return 'a "<" that starts no tag; expected &lt;.';
  if (said === 'disallowed character') return 'a character that may not stand here in XML.';
  return `not well-formed XML: ${said}.`;
}
