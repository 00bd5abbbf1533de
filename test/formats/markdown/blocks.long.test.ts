import { describe, expect, it, test } from 'vitest';
import { markdown } from '../../../src/formats/markdown/index.js';
import { EditError, type Document, type Edit, type Unit } from '../../../src/model/index.js';
import { fixtures } from './fixtures.js';

const parse = (text: string, file = 'a.md'): Document => markdown.parse(text, { file });
const isText = ({ kind }: Unit): boolean => kind === 'text';
const texts = (document: Document): readonly (readonly [string, string])[] =>
  document.units.filter(isText).map(({ key, text }) => [key.join('.'), text]);
const target = (text: string, source: Document): Document =>
  markdown.parse(text, { file: 'a.md', role: 'target', source });

describe('the texts of a file', () => {
  it.each([
    ['A line\nthat goes on.\n', ['A line that goes on.']],
    ['> - a\n>   b\n> c\n', ['a b c']],
    ['hard  \nbreak\\\nhere\n', ['hard\nbreak\nhere']],
    ['# Title {#id}\n\nSetext\ntitle\n---\n', ['Title', 'Setext title']],
    ['`code`\n\n42\n\nhttps://example.com\n\n:tada:\n\nsrc/a.ts\n', []],
    ['[[toc]]\n\n<<< @/a.js\n\n{{< x "words" >}}\n\n{% include words.md %}\n\n{{ words }}\n', []],
    [':::tip Words {.x}\nInside.\n:::\n', ['Words', 'Inside.']],
    [':::tip[Words]\n\nInside.\n\n:::\n', ['Words', 'Inside.']],
    ['!!! note "Words"\n    Inside.\n', ['Words', 'Inside.']],
    ['> [!NOTE] Words\n> Inside.\n', ['Words', 'Inside.']],
    ['| A | B |\n|---|---|\n| `x` | y \\| z |\n', ['A', 'B', 'y \\| z']],
    [
      'Orange\n: A fruit\n  to eat.\n: A colour.\n\nPlum\n\n:   Blue.\n',
      ['Orange', 'A fruit to eat.', 'A colour.', 'Plum', 'Blue.'],
    ],
    ['Remarque, c\nest bien\n: oui.\n', ['Remarque, c est bien : oui.']],
    ['[a]: https://x "No text"\n\n[^n]: A note.\n', ['A note.']],
    ['$$\nx + no text\n$$\n\n<div>\nno text\n</div>\n\n```\nno text\n```\n', []],
  ] as const)('%j', (text, expected) => {
    expect(texts(parse(text)).map(([, one]) => one)).toEqual(expected);
  });
  it('of MDX are not those of its code', () => {
    const file = fixtures.find(({ name }) => name === 'page.mdx')?.text ?? '';
    expect(texts(parse(file, 'a.mdx'))).toEqual([
      ['frontmatter.title', 'A page'],
      ['frontmatter.hero.tagline', 'Fast'],
      ['frontmatter.hero.actions.0.text', 'Start'],
      ['section-1.heading', 'Hello'],
      ['section-2.heading', 'With id'],
      ['section-2.tag.0.title', 'no text'],
      ['section-2.paragraph.0', 'A paragraph in a card, <b>bold</b> and {a.b}.'],
      ['section-2.item.0', 'item <Card />'],
      ['section-2.paragraph.1', '<Tab>Inline words</Tab>'],
      ['section-2.title.0', 'Title'],
      ['section-2.paragraph.2', 'Words'],
    ]);
  });
  it('of front matter are those that the config names', () => {
    const text = '---\ntitle: A\nauthor: B\nhero:\n  name: C\n---\n';
    const isText = (key: readonly string[]): boolean => key.includes('hero');
    const { units } = markdown.parse(text, { isText });
    expect(units.map(({ key }) => key)).toEqual([['frontmatter', 'hero', 'name']]);
  });
});

