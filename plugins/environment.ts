/* eslint no-restricted-properties: "off" -- A bundler starts a plugin, not our command line: the service's address and
   key, and whether this is CI, reach it through the environment of the bundler's process and no other way. */

/** The environment that the config's service is read from. */
export function environment(): Readonly<Record<string, string | undefined>> {
  return process.env;
}

/** Whether this process runs in CI, as CI systems say it: `CI` is set, and not to 0 or false. */
export function inCi(): boolean {
  const value = process.env['CI'];
  return value !== undefined && value !== '' && value !== '0' && value !== 'false';
}
