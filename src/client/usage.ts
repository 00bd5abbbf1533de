import { usageEndpoints as endpoints } from '../api/usage.js';
import type { CallOptions } from './options.js';
import type { Answer } from './request.js';
import type { Send } from './transport.js';

export type Usage = Answer<typeof endpoints.getUsage>;

/** Usage (docs/interface.md 4.8). */
export function createUsage(send: Send) {
  return {
    /** Consumption in the current period, and the limits. @throws ServiceError */
    get: (call?: CallOptions): Promise<Usage> => send(endpoints.getUsage, {}, call),
  };
}
