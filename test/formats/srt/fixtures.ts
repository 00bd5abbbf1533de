import { srt } from '../../../src/formats/srt/index.js';
import { targetsOf } from '../support/cue-laws.js';
import type { LawFile } from '../support/laws.js';

export const asTarget = targetsOf(srt);

const sample = `1
00:00:01,000 --> 00:00:03,000
Since I was a bit naive,

2
00:00:03,100 --> 00:00:06,000
everyone seemed beautiful
and nothing was far.

3
00:00:07,000 --> 00:00:09,000  X1:010 X2:710 Y1:400 Y2:460
- Are you coming?
- No. Not today.

4
00:00:10,000 --> 00:00:12,000
<i>She looked at the sea</i>

5
00:00:12,000 --> 00:00:14,000
<i>and said nothing.</i>

6
00:00:20,000 --> 00:00:21,000

7
00:00:21,000 --> 00:00:22,000
{\\an8}Chapter 1
`;

const odd = `some words before

00:00:01.5 --> 00:00:02.0
No number here.

7
0:0:2,1 --> 0:0:3,2
Seven.


7
0:0:2,1 --> 0:0:3,2
Seven again,

with a blank line inside.
9
-00:00:05,000 --> -00:00:04,000
42`;

const unspaced = `1
00:00:01,000 --> 00:00:03,000
彼女は毎朝早く起きて、

2
00:00:03,000 --> 00:00:05,000
海まで歩いていきます。

3
00:00:05,000 --> 00:00:07,000
今日は雨です。
`;

export const fixtures: readonly LawFile[] = [
  asTarget('sample', sample),
  asTarget('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
  asTarget('lone carriage returns', sample.replaceAll('\n', '\r')),
  asTarget('odd', odd),
  asTarget('unspaced', unspaced),
];
