import { amount } from '../../report/index.js';
import type { OnTexts } from '../../store/index.js';
import type { Io } from '../io.js';

/** Milliseconds after which progress is reported, and reported again. */
const FIRST = 500;
const NEXT = { terminal: 80, elsewhere: 10_000 };

const WORDS = { export: 'exporting', import: 'importing' } as const;

interface Count {
  readonly onTexts: OnTexts;
  /** Clears the terminal's line. */
  readonly stop: () => void;
}

/** Reports how many texts a slow command has processed. */
export function showCount(
  io: Pick<Io, 'terminal' | 'stderr' | 'redraw'>,
  what: string,
): Count | undefined {
  if (what !== 'export' && what !== 'import') return undefined;
  const { redraws } = io.terminal;
  let next = performance.now() + FIRST;
  return {
    onTexts: (texts) => {
      const now = performance.now();
      if (now < next) return;
      next = now + (redraws ? NEXT.terminal : NEXT.elsewhere);
      const line = `${WORDS[what]}: ${amount(texts, 'text')}`;
      if (redraws) io.redraw(line);
      else io.stderr(`${line}\n`);
    },
    stop: () => {
      if (redraws) io.redraw('');
    },
  };
}
