import { serveEditor } from '../../editor/index.js';
import { version } from '../../engine/index.js';
import { createEngine } from '../../index.js';
import { openReview } from '../../people/index.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { proxyOf } from '../proxy.js';

/** `editor`, until the client ends it. Returns the exit code. */
export function runEditor(io: Io): Promise<number> {
  const { env, exitWith } = io;
  return serveEditor({
    ...{ env, words: WORDS, version, exitWith },
    openEngine: (config, options) =>
      createEngine(config, { ...options, proxy: proxyOf(env), words: WORDS }),
    openReview: (config) => openReview(config, { words: WORDS, signal: io.signal }),
  });
}
