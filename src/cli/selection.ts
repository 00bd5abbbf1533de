import type { Selection } from '../model/index.js';
import type { RunFlags } from './flags.js';

/** Which part of the project a command is about. */
export function selectionOf(flags: RunFlags): Selection {
  return {
    ...(flags.locale === undefined ? {} : { locales: flags.locale }),
    ...(flags.files === undefined ? {} : { files: flags.files }),
    ...(flags.keys === undefined ? {} : { keys: flags.keys }),
    ...(flags.retranslate === undefined ? {} : { retranslate: flags.retranslate }),
    ...(flags.accept === undefined ? {} : { accept: flags.accept }),
  };
}
