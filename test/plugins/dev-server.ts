import type { AddressInfo } from 'node:net';
import { createServer } from 'vite';
import type { InlineConfig, ViteDevServer } from 'vite';
import { onTestFinished } from 'vitest';
import type { LocaleSyncOptions } from '../../plugins/core/options.js';
import { localeSync } from '../../plugins/vite.js';
import type { LocaleSyncStatus } from '../../plugins/core/status.js';
import { freePort } from '../support/free-port.js';

export const WAIT = { timeout: 60_000, interval: 50 };

export interface Dev {
  readonly server: ViteDevServer;
  readonly url: string;
  /** What the terminal says. */
  readonly said: string[];
  readonly status: () => Promise<LocaleSyncStatus>;
}

export type Create = (config: InlineConfig) => Promise<ViteDevServer>;

/** A dev server with the plugin, closed when the test ends. */
export async function dev(
  root: string,
  options?: LocaleSyncOptions,
  create: Create = createServer,
): Promise<Dev> {
  const said: string[] = [];
  const silent = (): void => undefined;
  const say = (message: string): void => void said.push(message);
  const server = await create({
    root,
    configFile: false,
    // Vite takes port 0 for its default, 5173, where `fetch` would go on with connections to the
    // server of the test before.
    server: { port: await freePort(), host: '127.0.0.1', watch: { usePolling: false } },
    optimizeDeps: { noDiscovery: true },
    plugins: [localeSync(options)],
    customLogger: {
      hasWarned: false,
      info: (message) => {
        if (message.startsWith('locale-sync')) say(message);
      },
      clearScreen: silent,
      hasErrorLogged: () => false,
      error: say,
      warn: say,
      warnOnce: say,
    },
  });
  onTestFinished(() => server.close());
  await server.listen();
  const { port } = server.httpServer?.address() as AddressInfo;
  const url = `http://127.0.0.1:${port}`;
  const status = async (): Promise<LocaleSyncStatus> =>
    (await (await fetch(`${url}/__locale-sync/status.json`)).json()) as LocaleSyncStatus;
  return { server, url, said, status };
}
