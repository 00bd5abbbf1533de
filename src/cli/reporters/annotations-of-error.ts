import { basename, dirname } from 'node:path';
import { ConfigError } from '../../config/index.js';
import { ScanError } from '../../engine/load/index.js';
import type { ReportError } from '../../model/index.js';
import { asAnnotation } from '../../report/index.js';
import type { Annotation } from '../../report/index.js';

export interface ErrorAnnotations {
  /** Absolute folder that file names are relative to; undefined if no file is named. */
  readonly root: string | undefined;
  readonly annotations: readonly Annotation[];
}

/**
 * Annotations of the error that ended a command, at its positions in the config if it has any.
 * @param root folder of the config, once it has been read
 */
export function annotationsOfError(
  error: unknown,
  described: ReportError,
  root: string | undefined,
): ErrorAnnotations {
  if (error instanceof ConfigError && error.file !== undefined) {
    const file = basename(error.file);
    const annotations = error.issues.map((issue): Annotation => ({
      severity: 'error',
      ...issue,
      file,
    }));
    return { root: dirname(error.file), annotations };
  }
  const annotation = asAnnotation(described);
  if (!(error instanceof ScanError) || error.file === undefined) {
    return { root: undefined, annotations: [annotation] };
  }
  const { file, line } = error;
  return { root, annotations: [{ ...annotation, file, ...(line === undefined ? {} : { line }) }] };
}
