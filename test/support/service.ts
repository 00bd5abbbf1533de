import { onTestFinished } from 'vitest';
import { startService } from '../../src/service/index.js';
import type { RunningService, ServiceOptions } from '../../src/service/index.js';

export const KEY = 'test-developer-key';

/** The embedded service on a free port, closed when the test ends. */
export async function service(options: ServiceOptions = {}): Promise<RunningService> {
  const running = await startService({
    keys: [KEY],
    adminKeys: ['test-admin-key'],
    engine: 'pseudo',
    ...options,
  });
  onTestFinished(() => running.close());
  return running;
}

/** Environment of a run that uses a service. */
export function environment({ url }: RunningService): Record<string, string> {
  return { SERVICE_URL: url, SERVICE_AUTH_KEY: KEY };
}
