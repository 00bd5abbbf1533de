import { describe, expect, it } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import { coreFile } from './fixtures.js';
import { fileOf, segmentOf, unitOf } from './snippets.js';

const seg = '<segment><source>a</source></segment>';
const data = '<originalData><data id="d1">x</data></originalData>';
const fixed = 'canCopy="no" canDelete="no"';

interface Case {
  readonly rule: string;
  readonly valid: string;
  readonly invalid: string;
  /** Line of the error; default 4, where the content of the one unit starts. */
  readonly line?: number;
}

const structure: readonly Case[] = [
  {
    rule: 'a document has a file',
    valid: fileOf(`<unit id="u">${seg}</unit>`),
    invalid: '<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"/>',
    line: 1,
  },
  {
    rule: 'a file has a unit or a group',
    valid: fileOf('<group id="g"/>'),
    invalid: fileOf(''),
    line: 2,
  },
  {
    rule: 'a unit has a segment',
    valid: unitOf(`${seg}<ignorable><source> </source></ignorable>`),
    invalid: unitOf('<ignorable><source> </source></ignorable>'),
    line: 3,
  },
  {
    rule: 'a segment has a source',
    valid: unitOf(seg),
    invalid: unitOf('<segment><target>a</target></segment>'),
  },
  {
    rule: 'an ignorable has a source',
    valid: unitOf(`${seg}<ignorable><source> </source></ignorable>`),
    invalid: unitOf(`${seg}<ignorable/>`),
  },
  {
    rule: 'a segment has one target, behind its source',
    valid: unitOf('<segment><source>a</source><target>b</target></segment>'),
    invalid: unitOf('<segment><source>a</source><target>b</target><target>c</target></segment>'),
  },
  {
    rule: 'notes hold a note',
    valid: unitOf(`<notes><note>n</note></notes>${seg}`),
    invalid: unitOf(`<notes/>${seg}`),
  },
  {
    rule: 'notes stand before segments',
    valid: unitOf(`<notes><note>n</note></notes>${seg}`),
    invalid: unitOf(`${seg}<notes><note>n</note></notes>`),
  },
  {
    rule: 'original data holds data',
    valid: unitOf(data + seg),
    invalid: unitOf(`<originalData/>${seg}`),
  },
  {
    rule: 'elements of the core are known ones',
    valid: unitOf(seg),
    invalid: unitOf(`<seg>a</seg>${seg}`),
  },
  {
    rule: 'elements stand where they may',
    valid: unitOf(seg),
    invalid: unitOf(`<unit id="u2">${seg}</unit>`),
  },
  {
    rule: 'attributes of the core are known ones',
    valid: unitOf(seg),
    invalid: unitOf('<segment translate="no"><source>a</source></segment>'),
  },
  {
    rule: 'a source has no dir',
    valid: unitOf(seg),
    invalid: unitOf('<segment><source dir="ltr">a</source></segment>'),
  },
  {
    rule: 'text stands in texts alone',
    valid: unitOf(seg),
    invalid: unitOf(`${seg}stray`),
  },
  {
    rule: 'a skeleton has content or href',
    valid: fileOf(`<skeleton href="a"/><unit id="u">${seg}</unit>`),
    invalid: fileOf(`<skeleton/><unit id="u">${seg}</unit>`),
    line: 3,
  },
  {
    rule: 'a skeleton has not both content and href',
    valid: fileOf(`<skeleton>x</skeleton><unit id="u">${seg}</unit>`),
    invalid: fileOf(`<skeleton href="a">x</skeleton><unit id="u">${seg}</unit>`),
    line: 3,
  },
  {
    rule: 'extension elements stand in files, groups and units',
    valid: unitOf(`<my:x/>${seg}`),
    invalid: unitOf('<segment><my:x/><source>a</source></segment>'),
  },
  {
    rule: 'extension elements stand before units',
    valid: fileOf(`<my:x/><unit id="u">${seg}</unit>`),
    invalid: fileOf(`<unit id="u">${seg}</unit><my:x/>`),
    line: 3,
  },
  {
    rule: 'data holds no extension elements',
    valid: unitOf(`<originalData><data id="d">a<cp hex="0001"/></data></originalData>${seg}`),
    invalid: unitOf(`<originalData><data id="d"><my:x/></data></originalData>${seg}`),
  },
  {
    rule: 'segments have no extension attributes',
    valid: unitOf(seg, ' my:x="1"'),
    invalid: unitOf('<segment my:x="1"><source>a</source></segment>'),
  },
  {
    rule: 'codes have attributes of modules, not of extensions',
    valid: segmentOf('<pc id="1" fs:fs="b">a</pc>'),
    invalid: segmentOf('<pc id="1" my:x="b">a</pc>'),
  },
  {
    rule: 'files have ids',
    valid: fileOf(`<unit id="u">${seg}</unit>`),
    invalid: fileOf(`<unit id="u">${seg}</unit>`).replace(' id="f1"', ''),
    line: 2,
  },
  {
    rule: 'groups have ids',
    valid: fileOf('<group id="g"/>'),
    invalid: fileOf('<group/>'),
    line: 3,
  },
  {
    rule: 'a document has srcLang',
    valid: unitOf(seg),
    invalid: unitOf(seg).replace(' srcLang="en"', ''),
    line: 1,
  },
  {
    rule: 'srcLang is a language tag',
    valid: unitOf(seg).replace('srcLang="en"', 'srcLang="zh-Hant-TW"'),
    invalid: unitOf(seg).replace('srcLang="en"', 'srcLang="en_US"'),
    line: 1,
  },
];

