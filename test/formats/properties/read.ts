import { getProperties } from 'properties-file';

/** Values as properties-file reads them: a reader of another make. */
export function readProperties(text: string): ReadonlyMap<string, string> {
  return new Map(Object.entries(getProperties(text.replace(/^\ufeff/, ''))));
}
