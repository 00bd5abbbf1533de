import { array, assert, boolean, constantFrom, property } from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutLayout } from '../../src/text/index.js';

const REWRAPPED = 'A text\nin two lines';

describe('a text without its layout', () => {
  test.each([
    ['blanks in a row are one', 'One  word\tand   more', 'One word and more'],
    ['both ends have none', '\n  A text \n', 'A text'],
    ['escapes are what they stand for', '\\n      Tell us more\\n', 'Tell us more'],
    ['a line break is seen', REWRAPPED, REWRAPPED],
    ['blanks around a line break are not', 'A\r\n   b \n\n\n c', 'A\nb\n\nc'],
    ['a no-break space is seen', 'A\u00a0 b\u00a0', 'A\u00a0 b\u00a0'],
    ['white space alone is a text', ' \n ', ' \n '],
    ['lines of HTML are wrapped', 'Read <b>all\n  of</b>\n it', 'Read <b>all of</b> it'],
    ['tags end at once', 'A<br />b <a  href="x" >c</a >', 'A<br/>b <a href="x">c</a>'],
    ['nothing is around blocks', '<ul>\n  <li> A </li>\n</ul> \n', '<ul><li>A</li></ul>'],
    ['inline tags keep a blank', 'A <b> b</b>', 'A <b> b</b>'],
    ['placeholders have none inside', 'Hi {{ name }}, { count }', 'Hi {{name}}, {count}'],
    [
      'choices are on one line',
      'x {n,plural,\n  offset:1\n  =0{none}\n  other {\n    # files of { name }\n  }\n}',
      'x {n, plural, offset:1 =0 {none} other {# files of {name}}}',
    ],
    [
      'choices in choices too',
      '{a, select, x{ {n , plural,one {1}other{ # }} } other {}}',
      '{a, select, x {{n, plural, one {1} other {#}}} other {}}',
    ],
    ['braces of no choice stay', '} a {b} { c } {', '} a {b} {c} {'],
  ])('%s', (_, text, expected) => {
    expect(withoutLayout(text, false)).toBe(expected);
  });

  test('in a format that wraps lines, a line break is a blank', () => {
    expect(withoutLayout(REWRAPPED, true)).toBe('A text in two lines');
  });

  test('blocks of Angular have nothing around them', () => {
    const text = 'A <x id="LINE_BREAK" ctype="lb"/>\n b <x id="START_LINK" /> c';
    const expected = 'A<x id="LINE_BREAK" ctype="lb"/>b <x id="START_LINK"/> c';
    expect(withoutLayout(text, true)).toBe(expected);
  });

  const piece = constantFrom(
    ...[
      ' ',
      '  ',
      '\n',
      '\t',
      '\\n',
      '\\',
      'a',
      '#',
      ',',
      '{',
      '}',
      '{n, plural,',
      'one {',
      '<',
      '>',
    ],
    ...['</', '<p>', '<br />', '<b ', '</b>', '"LINE_BREAK', "'", '\u00a0'],
  );
  const texts = array(piece, { maxLength: 20 }).map((pieces) => pieces.join(''));

  test('has no layout, and differs in white space only', () => {
    const bare = (text: string): string => text.replace(/\\[nrt]|[ \t\n\v\f\r]/g, '');
    const law = property(texts, boolean(), (text, folds) => {
      const seen = withoutLayout(text, folds);
      expect(withoutLayout(seen, folds)).toBe(seen);
      expect(bare(seen)).toBe(bare(text));
    });
    assert(law, { numRuns: 2_000 });
  });
});
