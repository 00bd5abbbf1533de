import { sourceHash } from '../../lock/index.js';
import { sourceLanguageOf } from '../load/index.js';
import type { RunContext } from '../session/index.js';
import { glossaryShelf } from './glossary-shelf.js';
import type { ResourceFile } from './known.js';
import type { Shelf } from './shelf.js';
import { styleShelf } from './style-shelf.js';

export type Shelves = Readonly<Record<ResourceFile['kind'], Shelf>>;

export interface Opening extends Pick<RunContext, 'config' | 'open' | 'signal'> {
  /** Whether other runners may create the same at the same time. Default: false. */
  readonly isShared?: boolean;
}

/** Undefined: the translator supports neither glossaries nor styles. */
export async function openShelves({
  config,
  open,
  signal,
  isShared = false,
}: Opening): Promise<Shelves | undefined> {
  const { glossaries, styles } = await open();
  if (glossaries === undefined || styles === undefined) return undefined;
  const context = { service: sourceHash(config.service.url), signal, isShared };
  return {
    glossary: glossaryShelf(glossaries, sourceLanguageOf(config), context),
    style: styleShelf(styles, context),
  };
}
