import {
  startService,
  type RunningService,
  type ServiceOptions,
} from '../../../src/service/index.js';
import { type Client, type ClientOptions } from '../../../src/client/public.js';
import { impatient } from './server.js';

export interface Embedded extends AsyncDisposable {
  readonly service: RunningService;
  readonly client: Client;
  /** Milliseconds that the client would have waited. */
  readonly waits: readonly number[];
}

/** The embedded service, and a client that uses it over HTTP. */
export async function embedded(
  options: ServiceOptions = {},
  clientOptions: Partial<ClientOptions> = {},
): Promise<Embedded> {
  const service = await startService({ engine: 'pseudo', ...options });
  const { developer: key, admin: adminKey } = service.keys;
  const { client, waits } = impatient(service.url, { key, adminKey, ...clientOptions });
  return {
    service,
    client,
    waits,
    async [Symbol.asyncDispose]() {
      await client.close();
      await service.close();
    },
  };
}
