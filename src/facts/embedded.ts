/** Value of `service.url` that starts the local service inside the run. */
export const EMBEDDED = 'embedded';

/** What the config says about the service, as far as its answers depend on it. */
interface ServiceChoice {
  readonly url: string;
  readonly backend?: {
    readonly engine: string;
    readonly module?: string;
    readonly url?: string;
    readonly model?: string;
  };
}

/**
 * Identifies the embedded service and its backend, to keep its texts separate; undefined for any
 * other service.
 */
export function rehearsalOf({ url, backend }: ServiceChoice): string | undefined {
  if (url !== EMBEDDED) return undefined;
  if (backend === undefined) return EMBEDDED;
  return [EMBEDDED, backend.module ?? backend.engine, backend.url ?? '', backend.model ?? ''].join(
    ' ',
  );
}

/** Whether the address is of a real service, and whether on this machine. */
export function realService(url: string): 'here' | 'elsewhere' | undefined {
  if (url === EMBEDDED || url === '') return undefined;
  const { hostname } = new URL(url);
  const isHere = /^(?:127\.[\d.]+|\[::1\]|(?:.+\.)?localhost)$/.test(hostname);
  return isHere ? 'here' : 'elsewhere';
}
