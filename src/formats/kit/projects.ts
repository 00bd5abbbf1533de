import type { ProjectKind } from '../../model/index.js';

/** In XLIFF and in YAML. */
export const SYMFONY: readonly ProjectKind[] = [
  { kind: 'Symfony', file: 'composer.json' },
  { kind: 'Symfony', path: /^translations\// },
];
