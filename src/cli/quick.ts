import { EXIT } from './exit-code.js';
import { dirname, resolve } from 'node:path';
import { recall } from '../engine/remembered.js';
import type { Remembered } from '../engine/remembered.js';
import { processIo } from './io.js';
import { print } from './print.js';
import { makeStyle } from '../report/style.js';
import { SHAPES } from './shapes.js';
import type { CommonFlags } from './flags.js';
import type { Io } from './io.js';

// The way to "nothing to do": loads no package but the colours.

/** The exit code of a command whose answer is remembered and still true; undefined when it has to be run. */
export function quickRun(args: readonly string[]): number | undefined {
  const parsed = parse(args);
  if (parsed === undefined) return undefined;
  const io = processIo(new AbortController().signal);
  const found = recallFor(io, parsed.flags);
  if (found === undefined) return undefined;
  const { report, file } = found;
  const style = makeStyle({ color: io.terminal.color, width: io.terminal.width });
  const shape = SHAPES[parsed.name];
  print(io, parsed.flags, { report, style, shape, root: dirname(file) });
  return shape.gate === 'gate' && !report.ok ? EXIT.open : EXIT.ok;
}

/** What is remembered for a folder and these flags. */
export function recallFor(
  io: Pick<Io, 'cwd' | 'env'>,
  { cwd, config, locale, files }: CommonFlags,
): Remembered | undefined {
  const where = { cwd: resolve(io.cwd, cwd ?? '.'), file: config, env: io.env };
  return recall(where, {
    ...(locale === undefined ? {} : { locales: locale }),
    ...(files === undefined ? {} : { files }),
  });
}

interface QuickCommand {
  readonly name: keyof typeof SHAPES;
  readonly flags: CommonFlags;
}

/** Only what is written plainly; everything else, mistakes included, is the real parser's. */
function parse([name, ...rest]: readonly string[]): QuickCommand | undefined {
  if (name !== 'sync' && name !== 'check' && name !== 'status') return undefined;
  let flags: CommonFlags = {};
  for (let i = 0; i < rest.length; i += 1) {
    const flag = rest[i];
    if (flag === '--json') flags = { ...flags, json: true };
    else if (flag === '--quiet') flags = { ...flags, quiet: true };
    else if (flag === '--verbose') flags = { ...flags, verbose: true };
    else {
      i += 1;
      const value = rest[i];
      if (value === undefined || value.startsWith('-')) return undefined;
      if (flag === '--cwd') flags = { ...flags, cwd: value };
      else if (flag === '--config') flags = { ...flags, config: value };
      else if (flag === '--locale') flags = { ...flags, locale: value.split(',') };
      // What limits sending changes nothing where nothing is sent.
      else if (flag === '--concurrency' && isLimit(name, value, 100)) continue;
      else if (flag === '--max-characters' && isLimit(name, value, 1e9)) continue;
      else if (flag === '--files') flags = { ...flags, files: [...(flags.files ?? []), value] };
      else return undefined;
    }
  }
  // That lists what stands in every file, which nobody remembers.
  if (name === 'status' && flags.verbose === true) return undefined;
  return { name, flags };
}

function isLimit(name: string, value: string, most: number): boolean {
  return name === 'sync' && /^[1-9]\d{0,9}$/.test(value) && Number(value) <= most;
}
