import { serveEditor } from '../../editor/index.js';
import { version } from '../../engine/index.js';
import { createEngine } from '../../index.js';
import { openReview } from '../../people/index.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { proxyOf } from '../proxy.js';
import { collectEarly } from '../run.js';

/** `editor`, until the client ends it. Returns the exit code. */
export function runEditor(io: Io): Promise<number> {
  const { env, exitWith } = io;
  // A server that is open all day takes 200 MiB instead of 340 (docs/editor.md), and answers as fast.
  collectEarly();
  return serveEditor({
    ...{ env, words: WORDS, version, exitWith },
    openEngine: (config, options) =>
      createEngine(config, { ...options, proxy: proxyOf(env), words: WORDS }),
    openReview: (config) => openReview(config, { words: WORDS, signal: io.signal }),
  });
}
