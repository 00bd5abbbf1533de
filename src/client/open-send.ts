import { openDispatcher, proxySecrets } from './dispatcher.js';
import { resolveSettings, type ClientOptions, type Settings } from './options.js';
import { createSend, type Send } from './transport.js';

/** How all areas of a client send requests. */
export interface OpenSend {
  readonly send: Send;
  readonly settings: Settings;
  /**
   * Closes all connections and aborts requests in flight. A dispatcher passed in by the caller
   * stays open.
   */
  readonly close: () => Promise<void>;
}

/** @throws ServiceError `bad-request` or `no-key` for options that cannot work */
export function openSend(options: ClientOptions): OpenSend {
  const settings = resolveSettings(options);
  const { dispatcher, close } = openDispatcher(options);
  const secrets = [settings.keys.developer, settings.keys.admin, ...proxySecrets(options)];
  return { send: createSend({ settings, dispatcher, secrets }), settings, close };
}
