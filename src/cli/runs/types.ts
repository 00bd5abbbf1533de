import { resolve } from 'node:path';
import { explain, LocaleSyncError, jsonText, oneLine } from '../../model/index.js';
import type { MessageLibrary } from '../../model/index.js';
import { amount } from '../../people/index.js';
import { makeTypes, writeTypes } from '../../code/index.js';
import type { WrittenTypes } from '../../code/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { printError } from '../print.js';
import { load } from '../run.js';

export interface TypesFlags extends CommonFlags {
  readonly out?: string;
  readonly library?: MessageLibrary | 'auto';
  readonly check?: true;
}

/** `types`. Returns the exit code. */
export async function runTypes(io: Io, flags: TypesFlags): Promise<number> {
  const { library, check, json } = flags;
  try {
    const config = await load(io, flags);
    const out = flags.out === undefined ? undefined : resolve(folderOf(io, flags.cwd), flags.out);
    if (out === undefined && config.types?.out === undefined && check !== true) {
      const { library: own, keys, text } = await makeTypes(config, { library });
      // Without a file, the declarations are part of the object.
      const made = { ok: true, file: null, library: own, keys, changed: false, text, error: null };
      io.stdout(json === true ? `${jsonText(made)}\n` : text);
      return EXIT.ok;
    }
    const written = await writeTypes(config, { out, library, check });
    const isOpen = check === true && written.changed;
    if (json === true) io.stdout(`${jsonText({ ok: !isOpen, ...written, error: null })}\n`);
    else if (flags.quiet !== true || isOpen) io.stderr(summary(written, isOpen));
    return isOpen ? EXIT.open : EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    printError(io, flags, explain(error, WORDS));
    return EXIT.usage;
  }
}

function summary({ file, library, keys, changed }: WrittenTypes, isOpen: boolean): string {
  const what = `${amount(keys, 'key')}, for ${library}`;
  const name = oneLine(file);
  if (isOpen) return `${name} is not up to date. Run \`locale-sync types\` and commit it.\n`;
  return changed ? `${name} written: ${what}.\n` : `${name} is up to date: ${what}.\n`;
}