describe('a heading that its page links to', () => {
  const page = '# Guide\n\nSee [it](#set-up) and [more](#over).\n\n## Set up\n\n## Over {#over}\n';
  const translated = (text: string): string => {
    const source = parse(text);
    const edits = source.units
      .filter(({ key }) => key.at(-1) === 'heading')
      .map(({ key }, at): Edit => ({ op: 'set', key, text: `Titel ${at}` }));
    return markdown.derive(source, edits, { locale: 'de', language: 'de' });
  };
  it('keeps its anchor in a translation, as an id where the page has such ids', () => {
    expect(translated(page)).toContain('## Titel 1 {#set-up}\n\n## Titel 2 {#over}\n');
  });
  it('keeps its anchor in a translation that other renderers show', () => {
    expect(translated(page.replace(' {#over}', ''))).toContain(
      '\n\n<a id="set-up"></a>\n\n## Titel 1\n\n<a id="over"></a>\n\n## Titel 2\n',
    );
  });
  it('gets nothing if it needs nothing', () => {
    const plain = page.replace('(#set-up)', '(b.md#set-up)');
    expect(translated(plain)).toContain('\n\n## Titel 1\n\n## Titel 2 {#over}\n');
  });
  it.each<[string, number]>([
    ['# A\n\n[x](#set-up) [y](#over)\n\n## Aufbau\n\n## B {#over}\n', 1],
    ['# A\n\n[x](#aufbau) [y](#over)\n\n## Aufbau\n\n## B {#over}\n', 0],
    ['# A\n\n[x](#set-up) [y](#over)\n\n<a id="set-up"></a>\n\n## Aufbau\n\n## B {#over}\n', 0],
    ['# A\n\n[x](#elsewhere) [y](#over)\n\n## Aufbau\n\n## B {#over}\n', 0],
    ['# A\n\n`[x](#set-up)` [y](#Über)\n\n## Uber\n\n## Aufbau {#set-up}\n', 0],
  ])('is missed in %j: %i', (text, count) => {
    expect(target(text, parse(page)).problems).toHaveLength(count);
  });
});

test.each([
  ['# not a title', '\\# not a title\n'],
  ['- no item', '\\- no item\n'],
  ['1. no item', '1\\. no item\n'],
  ['> no quote', '\\> no quote\n'],
  ['::: tip', '\\::: tip\n'],
  ['a\n\nb', 'a  \nb\n'],
  ['**bold** and `code`', '**bold** and `code`\n'],
  ['<div>', '\\<div>\n'],
  ['```', '\\```\n'],
])('%j as a paragraph is written %j', (text, expected) => {
  const document = parse('Words\n');
  const [unit] = document.units;
  expect(markdown.edit(document, [{ op: 'set', key: unit!.key, text }])).toBe(expected);
});

test.each([
  ['Title\n=====\n', '- no item', '\\- no item\n=====\n'],
  ['> Title\n> ---\n', '# no other title', '> \\# no other title\n> ---\n'],
  ['# Title\n', '- no item', '# - no item\n'],
])('in %j, %j is the heading in %j', (text, heading, expected) => {
  const document = parse(text);
  const [unit] = document.units;
  expect(markdown.edit(document, [{ op: 'set', key: unit!.key, text: heading }])).toBe(expected);
});

test.each([
  ['See [https://a.org] for more\n', 'Mehr: [https://b.org]'],
  ['# See [https://a.org] for more\n', 'Mehr: [https://b.org]'],
  ['| See [https://a.org] for more |\n| - |\n', '[a] [b https://b.org] c'],
  ['- Words\n', '[a.] [b https://b.org.]'],
])('an address in brackets is text: %j', (before, text) => {
  const document = parse(before);
  const [unit] = document.units;
  const edited = markdown.edit(document, [{ op: 'set', key: unit!.key, text }]);
  expect(edited).toBe(before.replace(unit!.text, text));
  expect(parse(edited).units[0]?.text).toBe(text);
});

