import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keyId, type Document, type Edit, type Unit } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { corpusFiles } from '../support/corpus.js';
import { hostileTexts } from '../support/laws.js';
import { coreFile, fixtures } from './fixtures.js';
import { readWithXmldom } from './read.js';
import { fileOf, segmentOf, unitOf } from './snippets.js';

const target = { role: 'target', locale: 'de' } as const;

function unitsOf(text: string, role: 'source' | 'target' = 'target'): readonly Unit[] {
  return xliff.parse(text, { role }).units;
}

function edited(text: string, ...edits: Edit[]): string {
  return xliff.edit(xliff.parse(text, target), edits);
}

function byId({ units }: Document, id: string): Unit {
  return units.find(({ key }) => key[1] === id) ?? expect.fail(`no unit ${id}`);
}

/** Lines of `after` that `before` does not have, and the other way round. */
function difference(before: string, after: string): { less: string[]; more: string[] } {
  const [a, b] = [before.split('\n'), after.split('\n')];
  let top = 0;
  while (top < a.length && a[top] === b[top]) top += 1;
  let end = 0;
  while (end < Math.min(a.length, b.length) - top && a.at(-1 - end) === b.at(-1 - end)) end += 1;
  return { less: a.slice(top, a.length - end), more: b.slice(top, b.length - end) };
}

describe('a file read as target', () => {
  const units = unitsOf(coreFile);
  it('has target, source and state of each segment', () => {
    expect(units.find(({ key }) => key[1] === 'plain')).toEqual({
      ...{ key: ['f1', 'plain'], kind: 'text', text: 'Hallo & willkommen' },
      ...{ source: 'Hello & welcome', state: 'reviewed' },
      note: 'Title of the page\nAbout the file',
      range: expect.objectContaining({ start: coreFile.indexOf('Hallo') }) as unknown,
    });
  });
  it('a segment without target is empty and initial, with the place for one', () => {
    const unit = units.find(({ key }) => key[1] === 'space');
    expect(unit).toMatchObject({ text: '', state: 'initial' });
    expect(coreFile.slice((unit?.range.start ?? 0) - 9, unit?.range.start)).toBe('</source>');
    expect(unit?.range.end).toBe(unit?.range.start);
  });
  it('keys name the segment where a unit has several, by id or ordinal', () => {
    const keys = units.map(({ key }) => key.join('/'));
    expect(keys).toEqual(
      ['f1/plain', 'f1/brand', 'f1/open', 'f1/codes', 'f1/many/a', 'f1/many/s2', 'f1/cdata'].concat(
        ['f1/space', 'f2/plain'],
      ),
    );
  });
  it('an ordinal never takes the id of another segment', () => {
    const text = unitOf(
      '<segment><source>a</source></segment><segment id="s1"><source>b</source></segment>',
    );
    expect(unitsOf(text).map(({ key }) => key[2])).toEqual(['#s1', 's1']);
  });
  it('translate="no" is inherited and can be taken back', () => {
    expect(units.filter(({ translate }) => translate === false).map(({ key }) => key[1])).toEqual([
      'brand',
    ]);
  });
  it('a length that the author states is a limit', () => {
    const notes = (note: string): string =>
      unitOf(`<notes>${note}</notes><segment><source>a</source></segment>`);
    for (const note of ['<note>maxLength: 20</note>', '<note category="max-length">20</note>'])
      expect(unitsOf(notes(note))[0]?.maxLength, note).toBe(20);
    const limited = unitOf('<segment><source>a</source></segment>', ' slr:sizeRestriction="2,20"');
    expect(unitsOf(limited)[0]?.maxLength).toBe(20);
    const bytes = limited.replace('<unit', '<slr:profiles generalProfile="my:bytes"/><unit');
    expect(unitsOf(bytes)[0]).not.toHaveProperty('maxLength');
  });
});

