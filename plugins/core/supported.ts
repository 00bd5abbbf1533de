/** Supported major versions of each bundler; tests build with most of them. */
const SUPPORTED = {
  Vite: { from: 5, to: 8 },
  webpack: { from: 5, to: 5 },
  Rspack: { from: 1, to: 2 },
  Rollup: { from: 3, to: 4 },
  Rolldown: { from: 1, to: 1 },
} as const;

export type Bundler = keyof typeof SUPPORTED;

/**
 * Refuses a bundler that is too old for the plugins and would fail later without a clear reason.
 * Versions newer than tested may work and are accepted.
 * @param version undefined: too old to have a version
 * @throws Error
 */
export function requireSupported(bundler: Bundler, version: string | undefined): void {
  const { from, to } = SUPPORTED[bundler];
  const major = version === undefined ? 0 : Number.parseInt(version, 10);
  if (major >= from || Number.isNaN(major)) return;
  const range = from === to ? `${from}` : `${from} to ${to}`;
  const found = version === undefined ? 'this one is older' : `this is ${version}`;
  throw new Error(
    `locale-sync: the plugin runs with ${bundler} ${range}; ${found}. Update ${bundler}, or run \`npx locale-sync check\` as a step before the build.`,
  );
}
