import { describe, expect, it } from 'vitest';
import type { Edit } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { angular, symfony, tools, xcode } from './fixtures.js';
import { fileOf, unitOf } from './snippets.js';

const options = { role: 'target', locale: 'de' } as const;

function edited(text: string, ...edits: Edit[]): string {
  return xliff.edit(xliff.parse(text, options), edits);
}

/** What the edits make of the first unit. */
function unitAfter(content: string, edit: Omit<Edit & { op: 'set' }, 'op' | 'key'>): string {
  const text = edited(unitOf('a', content), { op: 'set', key: ['a'], ...edit });
  return /<trans-unit id="a"[^>]*>(.*)<\/trans-unit>/s.exec(text)?.[1] ?? '';
}

describe('setting a target', () => {
  it.each([
    ['adds one', '<source>A</source>', '<source>A</source><target state="translated">B</target>'],
    [
      'adds it behind seg-source',
      '<source>A</source><seg-source>A</seg-source><note/>',
      '<source>A</source><seg-source>A</seg-source><target state="translated">B</target><note/>',
    ],
    [
      'fills an empty one',
      '<source>A</source><target xml:lang="de" />',
      '<source>A</source><target xml:lang="de" state="translated">B</target>',
    ],
    [
      'keeps other attributes and comments',
      '<source>A</source><target xml:lang="de" my="1"><!-- x -->C<?p?></target>',
      '<source>A</source><target xml:lang="de" my="1"><!-- x -->B<?p?></target>',
    ],
    [
      'has no state where the file has none',
      '<source>A</source><target>C</target>',
      '<source>A</source><target>B</target>',
    ],
    [
      'sets the state, and drops what speaks of the old text',
      '<source>A</source><target state="final" state-qualifier="exact-match">C</target>',
      '<source>A</source><target state="translated">B</target>',
    ],
    [
      'keeps CDATA',
      '<source>A</source><target><![CDATA[<C>]]></target>',
      '<source>A</source><target><![CDATA[B]]></target>',
    ],
    [
      'says the language where its source does',
      '<source xml:lang="en">A</source>',
      '<source xml:lang="en">A</source><target xml:lang="de" state="translated">B</target>',
    ],
    [
      'leaves the targets of alternatives alone',
      '<source>A</source><alt-trans><target>C</target></alt-trans>',
      '<source>A</source><target state="translated">B</target><alt-trans><target>C</target></alt-trans>',
    ],
  ])('%s', (_, before, after) => {
    expect(unitAfter(before, { text: 'B' })).toBe(after);
  });
  it.each([
    ['<target state="needs-review-translation">X</target>', '<target>B</target>'],
    ['<target state="needs-translation"/>', '<target>B</target>'],
    ['<target state="translated">X</target>', '<target state="translated">B</target>'],
    ['<target state="x-mine">X</target>', '<target state="translated">B</target>'],
  ])('beside %s and a text without a state is %s', (other, expected) => {
    const units = [
      '<source>A</source>',
      `<source>C</source>${other}`,
      '<source>D</source><target>D</target>',
    ];
    const text = fileOf(
      units.map((unit, i) => `<trans-unit id="${i}">${unit}</trans-unit>`).join('\n'),
    );
    expect(edited(text, { op: 'set', key: ['0'], text: 'B' })).toContain(
      `<source>A</source>${expected}`,
    );
  });
  it('keeps its state at a new key', () => {
    const unit = (id: string, target: string): string =>
      `<trans-unit id="${id}"><source>A</source>${target}</trans-unit>`;
    const source = xliff.parse(fileOf(unit('new', '')));
    const from = { document: source, unit: source.units[0]! };
    const insert: Edit = {
      ...{ op: 'insert', key: ['new'], text: 'B', after: null, movedFrom: ['old'], from },
    };
    const before = fileOf(unit('old', '<target state="final">B</target>'));
    expect(edited(before, insert, { op: 'remove', key: ['old'] })).toContain(
      '<target state="final">B</target>',
    );
  });
  it.each([
    ['needs-l10n', 'initial', 'C', 'needs-l10n'],
    ['needs-review-l10n', 'review', 'C', 'needs-review-l10n'],
    ['x-mine', undefined, 'B', 'x-mine'],
    ['x-mine', undefined, 'C', 'translated'],
    ['translated', 'review', 'C', 'needs-review-translation'],
    ['needs-adaptation', undefined, 'C', 'translated'],
  ] as const)('%s with the state %s and the text %s is %s', (old, state, text, name) => {
    const before = `<source>A</source><target state="${old}">B</target>`;
    expect(unitAfter(before, { text, ...(state && { state }) })).toContain(`state="${name}"`);
  });
  it('has codes where it is still empty', () => {
    const empty = fileOf('<trans-unit id="1"><source>A <x id="1"/></source></trans-unit>');
    expect(xliff.parse(empty, { role: 'target' }).units[0]?.inline).toBe('xliff');
  });
  it('writes the state that an edit names', () => {
    for (const [state, name] of [
      ['initial', 'new'],
      ['reviewed', 'signed-off'],
      ['final', 'final'],
    ] as const)
      expect(unitAfter('<source>A</source>', { text: 'B', state })).toContain(`state="${name}"`);
  });
  it('approves no text that nobody has seen', () => {
    const text = edited(tools, { op: 'set', key: ['t1'], text: 'Neuer <g id="1">Text</g>' });
    expect(text).toContain('<trans-unit id="t1" approved="no" my:flag="1">');
    const same = edited(tools, {
      op: 'set',
      key: ['t1'],
      text: 'Fertiger <g id="1">Text</g>',
      state: 'final',
    });
    expect(same).toBe(tools);
  });
  it('puts it on a line of its own, with the codes as the source has them', () => {
    const text = edited(angular, {
      ...{ op: 'set', key: ['greeting'], text: '<x id="INTERPOLATION"/>, hallo!' },
    });
    expect(text).toBe(
      angular.replace(
        '!</source>\n',
        '!</source>\n        <target state="translated"><x id="INTERPOLATION" equiv-text="{{name}}"/>, hallo!</target>\n',
      ),
    );
  });
  it('fills segments in their places', () => {
    const first = edited(tools, { op: 'set', key: ['half', 'a'], text: 'Drei.' });
    expect(first).toContain(
      '<target state="translated"><mrk mtype="seg" mid="a">Drei.</mrk> <mrk mtype="seg" mid="b">Vier.</mrk></target>',
    );
    const bare = tools.replace(/<target state="translated"><mrk.*<\/target>\n/, '');
    const both = edited(
      bare,
      { op: 'set', key: ['segs', '2'], text: 'Zwei.' },
      { op: 'set', key: ['segs', '1'], text: 'Eins.' },
    );
    expect(both).toContain(
      '<mrk mtype="seg" mid="1">Eins.</mrk> <mrk mtype="seg" mid="2">Zwei.</mrk></target>',
    );
  });
  it('writes a changed source beside it', () => {
    const document = xliff.parse(unitOf('a', '<source>New <x id="1"/></source>'));
    const from = { document, unit: document.units[0]! };
    const before = '<source>Old</source><seg-source>Old</seg-source><target>Alt</target>';
    expect(unitAfter(before, { text: '<x id="1"/> neu', from })).toBe(
      '<source>New <x id="1"/></source><target><x id="1"/> neu</target>',
    );
  });
  it.each([
    ['missing', 'Hallo', 'is missing'],
    ['unknown', 'Hallo <x id="INTERPOLATION"/> <x id="PH"/>', 'not a code of the source'],
    ['repeated', '<x id="INTERPOLATION"/><x id="INTERPOLATION"/>', 'too often'],
    ['broken', 'Hallo <x id="INTERPOLATION">', 'not a well-formed XML fragment'],
  ])('refuses codes that are %s', (_, text, message) => {
    expect(() => edited(angular, { op: 'set', key: ['greeting'], text })).toThrow(
      expect.objectContaining({
        code: 'inline-codes',
        message: expect.stringContaining(message) as string,
      }) as Error,
    );
  });
  it('refuses an end before its start, and takes pairs in any order', () => {
    const [bold, link] = [
      ['<x id="START_BOLD_TEXT"/>', '<x id="CLOSE_BOLD_TEXT"/>'],
      ['<x id="START_LINK"/>', '<x id="CLOSE_LINK"/>'],
    ].map(([start, end]) => ({ start, end })) as [Pair, Pair];
    const set = (text: string): string => edited(angular, { op: 'set', key: ['link'], text });
    expect(set(`${bold.start}A${bold.end} ${link.start}B${link.end}`)).toContain(
      'A<x id="CLOSE_BOLD',
    );
    expect(() => set(`${bold.end}A${bold.start} ${link.start}B${link.end}`)).toThrow(
      'comes before its start',
    );
  });
  it('codes in the arms of a plural come and go with the arms', () => {
    const few =
      '{VAR_PLURAL, plural, =0 {a} one {<x id="INTERPOLATION"/> b} few {<x id="INTERPOLATION"/> c} other {<x id="INTERPOLATION"/> d}}';
    const text = edited(angular, { op: 'set', key: ['minutes'], text: few });
    expect(text.match(/<x id="INTERPOLATION" equiv-text="{{minutes}}"\/>/g)).toHaveLength(4);
  });
  it('a unit that is not to be translated repeats its source, or is refused', () => {
    expect(edited(tools, { op: 'set', key: ['brand'], text: 'Acme' })).toContain(
      '<source>Acme</source><target state="translated">Acme</target>',
    );
    expect(() => edited(tools, { op: 'set', key: ['brand'], text: 'Ackme' })).toThrow(
      'must equal its source',
    );
  });
  it('refuses characters that are not allowed in XML', () => {
    expect(() => unitAfter('<source>A</source>', { text: 'a\u0001' })).toThrow(
      'not allowed in XML',
    );
  });
});

