import { describe, expect, it } from 'vitest';
import type { Document, ParseOptions, Unit } from '../../../src/model/index.js';
import { detectSyntax } from '../../../src/text/detect.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { angular, symfony, tools, xcode } from './fixtures.js';
import { fileOf, unitOf } from './snippets.js';

const target = { role: 'target', locale: 'de' } as const;
const source = { role: 'source', locale: 'en' } as const;

const keysOf = ({ units }: Document): string[] => units.map(({ key }) => key.join('/'));

function byKey(text: string, key: string, options?: ParseOptions): Unit {
  const { units } = xliff.parse(text, options);
  return units.find((unit) => unit.key.join('/') === key) ?? expect.fail(`no unit ${key}`);
}

describe('Angular', () => {
  it('keys are ids, descriptions and meanings are notes, placeholders are codes', () => {
    expect(byKey(angular, 'greeting')).toEqual({
      ...{ key: ['greeting'], kind: 'text', inline: 'xliff' },
      text: 'Hello <x id="INTERPOLATION"/>!',
      note: 'Above the page\nA welcome',
      range: expect.objectContaining({ start: angular.indexOf('Hello') }) as unknown,
    });
    expect(byKey(angular, 'link').text).toBe(
      'See <x id="START_LINK"/>our <x id="START_BOLD_TEXT"/>shop<x id="CLOSE_BOLD_TEXT"/><x id="CLOSE_LINK"/>.',
    );
    expect(byKey(angular, 'plain')).toMatchObject({ text: 'Save & close' });
  });
  it('texts with plurals are ICU', () => {
    const { units } = xliff.parse(angular);
    expect(detectSyntax(units, xliff.capabilities).syntax).toBe('icu');
    expect(byKey(angular, 'minutes').text).toContain(
      'other {<x id="INTERPOLATION"/> minutes ago}}',
    );
  });
  it('a target without text is empty and initial; a copy of its source is no translation', () => {
    expect(byKey(angular, 'plain', target)).toMatchObject({ text: '', state: 'initial' });
    const copied = unitOf('a', '<source>A</source><target state="new">A</target>');
    expect(byKey(copied, 'a', target)).toMatchObject({ text: 'A', untranslated: true });
  });
});

