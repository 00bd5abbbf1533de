import { describe, expect, it } from 'vitest';
import { javascript } from '../../../src/formats/javascript/index.js';
import { FormatError, type Document, type Unit } from '../../../src/model/index.js';
import { describeLaws, type LawFile } from '../support/laws.js';
import { readModule } from './read.js';
import { seeds } from './seeds.js';

const guide = `import menu from './en/menu';

/** Texts of the shop */
const messages: Messages = {
  // Shown in the header
  // on every page
  hello: 'Hello, {name}!',
  'double quoted': "it's", // behind
  escapes: 'Tab\\t \\x41\\u{e9}\\v \\'q\\' \\
goes on',
  tall: \`two
  lines \\\`code\\\` \\\${x}\`,

  nested: {
    $dollar: "one", _under: ('two'),
    größe: 'Gr' + "ö" +
      \`ße\`,
    deep: { x: 'one line', y: 'two' } as const,
    0: 'zero', ['computed']: 'named',
    empty: {}, none: [],
    shown: (n: number) => \`\${n} items\`,
  },
  /* a list */
  list: [
    'first',
    "second", 'third',
  ],
  numbers: [+1, -2.5, 0xdead, true, null, undefined],
  // out: 'taken out',
  last: 'no comma'
};

export default messages satisfies Messages;
`;

const fixtures: readonly LawFile[] = [
  { name: 'guide', text: guide },
  { name: 'crlf and bom', text: `\ufeff${guide.replaceAll('\n', '\r\n')}` },
  { name: 'no last line end', text: "module.exports={a:'b',c:'d'}" },
  { name: 'one line', text: "export default { a: 'b', c: 'd', };\n" },
  { name: 'a list', text: "export default [\n  'a',\n  { b: 'c' },\n];\n" },
  {
    name: 'commas first',
    text: "exports = module.exports = {\n    a: 'x'\n  , b: 'y'\n  , c: 'z'\n}\n",
  },
  { name: 'a call', text: "export const texts = defineMessages({\n  a: 'x',\n  b: 'y',\n});\n" },
  ...seeds.map((text, at) => ({ name: `seed ${at}`, text })),
];

describeLaws({ codec: javascript, files: fixtures, read: readModule, movable: outsideLists });

/** In a list those behind would change. */
function outsideLists(unit: Unit, document: Document): boolean {
  const { key } = unit;
  return document.units.every((one) =>
    key.every((_, at) => !/^\d+$/.test(one.key[at] ?? '') || !/^\d+$/.test(key[at] ?? '')),
  );
}

describe('javascript', () => {
  it('a file that is cut off anywhere is read or refused', () => {
    for (let end = 0; end < guide.length; end += 7) {
      try {
        const text = guide.slice(0, end);
        expect(javascript.edit(javascript.parse(text), [])).toBe(text);
      } catch (error) {
        expect(error).toBeInstanceOf(FormatError);
      }
    }
  });

  it('a module with many comments is read in linear time', () => {
    const members = Array.from({ length: 32_000 }, (_, i) => `  // ${i}\n  k${i}: 'x',\n`);
    const text = `export default {\n${members.join('')}};\n`;
    expect(javascript.parse(text).units).toHaveLength(members.length);
  }, 30_000);
});
