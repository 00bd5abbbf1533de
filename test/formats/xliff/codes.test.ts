import { describe, expect, it } from 'vitest';
import { EditError } from '../../../src/model/index.js';
import { xliff } from '../../../src/formats/xliff/index.js';
import { segmentOf, unitOf } from './snippets.js';

/** Writes a translation for a source and gives the target as it is read again. */
function translate(source: string, text: string, target?: string): string | undefined {
  const document = xliff.parse(segmentOf(source, target), { role: 'target' });
  const result = xliff.edit(document, [{ op: 'set', key: ['f1', 'u1'], text }]);
  const [unit] = xliff.parse(result, { role: 'target' }).units;
  expect(unit?.source).toBe(document.units[0]?.source);
  return unit?.text;
}

function refusal(source: string, text: string, target?: string): EditError {
  try {
    translate(source, text, target);
  } catch (error) {
    expect(error).toBeInstanceOf(EditError);
    return error as EditError;
  }
  return expect.fail(`${text} was accepted`);
}

const fixed = 'canCopy="no" canDelete="no"';

describe('representation of content with codes', () => {
  it('is a fragment with double quotes, closed empty elements, and no comments or instructions', () => {
    const [unit] = xliff.parse(
      segmentOf(`A<!-- c --> &amp; <ph id='1'  disp="&lt;b>"></ph><?p x?><![CDATA[<i>]]> "`),
    ).units;
    expect(unit).toMatchObject({
      inline: 'xliff',
      text: 'A &amp; <ph id="1" disp="&lt;b>"/>&lt;i> "',
    });
  });
  it('is plain text without codes, with code points decoded', () => {
    const [unit] = xliff.parse(segmentOf('a &lt;b&gt; <![CDATA[&amp;]]><cp hex="0007"/>')).units;
    expect(unit?.text).toBe('a <b> &amp;\u0007');
    expect(unit).not.toHaveProperty('inline');
  });
  it('keeps prefixes of attributes and drops that of elements', () => {
    const text = segmentOf('<pc id="1" fs:fs="b">a</pc>').replaceAll(/(<\/?)(\w)/g, '$1x:$2');
    const prefixed = text.replace('xmlns=', 'xmlns:x=');
    const document = xliff.parse(prefixed, { role: 'target' });
    expect(document.units[0]?.source).toBe('<pc id="1" fs:fs="b">a</pc>');
    const edit = { op: 'set', key: ['f1', 'u1'], text: '<pc id="1">b</pc>' } as const;
    expect(xliff.edit(document, [edit])).toContain(
      '<x:target><x:pc id="1" fs:fs="b">b</x:pc></x:target>',
    );
  });
});