describe('Xcode', () => {
  it('ids are unique in a file, so that keys name the file', () => {
    expect(keysOf(xliff.parse(xcode))).toEqual([
      'App/en.lproj/Localizable.strings/Cancel',
      'App/en.lproj/Localizable.strings/%@ files',
      'App/en.lproj/InfoPlist.strings/Cancel',
      'App/en.lproj/InfoPlist.strings/Name',
    ]);
    expect(xliff.parse(xcode, target)).toMatchObject({
      ...{ sourceLanguage: 'en', targetLanguage: 'de' },
      targetLanguageAttribute: 'target-language',
      targetLanguageAt: xcode.indexOf('target-language'),
    });
  });
  it('a comment that nobody wrote is no note', () => {
    expect(byKey(xcode, 'App/en.lproj/Localizable.strings/Cancel').note).toBe('Button');
    expect(byKey(xcode, 'App/en.lproj/Localizable.strings/%@ files')).not.toHaveProperty('note');
  });
  it('files that a target lacks, or that have the same name, keep their keys apart', () => {
    const both = xliff.parse(xcode);
    const one = xcode.replace(/ {2}<file original="App\/en.lproj\/InfoPlist[\s\S]*<\/file>\n/, '');
    expect(keysOf(xliff.parse(one, { ...target, source: both }))).toEqual(keysOf(both).slice(0, 2));
    const german = xliff.parse(xcode.replaceAll('en.lproj', 'de.lproj'), {
      ...target,
      source: both,
    });
    expect(keysOf(german)).toEqual(keysOf(both));
    const twins = xliff.parse(xcode.replaceAll('InfoPlist', 'Localizable'));
    expect(new Set(keysOf(twins)).size).toBe(4);
    expect(twins.problems).toEqual([]);
  });
});

describe('Symfony', () => {
  it('keys are resnames; the targets of the source locale are what is translated', () => {
    const { units } = xliff.parse(symfony, source);
    expect(units).toMatchObject([
      { key: ['cart.title'], text: 'Your cart', source: 'cart.title' },
      { key: ['cart.total'], text: '%count% items', note: 'Below the list' },
      { key: ['cart.hint'], text: '<b>Hurry</b> & save' },
    ]);
    expect(xliff.parse(symfony).units[0]).toMatchObject({ text: 'cart.title' });
    const silent = symfony.replace(' target-language="en"', '');
    expect(xliff.parse(silent, source).units[0]).toMatchObject({ text: 'Your cart' });
    const french = symfony.replace('target-language="en"', 'target-language="fr"');
    expect(xliff.parse(french, source).units[0]).toMatchObject({ text: 'cart.title' });
  });
  it('a resname that is not unique names nothing; neither does an empty one', () => {
    const text = fileOf(
      ['a', 'b', 'c']
        .map(
          (id) =>
            `<trans-unit id="${id}" resname="${id === 'c' ? '' : 'x'}"><source/></trans-unit>`,
        )
        .join(''),
    );
    expect(keysOf(xliff.parse(text))).toEqual(['a', 'b', 'c']);
  });
  it('targets have the keys of their source, by resname or by id', () => {
    const english = xliff.parse(symfony, source);
    const german = fileOf(
      [
        '<trans-unit id="other" resname="cart.title"><source>cart.title</source><target>Korb</target></trans-unit>',
        '<trans-unit id="LHDhK3o"><source>cart.total</source><target>Summe</target></trans-unit>',
        '<trans-unit id="2DA_bnh" resname="cart.old"><source>cart.old</source><target>Alt</target></trans-unit>',
      ].join(''),
    );
    const document = xliff.parse(german, { ...target, source: english });
    expect(document.units.map(({ key, text }) => [key.join(), text])).toEqual([
      ['cart.title', 'Korb'],
      ['cart.total', 'Summe'],
      ['cart.old', 'Alt'],
    ]);
  });
  it('a source beside a target may be the text of its keyword', () => {
    const english = xliff.parse(symfony, source);
    const german = unitOf(
      'LCa0a2j',
      '<source>Your cart</source><target>Ihr Korb</target>',
      ' resname="cart.title"',
    );
    const document = xliff.parse(german, { ...target, source: english });
    expect(document.units[0]).toMatchObject({ source: 'cart.title' });
    const from = { document: english, unit: english.units[0]! };
    const edit = { op: 'set', key: ['cart.title'], text: 'Dein Korb', from } as const;
    expect(xliff.edit(document, [edit])).toBe(german.replace('Ihr Korb', 'Dein Korb'));
  });
});

describe('files of translation tools', () => {
  it('states, approval, translate, lengths and notes are read', () => {
    const { units } = xliff.parse(tools, target);
    expect(units.map(({ key, state, translate }) => [key.join('/'), state, translate])).toEqual([
      ['t1', 'final', undefined],
      ['t2', 'review', undefined],
      ['brand', 'initial', false],
      ['open', 'initial', undefined],
      ['segs/1', 'translated', undefined],
      ['segs/2', 'translated', undefined],
      ['half/a', 'initial', undefined],
      ['half/b', undefined, undefined],
      ['mark', 'initial', undefined],
      ['last', 'initial', undefined],
    ]);
    expect(byKey(tools, 'open')).toMatchObject({ maxLength: 20, note: 'Never translated' });
    expect(byKey(tools, 't1')).not.toHaveProperty('note');
  });
  it.each([
    ['new', 'initial'],
    ['needs-translation', 'initial'],
    ['needs-l10n', 'initial'],
    ['needs-adaptation', 'translated'],
    ['needs-review-translation', 'review'],
    ['signed-off', 'reviewed'],
    ['final', 'final'],
    ['x-mine', undefined],
  ])('state="%s" means %s', (said, state) => {
    const text = unitOf('a', `<source>A</source><target state="${said}">B</target>`);
    expect(byKey(text, 'a', target).state).toBe(state);
    expect(byKey(text.replace('id="a"', 'id="a" approved="yes"'), 'a', target).state).toBe('final');
  });
  it('the content of codes is never text, and a <sub> in one is a warning', () => {
    expect(byKey(tools, 't2').text).toBe(
      '<bpt id="1"/>Bold<ept id="1"/>, <ph id="2"/><it id="3"/> and <bx id="4"/>more<ex id="4"/>',
    );
    expect(byKey(tools, 'mark').text).toBe('Buy <mrk mtype="protected" mid="p"/> now');
    const { problems, units } = xliff.parse(
      unitOf('a', '<source>See <ph id="1">&lt;img alt="<sub>A cat</sub>"&gt;</ph></source>'),
    );
    expect(units).toMatchObject([{ text: 'See <ph id="1"/>' }]);
    expect(problems).toMatchObject([{ code: 'module-constraint', severity: 'warning', line: 3 }]);
  });
  it('elements that are none of XLIFF are codes, as people write HTML', () => {
    const { units } = xliff.parse(unitOf('a', '<source>A <b class="x">cat</b><br/></source>'));
    expect(units).toMatchObject([{ text: 'A <b class="x">cat</b><br/>', inline: 'xliff' }]);
  });
  it('one segment is the unit itself, in its mark or outside of it', () => {
    const text = (content: string): string =>
      unitOf(
        'a',
        `<source>A.</source><seg-source><mrk mtype="seg" mid="0">A.</mrk></seg-source><target>${content}</target>`,
      );
    const marked = text('<mrk mtype="seg" mid="0">B.</mrk>');
    const edit = { op: 'set', key: ['a'], text: 'C.' } as const;
    expect(xliff.edit(xliff.parse(marked, target), [edit])).toBe(marked.replace('B.', 'C.'));
    expect(xliff.edit(xliff.parse(text('B.'), target), [edit])).toBe(text('C.'));
  });
  it('what a source has in one piece is one unit of its targets, whatever segments they have', () => {
    const plain = xliff.parse(unitOf('segs', '<source>One. Two.</source>'));
    const document = xliff.parse(tools, { ...target, source: plain });
    expect(document.units.find(({ key }) => key[0] === 'segs')).toMatchObject({
      ...{ key: ['segs'], text: 'Eins. Zwei.', source: 'One. Two.' },
    });
  });
});

describe('the content of a code that the source has changed', () => {
  const withCode = (content: string): string => `Copied <ph id="1">${content}</ph> files`;
  const problemsFor = (inSource: string, ownSource: string, inTarget: string): string[] => {
    const before = xliff.parse(unitOf('a', `<source>${withCode(inSource)}</source>`), source);
    const own = `<source>${withCode(ownSource)}</source>`;
    const text = unitOf('a', `${own}<target>${withCode(inTarget)}</target>`);
    return xliff.parse(text, { ...target, source: before }).problems.map(({ message }) => message);
  };
  it('is warned of while the target has the old one', () => {
    expect(problemsFor('%d', '%s', '%s')).toEqual([
      'a: the source has changed the content of <ph id="1"> from "%s" to "%d". Change it in <source> and <target> here, too.',
    ]);
  });
  it.each([
    ['%s', '%s', '%s'],
    ['%d', '%d', '%s'],
    ['%d', '%s', '%d'],
    ['%d', '%s', '%1$s'],
    ['%d', ' %d\n', '%s'],
  ])('is not warned of: %s, %j, %s', (...contents) => {
    expect(problemsFor(...contents)).toEqual([]);
  });
});
