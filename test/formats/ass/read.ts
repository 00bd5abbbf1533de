import { collect, timeOf } from '../sbv/read.js';

/** The usual fields: nine before the text. */
export function readAss(text: string): Map<string, string> {
  if (
    text.includes('Dialogue') &&
    !/^Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text$/m.test(
      text.replace(/\r\n?/g, '\n'),
    )
  )
    throw new Error('other fields');
  const lines = text.split(/\r\n|\n|\r/).filter((line) => line.startsWith('Dialogue:'));
  const cues = lines
    .filter((line) => !/\\p1/.test(line))
    .map((line) => {
      const fields = line.split(',');
      return [
        timeOf(fields[1] ?? ''),
        fields.slice(9).join(',').replaceAll('\\N', '').replaceAll('\\h', ' '),
      ] as const;
    });
  return collect(cues);
}
