/** Pieces of many formats: each has a meaning in one format and is junk in the others. */
const PIECES = [
  ...['"', "'", '{', '}', '[', ']', ':', ',', '\\', '\\u', '\\ud800', '//', '/*', '*/', '#'],
  ...['\n', '\r', '\r\n', '\t', '  ', '\0', '\ufeff', '\u2028', '\ud800', '- ', '? ', '| ', '>-'],
  ...['&a ', '*a', '<<: ', '!!x ', '---\n', '...\n', '%YAML', '<', '>', '</', '&', ']]>', '<!--'],
  ...[
    '<!DOCTYPE x [<!ENTITY e "e">]>',
    '&e;',
    '<![CDATA[',
    '-->',
    '00:00:01,000 --> 00:00:02,000\n',
  ],
  ...[
    '__proto__',
    'constructor',
    '"__proto__": ',
    '__proto__: ',
    '<<<<<<< HEAD\n',
    '1e999',
    '-',
    'é',
  ],
];

/** Draws a whole number from 0 up to, not including, `below`. */
export type Random = (below: number) => number;

/** The same numbers for the same seed (mulberry32). */
export function randomFrom(seed: number): Random {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

/** One of the files after one to four cuts, doublings, insertions, swaps and splices of another. */
export function damaged(files: readonly string[], random: Random): string {
  let text = files[random(files.length)] ?? '';
  for (let step = random(4); step >= 0; step -= 1) {
    const at = random(text.length + 1);
    const end = Math.min(text.length, at + random(40));
    const piece = PIECES[random(PIECES.length)] ?? '';
    const other = files[random(files.length)] ?? '';
    const from = random(other.length + 1);
    const choices = [
      () => text.slice(0, at) + text.slice(end),
      () => text.slice(0, at),
      () => text.slice(0, end) + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(at),
      () => text.slice(0, at) + piece + text.slice(end),
      () => text.slice(0, at) + String.fromCharCode(random(0x3000)) + text.slice(at + 1),
      () => text.slice(0, at) + other.slice(from, from + 200) + text.slice(end),
      () => text.slice(0, at) + piece.repeat(random(50)) + text.slice(at),
    ];
    text = choices[random(choices.length)]?.() ?? text;
  }
  return text;
}
