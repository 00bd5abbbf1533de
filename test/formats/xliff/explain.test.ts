import { describe, expect, it } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import { FormatError } from '../../../src/model/index.js';
import { segmentOf } from './snippets.js';

/** The message of the error, and the text from the place it names to the end of the line. */
function refusal(text: string): readonly [string, string] {
  try {
    xliff.parse(text);
  } catch (error) {
    if (!(error instanceof FormatError)) throw error;
    return [error.detail, /^.*/.exec(text.slice(error.offset))?.[0] ?? ''];
  }
  return expect.fail(`no error: ${text}`);
}

const end = '</source></segment>';

describe('what is not well-formed is explained at its place', () => {
  it.each([
    ['a & b', /"&" alone; expected "&amp;"/, `& b${end}`],
    ['a &nbsp; b', /&nbsp; is not declared; use a numeric reference/, `&nbsp; b${end}`],
    ['a &#0; b', /&#0; is not allowed in XML/, `&#0; b${end}`],
    ['a < b', /"<" alone; expected "&lt;"/, `< b${end}`],
    ['a <b% c', /the tag <b> is malformed/, `<b% c${end}`],
    ['a ]]> b', /"\]\]>" outside of CDATA/, `]]> b${end}`],
    ['a\u0001b', /a character that XML does not allow/, `\u0001b${end}`],
    ['<ph id="<"/>', /the tag <ph> is malformed/, `<ph id="<"/>${end}`],
    ['<ph id/>', /the tag <ph> is malformed/, `<ph id/>${end}`],
  ])('%j', (source, message, place) => {
    const [said, found] = refusal(segmentOf(source));
    expect(said).toMatch(message);
    expect(found).toBe(place);
  });

  it.each([
    ['', /an XLIFF file must begin with <xliff>/, ''],
    ['key: value', /text outside the root element/, 'key: value'],
    [`${segmentOf('a')}more`, /text outside the root element/, 'more'],
    [`${segmentOf('a')}<x/>`, /a second root element/, '<x/>'],
    [segmentOf('a').slice(0, -9), /<xliff> is never closed; expected <\/xliff>/, /^<xliff .*/],
  ])('outside of texts: %j', (text, message, place) => {
    const [said, found] = refusal(text);
    expect(said).toMatch(message);
    expect(found).toMatch(place);
  });
});

describe('the language of the targets', () => {
  it('is given with its place', () => {
    const text = segmentOf('a').replace(' trgLang', '\n  trgLang');
    const { targetLanguage, targetLanguageAt = 0 } = xliff.parse(text);
    expect(targetLanguage).toBe('fr');
    expect(text.slice(targetLanguageAt)).toMatch(/^trgLang="fr"/);
  });
});

describe('a target that is a copy of its source', () => {
  it.each([
    ['initial', 'a', true],
    ['initial', 'b', undefined],
    ['translated', 'a', undefined],
  ])('state %s, text "%s"', (state, target, untranslated) => {
    const text = segmentOf('a', target).replace('<segment', `<segment state="${state}"`);
    expect(xliff.parse(text, { role: 'target' }).units[0]?.untranslated).toBe(untranslated);
  });
});
