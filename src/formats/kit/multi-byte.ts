/** From and to, both included. */
type Range = readonly [from: number, to: number];

interface MultiByte {
  /** How labels name it. */
  readonly labels: RegExp;
  /** The decoder's name for it, or for what it is part of. */
  readonly decoder: string;
  /** Characters of one byte beside ASCII. */
  readonly singles?: Range;
  readonly leads: readonly Range[];
  readonly trails: readonly Range[];
}

const HIGH: Range = [0xa1, 0xfe];

/**
 * Encodings of East Asia, in which ASCII takes one byte and most else two. Where decoders of the web read
 * more than an encoding has, just what it has: other tools refuse the rest.
 */
const MULTI_BYTE: Readonly<Record<string, MultiByte>> = {
  'euc-jp': {
    labels: /^(?:x-)?euc-?jp$/,
    decoder: 'euc-jp',
    leads: [[0x8e, 0x8e], HIGH],
    trails: [HIGH],
  },
  shift_jis: {
    labels: /^(?:x-)?(?:shift-?jis|sjis|windows-31j|cp-?932)$/,
    decoder: 'shift_jis',
    singles: [0xa1, 0xdf],
    leads: [
      [0x81, 0x9f],
      [0xe0, 0xfc],
    ],
    trails: [[0x40, 0xfc]],
  },
  'euc-kr': {
    labels: /^(?:euc-?kr|ks-c-5601-1987)$/,
    decoder: 'euc-kr',
    leads: [HIGH],
    trails: [HIGH],
  },
  gb2312: {
    labels: /^(?:gb-?2312(?:-80)?|euc-?cn)$/,
    decoder: 'gbk',
    leads: [[0xa1, 0xf7]],
    trails: [HIGH],
  },
  gbk: {
    labels: /^(?:gbk|(?:cp|windows-)936)$/,
    decoder: 'gbk',
    leads: [[0x81, 0xfe]],
    trails: [[0x40, 0xfe]],
  },
  big5: {
    labels: /^(?:cn-)?big-?5$/,
    decoder: 'big5',
    leads: [[0xa1, 0xf9]],
    trails: [[0x40, 0x7e], HIGH],
  },
};

/** An encoding's own name; undefined where the label names none of these. */
export function multiByteName(label: string): string | undefined {
  const plain = label.toLowerCase().replace(/_/g, '-');
  return Object.keys(MULTI_BYTE).find((name) => MULTI_BYTE[name]?.labels.test(plain));
}

export function isMultiByte(encoding: string): boolean {
  return Object.hasOwn(MULTI_BYTE, encoding);
}

/** What is no character of it may come out as any. */
export function decodeMultiByte(bytes: Uint8Array, encoding: string): string {
  return new TextDecoder(MULTI_BYTE[encoding]?.decoder).decode(bytes);
}

/** Bytes by code point: those of two bytes as one number, the first byte being the higher. */
export function multiByteTable(encoding: string): ReadonlyMap<number, number> {
  const { singles = [1, 0], leads = [], trails = [] } = MULTI_BYTE[encoding] ?? {};
  const table = new Map(Array.from({ length: 0x80 }, (_, code): [number, number] => [code, code]));
  const add = (...bytes: number[]): void => {
    const character = decodeMultiByte(Uint8Array.from(bytes), encoding);
    const code = character.codePointAt(0) ?? 0;
    // One that there is twice is written as the first.
    if (!table.has(code) && String.fromCodePoint(code) === character && isPublic(code))
      table.set(
        code,
        bytes.reduce((number, byte) => number * 0x100 + byte),
      );
  };
  for (const single of within([singles])) add(single);
  for (const lead of within(leads)) for (const trail of within(trails)) add(lead, trail);
  return table;
}

/** Neither a sign of what could not be read, nor one that everybody reads otherwise. */
function isPublic(code: number): boolean {
  return code !== 0xfffd && (code < 0xe000 || code > 0xf8ff);
}

function* within(ranges: readonly Range[]): Generator<number> {
  for (const [from, to] of ranges) for (let byte = from; byte <= to; byte += 1) yield byte;
}
