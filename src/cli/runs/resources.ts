import { relative, resolve, sep } from 'node:path';
import type { ResourceAction } from '../../index.js';
import { defined, isStyleFile } from '../../model/index.js';
import type { Report } from '../../model/index.js';
import { differencesText, resourcesDoneText } from '../../people/index.js';
import type { CommonFlags } from '../flags.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import type { CommandShape } from '../print.js';
import { runCommand } from '../run.js';

export interface ResourcesCall {
  readonly action: 'push' | 'pull' | 'import' | undefined;
  /** For `import`. */
  readonly name: string | undefined;
  /** For `import`: relative to the folder that the command works in. */
  readonly file: string | undefined;
  readonly flags: ConflictFlags;
}

/** Who is right about entries that both sides have changed: about all, or about these. */
export interface ConflictFlags {
  readonly ours?: true | readonly string[];
  readonly theirs?: true | readonly string[];
}

/** `resources`. Returns the exit code. */
export function runResources(io: Io, flags: CommonFlags, call: ResourcesCall): Promise<number> {
  return runCommand(io, flags, {
    shape: shapeOf(call),
    body: ({ engine, config }) => engine.resources(actionOf(call, folderOf(io, flags.cwd), config)),
  });
}

function shapeOf({ action, file }: ResourcesCall): CommandShape {
  const common = { command: 'resources', gate: 'gate' } as const;
  if (action === undefined) return { ...common, stream: 'result', view: differencesText };
  const key = file !== undefined && isStyleFile(file) ? 'style' : 'glossary';
  const steps = {
    push: '',
    pull: 'Review the changes, and commit them together with the lock.\n',
    import: `Commit it together with the lock. To use it, set \`${key}: ${file ?? ''}\` in the config.\n`,
  };
  const next = ({ files }: Report): string => (files.written > 0 ? steps[action] : '');
  return { ...common, stream: 'log', view: resourcesDoneText, next };
}

function actionOf(
  { action, name = '', file = '', flags: { ours, theirs } }: ResourcesCall,
  folder: string,
  { root }: { readonly root: string },
): ResourceAction {
  if (action === 'push') return { do: 'push', ...defined({ ours }) };
  if (action === 'pull') return { do: 'pull', ...defined({ theirs }) };
  if (action === undefined) return { do: 'show' };
  const path = relative(root, resolve(folder, file)).split(sep).join('/');
  return { do: 'import', name, file: path };
}
