import { adminEndpoints } from '../api/index.js';
import type { CallOptions } from './options.js';
import type { Answer, RequestInput } from './request.js';
import type { Send } from './transport.js';

export type DeveloperKey = Answer<typeof adminEndpoints.createDeveloperKey>;
export type UsageReport = Answer<typeof adminEndpoints.getAnalytics>['usageReport'];
export type KeyLimits = Omit<
  NonNullable<RequestInput<typeof adminEndpoints.setDeveloperKeyLimits>['body']>,
  'keyId'
>;

/** Dates as `YYYY-MM-DD` or `YYYY-MM-DDTHH:MM:SS`, at most 366 days apart. */
export interface AnalyticsQuery {
  readonly startDate: string;
  readonly endDate: string;
  readonly groupBy?: 'key' | 'key_and_day' | undefined;
}

/** Developer keys and analytics; needs an admin key (docs/interface.md 4.7). */
export function createAdmin(send: Send) {
  return {
    /** Only this answer contains the new key's secret, in `key`. @throws ServiceError */
    createKey(label?: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.createDeveloperKey, { body: { label } }, call);
    },
    /** Active and deactivated keys. @throws ServiceError */
    listKeys: (call?: CallOptions): Promise<readonly DeveloperKey[]> =>
      send(adminEndpoints.listDeveloperKeys, {}, call),
    /** Permanent: a deactivated key never works again. @throws ServiceError */
    deactivateKey(keyId: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.deactivateDeveloperKey, { body: { keyId } }, call);
    },
    /** @throws ServiceError */
    renameKey(keyId: string, label: string, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.renameDeveloperKey, { body: { keyId, label } }, call);
    },
    /** `null` removes a limit, 0 blocks all use. @throws ServiceError */
    setLimits(keyId: string, limits: KeyLimits, call?: CallOptions): Promise<DeveloperKey> {
      return send(adminEndpoints.setDeveloperKeyLimits, { body: { ...limits, keyId } }, call);
    },
    /** @throws ServiceError */
    async analytics(query: AnalyticsQuery, call?: CallOptions): Promise<UsageReport> {
      return (await send(adminEndpoints.getAnalytics, { query }, call)).usageReport;
    },
  };
}