describe('translations with codes', () => {
  it('codes come back complete, in any order', () => {
    expect(translate('<ph id="1"/> of <ph id="2"/>', '<ph id="2"/> von <ph id="1"/>')).toBe(
      '<ph id="2"/> von <ph id="1"/>',
    );
  });
  it('a code that is as the target has it stays so', () => {
    const target = '<pc id="1" type="fmt">alt</pc>';
    const source = '<pc id="1" disp="b" type="fmt">a</pc>';
    expect(translate(source, '<pc id="1" type="fmt">neu</pc>', target)).toBe(
      '<pc id="1" type="fmt">neu</pc>',
    );
    expect(translate(source, '<pc id="1">neu</pc>', target)).toBe(
      '<pc id="1" disp="b" type="fmt">neu</pc>',
    );
  });
  it.each([
    ['disp="&lt;b&gt; &apos;"', 'a'],
    ['disp="&lt;b> \'"', 'a'],
  ])('%s is written as it is in the source', (attribute, text) => {
    const document = xliff.parse(segmentOf(`<pc id="1" ${attribute}>${text}</pc>`), {
      role: 'target',
    });
    const edit = { op: 'set', key: ['f1', 'u1'], text: '<pc id="1">b</pc>' } as const;
    expect(xliff.edit(document, [edit])).toContain(
      `<target><pc id="1" ${attribute}>b</pc></target>`,
    );
  });
  it('attributes behind one whose name has what is white space elsewhere', () => {
    const source = '<pc x:a\ufeffb="c" id="1">a</pc>';
    expect(translate(source, '<pc x:a\ufeffb="c" id="1">b</pc>')).toBe(
      '<pc x:a\ufeffb="c" id="1">b</pc>',
    );
  });
  it('attributes are those of the source, wherever the text leaves them out', () => {
    expect(translate('<ph id="1" equiv="X" disp="a&amp;b"/>', '<ph id="1"/>!')).toBe(
      '<ph id="1" equiv="X" disp="a&amp;b"/>!',
    );
  });
  it('a span may move and take other text in', () => {
    expect(translate('See <pc id="1">this</pc>', '<pc id="1">dies &amp; das</pc> sehen')).toBe(
      '<pc id="1">dies &amp; das</pc> sehen',
    );
  });
  it('annotations may go, a new one may not come', () => {
    const source = 'a <mrk id="m" type="term">b</mrk> <ph id="1"/>';
    expect(translate(source, 'c <ph id="1"/>')).toBe('c <ph id="1"/>');
    expect(refusal(source, 'c <ph id="1"/><mrk id="n" type="term">d</mrk>').code).toBe(
      'inline-codes',
    );
  });
  it('codes that only the present target has may stay or go', () => {
    const target = '<ph id="1"/><ph id="new"/>';
    expect(translate('<ph id="1"/>', '<ph id="new"/>x<ph id="1"/>', target)).toBe(
      '<ph id="new"/>x<ph id="1"/>',
    );
    expect(translate('<ph id="1"/>', 'x<ph id="1"/>', target)).toBe('x<ph id="1"/>');
  });
  it('code points that XML cannot hold stay elements beside codes', () => {
    expect(translate('<ph id="1"/>', '<ph id="1"/><cp hex="0001"/>')).toBe(
      '<ph id="1"/><cp hex="0001"/>',
    );
  });
  it('a sequence keeps its order and moves as one', () => {
    const source = `<ph id="1" canReorder="firstNo" ${fixed}/><ph id="2" canReorder="no" ${fixed}/><ph id="3"/>`;
    expect(translate(source, '<ph id="3"/><ph id="1"/><ph id="2"/>')).toContain('<ph id="3"/><ph');
    for (const order of ['213', '132', '321', '231']) {
      const text = Array.from(order)
        .map((id) => `<ph id="${id}"/>`)
        .join('');
      expect(refusal(source, text).message, order).toContain('cannot be moved');
    }
  });

  it.each([
    ['missing', '<ph id="1"/> <ph id="2"/>', '<ph id="1"/>'],
    ['repeated', '<ph id="1"/>', '<ph id="1"/><ph id="1"/>'],
    ['unknown', '<ph id="1"/>', '<ph id="1"/><ph id="9"/>'],
    ['another element', '<ph id="1"/>', '<pc id="1">a</pc>'],
    ['no element of the core', '<ph id="1"/>', '<b>a</b><ph id="1"/>'],
    ['changed', '<ph id="1" disp="a"/>', '<ph id="1" disp="b"/>'],
    ['with content', '<ph id="1"/>', '<ph id="1">a</ph>'],
    ['end before start', '<sc id="1"/>a<ec startRef="1"/>', '<ec startRef="1"/>a<sc id="1"/>'],
    ['start alone', '<sc id="1"/>a<ec startRef="1"/>', '<sc id="1"/>a'],
    ['plain text', 'a <ph id="1"/>', 'a'],
    ['no XML', '<ph id="1"/>', '<ph id="1"/> a & b'],
    ['not closed', '<pc id="1">a</pc>', '<pc id="1">a'],
    ['an entity', '<ph id="1"/>', '<ph id="1"/>&nbsp;'],
    ['a way out of the target', '<ph id="1"/>', '<ph id="1"/></x><x>'],
    ['a DOCTYPE', '<ph id="1"/>', '<!DOCTYPE x><ph id="1"/>'],
    ['half a surrogate pair', '<ph id="1"/>', '<ph id="1"/>\ud800'],
    ['a deep nest', '<ph id="1"/>', `${'<pc>'.repeat(10_000)}${'</pc>'.repeat(10_000)}`],
  ])('refuses a text whose codes are not right: %s', (_, source, text) => {
    expect(refusal(source, text).code).toBe('inline-codes');
  });
});

