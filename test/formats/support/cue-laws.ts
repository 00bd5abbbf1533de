import { normalizeText } from '../../../src/formats/kit/subtitles/seam.js';
import type { Codec } from '../../../src/model/index.js';
import { bare } from '../vtt/read.js';
import { describeLaws, hostileTexts, type LawFile, type LawOptions } from './laws.js';

/** A file read as its own target, so that its sentences stay cut as they are. */
export function targetsOf(codec: Codec): (name: string, text: string) => LawFile {
  return (name, text) => ({
    ...{ name, text },
    options: { role: 'target', source: codec.parse(text) },
  });
}

/** A unit has the cues up to the next one. */
export function idsBy(read: LawOptions['read']): NonNullable<LawOptions['idsOf']> {
  return (unit, { text, units }) => {
    const ids = [...read(text, { name: '', text }).keys()];
    const next = units[units.indexOf(unit) + 1]?.key[0];
    const from = ids.indexOf(unit.key[0] ?? '');
    return ids.slice(from, next === undefined ? undefined : ids.indexOf(next));
  };
}

/** The laws of subtitles of another form than SubRip's. */
export function describeCueLaws(
  codec: Codec,
  sample: string,
  options: Pick<LawOptions, 'read' | 'kept'>,
): void {
  const asTarget = targetsOf(codec);
  describeLaws({
    codec,
    files: [
      asTarget('sample', sample),
      asTarget('crlf and bom', `\ufeff${sample.replaceAll('\n', '\r\n')}`),
      asTarget('no last line end', sample.trimEnd()),
    ],
    // Braces and tags are styling.
    texts: hostileTexts.filter((text) => !/[{<\\\u2028]/.test(text)),
    runs: 0,
    idsOf: idsBy(options.read),
    seen: bare,
    kept: normalizeText,
    movable: (_, { units }) => units.length > 1,
    plainLine: (line) => line,
    derive: false,
    ...options,
  });
}
