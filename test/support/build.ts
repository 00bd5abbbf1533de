import { execFileSync } from 'node:child_process';

/** Tests of the command line and the plugins run what users run: the built files. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { stdio: 'inherit' });
}
