import { isMap, isScalar, type ParsedNode } from 'yaml';
import { sameLocale } from '../kit/root-key.js';
import { keyName } from './items.js';

/**
 * Name of the top-level key for the file's locale (Rails): the only key equal to it whose value is
 * a mapping or nothing. There is none if the keys below it would mix with its neighbours.
 */
export function chooseRoot(
  contents: ParsedNode | null,
  source: string,
  locale: string | undefined,
): string | undefined {
  if (locale === undefined || contents === null || !isMap(contents)) return undefined;
  const pairs = contents.items.map(({ key, value }) => ({ name: keyName(key, source), value }));
  const [match, ...others] = pairs.filter(({ name }) => sameLocale(name, locale));
  if (match === undefined || others.length > 0) return undefined;
  const { value } = match;
  if (value === null || (isScalar(value) && /^(?:~|null|)$/i.test(value.source))) return match.name;
  if (!isMap(value))
    return value.range[0] < value.range[1] && isEmptySeq(value) ? match.name : undefined;
  const names = new Set(pairs.map(({ name }) => name));
  const mixes = value.items.some(({ key }) => names.has(keyName(key, source)));
  return mixes && pairs.length > 1 ? undefined : match.name;
}

function isEmptySeq(value: ParsedNode): boolean {
  return 'items' in value && value.items.length === 0;
}
