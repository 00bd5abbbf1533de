import { runTool, ToolError, type Tool } from './tool.js';

/** A word, or words spoken without a pause. Times in seconds from the start of the audio. */
export interface Utterance {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

export interface Recording {
  /** WAV, 16 kHz, mono, 16 bit. */
  readonly file: string;
  readonly seconds: number;
}

const purpose = 'Speech recognition';
const pauseSeconds = 0.3;
const longestWords = 14;
const longestSeconds = 7;
const wordLine = /^(\S+) (\d+\.\d+) (\d+\.\d+) [\d.]+$/gm;
const isWord = (text: string) => !/^[<[+]/.test(text);

/** `the(2)` is another pronunciation of `the`. */
const plainWord = (text: string) => text.replace(/\(\d+\)$/, '');

/** Lines of `pocketsphinx_continuous -time yes`: `world 0.370 0.760 0.310480`. */
function readWordLines(output: string): readonly Utterance[] {
  return [...output.matchAll(wordLine)].flatMap(([, text = '', start, end]) =>
    isWord(text) ? [{ text: plainWord(text), start: Number(start), end: Number(end) }] : [],
  );
}

/**
 * Lines of `pocketsphinx single` (version 5):
 * `{"b":0,"d":1,"t":"…","w":[{"b":0.3,"d":0.4,"t":"world"}]}`.
 */
function readJsonLines(output: string): readonly Utterance[] {
  return output.split('\n').flatMap((line) => {
    if (!line.startsWith('{')) return [];
    const { w = [] } = JSON.parse(line) as { w?: readonly { t: string; b: number; d: number }[] };
    return w
      .filter(({ t }) => isWord(t))
      .map(({ t, b, d }) => ({ text: plainWord(t), start: b, end: b + d }));
  });
}

function toUtterances(words: readonly Utterance[]): readonly Utterance[] {
  const utterances: Utterance[] = [];
  let current: Utterance[] = [];
  const finish = () => {
    const [first] = current;
    const last = current.at(-1);
    if (first === undefined || last === undefined) return;
    const text = current.map((word) => word.text).join(' ');
    utterances.push({
      text: text.charAt(0).toUpperCase() + text.slice(1),
      start: first.start,
      end: last.end,
    });
    current = [];
  };
  for (const word of words) {
    const [first = word] = current;
    const last = current.at(-1) ?? word;
    const isLong = current.length >= longestWords || word.end - first.start > longestSeconds;
    if (word.start - last.end >= pauseSeconds || isLong) finish();
    current.push(word);
  }
  finish();
  return utterances;
}

/** Recognizes speech, with times; English only, the language of its own model. */
export const pocketsphinx: Tool<Recording, readonly Utterance[]> = {
  run: async ({ file, seconds }, { signal }) => {
    const common = { purpose, signal, timeout: Math.ceil(60_000 + seconds * 30_000) };
    const args = ['-infile', file, '-time', 'yes', '-logfn', '/dev/null'];
    try {
      const output = await runTool({ ...common, command: 'pocketsphinx_continuous', args });
      return toUtterances(readWordLines(output.toString('utf8')));
    } catch (error) {
      if (!(error instanceof ToolError && error.isMissing)) throw error;
      const newer = { command: 'pocketsphinx', args: ['-loglevel', 'FATAL', 'single', file] };
      const output = await runTool({ ...common, ...newer });
      return toUtterances(readJsonLines(output.toString('utf8')));
    }
  },
};
