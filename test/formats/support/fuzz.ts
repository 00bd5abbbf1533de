import { FormatError, type Codec } from '../../../src/model/index.js';
import { decodeText } from '../../../src/formats/kit/encoding.js';
import { SEEDS } from './seeds.js';
import { corpusBytes } from './corpus.js';

<<<<<<< HEAD
/** Folders of the corpora, where a format has not just that of its name. */
const FOLDERS: Readonly<Record<string, readonly string[]>> = {
  xliff: ['xliff', 'xliff12'],
=======
/** Small files of each format, so that fuzzing needs no corpora. */
const SEEDS: Readonly<Record<string, readonly string[]>> = {
  json: [
    '{\n  // note\n  "a": "x \\u00e9 \\/",\n  "b": { "c": [1, true, null, {}] },\n}\n',
    '{"@@locale":"en","a":"1","@a":{"description":"d"}}',
    '{"a":{"message":"m","description":"d"}}',
  ],
  yaml: [
    'en:\n  a: plain\n  b: "dq \\n"\n  c: \'sq\'\n  d: |-\n    lit\n    eral\n  e: [x, y]\n  f: &x z\n  g: *x\n',
    '--- # c\n? k\n: - v\n  - {a: b}\n<<: *m\n...\n',
  ],
  xliff: [
    '<?xml version="1.0"?>\n<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en" trgLang="de">\n<file id="f"><unit id="u"><notes><note>n</note></notes><segment id="s" state="initial"><source>a <pc id="1">b</pc> &amp; c</source><target>d</target></segment></unit></file>\n</xliff>\n',
  ],
  properties: ["# a note\nkey = value\nother: \\u00e9 \\\n   goes on\nempty\n! b\nx=It''s {0}\n"],
  android: [
    '<?xml version="1.0"?>\n<resources>\n  <!-- n -->\n  <string name="a">It\\\'s <b>\\u0041</b> "  q " &amp; %1$s</string>\n  <plurals name="p"><item quantity="one">1</item></plurals>\n  <string-array name="r"><item>@string/a</item><item><![CDATA[<i>]]></item></string-array>\n</resources>\n',
  ],
  resx: [
    '<?xml version="1.0"?>\n<root>\n  <!-- c -->\n  <resheader name="version"><value>2.0</value></resheader>\n  <data name="A" xml:space="preserve">\n    <value>{0} &amp; b</value>\n    <comment>n</comment>\n  </data>\n  <data name="B" type="System.Int32, mscorlib"><value>1</value></data>\n  <data name="C"><value /></data>\n</root>\n',
  ],
  qt: [
    '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE TS>\n<TS version="2.1" language="de">\n<context>\n    <name>A</name>\n    <message>\n        <location filename="a.cpp" line="1"/>\n        <source>&amp;Open &quot;%1&quot;</source>\n        <comment>c</comment>\n        <translation type="unfinished"></translation>\n    </message>\n    <message numerus="yes">\n        <source>%n</source>\n        <translation>\n            <numerusform>a<byte value="x1b"/></numerusform>\n            <numerusform>b</numerusform>\n        </translation>\n    </message>\n</context>\n</TS>\n',
  ],
  srt: [
    '1\n00:00:01,000 --> 00:00:02,000\n<i>One</i>\n- two\n\n2\n00:00:02,000 --> 00:00:03,000\n彼女は\n',
  ],
>>>>>>> 489acd2 (feat(formats): Qt translation files)
};

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

/** Whole numbers below a bound, always the same for one seed (mulberry32). */
export function randomFrom(seed: number): (below: number) => number {
  let state = seed | 0;
  return (below) => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4294967296) * below);
  };
}

export interface FuzzResult {
  readonly runs: number;
  readonly parsed: number;
  readonly refused: number;
  /** Inputs on which something else than a FormatError came out, with what it was. */
  readonly failures: readonly { readonly input: string; readonly reason: string }[];
  /** Slowest input, in milliseconds. */
  readonly slowest: number;
}

/**
 * Parses mutated files: each must be read, and written back unchanged, or be refused by a
 * FormatError.
 */
export function fuzz(
  codec: Codec,
  { runs, seed, largest }: { runs: number; seed: number; largest: number },
): FuzzResult {
  const random = randomFrom(seed);
  const files = seedsOf(codec).filter((text) => text.length <= largest);
  const before = Object.getOwnPropertyNames(Object.prototype).join();
  const failures: { input: string; reason: string }[] = [];
  let parsed = 0;
  let slowest = 0;
  for (let run = 0; run < runs; run += 1) {
    const input = mutate(files, random);
    const start = performance.now();
    try {
      const document = codec.parse(input);
      if (codec.edit(document, []) !== input) failures.push({ input, reason: 'bytes changed' });
      for (const unit of document.units)
        if (typeof unit.text !== 'string') failures.push({ input, reason: 'a unit without text' });
      parsed += 1;
    } catch (error) {
      if (!(error instanceof FormatError) || error.line < 1 || error.column < 1)
        failures.push({ input, reason: String((error as Error).stack ?? error) });
    }
    slowest = Math.max(slowest, performance.now() - start);
    if (Object.getOwnPropertyNames(Object.prototype).join() !== before)
      failures.push({ input, reason: 'the prototype of objects changed' });
  }
  return { runs, parsed, refused: runs - parsed - failures.length, failures, slowest };
}

function seedsOf(codec: Codec): string[] {
  const texts = [...(SEEDS[codec.name] ?? [])];
  const folders = FOLDERS[codec.name] ?? [codec.name];
  for (const { name, bytes } of folders.flatMap(corpusBytes)) {
    try {
      texts.push(decodeText(bytes, name, codec.capabilities));
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
    }
  }
  return texts;
}

/** One to four cuts, doublings, insertions, swaps and splices with another file. */
function mutate(files: readonly string[], random: (below: number) => number): string {
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
