import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '../../src/config/index.js';
import { loadAndCompare } from '../../src/engine/load-and-compare.js';
import { Session } from '../../src/engine/session/index.js';
import type { FileComparison } from '../../src/engine/units/row.js';
import type { RuleLevels } from '../../src/model/index.js';

/** A public project translated by people. */
export interface HumanProject {
  readonly project: string;
  readonly source: string;
  readonly targets: readonly string[];
  readonly catalogs: readonly unknown[];
  /** The library that reads its texts. */
  readonly syntax: string;
}

const root = join(import.meta.dirname, '../../../shared/corpora/human');

/** Empty if the corpora are not beside the repository. */
export function humanProjects(): readonly HumanProject[] {
  const list = join(root, 'projects.json');
  if (!existsSync(list)) return [];
  return JSON.parse(readFileSync(list, 'utf8')) as readonly HumanProject[];
}

/** A copy of the project in a separate folder, with a config. The caller removes it. */
export function copyOf({ project, source, targets, catalogs }: HumanProject): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-human-')));
  cpSync(join(root, project), folder, { recursive: true });
  const config = { version: 1, source, targets, catalogs };
  writeFileSync(join(folder, 'service.config.json'), JSON.stringify(config));
  return folder;
}

export interface ComparedProject {
  readonly files: readonly FileComparison[];
  readonly rules: RuleLevels;
}

/** Every unit of every target file with its source, as a read-only run sees it. */
export async function compared(folder: string): Promise<ComparedProject> {
  const config = await loadConfig({ cwd: folder, env: {} });
  const refuse = (): never => {
    throw new Error('a look asks no service');
  };
  const session = new Session(config, {
    openTranslator: refuse,
    explain: ({ code, message }) => ({ code, message, hint: '' }),
  });
  try {
    const { locales } = await loadAndCompare({}, session.run(), {
      isForSending: false,
      onCompared: () => undefined,
    });
    return { files: locales.flatMap(({ files }) => files), rules: config.rules };
  } finally {
    await session.close();
  }
}