describe('protected content', () => {
  it.each([
    '<mrk id="m" translate="no">Acme</mrk>',
    '<sm id="m" translate="no"/>Acme<em startRef="m"/>',
  ])('stays as it is: %s', (marked) => {
    const source = `By ${marked}, <ph id="1"/>`;
    expect(translate(source, `<ph id="1"/> von ${marked}`)).toBe(`<ph id="1"/> von ${marked}`);
    for (const text of [`${marked.replace('Acme', 'Gipfel')} <ph id="1"/>`, 'Acme <ph id="1"/>'])
      expect(refusal(source, text).code).toBe('inline-codes');
  });
  it('what it lets be translated inside may change', () => {
    const source = '<mrk id="m" translate="no">A <mrk id="n" translate="yes">b</mrk></mrk>';
    expect(translate(source, source.replace('>b<', '>c<'))).toBe(source.replace('>b<', '>c<'));
  });
  it('a unit with translate="no" takes its source and nothing else', () => {
    const text = unitOf('<segment><source>Acme</source></segment>', ' translate="no"');
    const document = xliff.parse(text, { role: 'target' });
    expect(document.units[0]?.translate).toBe(false);
    const set = { op: 'set', key: ['f1', 'u1'] } as const;
    expect(xliff.edit(document, [{ ...set, text: 'Acme' }])).toContain('<target>Acme</target>');
    expect(() => xliff.edit(document, [{ ...set, text: 'Gipfel' }])).toThrow(
      expect.objectContaining({ code: 'not-writable' }),
    );
  });
});

describe('codes that span segments', () => {
  const text = unitOf(
    '<segment id="a"><source>One <sc id="1"/>two. </source></segment><segment id="b"><source>Three<ec startRef="1"/>.</source></segment>',
  );
  it('may be translated one segment at a time', () => {
    const document = xliff.parse(text, { role: 'target' });
    const once = xliff.edit(document, [
      { op: 'set', key: ['f1', 'u1', 'b'], text: 'Drei<ec startRef="1"/>.' },
    ]);
    const twice = xliff.edit(xliff.parse(once, { role: 'target' }), [
      { op: 'set', key: ['f1', 'u1', 'a'], text: 'Eins <sc id="1"/>zwei. ' },
    ]);
    expect(xliff.parse(twice, { role: 'target' }).units.map((unit) => unit.text)).toEqual([
      'Eins <sc id="1"/>zwei. ',
      'Drei<ec startRef="1"/>.',
    ]);
  });
});

describe('codes in the arms of an ICU plural', () => {
  const ph = (id: string, more = ''): string => `<ph id="${id}"${more} equiv="N"/>`;
  const source = `{V, plural, one {${ph('0')} file} other {${ph('1')} files}}`;

  it('come and go with the arms, repeated ones as copies', () => {
    expect(translate(source, `{V, plural, other {${ph('1')} x}}`)).toBe(
      `{V, plural, other {${ph('1')} x}}`,
    );
    const many = `{V, plural, few {${ph('1')} x} many {${ph('1')} y} other {${ph('1')} z}}`;
    const written = `{V, plural, few {${ph('1')} x} many {${ph('1-2', ' copyOf="1"')} y} other {${ph('1-3', ' copyOf="1"')} z}}`;
    expect(translate(source, many)).toBe(written);
    expect(translate(source, written)).toBe(written);
    expect(translate(source, many, written.replace(' x', ' w'))).toBe(written);
  });

  it('are not copied where they may not be, nor outside the arms', () => {
    const fixedCode = source.replace('id="1"', 'id="1" canCopy="no"');
    const twice = `{V, plural, few {${ph('1')} x} other {${ph('1')} y}}`;
    expect(refusal(fixedCode, twice).message).toContain('appears twice');
    expect(refusal(`${ph('7')} ${source}`, source).message).toContain('<ph id="7"> is missing');
    expect(refusal(`${ph('7')} ${source}`, `${ph('7')} ${ph('7')} ${source}`).code).toBe(
      'inline-codes',
    );
  });
});