test('a bar in a cell and a brace in MDX are escaped', () => {
  const table = parse('| A |\n| - |\n| b |\n');
  const set = (document: Document, at: number, text: string): string =>
    markdown.edit(document, [{ op: 'set', key: document.units[at]!.key, text }]);
  expect(set(table, 1, 'x | y')).toBe('| A |\n| - |\n| x \\| y |\n');
  expect(set(parse('Words\n', 'a.mdx'), 0, 'a {b')).toBe('a \\{b\n');
  expect(() => set(table, 1, ' ')).toThrow(EditError);
});

test('a wrapped block is wrapped again, with what is before each line', () => {
  const text = '> - One sentence that is\n>   wrapped over two lines.\n';
  const document = parse(text);
  const longer = 'Ein Satz, der noch ein wenig länger und ebenso umbrochen ist wie der andere.';
  const edited = markdown.edit(document, [
    { op: 'set', key: document.units[0]!.key, text: longer },
  ]);
  expect(edited).toBe(
    '> - Ein Satz, der noch ein wenig länger\n>   und ebenso umbrochen ist wie der\n>   andere.\n',
  );
  expect(parse(edited).units[0]?.text).toBe(longer);
});

describe('blocks of a source that a target lacks', () => {
  const lines = [
    '# Eins',
    '',
    'Erster.',
    '',
    '- a',
    '- b',
    '',
    '| A | B |',
    '| - | - |',
    '| c | d |',
    '',
    '> q',
    '',
    'Last.',
    '',
  ];
  const text = lines.join('\n');
  const source = parse(text);

  it.each(
    source.units
      .filter(({ key }) => !/^(?:row|heading)$/.test(key[1] ?? ''))
      .map(({ key }) => [key]),
  )('%j comes back as it was', (key) => {
    const less = markdown.edit(source, [{ op: 'remove', key }]);
    const document = target(less, source);
    expect(texts(document)).toEqual(texts(source).filter(([name]) => name !== key.join('.')));
    const at = source.units.findIndex((unit) => unit.key === key);
    const unit = source.units[at]!;
    const edit: Edit = {
      op: 'insert',
      key,
      text: unit.text,
      after: source.units[at - 1]?.key ?? null,
      from: { document: source, unit },
    };
    expect(markdown.edit(document, [edit]).trimEnd()).toBe(text.trimEnd());
  });
  it('rows go and come as a whole', () => {
    const row = source.units.filter(({ key }) => key[1] === 'row' && key[2] === '1');
    const less = markdown.edit(
      source,
      row.map(({ key }): Edit => ({ op: 'remove', key })),
    );
    expect(less).toBe(text.replace('| c | d |\n', ''));
    const after = source.units[source.units.indexOf(row[0]!) - 1]!.key;
    const inserts = row.map((unit, i): Edit => ({
      op: 'insert',
      key: unit.key,
      text: `neu ${unit.text}`,
      after: row[i - 1]?.key ?? after,
      from: { document: source, unit },
    }));
    expect(markdown.edit(target(less, source), inserts)).toBe(
      text.replace('| c | d |', '| neu c | neu d |'),
    );
  });
  it('code comes behind the text before it', () => {
    const more = parse('# A\n\nOne `a`:\n\n```js\nx\n```\n\nTwo `b`.\n');
    const [title, one, code] = more.units;
    const insert = (unit: Unit, after: Unit, text: string): Edit => ({
      ...{ op: 'insert', key: unit.key, after: after.key, text },
      from: { document: more, unit },
    });
    const edits = [insert(one!, title!, 'Eins `a`:'), insert(code!, one!, code!.text)];
    const own = target('# A\n\nZwei `b`.\n', more);
    expect(markdown.edit(own, edits)).toBe('# A\n\nEins `a`:\n\n```js\nx\n```\n\nZwei `b`.\n');
    expect(markdown.edit(own, [insert(code!, title!, code!.text)])).toBe(
      '# A\n\n```js\nx\n```\n\nZwei `b`.\n',
    );
  });
});

