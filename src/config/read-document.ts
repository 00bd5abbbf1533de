import { basename, extname } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import { ConfigError } from './errors.js';
import { syntaxError } from './document.js';
import type { ConfigDocument } from './document.js';

type Loader = (file: string, text: string) => Promise<ConfigDocument>;

/** Property of package.json that contains a config. */
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

const LOADERS: Readonly<Record<string, Loader>> = {
  '.yaml': yaml,
  '.yml': yaml,
  '.json': json,
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
  const loader = Object.hasOwn(LOADERS, extname(file)) ? LOADERS[extname(file)] : undefined;
  if (loader === undefined) {
    throw syntaxError(file, `a config must be one of ${Object.keys(LOADERS).join(', ')}`);
  }
  const text = readConfigText(file);
  const document = text.trim() === '' ? undefined : await loader(file, text);
  if (document?.value === undefined || document.value === null) {
    throw syntaxError(file, 'the config is empty', {
      hint: { code: 'write-config', replace: true },
    });
  }
  return document;
}

function readConfigText(file: string): string {
  try {
    return readRegularText(file);
  } catch (cause) {
    throw unreadable(file, cause);
  }
}

function unreadable(file: string, cause: unknown): ConfigError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  const message = `the config cannot be read: ${reason}`;
  return new ConfigError([{ code: 'unreadable', message }], { file, cause });
}

function inManifest(file: string): boolean {
  return basename(file) === 'package.json';
}
