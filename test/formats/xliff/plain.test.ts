import { describe, expect, it } from 'vitest';
import { xliff } from '../../../src/formats/xliff/index.js';
import { corpusFiles } from '../support/corpus.js';
import { readsAlike } from './alike.js';
import { fixtures } from './fixtures.js';
import { segmentOf } from './snippets.js';

const ODD = [
  ...['&lt;', '&#65;', '&#x1F600;', '&#0;', '&#1;', '&#xD800;', '&#xFFFE;', '&#x110000;', '&#9;'],
  ...['&e;', '&', '& ;', '&amp', '&&amp;', '&#;', '&#xg;', '&#00000000065;', '&AMP;', '&#X41;'],
  ...[']]>', ']]', ']]<cp hex="0001"/>>&amp;', '>', '"', "'", '<', '/', '=', '\t', '\r', '\r\n'],
  ...['\u00a0', '\u0085', '\u2028', '\u007f', '\u0001', '\ufffe', '\ufeff', 'é', '😀', '\ud800'],
  ...['<!-- > -->', '<!---->', '<!-- -- -->', '<?p >?>', '<![CDATA[<b> ]] > &]]>', '<![CDATA['],
  ...['</source>', '</source >', '</source\n>', '</ source>', '</target>', '</xliff>', '</>', '</'],
  ...[
    '<ph id="1" disp="&lt;b&gt;"/>',
    '<pc id="1" disp="&lt;">x</pc>',
    '<pc id="1"><ph id="2"/></pc>',
  ],
  ...['<ph id="1"id="2"/>', '<ph id="1" id="2"/>', '<ph id = "1" />', "<ph id='1'/>", '<ph id=1/>'],
  ...['<ph id="1" / >', '<ph id="1', '<ph id="<"/>', '<ph id="1"\n\tequiv="a\nb"/>', '<ph id/>'],
  ...[
    '<1/>',
    '<é id="1"/>',
    '<my:é/>',
    '<a:b:c/>',
    '<:a/>',
    '<no:x/>',
    '<ph __proto__="1" id="1"/>',
  ],
  ...['<pc id="1">', '<pc id="1" disp="&lt;">', '<!DOCTYPE x>', '<?xml version="1.0"?>', '</pc>'],
];

describe('markup that is read without the parser', () => {
  it('is read as the parser reads it, and refused with its words, wherever something odd stands', () => {
    const pieces = '|a| |<|pc| |id|=|"|p|"|>|b|<|/|pc|>|<|ph| id="q"|/|>|'.split('|');
    const texts = pieces.flatMap((_, at) =>
      ODD.map((odd) => segmentOf([...pieces.slice(0, at), odd, ...pieces.slice(at)].join(''))),
    );
    const between = ODD.map((odd) => segmentOf('a').replace('<unit', `${odd}<unit`));
    const old = ODD.flatMap((odd) => [
      `<?xml version="1.1"?>${segmentOf(odd)}`,
      `<?xml version="1.1"?>${segmentOf(`<ph id="1" equiv="${odd}"/>`)}`,
    ]);
    expect([...texts, ...between, ...old].filter((text) => !readsAlike(text))).toEqual([]);
  });

  it('is read so in whole files', () => {
    const texts = [...fixtures, ...corpusFiles(xliff).files].map(({ text }) => text);
    expect(texts.filter((text) => !readsAlike(text))).toEqual([]);
  });
});
