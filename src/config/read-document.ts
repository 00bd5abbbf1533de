import { basename, extname } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import { ConfigError } from './errors.js';
import { syntaxError } from './document.js';
import type { ConfigDocument } from './document.js';

type Loader = (file: string, text: string) => Promise<ConfigDocument>;

/** Property of package.json that holds a config. */
const MODULE_NAME = 'service';

const yaml: Loader = async (file, text) => {
  const { readYamlDocument } = await import('./yaml-document.js');
  return readYamlDocument(file, text);
};

const json: Loader = async (file, text) => {
  const { readJsonDocument } = await import('./json-document.js');
  return readJsonDocument(file, text, inManifest(file) ? [MODULE_NAME] : []);
};

const module: Loader = async (file) => {
  const { readModuleDocument } = await import('./module-document.js');
  return readModuleDocument(file);
};

const DATA: Readonly<Record<string, Loader>> = { '.yaml': yaml, '.yml': yaml, '.json': json };

// Our own loaders: those of cosmiconfig know no positions, and compile TypeScript to a file beside
// the config.
const LOADERS: Readonly<Record<string, Loader>> = {
  ...DATA,
  '.js': module,
  '.mjs': module,
  '.cjs': module,
  '.ts': module,
};

/**
 * Reads one config file (absolute path) as data, by its extension.
 * @throws ConfigError 'unreadable', 'syntax', 'no-loader'
 */
export async function readConfigDocument(file: string): Promise<ConfigDocument> {
  if (!Object.hasOwn(LOADERS, extname(file))) {
    throw syntaxError(file, `a config is one of ${Object.keys(LOADERS).join(', ')}`);
  }
  const document = await load(file);
  if (document === undefined || document.value === undefined || document.value === null) {
    throw syntaxError(file, 'the config is empty', {
      hint: { code: 'write-config', replace: true },
    });
  }
  return document;
}

async function load(file: string): Promise<ConfigDocument | undefined> {
  const data = DATA[extname(file)];
  if (data !== undefined) return loadData(file, data);
  const { cosmiconfig } = await import('cosmiconfig');
  const explorer = cosmiconfig(MODULE_NAME, { cache: false, loaders: LOADERS });
  try {
    const found = await explorer.load(file);
    return found?.config as ConfigDocument | undefined;
  } catch (cause) {
    if (cause instanceof ConfigError) throw cause;
    throw unreadable(file, cause);
  }
}

/** Plain data is read without cosmiconfig, which runs a `.config/config.js` of the folder. */
async function loadData(file: string, loader: Loader): Promise<ConfigDocument | undefined> {
  let text: string;
  try {
    text = readRegularText(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
  return text.trim() === '' ? undefined : loader(file, text);
}

function unreadable(file: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the config cannot be read: ${reason}`;
  return new ConfigError([{ code: 'unreadable', message }], { file, cause });
}

function inManifest(file: string): boolean {
  return basename(file) === 'package.json';
}