const values: readonly Case[] = [
  {
    rule: 'ids are name tokens',
    valid: unitOf(seg).replace('"u1"', '"ü.1-_:a"'),
    invalid: unitOf(seg).replace('"u1"', '"u 1"'),
    line: 3,
  },
  {
    rule: 'state is one of four',
    valid: unitOf('<segment state="initial"><source>a</source></segment>'),
    invalid: unitOf('<segment state="new"><source>a</source></segment>'),
  },
  {
    rule: 'subState comes with state',
    valid: unitOf('<segment state="initial" subState="my:a"><source>a</source></segment>'),
    invalid: unitOf('<segment subState="my:a"><source>a</source></segment>'),
  },
  {
    rule: 'subState has a prefix',
    valid: unitOf('<segment state="initial" subState="my:a"><source>a</source></segment>'),
    invalid: unitOf('<segment state="initial" subState="a"><source>a</source></segment>'),
  },
  {
    rule: 'a segment that is translated has a target',
    valid: unitOf('<segment state="translated"><source>a</source><target/></segment>'),
    invalid: unitOf('<segment state="translated"><source>a</source></segment>'),
  },
  {
    rule: 'translate is yes or no',
    valid: unitOf(seg, ' translate="no"'),
    invalid: unitOf(seg, ' translate="false"'),
    line: 3,
  },
  {
    rule: 'priority is 1 to 10',
    valid: unitOf(`<notes><note priority="10">n</note></notes>${seg}`),
    invalid: unitOf(`<notes><note priority="11">n</note></notes>${seg}`),
  },
  {
    rule: 'cp is a code point',
    valid: segmentOf('<cp hex="001F"/>'),
    invalid: segmentOf('<cp hex="110000"/>'),
  },
  {
    rule: 'type is one of six',
    valid: segmentOf('<ph id="1" type="image"/>'),
    invalid: segmentOf('<ph id="1" type="badType"/>'),
  },
  {
    rule: 'subType comes with type',
    valid: segmentOf('<ph id="1" type="fmt" subType="xlf:b"/>'),
    invalid: segmentOf('<ph id="1" subType="my:b"/>'),
  },
  {
    rule: 'subType goes with its type',
    valid: segmentOf('<ph id="1" type="ui" subType="xlf:var"/>'),
    invalid: segmentOf('<ph id="1" type="fmt" subType="xlf:var"/>'),
  },
  {
    rule: 'a target needs trgLang',
    valid: segmentOf('a', 'b'),
    invalid: segmentOf('a', 'b').replace(' trgLang="fr"', ''),
  },
  {
    rule: 'the target of an ignorable needs trgLang',
    valid: unitOf(`${seg}<ignorable><source>a</source><target>b</target></ignorable>`),
    invalid: unitOf(`${seg}<ignorable><source>a</source><target>b</target></ignorable>`).replace(
      ' trgLang="fr"',
      '',
    ),
  },
  {
    rule: 'a target is in trgLang',
    valid: unitOf('<segment><source>a</source><target xml:lang="fr-CA">b</target></segment>'),
    invalid: unitOf('<segment><source>a</source><target xml:lang="de">b</target></segment>'),
  },
  {
    rule: 'xml:lang is inherited',
    valid: unitOf('<segment><source>a</source></segment>', ' xml:lang="en"'),
    invalid: unitOf('<segment><source>a</source></segment>', ' xml:lang="ja"'),
  },
  {
    rule: 'xml:space is the same on source and target',
    valid: unitOf(
      '<segment><source xml:space="preserve">a</source><target xml:space="preserve">b</target></segment>',
    ),
    invalid: unitOf('<segment><source xml:space="preserve">a</source><target>b</target></segment>'),
  },
  {
    rule: 'a reference into the document is a fragment identifier',
    valid: segmentOf('<mrk id="m" type="my:t" ref="#f=f1/u=u1/res=r1">a</mrk>'),
    invalid: segmentOf('<mrk id="m" type="my:t" ref="#/u=u1/f=f1">a</mrk>'),
  },
];