describe('original data that the source has changed', () => {
  const start = '<ph id="1" dataRef="d1"/>';
  const withData = (data: string, translation = ''): string =>
    unitOf(
      `<originalData><data id="d1">${data}</data><data id="d2">%u</data></originalData>` +
        `<segment><source>Copied ${start} files</source>${translation}</segment>`,
    );
  const problemsFor = (inSource: string, inTarget: string, reference = 'd1'): string[] => {
    const source = xliff.parse(withData(inSource));
    const code = start.replace('d1', reference);
    const text = withData(inTarget, `<target>${code} fichiers copiés</target>`);
    return xliff.parse(text, { ...target, source }).problems.map(({ message }) => message);
  };
  it('is warned of while the target has the old one', () => {
    expect(problemsFor('%d', '%s')).toContain(
      'f1.u1: the source has changed the data of <ph id="1"> from "%s" to "%d". Change it in <originalData> here, too.',
    );
  });
  it.each([
    ['%d', '%d'],
    ['%d', ' %d\n'],
    ['%d', '<![CDATA[%d]]>'],
    ['%d', '%s', 'd2'],
  ])('is not warned of: %s, %j %s', (inSource, inTarget, reference = 'd1') => {
    expect(
      problemsFor(inSource, inTarget, reference).filter((one) => one.includes('the source has')),
    ).toEqual([]);
  });
  it('is warned of at each end of a pair', () => {
    const pair = (end: string, translation = ''): string =>
      unitOf(
        `<originalData><data id="a">&lt;b></data><data id="z">${end}</data></originalData>` +
          `<segment><source><pc id="1" dataRefStart="a" dataRefEnd="z">Hi</pc></source>${translation}</segment>`,
      );
    const source = xliff.parse(pair('&lt;/B>'));
    const own = '<target><pc id="1" dataRefStart="a" dataRefEnd="z">Salut</pc></target>';
    const { problems } = xliff.parse(pair('&lt;/b>', own), { ...target, source });
    expect(problems.map(({ message }) => message)).toEqual([
      'f1.u1: the source has changed the data of <pc id="1"> (end) from "</b>" to "</B>". Change it in <originalData> here, too.',
    ]);
  });
});

