import { describe, expect, it } from 'vitest';
import { attributeOf, readXml, type XmlElement } from '../../src/formats/kit/xml/elements.js';
import { FormatError } from '../../src/model/index.js';
import { readElements } from './support/xml-reader.js';

const read = (text: string): XmlElement =>
  readXml(text, { root: 'r', what: 'a file', hasEntities: true, file: 'f' }).root;

const laughs = Array.from(
  { length: 12 },
  (_, n) => `<!ENTITY e${n} "${n === 0 ? 'ha' : `&e${n - 1};`.repeat(10)}">`,
).join('');

describe('XML', () => {
  it('elements, attributes and pieces are where they are', () => {
    const text =
      '\ufeff<?xml version="1.0"?>\n<r a = "1" b=\'&lt;&#65;\'>x<!-- c --><i/><![CDATA[<]]></r >\n';
    const root = read(text);
    expect(root.attributes.map(({ start, end }) => text.slice(start, end))).toEqual([
      ...['a = "1"', "b='&lt;&#65;'"],
    ]);
    expect(attributeOf(root, 'b')).toBe('<A');
    expect(attributeOf(read('<r a="1\r\n2"/>'), 'a')).toBe('1 2');
    expect(root.children.map(({ start, end }) => text.slice(start, end))).toEqual([
      ...['x', '<!-- c -->', '<i/>', '<![CDATA[<]]>'],
    ]);
    expect(text.slice(root.start, root.end)).toMatch(/^<r a.*<\/r >$/);
  });
  it.each([
    ['<r>', '1:1', '<r> is never closed'],
    ['<r></q>', '1:4', 'an end tag without a start tag; expected </r>'],
    ['<r></r/>', '1:4', 'an end tag without a start tag'],
    ['<r>a < b</r>', '1:6', '"<" alone'],
    ['<r>a & b</r>', '1:6', '"&" alone'],
    ['<r>]]></r>', '1:4', '"]]>" outside of CDATA'],
    ['<r>&#0;</r>', '1:4', '&#0; is not allowed'],
    ['<r>&x;</r>', '1:4', '&x; is not declared'],
    ['<r a="1"b="2"/>', '1:1', 'the tag <r> is malformed'],
    ['<r a="<"/>', '1:1', 'the tag <r> is malformed'],
    ['<r a="1" a="2"/>', '1:1', 'the attribute a appears twice'],
    ['<r><!-- a -- b --></r>', '1:11', '"--" inside a comment'],
    ['<r><!-- a</r>', '1:4', 'what starts here is never closed'],
    ['<r/><r/>', '1:5', 'a second root element'],
    ['<r/>x', '1:5', 'text outside the root element'],
    [' <?xml version="1.0"?><r/>', '1:2', 'an XML declaration that is not at the start'],
    ['<r>\u0007</r>', '1:4', 'a character that XML does not allow'],
    [`<!DOCTYPE r [${laughs}]><r>&e11;</r>`, '1:1', 'the entity e5 refers to itself or expands'],
    [
      '<!DOCTYPE r [<!ENTITY a "&b;"><!ENTITY b "&a;">]><r/>',
      '1:1',
      'the entity a refers to itself',
    ],
    ['<!DOCTYPE r [<!-- ', '1:14', 'what starts here is never closed'],
    ['<!DOCTYPE r [<!ENTITY a>]><r/>', '1:14', 'an invalid entity declaration'],
  ])('%j is refused at %s, as it is by saxes', (text, place, message) => {
    expect(() => read(text)).toThrow(`f:${place}: ${message}`);
    if (!text.includes('DOCTYPE')) expect(() => readElements(text)).toThrow();
  });
  it('what is declared, and what is in quotes, is none of the end', () => {
    const text =
      '<!DOCTYPE r PUBLIC "-//]>" "x" [<!-- ]> --><!ENTITY a "]>"><!ELEMENT r ANY>]><r>&a;</r>';
    expect(readXml(text, { root: 'r', what: 'a file', hasEntities: true }).entities).toEqual(
      new Map([['a', ']>']]),
    );
  });
  it.each([
    ['<r>', '<i>', 'too-deep'],
    ['<r ', 'a="" ', 'syntax'],
    ['<!DOCTYPE r [', '<!-- ', 'syntax'],
    ['<!DOCTYPE r [', '"', 'syntax'],
    ['<r>', '<!-- ', 'syntax'],
    ['<r>', '&', 'syntax'],
    ['<r>', ' ', 'syntax'],
    ['<r a="', '&amp;', 'syntax'],
  ])('%s and %s without end are refused soon', (start, piece, code) => {
    const from = process.cpuUsage();
    let error: unknown;
    try {
      read(start + piece.repeat(200_000));
    } catch (found) {
      error = found;
    }
    expect(error).toBeInstanceOf(FormatError);
    expect((error as FormatError).code).toBe(code);
    expect(process.cpuUsage(from).user).toBeLessThan(2_000_000);
  });
});
