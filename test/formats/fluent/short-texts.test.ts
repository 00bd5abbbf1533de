import { describe, expect, it } from 'vitest';
import { fluent } from '../../../src/formats/fluent/index.js';
import { printPattern, readPattern, readText } from '../../../src/model/fluent/index.js';
import { keyId, type Edit } from '../../../src/model/index.js';
import { readFluent } from './read.js';

/** What Fluent may take for more than text, and white space of all kinds. */
const SIGNS = ['a', ' ', '\t', '\n', '\r', '{', '}', '.', '*', '[', '#', '"'];
/** Signs of a text at most; 4 and 5 were tried once. */
const MOST_SIGNS = 3;

const shortTexts: readonly string[] = Array.from({ length: MOST_SIGNS }).reduce(
  (texts: string[]) => ['', ...texts.flatMap((text) => SIGNS.map((sign) => text + sign))],
  [''],
);

/** A text as people see it, by the parser of @fluent/syntax: placeables of it are no text. */
function meantBy(text: string): string {
  return readText(text.replaceAll('\r\n', '\n'))
    .map((part) => {
      if (typeof part === 'string') return part;
      const literal = /^"(.*)"$/.exec(part.expression)?.[1];
      return literal?.replaceAll('\\u000D', '\r') ?? `{ ${part.expression} }`;
    })
    .join('');
}

describe('every short text is read as it was set', () => {
  it.each([
    'a = b\n',
    'a =\n    b\n',
    'a = b\n  c\n',
    'a = { $n ->\n   *[other] b\n }\n',
    'm = x\n    .a = b\nz = y\n',
    'a = b\r\nz = y\r\n',
    '',
  ])('in %j', (file) => {
    const document = fluent.parse(file);
    const unit = document.units.find(({ key }) => key.at(-1) === 'a');
    const key = unit?.key ?? ['a'];
    const wrong = shortTexts.filter((text) => {
      const edit: Edit =
        unit === undefined ? { op: 'insert', key, text, after: null } : { op: 'set', key, text };
      const after = fluent.edit(document, [edit]);
      const own = fluent.parse(after).units.find((one) => keyId(one.key) === keyId(key));
      const meant = meantBy(text);
      return readFluent(after).get(keyId(key)) !== meant || meantBy(own?.text ?? '?') !== meant;
    });
    expect(wrong).toEqual([]);
  });
  it('in a variant', () => {
    const wrong = shortTexts.filter((text) => {
      const pattern = text === '' ? [] : [text];
      const variants = [{ key: 'other', isDefault: true, pattern }];
      const placeable = { expression: '$n', raw: '', variants };
      const printed = printPattern([placeable], { indent: '    ', isBlock: true });
      const [read] = readPattern(`a =\n    ${printed}\n`, 3).pattern;
      const inside = typeof read === 'object' ? read.variants?.[0]?.pattern : undefined;
      const said = inside?.map((part) =>
        typeof part === 'string' ? part : part.expression.slice(1, -1).replace('\\u000D', '\r'),
      );
      return said?.join('') !== text;
    });
    expect(wrong).toEqual([]);
  });
});
