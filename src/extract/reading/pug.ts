import type { Attribute } from './markup.js';

const TEMPLATE = /<template\b[^>]*\blang=["']pug["'][^>]*>/;
const ATTRIBUTE =
  /(?<=[\s(,])([:@#]?[\w.:@-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|'((?:[^'\\]|\\.)*)'|`((?:[^`\\]|\\.)*)`)/g;

/** All attributes of a Pug template: `p(:title="$t('key')")`. */
export function readPugAttributes(code: string): readonly Attribute[] {
  const opening = TEMPLATE.exec(code);
  if (opening === null) return [];
  const from = opening.index + opening[0].length;
  const end = code.indexOf('</template>', from);
  const template = code.slice(from, end === -1 ? code.length : end);
  return [...template.matchAll(ATTRIBUTE)].map((found) => {
    const [all, name = '', double, single, tick] = found;
    const value = double ?? single ?? tick ?? '';
    return { name, value, at: from + found.index + all.length - value.length - 1 };
  });
}
