import { endpoints, type Endpoint } from '../../api/index.js';

/** `/v2/document/{document_id}` in the router's syntax. */
export function routePath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

const known = Object.values<Endpoint>(endpoints).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}));

/** Methods of a path, for the response to an unsupported one. */
export function methodsOf(url: string): readonly string[] {
  const path = url.split('?', 1)[0] ?? url;
  return [
    ...new Set(known.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)),
  ];
}
