import { languagesOf, oldLanguages, resources } from '../../api/index.js';
import { badRequest } from '../errors.js';
import { Fields } from '../http/body.js';
import type { AreaRoutes } from '../http/call.js';

/** interface.md 4.5 */
export function languageRoutes(): AreaRoutes {
  return {
    setUp: (app) => {
      app.addHook('preHandler', (request, _reply, done) => {
        const { query } = request;
        const renamed =
          request.routeOptions.url === '/v3/languages' &&
          query instanceof Fields &&
          query.pairs.some(([name]) => name === 'product');
        done(renamed ? badRequest("Parameter 'product' was renamed to 'resource'") : undefined);
      });
    },
    handlers: {
      listLanguages: ({ query }) => [...languagesOf(query.resource, query.include)],
      listResources: () => [...resources],
      listOldLanguages: ({ query }) => [...oldLanguages(query.type)],
    },
  };
}
