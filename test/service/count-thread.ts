import { serveThread } from '../../src/service/tools/thread.js';

/** Counts its questions from a number on. Without one it cannot be opened; 'end' ends it. */
serveThread({
  open: (start: number | undefined) =>
    start === undefined ? Promise.reject(new Error('no start')) : Promise.resolve({ count: start }),
  answer: (state, question: string) => {
    if (question === 'end') process.exit(1);
    state.count += 1;
    return state.count;
  },
});
