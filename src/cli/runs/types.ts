import { resolve } from 'node:path';
import { explain, LocaleSyncError, jsonText, oneLine } from '../../model/index.js';
import type { MessageLibrary } from '../../model/index.js';
import { amount, makeStyle } from '../../people/index.js';
import { makeTypes, writeTypes } from '../../code/index.js';
import type { WrittenTypes } from '../../code/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';

export interface TypesFlags extends Pick<
  CommonFlags,
  'config' | 'cwd' | 'codeConfig' | 'json' | 'quiet'
> {
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
    const isPrinted = out === undefined && config.types?.out === undefined && check !== true;
    if (isPrinted && json !== true) {
      io.stdout((await makeTypes(config, { library })).text);
      return EXIT.ok;
    }
    const written = isPrinted
      ? await madeOnly(config, library)
      : await writeTypes(config, { out, library, check });
    const isOpen = check === true && written.changed;
    if (json === true) io.stdout(`${jsonText({ ok: !isOpen, ...written, error: null })}\n`);
    else if (flags.quiet !== true || isOpen) io.stderr(summary(written, isOpen));
    return isOpen ? EXIT.open : EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const described = explain(error, WORDS);
    if (json === true) io.stdout(`${jsonText({ ok: false, error: described })}\n`);
    else io.stderr(errorText(described, makeStyle(io.terminal)));
    return EXIT.usage;
  }
}

/** For `--json` without a file: the declarations are part of the object. */
async function madeOnly(
  config: Parameters<typeof makeTypes>[0],
  library: TypesFlags['library'],
): Promise<Omit<WrittenTypes, 'file'> & { readonly file: null; readonly text: string }> {
  const made = await makeTypes(config, { library });
  return { file: null, library: made.library, keys: made.keys, changed: false, text: made.text };
}

function summary({ file, library, keys, changed }: Summed, isOpen: boolean): string {
  const what = `${amount(keys, 'key')}, for ${library}`;
  const name = oneLine(file ?? '');
  if (isOpen) return `${name} is not up to date. Run \`locale-sync types\` and commit it.\n`;
  return changed ? `${name} written: ${what}.\n` : `${name} is up to date: ${what}.\n`;
}

type Summed = Omit<WrittenTypes, 'file'> & { readonly file: string | null };
