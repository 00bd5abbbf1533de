import { serveThread } from '../../src/service/tools/thread.js';

/**
 * Counts its questions from a number on. Without one it cannot be opened; 'end' ends it. A gate is
 * answered when it opens: its first number says that the thread waits, the second that it may go on.
 */
serveThread({
  open: (start: number | undefined) =>
    start === undefined ? Promise.reject(new Error('no start')) : Promise.resolve({ count: start }),
  answer: (state, question: string | Int32Array) => {
    if (typeof question !== 'string') {
      Atomics.store(question, 0, 1);
      Atomics.wait(question, 1, 0);
    }
    if (question === 'end') process.exit(1);
    state.count += 1;
    return state.count;
  },
});
