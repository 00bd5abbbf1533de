import type { ResolvedExtract } from './resolved.js';
import type { ConfigInput } from './schema.js';

/** `extract:` with its defaults, which are those of i18next. */
export function resolveExtract({
  code,
  catalog,
  functions = [],
  components = [],
  separators = {},
  namespace = 'translation',
  default: said = 'text',
}: NonNullable<ConfigInput['extract']>): ResolvedExtract {
  const { namespace: ofNamespace = ':', key = '.', plural = '_', context = '_' } = separators;
  return {
    code,
    catalog,
    functions,
    components,
    separators: { namespace: ofNamespace, key, plural, context },
    namespace,
    default: said,
  };
}
