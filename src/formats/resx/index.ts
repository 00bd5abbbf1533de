import { attributeOf } from '../kit/xml/elements.js';
import { keyedCodec } from '../kit/xml/keyed.js';
import { about } from './about.js';

/**
 * .NET's `.resx` and `.resw`. A name is one segment. Names that start with `>>` describe controls of
 * the Windows Forms designer; everything else, such as headers and the schema, stays in a new target.
 */
export const resx = keyedCodec({
  ...about,
  ...{ root: 'root', what: 'a .resx file', keyed: 'name', tag: 'data', inner: 'value' },
  rest: ' xml:space="preserve"',
  notes: 'comment',
  foreign: new Set(['data', 'metadata', 'assembly']),
  isText: (element) =>
    element.name === 'data' &&
    /^System\.String\b/.test(attributeOf(element, 'type') ?? 'System.String') &&
    attributeOf(element, 'mimetype') === undefined &&
    attributeOf(element, 'name')?.startsWith('>>') === false,
});
