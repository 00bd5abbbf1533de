import { text } from 'node:stream/consumers';
import { languagesOf, oldLanguages, resources } from '../../api/index.js';
import { badRequest } from '../errors.js';
import { atMost, Fields } from '../http/request.js';
import type { AreaRoutes } from '../http/routes.js';

const mostBytes = 10_000;

/** docs/interface.md 4.5 */
export const languageRoutes: AreaRoutes = {
  setUp: (app) => {
    app.addHook('preValidation', async (request) => {
      const { headers, query, routeOptions } = request;
      const type = headers['content-type'] ?? '';
      const isForm = type.startsWith('application/x-www-form-urlencoded');
      // Some clients send the fields of this GET request as a form.
      if (routeOptions.url === '/v2/languages' && isForm) {
        request.query = new Fields(await text(atMost(mostBytes, request.raw)));
      }
      const isRenamed = query instanceof Fields && query.pairs.some(([name]) => name === 'product');
      if (routeOptions.url === '/v3/languages' && isRenamed) {
        throw badRequest("Parameter 'product' was renamed to 'resource'");
      }
    });
  },
  handlers: {
    listLanguages: ({ query }) => [...languagesOf(query.resource, query.include)],
    listResources: () => [...resources],
    listOldLanguages: ({ query }) => [...oldLanguages(query.type)],
  },
};
