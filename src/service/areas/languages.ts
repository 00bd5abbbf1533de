import type { FastifyRequest } from 'fastify';
import type { Readable } from 'node:stream';
import { languagesOf, oldLanguages, resources } from '../../api/index.js';
import { badRequest } from '../errors.js';
import { Fields } from '../http/body.js';
import type { AreaRoutes } from '../http/call.js';
import { tooLargeBody } from '../http/large-bodies.js';

const mostBytes = 10_000;

/** Some clients send the fields of this GET request as a form. */
function isForm({ headers }: FastifyRequest): boolean {
  return headers['content-type']?.startsWith('application/x-www-form-urlencoded') === true;
}

/** @throws ServiceError 413 */
async function smallBody(body: Readable): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body.iterator({ destroyOnReturn: false })) {
    pieces.push(piece as Buffer);
    length += (piece as Buffer).length;
    if (length > mostBytes) throw tooLargeBody();
  }
  return Buffer.concat(pieces).toString();
}

/** interface.md 4.5 */
export function languageRoutes(): AreaRoutes {
  return {
    setUp: (app) => {
      app.addHook('preValidation', async (request) => {
        const isOld = request.routeOptions.url === '/v2/languages';
        if (isOld && isForm(request)) request.query = new Fields(await smallBody(request.raw));
      });
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
