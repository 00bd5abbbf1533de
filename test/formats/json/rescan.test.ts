import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rescan } from '../../../src/formats/json/codec.js';
import { scan } from '../../../src/formats/json/scan.js';
import type { Tree } from '../../../src/formats/json/tree.js';

const TEXT = `\ufeff{
  // of the file
  "a": "first",
  "list": ["one", "two", 3, { "deep": "é" }],
  "empty": {}, "text": "say \\"x\\"", "none": null,
}
`;

/** All that a tree says. */
function told(tree: Tree | undefined): unknown {
  if (tree === undefined) return undefined;
  const { commented, escaped, plainKeys, count } = tree;
  const nodes = Array.from({ length: count }, (_, node) => ({
    ...{ kind: tree.kind(node), parent: tree.parent(node), next: tree.next(node) },
    ...{ start: tree.start(node), end: tree.end(node), comma: tree.comma(node) },
    ...{ keyStart: tree.keyStart(node), keyEnd: tree.keyEnd(node) },
  }));
  return { commented, escaped, plainKeys, nodes };
}

function rescanned(text: string, from = TEXT): Tree | undefined {
  return rescan(scan(from, undefined), text);
}

describe('a text read again', () => {
  it.each([
    ['nothing', TEXT, TEXT],
    ['one value', 'first', 'the very first'],
    ['a value that is empty now', 'first', ''],
    ['the last value of a list in a list', 'é', '\\u00e9\\n'],
    ['a value with escapes', 'say \\"x', '\\"y\\"'],
    ['a value that ends in what it had', 'first', 'first first'],
  ])('is as if scanned: %s', (_, old, value) => {
    const text = TEXT.replace(old, () => value);
    expect(told(rescanned(text))).toEqual(told(scan(text, undefined)));
  });

  it('is as if scanned with any values', () => {
    const string = fc.string({ unit: 'binary', maxLength: 5 });
    const strings = fc.array(fc.tuple(string, string), { minLength: 1, maxLength: 8 });
    const print = (all: readonly string[]): string =>
      `{"list": ${JSON.stringify(all)}, "keys": {"a": ${JSON.stringify(all[0])}, "b": 1} }\n`;
    fc.assert(
      fc.property(strings, (pairs) => {
        const [before, after] = [0, 1].map((i) => print(pairs.map((pair) => pair[i]!)));
        const { nodes } = told(rescanned(after!, before)) as { nodes: unknown };
        expect(told(scan(after!, undefined))).toMatchObject({ nodes });
      }),
    );
  });

  it('is as if scanned after any number of edits', () => {
    const texts = Array.from({ length: 500 }, (_, i) => `text ${i}`);
    const print = (): string => JSON.stringify(Object.fromEntries(texts.entries()), null, 2);
    let tree = scan(print(), undefined);
    for (let edit = 0; edit < 400; edit += 1) {
      texts[(edit * 7) % texts.length] = `another text ${'x'.repeat(edit % 11)}`;
      tree = rescan(tree, print()) ?? expect.fail('not read again');
      if (edit % 20 === 0) expect(told(tree)).toEqual(told(scan(print(), undefined)));
    }
  });

  it.each([
    ['a key', '"a"', '"b"'],
    ['a comment', 'of the file', 'of a file'],
    ['a number', '3', '4'],
    ['another kind of value', '"first"', 'null'],
    ['a member more', '"first"', '"first", "second": ""'],
    ['a member less', '"one", ', ''],
    ['text at the end', '}\n', '}\n\n'],
    ['white space', '"list": ', '"list":'],
    ['a value that is not closed', '"first"', '"first'],
    ['a quote in a value', 'first', 'fi"rst'],
    ['no escape of JSON', 'first', 'fi\\xrst'],
    ['a line end in a value', 'first', 'fi\nrst'],
  ])('is left to the scanner: %s', (_, old, value) => {
    expect(rescanned(TEXT.replace(old, () => value))).toBeUndefined();
  });

  it('is left to the scanner where many values are new', () => {
    const print = (size: number): string =>
      JSON.stringify(Array.from({ length: size }, (_, i) => `${size} ${i}`));
    const few = print(50);
    expect(rescanned(few.replaceAll('50 ', 'new '), few)).toBeDefined();
    const many = print(51);
    expect(rescanned(many.replaceAll('51 ', 'new '), many)).toBeUndefined();
  });
});
