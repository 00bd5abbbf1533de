#!/usr/bin/env node
import { loadCompiled } from './code-cache.js';
import { quickRun } from './quick.js';
import type * as Program from './program.js';
import { isSet } from './io.js';
import { version } from '../engine/version.js';

/** Commands that are run again and again, each with a cache of what it compiles. */
const REPEATED: readonly (string | undefined)[] = ['sync', 'plan', 'check', 'status'];

// Loads next to nothing: asking for the version, and finding that nothing is to be done, cost what Node costs.
const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const code = quickRun(args);
  if (code !== undefined) process.exitCode = code;
  else void loadProgram(args[0]).main(args);
}

function loadProgram(command: string | undefined): typeof Program {
  // The last listener: Node would take the heap apart piece by piece, of which nobody has anything.
  process.once('beforeExit', () => process.once('exit', () => process.exit()));
  return loadCompiled(new URL('program.cjs', import.meta.url), {
    name: command !== undefined && REPEATED.includes(command) ? command : 'other',
    // A job in CI installs everything anew: nobody would ever read what it wrote.
    keep: !isSet(process.env['CI']),
  }) as typeof Program;
}
