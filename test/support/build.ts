import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/**
 * Tests of the command line and the plugins use the built files, as users do. All temporary folders
 * of a run are in one, which is removed with whatever the tests leave.
 */
export default function setup(): () => void {
  execFileSync(process.execPath, ['scripts/build.mjs', '--no-types'], { stdio: 'inherit' });
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-'));
  // Open to other users, as the folder that it is in: some tests start processes of theirs.
  chmodSync(folder, 0o1777);
  process.env['TMPDIR'] = folder;
  process.env['TEMP'] = folder;
  return () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
}
