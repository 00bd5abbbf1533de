import { timingSafeEqual } from 'node:crypto';

/** The parts of a request that identify its sender. */
export interface Asking {
  readonly method: string;
  /** Header `host`. */
  readonly host: string | undefined;
  readonly origin: string | undefined;
  /** Header `sec-fetch-site`, sent by browsers. */
  readonly site: string | undefined;
  readonly token: string | undefined;
  /** Remote address. */
  readonly address: string | undefined;
}

export interface Guarding {
  readonly token: string;
  /** `127.0.0.1:4000` and its other names; undefined: the host server checks this itself. */
  readonly hosts: readonly string[] | undefined;
}

/** Why a request is refused; undefined: it is allowed. Pure. */
export function refusalOf(asking: Asking, { token, hosts }: Guarding): string | undefined {
  const { host = '', origin, site, address } = asking;
  if (!isLoopback(address)) return 'The review page only accepts requests from this machine.';
  // Refuses other names that resolve to this machine (DNS rebinding).
  if (hosts !== undefined && !hosts.includes(host)) return 'The request is for another host name.';
  if (origin !== undefined && !isOwn(origin, host)) return 'The request comes from another site.';
  if (site !== undefined && site !== 'same-origin' && site !== 'none') {
    return 'The request comes from another site.';
  }
  if (!isEqual(asking.token, token)) {
    return 'The token is missing or wrong. Open the complete URL that `locale-sync review` printed.';
  }
  return undefined;
}

/** Host names for a page on a port of this machine. */
export function hostsOf(port: number): readonly string[] {
  return [`127.0.0.1:${port}`, `localhost:${port}`, `[::1]:${port}`];
}

function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function isLoopback(address: string | undefined): boolean {
  return address === '::1' || /^(?:::ffff:)?127\./.test(address ?? '');
}

function isEqual(a: string | undefined, b: string): boolean {
  const given = Buffer.from(a ?? '');
  const wanted = Buffer.from(b);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}
