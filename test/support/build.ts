import { execFileSync } from 'node:child_process';

/** Tests of the command line and the plugins use the built files, as users do. */
export default function setup(): void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { stdio: 'inherit' });
}