const pair = (side: string): string =>
  `<segment><source>a</source><target order="2">a</target></segment><segment><source>b</source><target order="${side}">b</target></segment>`;

const ids: readonly Case[] = [
  {
    rule: 'file ids are unique',
    valid: unitOf(seg).replace(
      '</file>',
      `</file><file id="f2"><unit id="u1">${seg}</unit></file>`,
    ),
    invalid: unitOf(seg).replace(
      '</file>',
      `</file><file id="f1"><unit id="u2">${seg}</unit></file>`,
    ),
    line: 6,
  },
  {
    rule: 'unit ids are unique in a file, through its groups',
    valid: fileOf(`<unit id="a">${seg}</unit>\n<group id="a"><unit id="b">${seg}</unit></group>`),
    invalid: fileOf(`<unit id="a">${seg}</unit>\n<group id="b"><unit id="a">${seg}</unit></group>`),
    line: 3,
  },
  {
    rule: 'group ids are unique in a file',
    valid: fileOf('<group id="a"><group id="b"/></group>'),
    invalid: fileOf('<group id="a"><group id="a"/></group>'),
    line: 3,
  },
  {
    rule: 'note ids are unique among their notes',
    valid: unitOf(`<notes><note id="1">a</note><note id="2">b</note></notes>${seg}`),
    invalid: unitOf(`<notes><note id="1">a</note><note id="1">b</note></notes>${seg}`),
  },
  {
    rule: 'data ids are unique',
    valid: unitOf(`<originalData><data id="1"/><data id="2"/></originalData>${seg}`),
    invalid: unitOf(`<originalData><data id="1"/><data id="1"/></originalData>${seg}`),
  },
  {
    rule: 'segment ids are unique',
    valid: unitOf('<segment id="a"><source/></segment><ignorable id="b"><source/></ignorable>'),
    invalid: unitOf('<segment id="a"><source/></segment><ignorable id="a"><source/></ignorable>'),
  },
  {
    rule: 'ids of codes and segments are one name space',
    valid: unitOf('<segment id="a"><source><ph id="b"/></source></segment>'),
    invalid: unitOf('<segment id="a"><source><ph id="a"/></source></segment>'),
  },
  {
    rule: 'ids of codes are unique in a unit',
    valid: segmentOf('<ph id="1"/><ph id="2"/>'),
    invalid: segmentOf('<ph id="1"/><pc id="1">a</pc>'),
  },
  {
    rule: 'a code of the target repeats its id for the same element',
    valid: segmentOf('<ph id="1"/>', '<ph id="1"/><ph id="new"/>'),
    invalid: segmentOf('<ph id="1"/>', '<pc id="1">a</pc>'),
  },
  {
    rule: 'ids of extension elements are unique in their unit',
    valid: unitOf(`<my:a id="1"><my:b id="2"/></my:a>${seg}`),
    invalid: unitOf(`<my:a id="1"><my:b id="1"/></my:a>${seg}`),
  },
  {
    rule: 'order takes each place once',
    valid: unitOf(pair('1')),
    invalid: unitOf(pair('2')),
  },
  { rule: 'order is not beyond the parts', valid: unitOf(pair('1')), invalid: unitOf(pair('3')) },
  {
    rule: 'order takes no place of a target without order',
    valid: unitOf(pair('1')),
    invalid: unitOf(pair('1').replace(' order="1"', '')),
  },
];

