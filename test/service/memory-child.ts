// The service in a process of its own, which tells its largest memory in bytes when it is asked.
import { startService } from '../../src/service/index.js';

const { url, keys } = await startService({ engine: 'pseudo', keys: ['key'], adminKeys: ['admin'] });
process.on('message', () => process.send?.(process.resourceUsage().maxRSS * 1024));
process.send?.({ url, keys });
