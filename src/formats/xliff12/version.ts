import { readAttributes, tagEnd } from '../kit/xml/tokens.js';

const NAMESPACE = /^urn:oasis:names:tc:xliff:document:1\.\d$/;

/** Whether a text is XLIFF 1.x: by its `version`, then its namespace, then its elements. */
export function isVersion1(text: string): boolean {
  const tag = rootTag(text);
  if (!/^<(?:[\w.-]+:)?xliff[\s/>]/.test(tag)) return false;
  const attributes = readAttributes(tag);
  const version = attributes.find(({ name }) => name === 'version')?.value;
  if (version !== undefined) return /^1(?:\.|$)/.test(version);
  const declared = attributes.filter(({ name }) => name.startsWith('xmlns'));
  if (declared.length > 0) return declared.some(({ value }) => NAMESPACE.test(value));
  return text.includes('<trans-unit');
}

/** What may precede the root element, by its start and end. */
const PROLOGUE = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<!', '>'],
] as const;

/** The start tag of the root element; '' if there is none. */
function rootTag(text: string): string {
  for (let at = text.indexOf('<'); at !== -1; at = text.indexOf('<', at)) {
    const piece = PROLOGUE.find(([start]) => text.startsWith(start, at));
    if (piece === undefined) return text.slice(at, tagEnd(text, at));
    const end = text.indexOf(piece[1], at);
    if (end === -1) return '';
    at = end + piece[1].length;
  }
  return '';
}
