import { describe, expect, it } from 'vitest';
import type { Document, Edit, Key } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { fileOf, unitOf } from './snippets.js';

const source = xliff.parse(
  fileOf(`  <notes>
    <note id="n">About</note>
  </notes>
  <group id="g1">
    <unit id="a">
      <segment>
        <source>A</source>
      </segment>
    </unit>
    <unit id="b" my:x="1">
      <notes>
        <note>On B</note>
      </notes>
      <originalData>
        <data id="d">&lt;br></data>
      </originalData>
      <segment id="s">
        <source>B <ph id="1" dataRef="d"/>
          indented</source>
      </segment>
      <segment>
        <source>C</source>
      </segment>
    </unit>
    <group id="g2" name="inner">
      <notes>
        <note>In a group</note>
      </notes>
      <unit id="c">
        <segment>
          <source>D</source>
        </segment>
      </unit>
      <unit id="d">
        <segment>
          <source>E</source>
        </segment>
      </unit>
    </group>
  </group>`).replace(
    '</file>',
    '</file>\n<file id="f2" original="o">\n  <unit id="z">\n    <segment>\n      <source>Z</source>\n    </segment>\n  </unit>\n</file>',
  ),
);

/** Inserts units of the source as a run over it would, each behind the one before it. */
function inserts(...chosen: readonly (readonly [Key, string])[]): Edit[] {
  return chosen.map(([key, text]) => {
    const at = source.units.findIndex((unit) => unit.key.join() === key.join());
    const unit = source.units[at]!;
    return {
      ...{ op: 'insert', key, text, after: source.units[at - 1]?.key ?? null },
      from: { document: source, unit },
    };
  });
}

function parse(text: string): Document {
  return xliff.parse(text, { role: 'target' });
}

const start = fileOf(`  <group id="g1">
    <unit id="a">
      <segment state="final">
        <source>A</source>
        <target>Ä</target>
      </segment>
    </unit>
  </group>`);

describe('inserting units', () => {
  it('copies the unit whole, with its target, in its group, behind its neighbour', () => {
    const edits = inserts([['f1', 'b', 's'], 'Be <ph id="1"/>']);
    expect(xliff.edit(parse(start), edits)).toBe(
      start.replace(
        '    </unit>\n',
        `    </unit>
    <unit id="b" my:x="1">
      <notes>
        <note>On B</note>
      </notes>
      <originalData>
        <data id="d">&lt;br></data>
      </originalData>
      <segment id="s" state="translated">
        <source>B <ph id="1" dataRef="d"/>
          indented</source>
        <target>Be <ph id="1" dataRef="d"/></target>
      </segment>
      <segment>
        <source>C</source>
      </segment>
    </unit>
`,
      ),
    );
  });
  it('segments of one unit go into one copy, and later ones into the unit that is there', () => {
    const first = inserts([['f1', 'b', 's'], 'Be <ph id="1"/>']);
    const second = inserts([['f1', 'b', 's2'], 'Ce']);
    const both = xliff.edit(parse(start), [...second, ...first]);
    expect(both).toContain('<target>Ce</target>');
    expect(xliff.edit(parse(xliff.edit(parse(start), first)), second)).toBe(both);
  });
  it('makes the groups that are missing, once, with their notes', () => {
    const edits = inserts([['f1', 'c'], 'De'], [['f1', 'd'], 'Eh']);
    const behindA: Edit[] = edits.map((edit, index) =>
      edit.op === 'insert' && index === 0 ? { ...edit, after: ['f1', 'a'] } : edit,
    );
    const text = xliff.edit(parse(start), behindA);
    expect(text).toBe(
      start.replace(
        '    </unit>\n',
        `    </unit>
    <group id="g2" name="inner">
      <notes>
        <note>In a group</note>
      </notes>
      <unit id="c">
        <segment state="translated">
          <source>D</source>
          <target>De</target>
        </segment>
      </unit>
      <unit id="d">
        <segment state="translated">
          <source>E</source>
          <target>Eh</target>
        </segment>
      </unit>
    </group>
`,
      ),
    );
    expect(xliff.edit(parse(start), behindA.toReversed())).toBe(text);
  });
  it('makes the file that is missing', () => {
    const [edit] = inserts([['f2', 'z'], 'Zett']);
    const text = xliff.edit(parse(start), [
      edit?.op === 'insert' ? { ...edit, after: ['f1', 'a'] } : expect.fail(),
    ]);
    expect(text).toBe(
      start.replace(
        '</file>\n',
        `</file>
<file id="f2" original="o">
  <unit id="z">
    <segment state="translated">
      <source>Z</source>
      <target>Zett</target>
    </segment>
  </unit>
</file>
`,
      ),
    );
  });
  it('follows indentation, line ends and prefixes of the file; text keeps its own', () => {
    const tabs = start.replaceAll(/^(?: {2})+/gm, (indent) => '\t'.repeat(indent.length / 2));
    const text = xliff.edit(
      parse(tabs.replaceAll('\n', '\r\n').replace(' xmlns:my="urn:my"', '')),
      inserts([['f1', 'b', 's'], 'Be <ph id="1"/>']),
    );
    expect(text).toContain('\r\n\t\t<unit xmlns:my="urn:my" id="b" my:x="1">\r\n\t\t\t<notes>');
    expect(text).toContain('dataRef="d"/>\r\n          indented</source>');
  });
  it('opens a group that is closed at once', () => {
    const before = fileOf('  <group id="g1"/>');
    const [edit] = inserts([['f1', 'a'], 'Ä']);
    const document = xliff.parse(
      before.replace('/>', '><unit id="x"><segment><source/></segment></unit></group>'),
      { role: 'target' },
    );
    expect(xliff.edit(document, [edit!])).toContain('<unit id="a">');
    const empty = xliff.parse(
      before.replace(
        '<group id="g1"/>',
        '<group id="g1"/>\n  <unit id="x"><segment><source/></segment></unit>',
      ),
      { role: 'target' },
    );
    expect(xliff.edit(empty, [edit!])).toContain(
      '  <group id="g1">\n    <unit id="a">\n      <segment state="translated">',
    );
  });
  it('a file that has no other units goes on in one line', () => {
    const before = unitOf('<segment><source>a</source></segment>').replaceAll('\n', '');
    const text = xliff.edit(xliff.parse(before), [
      { op: 'insert', key: ['f1', 'new'], text: 'N & N', after: ['f1', 'u1'] },
    ]);
    expect(xliff.parse(text).units.map((unit) => unit.text)).toEqual(['a', 'N & N']);
  });
  it('is refused where the unit is there with another cut, or its source is not known', () => {
    const set = { op: 'insert', text: 'x', after: null } as const;
    const codeOf = (edit: Edit): unknown => {
      try {
        return xliff.edit(parse(start), [edit]);
      } catch (error) {
        return (error as { code: unknown }).code;
      }
    };
    expect(codeOf({ ...set, key: ['f1', 'a', 's9'] })).toBe('not-writable');
    expect(codeOf({ ...set, key: ['f1', 'a'] })).toBe('existing-key');
    expect(codeOf({ ...set, key: ['f1', 'new'] })).toBe('not-writable');
    expect(codeOf({ ...set, key: ['f9', 'new'] })).toBe('not-writable');
  });
});

