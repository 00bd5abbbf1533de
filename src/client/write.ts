import { writeEndpoints as endpoints } from '../api/write.js';
import type { CallOptions } from './options.js';
import type { Answer, RequestInput } from './request.js';
import type { Send } from './transport.js';

type Body = NonNullable<RequestInput<typeof endpoints.rephrase>['body']>;

/** Parameters of docs/interface.md 4.6 in camelCase, without the text. */
export type RephraseOptions = Omit<Body, 'text'>;
export type Improvements = Answer<typeof endpoints.rephrase>;

/** Text improvement (docs/interface.md 4.6). */
export function createWrite(send: Send) {
  return {
    /**
     * Improves texts within their language; `improvements` has one entry per text.
     * @throws ServiceError
     */
    rephrase(
      text: string | readonly string[],
      options: RephraseOptions = {},
      call?: CallOptions,
    ): Promise<Improvements> {
      const count = typeof text === 'string' ? 1 : text.length;
      const check = ({ improvements }: Improvements): string | undefined =>
        improvements.length === count
          ? undefined
          : `${improvements.length} 'improvements' for ${count} texts`;
      return send(endpoints.rephrase, { body: { ...options, text }, check }, call);
    },
  };
}
