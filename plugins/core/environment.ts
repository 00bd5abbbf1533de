/* eslint no-restricted-properties: "off" -- A plugin is started by a bundler, not by our command
   line: the environment of the bundler's process is the only place that has the service's address
   and key, and says whether this is CI. */

/** The environment that the config's service is read from. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Whether this process runs in CI, as CI systems say it: `CI` is set, and not to 0 or false. */
export function inCi(): boolean {
  const value = process.env['CI'];
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}

/**
 * Whether nobody asked for this task in this folder before, in this process or in one that it was
 * started by: processes inherit the mark.
 */
export function claim(task: string, folder: string): boolean {
  const name = `LOCALE_SYNC_${task.toUpperCase()}_IN`;
  if (process.env[name] === folder) return false;
  process.env[name] = folder;
  return true;
}
