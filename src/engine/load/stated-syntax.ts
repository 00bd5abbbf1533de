import { posix } from 'node:path';
import type { MessageSyntax, SyntaxSetting } from '../../model/index.js';
import type { Inputs } from './inputs.js';

/**
 * The message syntax that a format implies, or the one in the project's settings file nearest to
 * the file. @param path of the file, relative to the root
 */
export function statedSyntax(
  stated: MessageSyntax | undefined,
  path: string,
  { setting, inputs }: { readonly setting: SyntaxSetting | undefined; readonly inputs: Inputs },
): MessageSyntax | undefined {
  if (stated === undefined || setting === undefined) return stated;
  for (let folder = posix.dirname(path); ; folder = posix.dirname(folder)) {
    const text = read(posix.join(folder, setting.file), inputs);
    if (text !== undefined) return setting.pattern.test(text) ? setting.syntax : stated;
    if (folder === '.' || folder === '/') return stated;
  }
}

/** Undefined if the file cannot be read. */
function read(path: string, inputs: Inputs): string | undefined {
  try {
    return inputs.read(path)?.toString('utf8');
  } catch {
    return undefined;
  }
}
