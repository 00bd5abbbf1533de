/**
 * Texts of cues by start time (`#2` for repeats), block by block; without tags and white space.
 */
export function readVtt(text: string): Map<string, string> {
  const cues = new Map<string, string>();
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  let id: string | undefined;
  for (const line of lines) {
    const time = /^\s*(-?[\d:]+[,.\d]*)\s*-->\s*-?[\d:]+[,.\d]*(?:\s.*)?$/s.exec(line)?.[1];
    if (time !== undefined) {
      id = time;
      for (let n = 2; cues.has(id); n += 1) id = `${time}#${n}`;
      cues.set(id, '');
    } else if (line === '') id = undefined;
    else if (id !== undefined) cues.set(id, (cues.get(id) ?? '') + bare(line));
  }
  return cues;
}

export function bare(text: string): string {
  return text
    .replace(/<\/?[a-zA-Z][^<>\n]*>/g, '')
    .replace(/<\d+:[\d:.]+>/g, '')
    .replace(/\s/g, '');
}
