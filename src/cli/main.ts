#!/usr/bin/env node
import { quickRun } from './quick.js';
import { version } from '../engine/version.js';

// Loads next to nothing: asking for the version, and finding that nothing is to be done, cost what Node costs.
const args = process.argv.slice(2);
if (args.length === 1 && (args[0] === '--version' || args[0] === '-V')) {
  process.stdout.write(`${version}\n`);
} else {
  const code = quickRun(args);
  if (code !== undefined) process.exitCode = code;
  else {
    const { main } = await import('./program.js');
    await main(args);
  }
}