interface Pair {
  readonly start: string;
  readonly end: string;
}

describe('units that a target lacks', () => {
  it('are copied whole, with notes, into their places', () => {
    const source = xliff.parse(angular);
    const [, link] = source.units;
    const less = angular
      .replace(/ {6}<trans-unit id="link"[\s\S]*?<\/trans-unit>\n/, '')
      .replace('source-language="en"', 'source-language="en" target-language="de"')
      .replaceAll(/^( +)/gm, (spaces) => '\t'.repeat(spaces.length / 2));
    const document = xliff.parse(less, { ...options, source });
    const text = xliff.edit(document, [
      {
        ...{ op: 'insert', key: ['link'], after: ['greeting'], text: link!.text },
        from: { document: source, unit: link! },
      },
    ]);
    const at = text.indexOf('<trans-unit id="link"');
    expect(text.slice(at - 4, at)).toBe('\n\t\t\t');
    expect(text.slice(at)).toMatch(
      /^<trans-unit id="link" datatype="html">\n\t{4}<source>See .*<\/source>\n\t{4}<target state="translated">See /,
    );
  });
  it('bring the files and groups around them', () => {
    const source = xliff.parse(xcode);
    const one = xcode.replace(/ {2}<file original="App\/en.lproj\/InfoPlist[\s\S]*<\/file>\n/, '');
    const document = xliff.parse(one, { ...options, source });
    const inserts = source.units.slice(2).map((unit, index): Edit => ({
      ...{ op: 'insert', key: unit.key, text: 'Neu', from: { document: source, unit } },
      after: source.units[index + 1]!.key,
    }));
    const text = xliff.edit(document, inserts);
    expect(text).toBe(
      xcode
        .replace('<target>Egal</target>', '<target>Neu</target>')
        .replace('Shop</source>', 'Shop</source>\n        <target>Neu</target>'),
    );
    const grouped = xliff.parse(tools);
    const empty = fileOf('', ' target-language="de"');
    const made = xliff.edit(
      xliff.parse(empty, { ...options, source: grouped }),
      grouped.units
        .filter(({ key }) => key[0] === 'brand' || key[0] === 'open')
        .map((unit, index): Edit => {
          const after = index === 0 ? null : ['brand'];
          const from = { document: grouped, unit };
          return { op: 'insert', key: unit.key, text: unit.text, after, from };
        }),
    );
    expect(made.match(/<group/g)).toHaveLength(2);
    expect(made).toContain('<note>Never translated</note>');
    expect(xliff.parse(made, options).units.map(({ key }) => key[0])).toEqual(['brand', 'open']);
  });
  it('name the language of the target on a new file, whatever the source names', () => {
    const source = xliff.parse(xcode.replaceAll('target-language="de"', 'target-language="en"'));
    const root = /^[^]*?<xliff[^>]*>/.exec(xcode)![0];
    const silent = xcode
      .replace(/ {2}<file original="App\/en.lproj\/InfoPlist[\s\S]*<\/file>\n/, '')
      .replace(' target-language="de"', '');
    for (const text of [`${root}\n</xliff>\n`, silent]) {
      const document = xliff.parse(text, { ...options, source });
      const unit = source.units.at(-1)!;
      const after = document.units.at(-1)?.key ?? null;
      const from = { document: source, unit };
      const edited = xliff.edit(document, [
        { op: 'insert', key: unit.key, text: 'Neu', after, from },
      ]);
      expect(edited).toContain('source-language="en" target-language="de"');
      expect(edited).not.toContain('target-language="en"');
    }
  });
  it('are refused where the unit is there, but left out', () => {
    const source = xliff.parse(unitOf('a', '<source>A</source>'));
    const broken = xliff.parse(unitOf('a', '<target>A</target>'), { ...options, source });
    const from = { document: source, unit: source.units[0]! };
    const insert = { op: 'insert', key: ['a'], text: 'B', after: null, from } as const;
    expect(() => xliff.edit(broken, [insert])).toThrow(
      'The unit of a cannot be read, line 3, column 7: <trans-unit> lacks <source>.',
    );
  });
});

describe('a new target file', () => {
  it('names its language on every file, and says the state of its targets', () => {
    const bare = xcode
      .replaceAll(' target-language="de"', '')
      .replaceAll(/\n {8}<target>.*<\/target>/g, '');
    const source = xliff.parse(bare);
    const edits = source.units.map(({ key }): Edit => ({ op: 'set', key, text: 'Neu' }));
    const text = xliff.derive(source, edits, { locale: 'pt_BR', language: 'pt-BR' });
    expect(text.match(/source-language="en" target-language="pt-BR" datatype/g)).toHaveLength(2);
    expect(text.match(/\n {8}<target state="translated">Neu<\/target>/g)).toHaveLength(4);
  });
  it('has no target of another language', () => {
    const source = xliff.parse(symfony, { role: 'source', locale: 'en' });
    const edits = [{ op: 'set', key: ['cart.title'], text: 'Panier' }] as const;
    const text = xliff.derive(source, edits, { locale: 'fr', language: 'fr' });
    expect(text).toBe(
      symfony
        .replace('target-language="en"', 'target-language="fr"')
        .replace('Your cart', 'Panier')
        .replaceAll(/\n {8}<target>(?!Panier).*<\/target>/g, ''),
    );
  });
  it('keeps CDATA where the text of the source is that', () => {
    const bold = symfony.replace('Your cart', '<![CDATA[<b>Your</b> cart]]>');
    const source = xliff.parse(bold, { role: 'source', locale: 'en' });
    const edits = [{ op: 'set', key: ['cart.title'], text: '<b>Panier</b>' }] as const;
    const text = xliff.derive(source, edits, { locale: 'fr', language: 'fr' });
    expect(text).toContain('<target><![CDATA[<b>Panier</b>]]></target>');
  });
  it('is approved by nobody', () => {
    const source = xliff.parse(tools);
    const edits = [{ op: 'set', key: ['t1'], text: 'Texte <g id="1">x</g>' }] as const;
    for (const some of [edits, []])
      expect(xliff.derive(source, some, { locale: 'fr', language: 'fr' })).toContain(
        '<trans-unit id="t1" approved="no"',
      );
  });
  it('needs a language that a file can name', () => {
    const source = xliff.parse(angular);
    expect(() => xliff.derive(source, [], { locale: 'x', language: 'no language' })).toThrow(
      expect.objectContaining({ code: 'not-writable' }) as Error,
    );
  });
});
