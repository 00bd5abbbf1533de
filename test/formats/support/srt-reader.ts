/** Flag s: U+2028 does not end a line of a file, but `.` would stop there. */
const TIMING = /^\s*(-?[\d:]+[,.\d]*)\s*-->\s*-?[\d:]+[,.\d]*(?:\s.*)?$/s;

/**
 * Texts of cues by start time (`#2` for repeats), read line by line, without tags and white space.
 */
export function readSrt(text: string): Map<string, string> {
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  const cues = new Map<string, string>();
  let id: string | undefined;
  let body: string[] = [];
  const close = (): void => {
    if (id !== undefined) cues.set(id, bare(body.join('')));
    body = [];
  };
  for (const line of lines) {
    const time = TIMING.exec(line)?.[1];
    if (time === undefined) {
      body.push(line);
      continue;
    }
    if (/^\s*\d+\s*$/.test(body.at(-1) ?? '')) body.pop();
    close();
    id = time;
    for (let n = 2; cues.has(id); n += 1) id = `${time}#${n}`;
  }
  close();
  return cues;
}

export function bare(text: string): string {
  return text.replace(/<\/?[a-zA-Z][^<>\n]*>/g, '').replace(/\s/g, '');
}
