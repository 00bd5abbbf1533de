import manifest from '../../package.json' with { type: 'json' };

/** Sent with every request. */
export const defaultUserAgent = `locale-sync/${manifest.version}`;
