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
  readonly folder: string;
  readonly source: string;
  readonly targets: readonly string[];
  readonly catalogs: readonly unknown[];
  /** The library that reads its texts. */
  readonly syntax: string;
}

const CORPORA = join(import.meta.dirname, '../../../shared/corpora/human');

/** Measured, but never read: no rule is tuned on these projects. */
const HELD_OUT = new Set([
  'Laravel-Lang+lang',
  'RocketChat+Rocket.Chat.Electron',
  'blakeblackshear+frigate',
  'element-hq+matrix-authentication-service',
  'getgrav+grav-plugin-admin',
  'knadh+listmonk',
  'mattermost+mattermost-plugin-playbooks',
  'openstyles+stylus',
  'tigrish+devise-i18n',
  'zulip+zulip-mobile',
]);

interface Choosing {
  /** The folder of `projects.json`. Default: the corpora beside the repository. */
  readonly root?: string | undefined;
  /** Only the projects that are kept aside. Default: only the others. */
  readonly heldOut?: boolean | undefined;
}

/** Empty if there are no corpora. */
export function humanProjects(choosing: Choosing): readonly HumanProject[] {
  const { root = CORPORA, heldOut = false } = choosing;
  const list = join(root, 'projects.json');
  if (!existsSync(list)) return [];
  const all = JSON.parse(readFileSync(list, 'utf8')) as Omit<HumanProject, 'folder'>[];
  return all
    .filter(({ project }) => HELD_OUT.has(project) === heldOut)
    .map((one) => ({ ...one, folder: join(root, one.project) }));
}

/** A copy of the project in a separate folder, with a config. The caller removes it. */
export function copyOf({ folder: from, source, targets, catalogs }: HumanProject): string {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'locale-sync-human-')));
  cpSync(realpathSync(from), folder, { recursive: true });
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
