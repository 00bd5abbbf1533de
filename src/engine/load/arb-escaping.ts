import { posix } from 'node:path';
import type { MessageSyntax } from '../../model/index.js';
import type { Inputs } from './inputs.js';

const ESCAPING = /^use-escaping[ \t]*:[ \t]*true\b/m;

/**
 * The syntax of an ARB file: apostrophes are only quotes, as in ICU, where the `l10n.yaml` of its
 * package says `use-escaping: true`. @param path of the file, relative to the root
 */
export function arbSyntax(path: string, inputs: Inputs): MessageSyntax {
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const options = read(posix.join(folder, 'l10n.yaml'), inputs);
    if (options !== undefined) return ESCAPING.test(options) ? 'icu' : 'arb';
    if (folder === '.' || folder === '/') return 'arb';
  }
}

/** What cannot be read says nothing. */
function read(path: string, inputs: Inputs): string | undefined {
  try {
    return inputs.read(path)?.toString('utf8');
  } catch {
    return undefined;
  }
}