describe('setting a target', () => {
  it('replaces the text, sets the state and drops a sub-state that is stale', () => {
    const text = edited(coreFile, { op: 'set', key: ['f1', 'plain'], text: 'A < B' });
    expect(difference(coreFile, text)).toEqual({
      less: [
        '      <segment state="reviewed" subState="my:checked">',
        '        <source>Hello &amp; welcome</source>',
        '        <target>Hallo &amp; willkommen</target>',
      ],
      more: [
        '      <segment state="translated">',
        '        <source>Hello &amp; welcome</source>',
        '        <target>A &lt; B</target>',
      ],
    });
  });
  it.each([
    ['', ' state="translated" subState="my:mt"'],
    [' state="initial"', ' state="translated" subState="my:mt"'],
    [" state='final' subState='my:old' id=\"s\"", " state='translated' subState='my:mt' id=\"s\""],
  ])('writes the subState that an edit names, beside its state: <segment%s>', (before, after) => {
    const file = unitOf(`<segment${before}><source>a</source><target>b</target></segment>`);
    const key = xliff.parse(file).units[0]!.key;
    const edit = { op: 'set', key, text: 'c', subState: 'my:mt' } as const;
    const expected = unitOf(`<segment${after}><source>a</source><target>c</target></segment>`);
    expect(edited(file, edit)).toBe(expected);
    expect(edited(expected, edit)).toBe(expected);
  });
  it.each([
    ['<!-- a -->b<!-- c -->', '<!-- a -->c<!-- c -->'],
    ['b <?p x?> b<!-- c -->', 'c<?p x?><!-- c -->'],
    ['<!-- a --> ', '<!-- a -->c'],
  ])('keeps comments and instructions inside of it: %s', (before, after) => {
    const file = (target: string, state: string): string =>
      unitOf(`<segment${state}><source>a</source><target>${target}</target></segment>`);
    const edit = { op: 'set', key: ['f1', 'u1'], text: 'c' } as const;
    expect(edited(file(before, ''), edit)).toBe(file(after, ' state="translated"'));
  });
  it('keeps state beside subState, and refuses a subState that no file may hold', () => {
    const file = unitOf('<segment><source>a</source></segment>');
    const key = ['f1', 'u1'];
    const initial = { op: 'set', key, text: 'c', state: 'initial', subState: 'my:mt' } as const;
    expect(edited(file, initial)).toContain('<segment state="initial" subState="my:mt">');
    for (const subState of ['machine', 'xlf:machine', 'my:"', ''])
      expect(() => edited(file, { ...initial, subState })).toThrow(
        expect.objectContaining({ code: 'not-writable' }) as Error,
      );
  });
  it('adds a target behind its source, with its indentation and xml:space', () => {
    const before = unitOf(
      '  <segment>\n    <source xml:space="preserve"> a</source>\n  </segment>',
    );
    expect(edited(before, { op: 'set', key: ['f1', 'u1'], text: ' b' })).toBe(
      before
        .replace('<segment>', '<segment state="translated">')
        .replace('</source>', '</source>\n    <target xml:space="preserve"> b</target>'),
    );
  });
  it('adds it in the same line where the file has none', () => {
    expect(edited(segmentOf('a'), { op: 'set', key: ['f1', 'u1'], text: 'b' })).toBe(
      segmentOf('a', 'b').replace('<segment>', '<segment state="translated">'),
    );
  });
  it('opens an empty element and keeps its attributes', () => {
    const before = unitOf('<segment><source>a</source><target order="1" /></segment>');
    expect(edited(before, { op: 'set', key: ['f1', 'u1'], text: 'b', state: 'final' })).toBe(
      before
        .replace('<segment>', '<segment state="final">')
        .replace('<target order="1" />', '<target order="1">b</target>'),
    );
  });
  it('keeps CDATA and entities as the value has them', () => {
    const before = unitOf(
      '<segment id="a"><source>a</source><target><![CDATA[<b>]]></target></segment><segment id="b"><source>a</source><target>it&apos;s &quot;x&quot; &gt;</target></segment>',
    );
    const text = edited(
      before,
      { op: 'set', key: ['f1', 'u1', 'a'], text: '<i> & so' },
      { op: 'set', key: ['f1', 'u1', 'b'], text: '\'"> & so' },
    );
    expect(text).toContain('<![CDATA[<i> & so]]>');
    expect(text).toContain('&apos;&quot;&gt; &amp; so');
    expect(edited(text, { op: 'set', key: ['f1', 'u1', 'a'], text: ']]>' })).toContain(
      '<target>]]&gt;</target>',
    );
  });
  it('says trgLang where the file lacks it and the locale is known', () => {
    const before = segmentOf('a').replace(' trgLang="fr"', '');
    const set = { op: 'set', key: ['f1', 'u1'], text: 'b' } as const;
    const document = xliff.parse(before, { role: 'target', locale: 'pt_BR' });
    expect(xliff.edit(document, [set])).toContain('srcLang="en" trgLang="pt-BR" xmlns');
    expect(() => xliff.edit(xliff.parse(before, { role: 'target' }), [set])).toThrow(
      expect.objectContaining({ code: 'not-writable' }),
    );
  });
  it('works on a copy of a document', () => {
    const copy = structuredClone(xliff.parse(coreFile, target));
    const set = { op: 'set', key: ['f1', 'plain'], text: 'x' } as const;
    expect(xliff.edit(copy, [set])).toBe(edited(coreFile, set));
  });
  it('writes line feeds as the file ends its lines', () => {
    const before = segmentOf('a').replaceAll('\n', '\r\n');
    const text = edited(before, { op: 'set', key: ['f1', 'u1'], text: 'b\nc\r\nd' });
    expect(text).toContain('<target>b\r\nc&#13;\r\nd</target>');
    expect(unitsOf(text)[0]?.text).toBe('b\nc\r\nd');
  });
});

