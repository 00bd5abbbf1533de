/** Majors of each bundler that the plugins run with; tests build with most of them. */
const SUPPORTED = {
  Vite: { from: 5, to: 8 },
  webpack: { from: 5, to: 5 },
  Rspack: { from: 1, to: 2 },
  Rollup: { from: 3, to: 4 },
  Rolldown: { from: 1, to: 1 },
} as const;

export type Bundler = keyof typeof SUPPORTED;

/**
 * Refuses a bundler that is too old for the plugins: it would fail later, with no word of why. A
 * newer one than is tested may work, so it is let through.
 * @param version undefined: the bundler is so old that it does not say
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