test.each([
  '<Card>\n  One.\n\n  Two.\n</Card>\n\nBehind.\n',
  '<Tab>\n\n  One.\n\n  Two.\n\n</Tab>\n',
  '<Steps>\r\n  - One.\r\n  - Two.\r\n</Steps>\r\n',
])('the last block in a component comes back without more blank lines: %j', (text) => {
  const source = parse(text, 'a.mdx');
  const last = source.units.find((unit) => unit.text.includes('Two'))!;
  const less = markdown.edit(source, [{ op: 'remove', key: last.key }]);
  const document = markdown.parse(less, { file: 'a.mdx', role: 'target', source });
  const edit: Edit = {
    ...{ op: 'insert', key: last.key, text: last.text, after: source.units[0]!.key },
    from: { document: source, unit: last },
  };
  expect(less).not.toContain('Two');
  expect(markdown.edit(document, [edit])).toBe(text);
});

test.each(['', '\nEnd.\n', '---\nid: 1\n---\n'])(
  'a first table that gains a column takes the place of the old one: %j',
  (rest) => {
    const [above, below] = rest.startsWith('-') ? [rest, ''] : ['', rest];
    const table = (cells: string): string => `${above}${cells}\n${below}`;
    const source = parse(table('| A | N |\n| - | - |\n| b | n |'));
    const document = target(table('| Aa |\n| -- |\n| bb |'), source);
    const isCell = ({ key }: Unit): boolean => key.includes('row');
    const removes = document.units.filter(isCell).map(({ key }): Edit => ({ op: 'remove', key }));
    const cells = source.units.filter(isCell);
    const inserts = cells.map((unit, i): Edit => ({
      ...{ op: 'insert', key: unit.key, text: `${unit.text}${unit.text}` },
      ...{ after: cells[i - 1]?.key ?? null, from: { document: source, unit } },
    }));
    expect(removes).toHaveLength(2);
    expect(markdown.edit(document, [...removes, ...inserts])).toBe(
      table('| AA | NN |\n| - | - |\n| bb | nn |'),
    );
  },
);

describe('what goes with removed blocks', () => {
  it.each([
    ['Intro.\n\n1. Out\n2. One\n3. Two\n\nAfter.\n', 'Intro.\n\n2. One\n3. Two\n\nAfter.\n'],
    ['Intro.\n\n- One\n- Out\n\nAfter.\n', 'Intro.\n\n- One\n\nAfter.\n'],
    ['Intro.\n\n- Out\n- Out too\n\nAfter.\n', 'Intro.\n\nAfter.\n'],
    ['> Intro.\n>\n> - Out\n> - One\n', '> Intro.\n>\n> - One\n'],
    ['Intro.\r\n\r\n## Out\r\nWords.\r\n', 'Intro.\r\n\r\nWords.\r\n'],
    ['Intro.\n\n- Out\n\n- One\n', 'Intro.\n\n- One\n'],
    ['# Out\nWords.\n', 'Words.\n'],
  ])('%j', (text, expected) => {
    const document = parse(text);
    const out = document.units.filter((unit) => unit.text.startsWith('Out'));
    const edits = out.map(({ key }): Edit => ({ op: 'remove', key }));
    expect(markdown.edit(document, edits)).toBe(expected);
  });
});

describe('a target that is built otherwise', () => {
  const source = parse('# A\n\nSee `one`.\n\nSee `two`.\n\n```js\nx\n```\n\nWords.\n');

  it('is paired by what both have in common', () => {
    const document = target('# Ä\n\nSiehe `two`.\n\n```js\nx\n```\n\nWorte.\n', source);
    expect(texts(document)).toEqual([
      ['section-1.heading', 'Ä'],
      ['section-1.paragraph.1', 'Siehe `two`.'],
      ['section-1.paragraph.2', 'Worte.'],
    ]);
    expect(document.units[1]?.formerKey).toEqual(['section-1', 'paragraph', '0']);
  });
  it('keeps what is only there under keys of its own', () => {
    const own = target(
      '# Ä\n\nSiehe `one`.\n\nSiehe `two`.\n\nEigener `drei` 3.\n\n```js\nx\n```\n\nWorte.\n',
      source,
    );
    expect(texts(own).map(([key]) => key)).toContain('only here.section-1.paragraph.2');
  });
});

