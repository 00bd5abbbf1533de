import type { FastifyRequest } from 'fastify';
import { text } from 'node:stream/consumers';
import { languagesOf, oldLanguages, resources } from '../../api/index.js';
import { badRequest } from '../errors.js';
import { atMost, Fields, mediaTypes, parseJson } from '../http/request.js';
import type { AreaRoutes } from '../http/routes.js';

const mostBytes = 10_000;

/** The body of a request; Fastify leaves those of GET unread. */
async function bodyOf(request: FastifyRequest): Promise<unknown> {
  if (request.method !== 'GET') return request.body ?? undefined;
  const type = request.headers['content-type'] ?? '';
  const isForm = type.startsWith(mediaTypes.form);
  if (!isForm && !type.startsWith(mediaTypes.json)) return undefined;
  const body = await text(atMost(mostBytes, request.raw));
  return isForm ? new Fields(body) : parseJson(Buffer.from(body));
}

/** docs/interface.md 4.5 */
export const languageRoutes: AreaRoutes = {
  setUp: (app) => {
    app.addHook('preValidation', async (request) => {
      const { query, routeOptions } = request;
      // Some clients send the fields as a body.
      if (routeOptions.url === '/v2/languages') request.query = (await bodyOf(request)) ?? query;
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
