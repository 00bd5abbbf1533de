import { parentPort, Worker, workerData } from 'node:worker_threads';

/** Limits of an answer; the thread is terminated beyond them. */
export interface AnswerLimits {
  readonly milliseconds: number;
  /** By how much the whole process may grow. */
  readonly bytes: number;
}

/** Code that answers questions in a separate thread, so that nothing else waits for it. */
export interface Thread {
  /** Resolves to undefined if the thread failed. @param question plain data, like the answer */
  ask(question: unknown, limits?: AnswerLimits): Promise<unknown>;
}

interface Running {
  readonly worker: Worker;
  readonly waiting: Map<number, (answer: unknown) => void>;
  lastUsed: number;
}

/** Limited because each engine's data is large, up to 400 MB; English takes three threads. */
const mostThreads = 4;
const watchMilliseconds = 100;
const idleMilliseconds = 5 * 60_000;
const resourceLimits = { maxOldGenerationSizeMb: 1024 };

const running = new Map<string, Running>();
let count = 0;

function end(name: string, { worker, waiting }: Running): void {
  running.delete(name);
  for (const resolve of waiting.values()) resolve(undefined);
  waiting.clear();
  void worker.terminate();
}

/** Makes room for another thread: closes the least recently used one that nobody waits for. */
function makeRoom(): void {
  const idle = [...running].filter(([, { waiting }]) => waiting.size === 0);
  idle.sort(([, a], [, b]) => a.lastUsed - b.lastUsed);
  for (const [name, thread] of idle) {
    if (running.size < mostThreads) return;
    end(name, thread);
  }
}

function startThread(name: string, address: string, data: unknown): Running {
  makeRoom();
  const worker = new Worker(new URL(address), { workerData: data, resourceLimits });
  const thread: Running = { worker, waiting: new Map(), lastUsed: Date.now() };
  running.set(name, thread);
  worker.unref();
  worker.on('message', ({ id, answer }: { readonly id: number; readonly answer?: unknown }) => {
    thread.waiting.get(id)?.(answer);
    thread.waiting.delete(id);
  });
  worker.on('error', () => end(name, thread));
  const timer = setInterval(() => {
    const isIdle = thread.waiting.size === 0 && Date.now() - thread.lastUsed > idleMilliseconds;
    if (isIdle) end(name, thread);
  }, idleMilliseconds / 5);
  timer.unref();
  worker.once('exit', () => {
    clearInterval(timer);
    if (running.get(name) === thread) end(name, thread);
  });
  return thread;
}

/** Terminates a thread that exceeds its limits. @returns ends the watch */
function watch(name: string, thread: Running, { milliseconds, bytes }: AnswerLimits): () => void {
  const memory = process.memoryUsage.rss();
  const until = Date.now() + milliseconds;
  const timer = setInterval(
    () => {
      const isTooMuch = process.memoryUsage.rss() - memory > bytes || Date.now() > until;
      if (isTooMuch && running.get(name) === thread) end(name, thread);
    },
    Math.min(watchMilliseconds, milliseconds),
  );
  return () => clearInterval(timer);
}

/**
 * A thread that is started on its first question, and again after it was terminated.
 * @param module `() => import('./….ts?module')`: the URL of a module that calls `serveThread`
 * @param data passed to `open` of the module
 */
export function createThread(
  name: string,
  module: () => Promise<{ readonly default: string }>,
  data: unknown,
): Thread {
  return {
    ask: async (question, limits) => {
      const { default: address } = await module();
      const thread = running.get(name) ?? startThread(name, address, data);
      const id = (count += 1);
      thread.lastUsed = Date.now();
      const answer = new Promise((resolve) => {
        thread.waiting.set(id, resolve);
        thread.worker.postMessage({ id, question });
      });
      return limits === undefined ? answer : answer.finally(watch(name, thread, limits));
    },
  };
}

/** The work of a thread. `Data` and questions come from `createThread`. */
export interface ThreadWork<Data, Opened, Question> {
  /** Called once. If it fails, no question gets an answer. */
  readonly open: (data: Data) => Promise<Opened>;
  /** @returns plain data */
  readonly answer: (opened: Opened, question: Question) => unknown;
}

/** Answers the questions of the main thread. Called once, by the module that a thread runs. */
export function serveThread<Data, Opened, Question>({
  open,
  answer,
}: ThreadWork<Data, Opened, Question>): void {
  const opened = open(workerData as Data);
  opened.catch(() => undefined);
  const reply = async (id: number, question: Question): Promise<void> => {
    try {
      parentPort?.postMessage({ id, answer: await answer(await opened, question) });
    } catch {
      parentPort?.postMessage({ id });
    }
  };
  parentPort?.on('message', (asked: { readonly id: number; readonly question: Question }) => {
    void reply(asked.id, asked.question);
  });
}
