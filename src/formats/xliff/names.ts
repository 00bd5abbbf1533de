/** Namespaces whose elements and attributes form the core of XLIFF 2. */
export const CORE: ReadonlySet<string> = new Set([
  'urn:oasis:names:tc:xliff:document:2.0',
  'urn:oasis:names:tc:xliff:document:2.2',
]);

const MODULE_PREFIX = 'urn:oasis:names:tc:xliff:';
const ITS = 'http://www.w3.org/2005/11/its';

/** Whether a namespace is that of a module in the XLIFF specifications. */
export function isModule(namespace: string): boolean {
  return (namespace.startsWith(MODULE_PREFIX) && !CORE.has(namespace)) || namespace === ITS;
}

export const VERSIONS: ReadonlySet<string> = new Set(['2.0', '2.1', '2.2']);