describe('removing units', () => {
  const text = fileOf(`  <unit id="a">
    <segment id="s1"><source>A</source></segment>
    <segment id="s2"><source>B</source></segment>
  </unit>

  <unit id="b"><segment><source>C <ph id="1" subFlows="c"/></source></segment></unit>
  <unit id="c"><segment><source>D</source></segment></unit>`);
  const document = xliff.parse(text);
  const remove = (...key: string[]): Edit => ({ op: 'remove', key: ['f1', ...key] });

  it('takes the unit with its line', () => {
    const lines = text.split('\n');
    expect(xliff.edit(document, [remove('b')])).toBe(
      lines.filter((_, i) => i !== 6 && i !== 7).join('\n'),
    );
    expect(xliff.edit(document, [remove('a', 's1'), remove('a', 's2')])).toBe(
      [...lines.slice(0, 2), ...lines.slice(6)].join('\n'),
    );
  });
  it('takes one segment of several alone', () => {
    const less = xliff.edit(document, [remove('a', 's1')]);
    expect(less).toBe(text.replace('\n    <segment id="s1"><source>A</source></segment>', ''));
  });
  it('refuses to break a reference, unless what refers goes as well', () => {
    expect(() => xliff.edit(document, [remove('c')])).toThrow(
      expect.objectContaining({ code: 'not-writable' }),
    );
    expect(xliff.edit(document, [remove('c'), remove('b')])).not.toContain('id="b"');
  });
  it('takes a file that is left without units, but not the last one', () => {
    const two = text.replace(
      '</file>',
      '</file>\n<file id="f2"><unit id="x"><segment><source/></segment></unit></file>',
    );
    const less = xliff.edit(xliff.parse(two), [{ op: 'remove', key: ['f2', 'x'] }]);
    expect(less).toBe(text);
    const one = xliff.parse(unitOf('<segment><source>a</source></segment>'));
    expect(() => xliff.edit(one, [remove('u1')])).toThrow(
      expect.objectContaining({ code: 'not-writable' }),
    );
  });
  it('and inserting in one go replaces a unit that is cut anew', () => {
    const old = parse(
      fileOf('  <unit id="b"><segment><source>old</source><target>alt</target></segment></unit>'),
    );
    const [edit] = inserts([['f1', 'b', 's'], 'Be <ph id="1"/>']);
    const result = xliff.edit(old, [
      { op: 'remove', key: ['f1', 'b'] },
      edit?.op === 'insert' ? { ...edit, after: null } : expect.fail(),
    ]);
    expect(parse(result).units.map(({ key }) => key[2])).toEqual(['s', 's2']);
    expect(result).not.toContain('alt');
  });
});
