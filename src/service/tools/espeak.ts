import { join } from 'node:path';
import { audioWriter } from './audio.js';
import { runTool, type Tool } from './tool.js';

const voices: Readonly<Record<string, string>> = { zh: 'cmn', 'zh-Hans': 'cmn', 'zh-Hant': 'cmn' };

export interface Speech {
  readonly text: string;
  /** BCP 47 casing. */
  readonly language: string;
  /** Media type. */
  readonly type: string;
  /** Path. */
  readonly target: string;
}

/** Speaks a text with espeak-ng. */
export const espeak: Tool<Speech, void> = {
  run: ({ text, language, type, target }, workplace) =>
    workplace.scratch.use(async (folder) => {
      const wave = join(folder, 'speech.wav');
      const voice = voices[language] ?? language.toLowerCase();
      await runTool({
        command: 'espeak-ng',
        args: ['-v', voice, '-w', wave, '--stdin'],
        purpose: `Speech in '${language}'`,
        input: text,
        timeout: 600_000,
        signal: workplace.signal,
      });
      await audioWriter.run({ source: wave, type, target }, workplace);
    }),
};