const codes: readonly Case[] = [
  ...['dataRef="d1"', 'subFlows="u1"'].map((attribute) => ({
    rule: `${attribute} refers to something`,
    valid: unitOf(`${data}<segment><source><ph id="1" ${attribute}/></source></segment>`),
    invalid: unitOf(
      `${data}<segment><source><ph id="1" ${attribute.replace(/.1"/, 'bad"')}/></source></segment>`,
    ),
  })),
  {
    rule: 'dataRefEnd refers to something',
    valid: unitOf(
      `${data}<segment><source><pc id="1" dataRefStart="d1" dataRefEnd="d1">a</pc></source></segment>`,
    ),
    invalid: unitOf(
      `${data}<segment><source><pc id="1" dataRefStart="d1" dataRefEnd="x">a</pc></source></segment>`,
    ),
  },
  {
    rule: 'a dataRef needs original data',
    valid: segmentOf('<ph id="1"/>'),
    invalid: segmentOf('<ph id="1" dataRef="d1"/>'),
  },
  {
    rule: 'sc has its ec',
    valid: segmentOf('<sc id="1"/>a<ec startRef="1"/>'),
    invalid: segmentOf('<sc id="1"/>a'),
  },
  {
    rule: 'ec comes behind its sc',
    valid: segmentOf('<sc id="1"/>a<ec startRef="1"/>'),
    invalid: segmentOf('<ec startRef="1"/>a<sc id="1"/>'),
  },
  {
    rule: 'an isolated sc has no ec',
    valid: segmentOf('<sc id="1" isolated="yes"/>a'),
    invalid: segmentOf('<sc id="1" isolated="yes"/>a<ec startRef="1"/>'),
  },
  {
    rule: 'an ec that is not isolated has startRef',
    valid: segmentOf('a<ec id="1" isolated="yes"/>'),
    invalid: segmentOf('a<ec id="1"/>'),
  },
  {
    rule: 'an isolated ec has an id and no startRef',
    valid: segmentOf('a<ec id="1" isolated="yes"/>'),
    invalid: segmentOf('a<ec startRef="1" isolated="yes"/>'),
  },
  {
    rule: 'dir stands on sc, not on its ec',
    valid: segmentOf('<sc id="1" dir="rtl"/>a<ec startRef="1"/>'),
    invalid: segmentOf('<sc id="1" dir="rtl"/>a<ec startRef="1" dir="rtl"/>'),
  },
  ...['canCopy', 'canDelete', 'canOverlap'].map((name) => ({
    rule: `${name} is the same on sc and ec`,
    valid: segmentOf(`<sc id="1" ${name}="no"/>a<ec startRef="1" ${name}="no"/>`),
    invalid: segmentOf(`<sc id="1" ${name}="no"/>a<ec startRef="1"/>`),
  })),
  {
    rule: 'canReorder firstNo on sc is no on ec',
    valid: segmentOf(
      `<sc id="1" ${fixed} canReorder="firstNo"/>a<ec startRef="1" ${fixed} canReorder="no"/>`,
    ),
    invalid: segmentOf(
      `<sc id="1" ${fixed} canReorder="firstNo"/>a<ec startRef="1" ${fixed} canReorder="firstNo"/>`,
    ),
  },
  ...(['type="fmt"', 'type="fmt" subType="xlf:b"'] as const).map((attributes) => ({
    rule: `${attributes} is the same on sc and ec`,
    valid: segmentOf(`<sc id="1" ${attributes}/>a<ec startRef="1" ${attributes}/>`),
    invalid: segmentOf(
      `<sc id="1" ${attributes}/>a<ec startRef="1" type="${attributes.includes('sub') ? 'fmt" subType="xlf:i' : 'ui'}"/>`,
    ),
  })),
  {
    rule: 'sm has its em',
    valid: segmentOf('<sm id="1" translate="yes"/>a<em startRef="1"/>'),
    invalid: segmentOf('<sm id="1" translate="yes"/>a'),
  },
  {
    rule: 'em comes behind its sm',
    valid: segmentOf('<sm id="1" translate="yes"/>a<em startRef="1"/>'),
    invalid: segmentOf('<em startRef="1"/>a<sm id="1" translate="yes"/>'),
  },
  {
    rule: 'canReorder takes canCopy and canDelete',
    valid: segmentOf(`<ph id="1" canReorder="firstNo" ${fixed}/>`),
    invalid: segmentOf('<ph id="1" canReorder="firstNo"/>'),
  },
  {
    rule: 'canReorder no follows firstNo',
    valid: segmentOf(
      `<ph id="1" canReorder="firstNo" ${fixed}/><ph id="2" canReorder="no" ${fixed}/>`,
    ),
    invalid: segmentOf(`<ph id="1"/><ph id="2" canReorder="no" ${fixed}/>`),
  },
  {
    rule: 'canReorder no follows firstNo in the target too',
    valid: segmentOf(
      `<ph id="1" canReorder="firstNo" ${fixed}/><ph id="2" canReorder="no" ${fixed}/><ph id="3"/>`,
      `<ph id="3"/><ph id="1" canReorder="firstNo" ${fixed}/><ph id="2" canReorder="no" ${fixed}/>`,
    ),
    invalid: segmentOf(
      `<ph id="1" canReorder="firstNo" ${fixed}/><ph id="2" canReorder="no" ${fixed}/><ph id="3"/>`,
      `<ph id="1" canReorder="firstNo" ${fixed}/><ph id="3"/><ph id="2" canReorder="no" ${fixed}/>`,
    ),
  },
  {
    rule: 'codes that may not be deleted stand in the target',
    valid: segmentOf('<ph id="1" canDelete="no"/>', '<ph id="1" canDelete="no"/>'),
    invalid: segmentOf('<ph id="1" canDelete="no"/>', 'a'),
  },
  {
    rule: 'copyOf refers to a code',
    valid: segmentOf('<ph id="1"/>', '<ph id="1"/><ph id="2" copyOf="1"/>'),
    invalid: segmentOf('<ph id="1"/>', '<ph id="1"/><ph id="2" copyOf="x"/>'),
  },
  {
    rule: 'copyOf refers to a code that may be copied',
    valid: segmentOf('<ph id="1"/>', '<ph id="1"/><ph id="2" copyOf="1"/>'),
    invalid: segmentOf(
      '<ph id="1" canCopy="no"/>',
      '<ph id="1" canCopy="no"/><ph id="2" copyOf="1"/>',
    ),
  },
  {
    rule: 'copyOf stands for a code without original data',
    valid: segmentOf('<ph id="1"/>', '<ph id="1"/><ph id="2" copyOf="1"/>'),
    invalid: unitOf(
      `${data}<segment><source><ph id="1" dataRef="d1"/></source><target><ph id="1" dataRef="d1"/><ph id="2" copyOf="1"/></target></segment>`,
    ),
  },
  {
    rule: 'a generic annotation says translate',
    valid: segmentOf('<mrk id="1" translate="no">a</mrk>'),
    invalid: segmentOf('<mrk id="1">a</mrk>'),
  },
  {
    rule: 'a comment has value or ref',
    valid: segmentOf('<mrk id="1" type="comment" value="x">a</mrk>'),
    invalid: segmentOf('<mrk id="1" type="comment">a</mrk>'),
  },
  {
    rule: 'a comment has not both value and ref',
    valid: segmentOf('<mrk id="1" type="comment" value="x">a</mrk>'),
    invalid: segmentOf('<mrk id="1" type="comment" value="x" ref="#n=n1">a</mrk>'),
  },
  {
    rule: 'a comment refers to a note of its unit',
    valid: unitOf(
      '<notes><note id="n1">x</note></notes><segment><source><mrk id="1" type="comment" ref="#f=f1/u=u1/n=n1">a</mrk></source></segment>',
    ),
    invalid: unitOf(
      '<notes><note id="n1">x</note></notes><segment><source><mrk id="1" type="comment" ref="#n=n2">a</mrk></source></segment>',
    ),
  },
];

