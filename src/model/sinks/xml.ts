import { htmlText } from './html.js';
import { terminalText } from './terminal.js';

/** Characters that XML cannot contain, besides control characters. */
const NONCHARACTERS = /[\ufffe\uffff]/g;

/**
 * A value as text or a quoted attribute of XML 1.0, in a file that may also be printed to a log.
 */
export function xmlText(text: string): string {
  return htmlText(terminalText(text)).replace(
    NONCHARACTERS,
    (character) => `\\u${character.charCodeAt(0).toString(16)}`,
  );
}

/** A value as a quoted attribute of XML 1.0, where line ends would be read as spaces. */
export function xmlAttribute(text: string): string {
  return xmlText(text.replaceAll('\r', '\\r').replaceAll('\n', '\\n').replaceAll('\t', '\\t'));
}
