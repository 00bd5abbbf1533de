// The service in a process of its own, which reports its peak memory in bytes when asked.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type * as Service from '../../src/service/index.js';

// The built one: only the build makes files of what the service runs in threads.
const built = pathToFileURL(join(import.meta.dirname, '../../dist/service.js')).href;
const { startService } = (await import(built)) as typeof Service;

const { url, keys } = await startService({ engine: 'pseudo', keys: ['key'], adminKeys: ['admin'] });
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024));
process.send?.({ url, keys });