for (const [group, cases] of Object.entries({ structure, values, ids, codes }))
  describe(`constraints: ${group}`, () => {
    it.each(cases)('$rule', ({ valid, invalid, line = 4 }) => {
      expect(xliff.edit(xliff.parse(valid), [])).toBe(valid);
      expect(xliff.parse(valid).problems).toEqual([]);
      const document = xliff.parse(invalid, { file: 'a.xlf' });
      expect(document.problems, invalid).toContainEqual(
        expect.objectContaining({ severity: 'warning', file: 'a.xlf', line }),
      );
      expect(xliff.edit(document, [])).toBe(invalid);
      const [first] = document.units;
      if (first === undefined) return;
      const text = xliff.edit(document, [{ op: 'set', key: first.key, text: first.text }]);
      expect(text).toBe(invalid);
    });
  });

describe('modules and extensions', () => {
  it('doubts about modules are warnings with their line', () => {
    const { problems } = xliff.parse(unitOf(seg, ' fs:bad="x"'), { file: 'a.xlf' });
    expect(problems).toMatchObject([
      { code: 'module-constraint', severity: 'warning', file: 'a.xlf', line: 3, column: 1 },
    ]);
  });
  it('several warnings keep their own places', () => {
    const text = fileOf(
      `<unit id="a" fs:bad="x">${seg}</unit>\n\n  <unit id="b" fs:worse="x">${seg}</unit><unit id="c" fs:fs="B!">${seg}</unit>`,
    );
    expect(xliff.parse(text).problems.map(({ line, column }) => [line, column])).toEqual([
      [3, 1],
      [5, 3],
      [5, 3 + `<unit id="b" fs:worse="x">${seg}</unit>`.length],
    ]);
  });
  it('what stands inside extensions and modules is left alone', () => {
    const text = unitOf(
      `<m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match ref="#s1"><source>a</source><target>b</target></m:match></m:matches><my:x><unit/></my:x>${seg}`,
    );
    expect(xliff.parse(text)).toMatchObject({ problems: [], text });
  });
  it('a match without ref is a warning', () => {
    const text = unitOf(
      `<m:matches xmlns:m="urn:oasis:names:tc:xliff:matches:2.0"><m:match/></m:matches>${seg}`,
    );
    expect(xliff.parse(text).problems).toHaveLength(1);
  });
});

