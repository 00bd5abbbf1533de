import { SaxesParser } from 'saxes';
import { keyId } from '../../../src/model/index.js';

/** Every string of a property list by the keys of its dicts, as read by saxes. */
export function readPlistStrings(text: string): ReadonlyMap<string, string> {
  const strings = new Map<string, string>();
  const path: string[] = [];
  let content = '';
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', () => {
    content = '';
  });
  parser.on('text', (part) => (content += part));
  parser.on('cdata', (part) => (content += part));
  parser.on('closetag', ({ name }) => {
    if (name === 'key') path.push(content);
    else if (name === 'plist') return;
    else {
      if (name === 'string') strings.set(keyId(path), content);
      path.pop();
    }
  });
  parser.write(text.replace(/^\ufeff/, '')).close();
  return strings;
}
