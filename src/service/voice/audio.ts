import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { runTool, ToolError } from '../tools/run-tool.js';
import type { Scratch } from '../tools/scratch.js';

const timeout = 600_000;
const longestSeconds = 4 * 3600;
const bytesPerSecond = 32_000;
const headerBytes = 44;

/** Names in sox of the types that it reads itself. */
const soxTypes: Readonly<Record<string, string>> = {
  'audio/wav': 'wav',
  'audio/mpeg': 'mp3',
  'audio/ogg': 'ogg',
  'audio/flac': 'flac',
};

export interface Conversion {
  readonly source: string;
  /** Media type of the source. */
  readonly type: string;
  readonly target: string;
  readonly signal: AbortSignal;
}

/**
 * Converts any source to WAV, 16 kHz, mono, 16 bit, with sox, or with ffmpeg if sox cannot read it.
 * At most four hours.
 * @returns length in seconds
 * @throws ToolError
 */
export async function toWave({ source, type, target, signal }: Conversion): Promise<number> {
  const common = { purpose: `Reading ${type}`, timeout, signal };
  const sox = soxTypes[type];
  const withFfmpeg = () => {
    const args = ['-v', 'error', '-i', source, '-t', String(longestSeconds)];
    const output = ['-ac', '1', '-ar', '16000', '-y', target];
    return runTool({ ...common, command: 'ffmpeg', args: [...args, ...output] });
  };
  if (sox === undefined) {
    await withFfmpeg();
  } else {
    const args = ['-t', sox, source, '-r', '16000', '-c', '1', '-b', '16', '-t', 'wav', target];
    const limit = ['trim', '0', String(longestSeconds)];
    await runTool({ ...common, command: 'sox', args: [...args, ...limit] }).catch(
      async (error: unknown) => {
        if (signal.aborted) throw error;
        await withFfmpeg().catch((other: unknown) => {
          throw other instanceof ToolError && other.isMissing ? error : other;
        });
      },
    );
  }
  const { size } = await stat(target);
  return Math.max(0, size - headerBytes) / bytesPerSecond;
}

/** Command and arguments for the output encoding, by media type of the target. */
function encoderOf(type: string): { readonly command: string; readonly args: readonly string[] } {
  const raw = (rate: string, encoding: string, bits: string) => ({
    command: 'sox',
    args: ['-t', 'raw', '-r', rate, '-c', '1', '-e', encoding, '-b', bits, '-L'],
  });
  const rate = /rate=(\d+)/.exec(type)?.[1] ?? '16000';
  if (type.includes('s16le')) return raw(rate, 'signed-integer', '16');
  if (type.includes('ulaw')) return raw(rate, 'u-law', '8');
  if (type.includes('alaw')) return raw(rate, 'a-law', '8');
  if (type === 'audio/flac') return { command: 'sox', args: ['-t', 'flac'] };
  if (type === 'audio/ogg') return { command: 'sox', args: ['-t', 'ogg'] };
  const name = type === 'audio/x-matroska' ? 'matroska' : type.slice('audio/'.length);
  return { command: 'ffmpeg', args: ['-c:a', 'libopus', '-f', name] };
}

const voices: Readonly<Record<string, string>> = { zh: 'cmn', 'zh-Hans': 'cmn', 'zh-Hant': 'cmn' };

export interface Speech {
  readonly text: string;
  /** BCP 47 casing. */
  readonly language: string;
  readonly type: string;
  readonly target: string;
  readonly scratch: Scratch;
  readonly signal: AbortSignal;
}

/** Writes a text spoken by espeak-ng in a target's encoding. @throws ToolError */
export function speak(speech: Speech): Promise<void> {
  const { text, language, type, target, scratch, signal } = speech;
  return scratch.use(async (folder) => {
    const wave = join(folder, 'speech.wav');
    const voice = voices[language] ?? language.toLowerCase();
    const args = ['-v', voice, '-w', wave, '--stdin'];
    const purpose = `Speech in '${language}'`;
    await runTool({ command: 'espeak-ng', args, purpose, input: text, timeout, signal });
    const encoder = encoderOf(type);
    const input = encoder.command === 'sox' ? [wave] : ['-v', 'error', '-y', '-i', wave];
    const common = { purpose: `Writing ${type}`, timeout, signal };
    const output = [...encoder.args, target];
    await runTool({ ...common, command: encoder.command, args: [...input, ...output] });
  });
}
