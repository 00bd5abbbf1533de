import { describe, expect, it } from 'vitest';
import { ttml } from '../../../src/formats/ttml/index.js';
import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import { describeCueLaws } from '../support/cue-laws.js';
import { readTtml } from './read.js';
import { seeds } from './seeds.js';

const [sample = ''] = seeds;

describeCueLaws(ttml, sample, {
  read: readTtml,
  kept: (text) =>
    normalizeText(text)
      .replace(/[ \t]+/g, ' ')
      .trim(),
});

describe('TTML', () => {
  it('has sentences over paragraphs as units', () => {
    expect(ttml.parse(sample).units.map(({ key, text }) => [key[0], text])).toEqual([
      ['00:00:01,000', 'One & <span tts:fontStyle="italic">only</span>, two three.'],
      ['00:00:05,000', 'Four.'],
    ]);
  });
  it('times are of any kind, and prefixes too', () => {
    const text =
      '<tt:tt xmlns:tt="http://www.w3.org/ns/ttml" ttp:frameRate="25" ttp:tickRate="10"><tt:body><tt:p begin="00:00:01:05" end="2s">A.</tt:p><tt:p begin="50t" end="1m">B.</tt:p><tt:p>C</tt:p></tt:body></tt:tt>';
    const document = ttml.parse(text);
    expect(document.units.map(({ key }) => key[0])).toEqual(['00:00:01,200', '00:00:05,000']);
    const edit = { op: 'set', key: ['00:00:05,000'], text: 'B & <b>\n- C' } as const;
    expect(ttml.edit(document, [edit])).toBe(text.replace('B.', 'B &amp; &lt;b&gt;<br/>- C'));
    expect(ttml.edit(document, [{ op: 'remove', key: ['00:00:05,000'] }])).toBe(
      text.replace(/<tt:p begin="50t".*B\.<.tt:p>/, ''),
    );
  });
  it('a new target names its language', () => {
    const text = ttml.derive(ttml.parse(sample), [], { locale: 'pt-BR', language: 'pt-BR' });
    expect(text).toBe(sample.replace('xml:lang="en"', 'xml:lang="pt-BR"'));
  });
  it('CDATA is words, and a paragraph with an animation stays as it is', () => {
    const text =
      '<tt><body><p begin="1s" end="2s"><![CDATA[A < b.]]></p><p begin="3s" end="4s"><set/>C.</p></body></tt>';
    const document = ttml.parse(text);
    expect(document.units.map((unit) => unit.text)).toEqual(['A < b.']);
    const edit = { op: 'set', key: document.units[0]!.key, text: 'B > a.' } as const;
    expect(ttml.edit(document, [edit])).toBe(text.replace('<![CDATA[A < b.]]>', 'B &gt; a.'));
  });
  it('a character that XML lacks is refused', () => {
    const edit = { op: 'set', key: ['00:00:05,000'], text: 'a\u0001 b\u0002' } as const;
    expect(() => ttml.edit(ttml.parse(sample), [edit])).toThrow('U+0001 is not allowed in XML');
  });
  it('tags that do not fit are left out', () => {
    const document = ttml.parse(sample);
    const edit = { op: 'set', key: ['00:00:05,000'], text: 'a</span> b' } as const;
    expect(ttml.edit(document, [edit])).toBe(sample.replace('Four.', 'a b'));
  });
  it.each([
    ['<tt><body><p begin="1s">x</body></tt>', 'f:1:26: an end tag without a start tag'],
    ['<html/>', 'f:1:1: <html>; a TTML file must begin with <tt>'],
  ])('%j is refused', (text, message) => {
    expect(() => ttml.parse(text, { file: 'f' })).toThrow(message);
  });
});
