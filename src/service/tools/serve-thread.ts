import { parentPort, workerData } from 'node:worker_threads';

/** The work of a thread. `Data` and questions come from `createThread`. */
export interface ThreadWork<Data, Opened, Question> {
  /** Called once. If it fails, no question gets an answer. */
  readonly open: (data: Data) => Promise<Opened>;
  /** @returns plain data */
  readonly answer: (opened: Opened, question: Question) => unknown;
}

interface Asked<Question> {
  readonly id: number;
  readonly question: Question;
}

/** Answers the questions of the main thread. Called once, by the module that a thread runs. */
export function serveThread<Data, Opened, Question>({
  open,
  answer,
}: ThreadWork<Data, Opened, Question>): void {
  const opened = open(workerData as Data);
  opened.catch(() => undefined);
  const reply = async ({ id, question }: Asked<Question>): Promise<void> => {
    try {
      parentPort?.postMessage({ id, answer: await answer(await opened, question) });
    } catch {
      parentPort?.postMessage({ id });
    }
  };
  parentPort?.on('message', (asked: Asked<Question>) => void reply(asked));
}
