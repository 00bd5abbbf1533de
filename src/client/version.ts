import manifest from '../../package.json' with { type: 'json' };

/** The `User-Agent` of all requests. */
export const defaultUserAgent = `locale-sync/${manifest.version}`;
