import { bare } from '../vtt/read.js';

/** Start times as the codec has them: `00:00:01,000`. */
export function timeOf(time: string): string {
  const [, h = '0', m = '0', s = '0', fraction = ''] =
    /(\d+):(\d+):(\d+)[.,]?(\d*)/.exec(time) ?? [];
  return `${[h, m, s].map((part) => part.padStart(2, '0')).join(':')},${fraction.padEnd(3, '0')}`;
}

/** Words of cues by start time (`#2` for repeats), without tags and white space. */
export function collect(
  cues: Iterable<readonly [time: string, words: string]>,
): Map<string, string> {
  const found = new Map<string, string>();
  for (const [time, words] of cues) {
    let id = time;
    for (let n = 2; found.has(id); n += 1) id = `${time}#${n}`;
    found.set(id, bare(words).replace(/\{[^}]*\}/g, ''));
  }
  return found;
}

export function readSbv(text: string): Map<string, string> {
  const blocks = text
    .replace(/^\ufeff/, '')
    .split(/(?:^|[\r\n])(?=\d+:\d\d:\d\d\.\d+,\d+:\d\d:\d\d\.\d+)/);
  return collect(
    blocks
      .filter((one) => /^\d/.test(one))
      .map((block) => {
        const [times = '', ...lines] = block.split(/\r\n|\n|\r/);
        return [timeOf(times), lines.join('')] as const;
      }),
  );
}