describe('versions', () => {
  it.each(['2.0', '2.1', '2.2'])('%s is read', (version) => {
    const text = coreFile.replace('version="2.1"', `version="${version}"`);
    expect(xliff.parse(text).units.length).toBeGreaterThan(5);
  });
  it('another one is an error that names it', () => {
    const text = coreFile.replace('version="2.1"', 'version="3.0"');
    expect(() => xliff.parse(text, { file: 'a.xlf' })).toThrow(
      'a.xlf:3:1: this is XLIFF 3.0; expected 1.2, 2.0, 2.1 or 2.2.',
    );
  });
});

describe('modules', () => {
  const spaces = [
    'mtc:matches',
    'gls:glossary',
    'mda:metadata',
    'res:resourcedata',
    'val:validation',
    'ctr:changetracking',
  ]
    .map((one) => one.split(':'))
    .map(([prefix, name]) => `xmlns:${prefix}="urn:oasis:names:tc:xliff:${name}:2.0"`)
    .join(' ');
  const unit = (content: string): string =>
    fileOf(
      `<unit id="u1" ${spaces}>${content}${seg.replace('<segment', '<segment id="s1"')}</unit>`,
    );
  const match = (attributes: string): string =>
    `<mtc:matches><mtc:match ${attributes}><source>a</source><target>b</target></mtc:match></mtc:matches>`;
  const metas = (first: string, meta = ''): string =>
    `<mda:metadata><mda:metaGroup id="g1"${first}><mda:meta type="t"${meta}>x</mda:meta></mda:metaGroup><mda:metaGroup id="g2"/></mda:metadata>`;
  const glossary = (id: string): string =>
    `<gls:glossary>${['e1', id].map((one) => `<gls:glossEntry id="${one}"><gls:term>a</gls:term><gls:translation>b</gls:translation></gls:glossEntry>`).join('')}</gls:glossary>`;
  const items = (id: string): string =>
    `<res:resourceData><res:resourceItemRef id="r1" ref="x"/><res:resourceItem id="${id}"/></res:resourceData>`;
  const resource = (attributes: string, content: string): string =>
    `<res:resourceData><res:resourceItem id="r1"><res:source ${attributes}>${content}</res:source></res:resourceItem></res:resourceData>`;
  const revised = (ref: string, other: string): string =>
    `<ctr:changeTrack><ctr:revisions appliesTo="segment" ref="${ref}"><ctr:revision><ctr:item property="content">a</ctr:item><ctr:item property="${other}">b</ctr:item></ctr:revision></ctr:revisions></ctr:changeTrack>`;
  const rule = (attributes: string): string =>
    `<val:validation><val:rule isPresent="a" ${attributes}/></val:validation>`;

  it.each([
    ['a reference to the segment', match('ref="#s1"'), match('ref="s1"')],
    ['a token as id', match('id="m1" ref="#s1"'), match('id="m 1" ref="#s1"')],
    ['a known type', match('type="tm" ref="#s1"'), match('type="my" ref="#s1"')],
    [
      'a type with subType',
      match('type="tm" subType="a:b" ref="#s1"'),
      match('subType="a:b" ref="#s1"'),
    ],
    ['no language on a match', match('ref="#s1"'), match('xml:lang="fr" ref="#s1"')],
    ['a percentage', match('similarity="99.5" ref="#s1"'), match('similarity="101" ref="#s1"')],
    ['ids once in a glossary', glossary('e2'), glossary('e1')],
    ['ids once among resources', items('r2'), items('r1')],
    ['known parts for metadata', metas(' appliesTo="source"'), metas(' appliesTo="x"')],
    ['nothing a meta applies to', metas(''), metas('', ' appliesTo="source"')],
    ['yes or no', rule('caseSensitive="no"'), rule('caseSensitive="false"')],
    ['a known normalization', rule('normalization="nfc"'), rule('normalization="x"')],
    ['one condition of a rule', rule(''), rule('endsWith="b"')],
    ['a reference to something in the unit', match('ref="#/u=u1/s1"'), match('ref="#u1"')],
    [
      'a translation in a glossary',
      glossary('e2'),
      glossary('e2').replace('<gls:translation>b</gls:translation>', ''),
    ],
    ['no text between terms', glossary('e2'), glossary('e2').replace('<gls:term>', 'x$&')],
    ['content or an address', resource('href="a"', ''), resource('href="a"', 'b')],
    ['the language of the file', resource('href="a"', ''), resource('href="a" xml:lang="fr"', '')],
    ['a revised segment', revised('s1', 'id'), revised('s2', 'id')],
    ['each property of a revision once', revised('s1', 'state'), revised('s1', 'content')],
  ])('have %s', (_, valid, invalid) => {
    const problemsOf = (text: string) => xliff.parse(text, { role: 'target' }).problems;
    expect(problemsOf(unit(valid))).toEqual([]);
    expect(problemsOf(unit(invalid))).toMatchObject([
      { code: 'module-constraint', severity: 'warning', line: 3 },
    ]);
  });
  it.each([
    ['subFs beside fs', '<ph id="1" fs:fs="b" fs:subFs="x,y"/>', '<ph id="1" fs:subFs="x,y"/>'],
    [
      'one size',
      '<ph id="1" slr:sizeInfo="1"/>',
      '<ph id="1" slr:sizeInfo="1" slr:sizeInfoRef="a"/>',
    ],
    [
      'fs on an <ec> that is isolated',
      '<ec id="1" isolated="yes" fs:fs="b"/>',
      '<sc id="1"/>a<ec startRef="1" fs:fs="b"/>',
    ],
  ])('have %s', (_, valid, invalid) => {
    const found = [valid, invalid].map((one) => xliff.parse(segmentOf(one)).problems.length);
    expect(found).toEqual([0, 1]);
  });
  it('have sizes that refer to data beside them or what is around them', () => {
    const sized = (id: string): string =>
      fileOf(
        `<slr:data profile="x"><my:size xmlns:my="my" id="d1"/></slr:data><group id="g"><unit id="u1" slr:sizeInfoRef="${id}">${seg}</unit></group>`,
      );
    const found = ['d1', 'd2'].map((id) => xliff.parse(sized(id)).problems.length);
    expect(found).toEqual([0, 1]);
  });
  it('have sizes that are numbers, except in profiles of others', () => {
    const sized = (profile: string): string =>
      fileOf(
        `<slr:profiles generalProfile="${profile}"/><unit id="u1" slr:sizeRestriction="ninety">${seg}</unit>`,
      );
    const counts = ['xliff:codepoints', 'my:pixels'].map(
      (profile) => xliff.parse(sized(profile), {}).problems.length,
    );
    expect(counts).toEqual([1, 0]);
  });
});
