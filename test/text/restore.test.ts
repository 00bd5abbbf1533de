import { describe, expect, it } from 'vitest';
import { prepare } from '../../src/text/index.js';
import { context, translate } from './context.js';

describe('what comes back', () => {
  it('is put back by index, whatever the order', () => {
    const back = translate('{a} from {b}', context(), () => 'von <x id="2"/> kam <x id="0"/>');
    expect(back).toContain('which was not sent');
    expect(translate('{a} from {b}', context(), () => 'von <x id="1"/> kam <x id="0"/>')).toBe(
      'von {b} kam {a}',
    );
  });

  it.each([
    ['lost', 'Hallo', 'the answer lost {name}'],
    ['repeated', '<x id="0"/> Hallo <x id="0"/>', 'the answer repeated {name}'],
    [
      'made up',
      '<x id="0"/> Hallo <x id="7"/>',
      'the answer contains element 7, which was not sent',
    ],
    ['left open', '<g id="0">Hallo', 'other elements than those that were sent'],
    ['foreign', '<x id="0"/> <script>Hallo', 'other elements than those that were sent'],
    ['filled', '<x id="0">Hallo</x>', 'the answer put text into {name}'],
  ])('is refused where an element is %s', (_, answer, message) => {
    expect(translate('Hello {name}', context(), () => answer)).toContain(message);
  });

  it('is refused where tags cross, move or lose what they hold', () => {
    const text = 'A <b>bold <i>and slanted</i></b> word';
    const answers = [
      'Ein <g id="0">fettes <g id="1">und</g></g><g id="0"></g>',
      'Ein <g id="1">schräges</g> <g id="0">fettes</g> Wort',
      'Ein <g id="0">fettes schräges Wort <g id="1"></g></g>',
    ];
    for (const answer of answers)
      expect(translate(text, context(), () => answer)).toMatch(/^markup-mismatch/);
  });

  it.each([
    ['%s of %s', '%2$s von %1$s'],
    ['%s of %5.1f', '%2$5.1f von %1$s'],
    ['%1$s of %2$s', '%2$s von %1$s'],
  ])('is numbered where conversions change places: %s', (text, expected) => {
    const answer = () => '<x id="1"/> von <x id="0"/>';
    expect(translate(text, context({ syntax: 'printf' }), answer)).toBe(expected);
  });

  it.each([
    ['the library may know no numbers', '%s of %s', 'plain'],
    ['a width is an argument', '%s of %*d', 'printf'],
    ['an attribute takes one', '%s of <img src="%s"/> it', 'printf'],
  ] as const)('is refused where they cannot be numbered: %s', (_, text, syntax) => {
    const answer = () => '<x id="1"/> von <x id="0"/>';
    expect(translate(text, context({ syntax }), answer)).toMatch(/reordered/);
  });

  it.each([
    ['a lost space before', 'Hello {name}!', 'Hallo<x id="0"/>!', 'Hallo {name}!'],
    ['a lost space after', '{name} likes it', '<x id="0"/>mag es', '{name} mag es'],
    [
      'a lost space between',
      'by {a} {b} today',
      'von <x id="0"/><x id="1"/> heute',
      'von {a} {b} heute',
    ],
    [
      'a new space between',
      'Version {a}{b} is out',
      'Version <x id="0"/> <x id="1"/> ist da',
      'Version {a}{b} ist da',
    ],
    ['spaces in quotes', 'Delete "{name}"?', '" <x id="0"/> " löschen?', '"{name}" löschen?'],
    ['spaces in brackets', 'Open ({count})', 'Offen ( <x id="0"/> )', 'Offen ({count})'],
    [
      'spaces in tags',
      'A <b>bold</b> word',
      'Ein<g id="0"> fettes </g>Wort',
      'Ein <b>fettes</b> Wort',
    ],
    ['an elision', 'of {name} now', 'd\'<x id="0"/> alors', "d'{name} alors"],
    ['a suffix', 'to {name} now', '<x id="0"/>-nek most', '{name}-nek most'],
  ])('has the spacing of the source: %s', (_, text, answer, expected) => {
    expect(translate(text, context(), () => answer)).toBe(expected);
  });

  it('has no new spaces in languages without them', () => {
    const ctx = context({ target: 'ja' });
    expect(translate('Hello {name}, welcome', ctx, () => '<x id="0"/>さん、ようこそ')).toBe(
      '{name}さん、ようこそ',
    );
    expect(translate('Delete ({name}) now', ctx, () => '( <x id="0"/> )を削除')).toBe(
      '({name})を削除',
    );
  });

  it('keeps white space at the ends of the source', () => {
    expect(translate('  Hello {name}\n', context(), () => ' Hallo <x id="0"/> ')).toBe(
      '  Hallo {name}\n',
    );
  });

  it('has entities of the wire resolved', () => {
    expect(
      translate('Q{x}A and "so"', context(), () => 'F &amp; <x id="0"/>A &quot;so&quot; &#228;'),
    ).toBe('F & {x}A "so" ä');
  });

  it('under `ignore` is put back if the content is as it was', () => {
    const text = 'Hello {name}, <b>you</b>';
    const { texts, tagHandling, ignoreTags } = prepare(text, context(), 'ignore');
    expect(texts).toEqual([
      'Hello <x id="0">{name}</x>, <x id="1">&lt;b&gt;</x>you<x id="2">&lt;/b&gt;</x>',
    ]);
    expect({ tagHandling, ignoreTags }).toEqual({ tagHandling: 'xml', ignoreTags: ['x'] });
    const answer = '<x id="0">{Name}</x> <x id="1">&lt;b&gt;</x>du<x id="2">&lt;/b&gt;</x>';
    expect(translate(text, context(), () => answer, 'ignore')).toMatch(/^placeholder-mismatch/);
    expect(translate(text, context(), () => answer.replace('Name', 'name'), 'ignore')).toBe(
      '{name} <b>du</b>',
    );
  });

  it('under `cut` keeps codes and white space at home', () => {
    const { texts, tagHandling } = prepare('Hello {name}, you have  {n}!', context(), 'cut');
    expect(texts).toEqual(['Hello', ', you have']);
    expect(tagHandling).toBeUndefined();
    const answers: Record<string, string> = { Hello: 'Hallo', ', you have': ', du hast ' };
    expect(
      translate('Hello {name}, you have  {n}!', context(), (sent) => answers[sent] ?? '', 'cut'),
    ).toBe('Hallo {name}, du hast  {n}!');
  });
});
