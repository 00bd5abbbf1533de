import type { ProjectKind } from '../../model/index.js';

/** Uses XLIFF and YAML. */
export const SYMFONY: readonly ProjectKind[] = [
  { kind: 'Symfony', file: 'composer.json' },
  { kind: 'Symfony', path: /^translations\// },
];