describe('a source that has changed', () => {
  const before = unitOf(`
  <originalData>
    <data id="d1">old</data>
  </originalData>
  <segment state="final">
    <source>Old <ph id="1" dataRef="d1"/></source>
    <target>Alt <ph id="1" dataRef="d1"/></target>
  </segment>`);
  const now = unitOf(`
  <originalData>
    <data id="d1">new</data>
    <data id="d2">more</data>
  </originalData>
  <segment>
    <source>New <ph id="1" dataRef="d1"/> &lt; <ph id="2" dataRef="d2"/></source>
  </segment>`);
  it('is written beside the new target, with its original data', () => {
    const document = xliff.parse(now);
    const text = edited(before, {
      ...{ op: 'set', key: ['f1', 'u1'], text: 'Neu <ph id="2"/> &gt; <ph id="1"/>' },
      from: { document, unit: byId(document, 'u1') },
    });
    expect(text).toBe(
      now
        .replace('<segment>', '<segment state="translated">')
        .replace(
          '</source>',
          '</source>\n    <target>Neu <ph id="2" dataRef="d2"/> &gt; <ph id="1" dataRef="d1"/></target>',
        )
        .replace('&gt; <ph', '> <ph'),
    );
  });
  it('stays where only the target changes', () => {
    const document = xliff.parse(before);
    const unit = byId(document, 'u1');
    const edit = { op: 'set', key: ['f1', 'u1'], text: '<ph id="1"/>!' } as const;
    expect(edited(before, { ...edit, from: { document, unit } })).toBe(edited(before, edit));
  });
  it('needs the codes that the source has now', () => {
    const document = xliff.parse(now);
    expect(() =>
      edited(before, {
        ...{ op: 'set', key: ['f1', 'u1'], text: 'Neu <ph id="1"/>' },
        from: { document, unit: byId(document, 'u1') },
      }),
    ).toThrow(expect.objectContaining({ code: 'inline-codes' }));
  });
});

describe('a new target file', () => {
  const source = xliff.parse(coreFile);
  const plain = xliff.parse(segmentOf('a'));
  it('is the source with trgLang and the targets given', () => {
    const bare = fileOf(
      `<unit id="a">\n  <segment>\n    <source>A</source>\n  </segment>\n</unit>`,
    ).replace(' trgLang="fr"', '');
    expect(
      xliff.derive(xliff.parse(bare), [{ op: 'set', key: ['f1', 'a'], text: 'Ä' }], {
        ...{ locale: 'de_AT', language: 'de-AT' },
      }),
    ).toBe(
      bare
        .replace('srcLang="en"', 'srcLang="en" trgLang="de-AT"')
        .replace('<segment>', '<segment state="translated">')
        .replace('</source>', '</source>\n    <target>Ä</target>'),
    );
  });
  it('has no target of another language', () => {
    const text = xliff.derive(source, [{ op: 'set', key: ['f1', 'many', 'a'], text: 'Un. ' }], {
      ...{ locale: 'fr', language: 'fr' },
    });
    const units = unitsOf(text);
    expect(units.filter((unit) => unit.text !== '').map((unit) => unit.text)).toEqual(['Un. ']);
    expect(units.find(({ key }) => key[1] === 'plain')?.state).toBe('initial');
    expect(text).toContain('srcLang="en" trgLang="fr"\n');
    expect(text).not.toContain('subState');
  });
  it('keeps the targets of its own language', () => {
    const text = xliff.derive(source, [], { locale: 'de', language: 'de' });
    expect(text).toBe(coreFile);
  });
  it('leaves out the units that are removed', () => {
    const text = xliff.derive(source, [{ op: 'remove', key: ['f1', 'plain'] }], {
      ...{ locale: 'de', language: 'de' },
    });
    expect(unitsOf(text).some(({ key }) => key.join() === 'f1,plain')).toBe(false);
    expect(difference(coreFile, text).more).toEqual([]);
  });
  it('has no language that XLIFF could not state', () => {
    expect(() =>
      xliff.derive(plain, [{ op: 'set', key: ['f1', 'u1'], text: 'x' }], {
        ...{ locale: 'x', language: 'not a language' },
      }),
    ).toThrow(expect.objectContaining({ code: 'not-writable' }));
  });
});

