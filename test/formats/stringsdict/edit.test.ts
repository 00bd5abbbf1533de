import { describe, expect, it } from 'vitest';
import { stringsdict } from '../../../src/formats/stringsdict/index.js';
import type { Edit, InsertEdit } from '../../../src/model/index.js';
import { plist, sample } from './fixtures.js';

const source = stringsdict.parse(sample);

function insert(key: readonly string[], text: string, after: readonly string[] | null): InsertEdit {
  const unit = source.units.find((one) => one.key.slice(0, -1).join() === key.slice(0, -1).join())!;
  return { op: 'insert', key, text, after, from: { document: source, unit } };
}

describe('units', () => {
  it('are texts by the keys of their dicts; plural forms are marked', () => {
    expect(
      source.units.map(({ key, text, plural, translate }) =>
        [key.join('/'), text, plural, translate].filter((one) => one !== undefined),
      ),
    ).toEqual([
      ['files & folders/NSStringLocalizedFormatKey', '%#@files@ in %2$#@folders@'],
      ['files & folders/files/one', '%d file', 'one'],
      ['files & folders/files/other', '%d files', 'other'],
      ['files & folders/folders/one', 'one <folder>', 'one'],
      ['files & folders/folders/other', '%d <folders>', 'other'],
      ['n_days/NSStringLocalizedFormatKey', '%#@days@', false],
      ['n_days/days/one', '%d day', 'one'],
      ['n_days/days/other', '%d days', 'other'],
      ['players/NSStringVariableWidthRuleType/20', 'Fav. Players'],
      ['players/NSStringVariableWidthRuleType/25', 'Favorite Players'],
      ['click/NSStringDeviceSpecificRuleType/mac', 'Click'],
      ['click/NSStringDeviceSpecificRuleType/other', 'Tap'],
    ]);
    expect(source.units[1]?.note).toBe('shown below the list');
  });
  it('of a key that stands twice are those of the last one, with all that is below it', () => {
    const rule = (type: string, variant: string): string =>
      `\t<key>a</key>\n\t<dict>\n\t\t<key>${type}</key>\n\t\t<dict>\n\t\t\t<key>${variant}</key>\n\t\t\t<string>x</string>\n\t\t</dict>\n\t</dict>\n`;
    const [width, device] = ['NSStringVariableWidthRuleType', 'NSStringDeviceSpecificRuleType'];
    const twice = stringsdict.parse(plist(rule(width, '20') + rule(device, 'mac')));
    expect(twice.units.map(({ key }) => key)).toEqual([['a', device, 'mac']]);
    expect(twice.problems.map(({ code }) => code)).toEqual(['duplicate-key']);
  });
});

const days = (forms: string): string => `	<key>n_days</key>
	<dict>
		<key>NSStringLocalizedFormatKey</key>
		<string>%#@days@</string>
		<key>days</key>
		<dict>
			<key>NSStringFormatSpecTypeKey</key>
			<string>NSStringPluralRuleType</string>
			<key>NSStringFormatValueTypeKey</key>
			<string>d</string>
${forms}		</dict>
	</dict>
`;
const form = (name: string, text: string): string =>
  `\t\t\t<key>${name}</key>\n\t\t\t<string>${text}</string>\n`;
const path = ['n_days', 'days'];

describe('edits', () => {
  it('forms of the language are added in order', () => {
    const target = stringsdict.parse(plist(days(form('one', 'a') + form('other', 'd'))));
    const edits = [
      insert([...path, 'few'], 'b', [...path, 'one']),
      insert([...path, 'many'], 'c & c', [...path, 'few']),
      insert([...path, 'zero'], 'z', null),
    ];
    const all = ['zero', 'one', 'few', 'many', 'other'];
    const texts = ['z', 'a', 'b', 'c &amp; c', 'd'];
    const forms = all.map((name, at) => form(name, texts[at]!)).join('');
    expect(stringsdict.edit(target, edits)).toBe(plist(days(forms)));
  });
  it.each([
    ['an empty dict', plist('')],
    ['a closed dict', plist('').replace('<dict>\n</dict>', '<dict/>')],
  ])('a new key comes whole, with the settings of the source: %s', (_, text) => {
    const target = stringsdict.parse(text);
    const edits = [
      insert([...path, 'many'], 'c', [...path, 'few']),
      insert([...path, 'other'], 'd', [...path, 'many']),
      insert([...path, 'few'], 'b', null),
    ];
    const forms = form('few', 'b') + form('many', 'c') + form('other', 'd');
    expect(stringsdict.edit(target, edits)).toBe(plist(days(forms)));
  });
  it('a dict goes with its last text', () => {
    const target = stringsdict.parse(plist(days(form('one', 'a') + form('other', 'd'))));
    const removes = target.units.map(({ key }): Edit => ({ op: 'remove', key }));
    expect(stringsdict.edit(target, removes)).toBe(plist(''));
  });
  it('what XML cannot hold is not written', () => {
    const set: Edit = { op: 'set', key: [...path, 'one'], text: 'a\u0007' };
    expect(() => stringsdict.edit(source, [set])).toThrow(
      expect.objectContaining({ code: 'not-writable' }) as Error,
    );
  });
});

describe('what cannot be read', () => {
  it.each([
    ['', 'f:1:1: no element; a property list must begin with an element'],
    ['<plist><dict>', 'f:1:8: <dict> is never closed'],
    ['<dict><string>a</string></dict>', 'f:1:7: expected a <key>, found <string>'],
    ['<dict><key>a</key></dict>', 'f:1:19: expected a value, found "</dict"'],
    ['<dict><key>a</key><string>b &nbsp;</string></dict>', 'f:1:29: &nbsp; is not declared'],
    ['<dict><key>a</key><string>b & c</string></dict>', 'f:1:29: "&" alone; expected "&amp;"'],
    ['<dict><key>a</key><string>b', 'f:1:19: <string> is never closed'],
    ['<dict><key>a</key><string><b>x</b></string></dict>', 'a string cannot contain elements'],
    ['<!DOCTYPE plist [<!ENTITY a "b">]><dict/>', 'a DOCTYPE cannot contain declarations'],
    ['<array><string>a</string></array>', 'f:1:1: expected a <dict>'],
    ['<dict/><dict/>', 'f:1:8: a second root element'],
    ['{"a":"b"}', 'f:1:1: text outside the root element'],
    [`<dict>${'<dict/>'.repeat(300)}</dict>`, 'expected a <key>, found <dict>'],
    [`<dict>${'<key>a</key><dict>'.repeat(1100)}`, 'more than 1,000 levels of nested elements'],
  ])('%j', (text, message) => {
    expect(() => stringsdict.parse(text, { file: 'f' })).toThrow(message);
  });
});
