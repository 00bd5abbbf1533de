import { ConfigError } from '../../config/index.js';
import type { ConfigIssue } from '../../config/index.js';
import { ScanError } from '../../engine/load/index.js';
import type { Hint } from '../../model/index.js';

/** Rewords an error of the new config to name flags instead of places in the file. */
export function namingFlags(error: unknown): unknown {
  if (error instanceof ScanError) {
    const { code, reason, hint } = error;
    return new ScanError(code, reason, { hint, cause: error });
  }
  if (!(error instanceof ConfigError)) return error;
  const [first, ...others] = error.issues.map(namingFlag);
  const isUnnamed = error.issues.some(({ code }) => code === 'invalid-locale');
  const hint = isUnnamed ? LANGUAGES_HINT : error.hint;
  return first === undefined ? error : new ConfigError([first, ...others], { hint, cause: error });
}

const LANGUAGES_HINT: Hint = {
  code: 'text',
  text: 'Map names that are not language codes: --languages german=DE',
};

function namingFlag({ code, message, path = [] }: ConfigIssue): ConfigIssue {
  const flag = flagOf(path);
  return { code, message: flag === undefined ? message : `${flag}: ${message}` };
}

/** The flag of `init` that sets a value of the config. */
function flagOf([group, ...inside]: readonly (string | number)[]): string | undefined {
  switch (group) {
    case 'source':
      return '--source';
    case 'targets':
      return '--targets';
    case 'languages':
      return '--languages';
    case 'service':
      return inside[0] === 'url' ? '--url' : undefined;
    case 'catalogs':
      return flagOfCatalog(inside[1]);
    default:
      return undefined;
  }
}

function flagOfCatalog(key: string | number | undefined): string | undefined {
  if (key === undefined) return undefined;
  // Both patterns of a catalog come from one value of `--files`.
  return key === 'targets' ? '--targets' : '--files';
}