describe('laws of targets', () => {
  const { files } = corpusFiles(xliff);
  const subjects = [...fixtures, ...files]
    .map(({ name, text }) => ({ name, document: xliff.parse(text, target) }))
    .filter(({ document }) => document.text.length < 30_000);

  it('every unit takes a translation, and no other value changes', () => {
    for (const { name, document } of subjects) {
      const sourceUnits = new Map(
        unitsOf(document.text, 'source').map((unit) => [keyId(unit.key), unit]),
      );
      const edits = document.units
        .filter(({ translate }) => translate !== false)
        .filter((_, index) => index % 2 === 0)
        .map((unit, index): Edit & { op: 'set' } => {
          const coded = sourceUnits.get(keyId(unit.key))?.inline !== undefined;
          const text = coded
            ? (unit.source ?? '')
            : (hostileTexts[index % hostileTexts.length] ?? '');
          return { op: 'set', key: unit.key, text };
        });
      const text = xliff.edit(document, edits);
      expect(xliff.edit(document, edits.toReversed()), name).toBe(text);
      const expected = new Map(document.units.map((unit) => [keyId(unit.key), unit.text]));
      for (const edit of edits) expected.set(keyId(edit.key), edit.text);
      const after = xliff.parse(text, target);
      expect(new Map(after.units.map((unit) => [keyId(unit.key), unit.text])), name).toEqual(
        expected,
      );
      expect(readWithXmldom(text, 'source'), name).toEqual(readWithXmldom(document.text, 'source'));
      for (const { key } of edits)
        expect(after.units.find((unit) => keyId(unit.key) === keyId(key))?.state).toBe(
          'translated',
        );
    }
  });

  it('a new target has every unit of the source, in its order, with the translation beside it', () => {
    for (const { name, document } of subjects) {
      const source = xliff.parse(document.text);
      const edits = source.units
        .filter(({ translate }) => translate !== false)
        .map((unit): Edit => {
          const text = unit.inline === undefined ? 'Neu & <so>' : unit.text;
          return { op: 'set', key: unit.key, text };
        });
      const text = xliff.derive(source, edits, { locale: 'zz', language: 'zz' });
      const { units, targetLanguage } = xliff.parse(text, target);
      expect(targetLanguage, name).toBe('zz');
      expect(units.map((unit) => [...unit.key, unit.source])).toEqual(
        source.units.map((unit) => [...unit.key, unit.text]),
      );
      const written = new Map(edits.map((edit) => [keyId(edit.key), edit]));
      for (const unit of units) {
        const edit = written.get(keyId(unit.key));
        if (edit?.op === 'set') expect(unit.text, name).toBe(edit.text);
      }
      expect(readWithXmldom(text, 'source'), name).toEqual(readWithXmldom(document.text, 'source'));
    }
  });

  it('what is written is never refused, whatever the edits', () => {
    const small = subjects.filter(({ document }) => document.text.length < 8_000);
    const change = fc.record({
      at: fc.nat(),
      op: fc.constantFrom('set', 'set', 'insert', 'remove', 'from'),
      text: fc.oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' })),
      echo: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.nat(), fc.nat(), fc.array(change, { maxLength: 5 }), (a, b, changes) => {
        const { document } = small[a % small.length]!;
        const from = xliff.parse(small[b % small.length]!.document.text);
        const edits = changes.map(({ at, op, text, echo }): Edit => {
          const unit = document.units[at % document.units.length]!;
          const other = from.units[at % from.units.length]!;
          const value = echo ? other.text : text;
          if (op === 'remove') return { op, key: unit.key };
          if (op === 'insert')
            return {
              op,
              key: other.key,
              text: value,
              after: null,
              from: { document: from, unit: other },
            };
          const origin = { document: from, unit: other };
          return { op: 'set', key: unit.key, text: value, ...(op === 'from' && { from: origin }) };
        });
        let text: string;
        try {
          text = xliff.edit(document, edits);
        } catch (error) {
          expect(error).toHaveProperty('name', 'EditError');
          return;
        }
        xliff.parse(text, target);
        const derived = xliff.derive(xliff.parse(text), [], { locale: 'ja', language: 'ja' });
        expect(xliff.parse(derived, target).targetLanguage).toBe('ja');
      }),
      { numRuns: Number(process.env['FUZZ_RUNS'] ?? 300) },
    );
  });
});