test.each([
  ['a\n\n<b>\n', ':3:1: not valid MDX: Expected a closing tag for `<b>`'],
  ['a {b', 'a.mdx:1:5: not valid MDX: Unexpected end of file in expression'],
  ['a {"b": 1}', String.raw`expected JavaScript in braces (write \{ for a literal brace).`],
  [`${'> '.repeat(300)}a\n`, 'a.mdx:1:1: more than 200 levels of nested blocks.'],
  [
    `a\n\n${'<a>'.repeat(100_000)}`,
    'a.mdx:3:1: a paragraph with more than 20,000 lines and markup characters;',
  ],
  [`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`, 'a.mdx:1:1: a paragraph with more than'],
  [
    'word\n'.repeat(100_000),
    'a.mdx:1:1: a paragraph with more than 20,000 lines and markup characters;',
  ],
  ...['<<<a [', '#a *b', '*a', '+a', '|a [b', '> a *b', '> | a'].map((line) => [
    `a\n\n${`${line}\n`.repeat(20_001)}`,
    'a.mdx:3:1: a paragraph with more than 20,000 lines and markup characters;',
  ]),
  [`a\n${'- '.repeat(5000)}a\n`, 'a.mdx:2:1: more than 200 levels of nested blocks.'],
  [
    Array.from({ length: 3000 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
    'a.mdx:201:1: more than 200 levels of nested blocks.',
  ],
  [
    Array.from({ length: 1500 }, (_, i) => '`'.repeat(i + 1)).join(' a '),
    'a.mdx:1:1: a paragraph with more than 20,000 lines and markup characters;',
  ],
])('a file is refused: %s', (text, message) => {
  expect(() => parse(text, 'a.mdx')).toThrow(message);
});

test('a paragraph of lines that only look like HTML is refused', () => {
  expect(() => parse(`a\n\n${'<b *a [\n'.repeat(20_000)}`, 'a.md')).toThrow(
    'a.md:3:1: a paragraph with more than 20,000 lines and markup characters;',
  );
});

test.each([
  `# a\n${'- [a](b) *c*\n'.repeat(6000)}`,
  `\`\`\`\n${'[<*_\n'.repeat(30_000)}\`\`\`\n`,
  `${'word\n'.repeat(15_000)}\n${'word\n'.repeat(15_000)}`,
  `${'> word\n'.repeat(15_000)}>\n${'> word\n'.repeat(15_000)}`,
  `| a | b |\n|---|:-:|\n${'| [a](b) | *c* |\n'.repeat(3000)}`,
  `# a${' '.repeat(200_000)}b\n\na${' '.repeat(200_000)}b\\\nc\n\n${' '.repeat(200_000)}\n`,
  '***\n* * *\n',
  `<table>\n${'<tr><td>[a](b_c) *d*\n</td></tr>\n'.repeat(4000)}</table>\n`,
  `<svg width="1">\n${'  <path id="a_b" d="[*_">\n'.repeat(6000)}</svg>\n`,
  Array.from({ length: 90 }, (_, i) => `${' '.repeat(2 * i)}- a`).join('\n'),
  `- a\n\n${`${' '.repeat(600)}- code\n`.repeat(300)}`,
  `${'- '.repeat(400)}\n`,
  '# __proto__\n\nconstructor\n',
  '\ufeff',
  '\n\n',
])('%j is read', (text) => {
  expect(markdown.edit(parse(text), [])).toBe(text);
});

test.each([
  ['Siehe [die Regeln][regeln].', 'Siehe [die Regeln][rules].'],
  ['Die [Regeln][rules].', 'Die [Regeln][rules].'],
  ['Keine.', 'Keine.'],
])('a translation keeps the labels of links: %j', (text, expected) => {
  const document = parse('See [the rules][rules].\n\n[rules]: ./rules.md\n');
  const edited = markdown.edit(document, [{ op: 'set', key: document.units[0]!.key, text }]);
  expect(edited).toBe(`${expected}\n\n[rules]: ./rules.md\n`);
});

test('words that are the label of their link get it as a label', () => {
  const document = parse('See [rules] and [no link].\n\n[rules]: ./rules.md\n');
  const text = 'Siehe [Regeln] und [kein Ziel].';
  const edited = markdown.edit(document, [{ op: 'set', key: document.units[0]!.key, text }]);
  expect(edited).toBe('Siehe [Regeln][rules] und [kein Ziel].\n\n[rules]: ./rules.md\n');
});

test.each([
  ['```js\na\n\n  b\n```\n', '```js\na\n\n  b\n```'],
  ['- x\n\n  ```\n  a\n\n    b\n  ```\n', '```\na\n\n  b\n```'],
  ['> 1. > ```\n>    > a\n>    >\n>    >   b\n>    > ```\n', '```\na\n\n  b\n```'],
  ['- x\r\n\r\n\t~~~\r\n\ta\r\n\t\tb\r\n\t~~~\r\n', '~~~\na\n\tb\n~~~'],
  ['  ```\n a\n   b\n  ```\n', '```\na\n b\n```'],
  ['\ufeff```\na\n```', '```\na\n```'],
  ['x\n\n    a\n\n      b\n', '    a\n\n      b'],
])('code of %j is %j, and another is written in its place', (text, code) => {
  const document = parse(text);
  const unit = document.units.find(({ adaptable }) => adaptable)!;
  expect(unit).toMatchObject({ text: code, kind: 'raw', translate: false });
  const more = code.replace(/^( *)b$/m, '$1b\n\n$1c {').replace(/^a$/m, 'd');
  const edited = markdown.edit(document, [{ op: 'set', key: unit.key, text: more }]);
  const again = parse(edited).units.find(({ adaptable }) => adaptable)!;
  expect(again.text).toBe(more);
  const back = markdown.edit(parse(edited), [{ op: 'set', key: unit.key, text: code }]);
  const allOf = ({ units }: Document): readonly string[] => units.map((one) => one.text);
  expect(allOf(parse(back))).toEqual(allOf(document));
});

test.each(['', 'a', '```\na', '```\na\n```\nb', '- ```\n  a\n  ```'])(
  'what is not one block of code takes the place of none: %j',
  (text) => {
    const document = parse('```\na\n```\n\nWords.\n');
    const edit: Edit = { op: 'set', key: document.units[0]!.key, text };
    expect(() => markdown.edit(document, [edit])).toThrow(EditError);
  },
);

test('a block is paired with one at its own depth: a new paragraph is not the quote behind it', () => {
  const source = parse('# A\n\nNew words.\n\n> Old words.\n');
  const document = target('# A\n\n> Alte Worte.\n', source);
  expect(texts(document).map(([, text]) => text)).toEqual(['A', 'Alte Worte.']);
  const [, added, quoted] = source.units;
  expect(document.units[1]?.key).toEqual(quoted?.key);
  const edit: Edit = {
    ...{ op: 'insert', key: added!.key, text: 'Neue Worte.', after: source.units[0]!.key },
    from: { document: source, unit: added! },
  };
  expect(markdown.edit(document, [edit])).toBe('# A\n\nNeue Worte.\n\n> Alte Worte.\n');
});

it('front matter that cannot be read gets no second one above it', () => {
  const document = markdown.parse('---\ntitle: {{ site.title }} b\n---\n\n# A\n');
  const edit: Edit = { op: 'insert', key: ['frontmatter', 'title'], text: 'x', after: null };
  expect(() => markdown.edit(document, [edit])).toThrow('The front matter cannot be read');
});

test.each(['\ufeff', '\ufeff\ufeff', '\ufeff\ufeff\ufeff'])('%j at the start stays', (marks) => {
  const document = parse(`${marks}One.\n\nTwo.\n`);
  const edits = document.units.map(({ key }) => ({ op: 'set', key, text: 'New.' }) as const);
  expect(markdown.edit(document, edits)).toBe(`${marks}New.\n\nNew.\n`);
});
