import { join } from 'node:path';
import { loadConfig } from '../../../src/config/index.js';
import { scan, ScanError } from '../../../src/engine/load/index.js';
import type { Scan } from '../../../src/engine/load/index.js';
import type { Selection } from '../../../src/model/index.js';
import { folder } from '../../config/helpers.js';

export interface Project {
  readonly root: string;
  readonly scan: (selection?: Selection) => Promise<Scan>;
}

/** A temporary project with empty files and this `catalogs:`; source en, targets de and pt_BR. */
export function project(
  catalogs: string,
  files: readonly string[],
  targets = 'de, pt_BR',
): Project {
  const config = `source: en\ntargets: [${targets}]\ncatalogs:\n${catalogs}\n`;
  const root = folder({
    'service.config.yaml': config,
    ...Object.fromEntries(files.map((file) => [file, '{}'])),
  });
  return {
    root,
    scan: async (selection) => {
      const file = join(root, 'service.config.yaml');
      return scan(await loadConfig({ cwd: root, file, env: {} }), selection);
    },
  };
}

/** `source → target, target?` per pair; `?` stands behind what does not exist. */
export function lines({ pairs }: Scan): string[] {
  return pairs.map(({ source, targets }) => {
    const names = targets.map(({ path, exists }) => (exists ? path : `${path}?`));
    return `${source} → ${names.join(', ')}`;
  });
}

export async function scanError(promise: Promise<unknown>): Promise<ScanError> {
  try {
    await promise;
  } catch (error) {
    if (error instanceof ScanError) return error;
    throw error;
  }
  throw new Error('no error was thrown');
}
