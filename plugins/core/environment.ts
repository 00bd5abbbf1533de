/* eslint no-restricted-properties: "off" -- A plugin is started by a bundler, not by our command
   line: the environment of the bundler's process is the only place that has the service's address
   and key, and says whether this is CI. */

/** The environment for the config's service settings. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Whether this process runs in CI: `CI` is set, and not to 0 or false. */
export function inCi(): boolean {
  const value = process.env['CI'];
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/**
 * Whether this process is the first to claim a task in a folder, among itself and its parent
 * processes. Child processes inherit the claim as an environment variable.
 */
export function claim(task: string, folder: string): boolean {
  const name = `LOCALE_SYNC_${task.toUpperCase()}_IN`;
  if (process.env[name] === folder) return false;
  process.env[name] = folder;
  return true;
}
