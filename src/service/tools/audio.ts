import { stat } from 'node:fs/promises';
import { runTool, ToolError, type Tool } from './tool.js';

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

export interface Audio {
  /** Path. */
  readonly source: string;
  /** Media type of the side that is not WAV. */
  readonly type: string;
  readonly target: string;
}

/**
 * Converts any source to WAV, 16 kHz, mono, 16 bit, with sox, or with ffmpeg if sox cannot read it.
 * At most four hours. The answer is the length in seconds.
 */
export const audioReader: Tool<Audio, number> = {
  run: async ({ source, type, target }, { signal }) => {
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
  },
};

/** Arguments of sox for its types; undefined: ffmpeg writes the type. */
function soxOutput(type: string): readonly string[] | undefined {
  if (type === 'audio/flac') return ['-t', 'flac'];
  if (type === 'audio/ogg') return ['-t', 'ogg'];
  const [, encoding = ''] = /encoding=(\w+)/.exec(type) ?? [];
  const raw = new Map([
    ['s16le', ['signed-integer', '16']],
    ['ulaw', ['u-law', '8']],
    ['alaw', ['a-law', '8']],
  ]).get(encoding);
  if (raw === undefined) return undefined;
  const [name = '', bits = ''] = raw;
  const rate = /rate=(\d+)/.exec(type)?.[1] ?? '16000';
  return ['-t', 'raw', '-r', rate, '-c', '1', '-e', name, '-b', bits, '-L'];
}

/** Converts WAV to the type of a target, with sox or ffmpeg. */
export const audioWriter: Tool<Audio, void> = {
  run: async ({ source, type, target }, { signal }) => {
    const common = { purpose: `Writing ${type}`, timeout, signal };
    const output = soxOutput(type);
    if (output !== undefined) {
      await runTool({ ...common, command: 'sox', args: [source, ...output, target] });
      return;
    }
    const format = type === 'audio/x-matroska' ? 'matroska' : type.slice('audio/'.length);
    const args = ['-v', 'error', '-y', '-i', source, '-c:a', 'libopus', '-f', format, target];
    await runTool({ ...common, command: 'ffmpeg', args });
  },
};
