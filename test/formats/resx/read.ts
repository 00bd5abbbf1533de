import { charactersOf, childrenOf, readElements } from '../support/xml-reader.js';

/** The texts of a file as saxes reads them. */
export function readResx(text: string): ReadonlyMap<string, string> {
  const entries = childrenOf(readElements(text), 'data').flatMap(({ attributes, ...rest }) => {
    const { name = '', type, mimetype } = attributes;
    if (mimetype !== undefined || name.startsWith('>>')) return [];
    if (type !== undefined && !type.startsWith('System.String')) return [];
    const [value] = childrenOf({ attributes, ...rest }, 'value');
    return value === undefined ? [] : [[name, charactersOf(value)] as const];
  });
  return new Map(entries);
}
