import type { EngineEvent, JobProgress, Progress, Removal, RunPhase } from '../model/index.js';
import { amount, formatNumber } from '../people/index.js';
import type { Style } from '../people/index.js';
import { oneLine } from '../model/index.js';
import type { Io } from './io.js';

/** Milliseconds between two progress lines in CI, and between two redraws of a bar. */
const QUIET_INTERVAL = 10_000;
const BAR_INTERVAL = 80;
/** Milliseconds of waiting from which on a pause is reported without --verbose. */
const LONG_PAUSE = 5_000;
/** Number of glossary terms from which on their upload is reported without --verbose. */
const MANY_TERMS = 2_000;

/** The parts of `Io` that show progress. */
type Shown = Pick<Io, 'terminal' | 'stderr' | 'redraw'>;

interface ProgressView {
  readonly onEvent: (event: EngineEvent) => void;
  /** Clears the bar, so that following output starts on its own line. */
  readonly stop: () => void;
}

/** Shows the progress of a run on stderr: a bar on a terminal, otherwise a line now and then. */
export function showProgress(
  io: Shown,
  style: Style,
  options: { readonly verbose: boolean; readonly quiet: boolean },
): ProgressView {
  if (options.quiet) return { onEvent: () => undefined, stop: () => undefined };
  const { redraws } = io.terminal;
  const started = performance.now();
  let shown = 0;
  let drawn = false;
  /** Targets by engine of the embedded service. */
  const engines = new Map<string, string[]>();
  const clear = (): void => {
    if (drawn) io.redraw('');
    drawn = false;
  };
  const line = (text: string): void => {
    work.said();
    clear();
    io.stderr(`${text}\n`);
  };
  const redraw = (text: string): void => {
    work.said();
    io.redraw(text);
    drawn = true;
  };
  const work = showWork(io, redraws ? redraw : line);
  const translating = (progress: Progress): void => {
    const now = performance.now();
    const last = progress.texts.done === progress.texts.total;
    if (redraws) {
      if (now - shown < BAR_INTERVAL && !last) return;
      shown = now;
      redraw(barLine(progress, now - started, style));
    } else if (shown === 0 || now - shown >= QUIET_INTERVAL || last) {
      shown = now;
      line(plainLine(progress));
    }
  };
  const job = tellJobs(line, redraws ? redraw : undefined);
  const onEvent = (event: EngineEvent): void => {
    switch (event.type) {
      case 'request':
        return;
      case 'phase':
        work.at(WORK[event.name]);
        return;
      case 'translating':
        translating(event);
        return;
      case 'job':
        job(event);
        return;
      case 'waiting':
        line(`Another run (process ${event.pid}) is in progress here; waiting for it.`);
        return;
      case 'shared':
        line(
          `Other runs are already translating ${amount(event.texts, 'text')}; waiting for them.`,
        );
        return;
      case 'resource':
        // Only reported if it takes a while.
        if (options.verbose || event.terms >= MANY_TERMS) line(resourceLine(event));
        return;
      case 'rehearsed':
        line(rehearsedLine(event.texts));
        return;
      case 'left-out': {
        const names = oneLine(event.names.join(', no '));
        line(`embedded service: it has no ${names}; texts are translated without`);
        return;
      }
      case 'backend':
        engines.set(event.name, [...(engines.get(event.name) ?? []), event.target]);
        return;
      case 'retry':
        // A run that pauses silently looks dead.
        if (options.verbose || event.reason.delay >= LONG_PAUSE) line(retryLine(event));
        return;
      case 'reading':
        if (options.verbose) line(`reading ${oneLine(event.file)}`);
        return;
      case 'read':
        if (options.verbose) line(`read ${amount(event.files, 'target file')}`);
        return;
      case 'written':
        if (options.verbose) line(`wrote ${oneLine(event.file)} (${amount(event.units, 'unit')})`);
        return;
      case 'removed':
        if (!options.verbose) return;
        for (const one of event.removals) line(removalLine(one, event.isDone));
        return;
      case 'problem':
        line(oneLine(event.problem.message));
    }
  };
  const stop = (): void => {
    work.stop();
    clear();
    for (const [name, targets] of engines) line(engineLine(name, targets));
    engines.clear();
  };
  return { onEvent, stop };
}

/** @param redraw replaces the last line of a terminal */
function tellJobs(
  line: (text: string) => void,
  redraw: ((text: string) => void) | undefined,
): (progress: JobProgress) => void {
  /** Last reported state by source, so that nothing is printed twice. */
  const jobs = new Map<string, string>();
  return (progress) => {
    const { state, targets } = progress;
    const text = jobLine(progress);
    const id = targets.join(' ');
    if (jobs.get(id) === state && (redraw === undefined || state !== 'waiting')) return;
    jobs.set(id, state);
    if (state === 'waiting') redraw?.(text);
    else line(text);
  };
}

/** Descriptions of phases in which the run does not wait for the service. */
const WORK: Partial<Record<RunPhase, string>> = {
  load: 'reading files',
  compare: 'comparing',
  plan: 'planning',
  write: 'writing',
  lock: 'writing the lock',
  report: 'counting',
};

/** Only the embedded service names its engine: people must know what they get. */
function engineLine(name: string, targets: readonly string[]): string {
  const what = name === 'pseudo' ? 'pseudo (marked texts, no translations)' : name;
  return `embedded service: translated by ${oneLine(what)}: ${targets.map((target) => oneLine(target)).join(', ')}`;
}

function rehearsedLine(texts: number): string {
  const are = texts === 1 ? 'is a pseudo-translation' : 'are pseudo-translations';
  return `${amount(texts, 'text')} ${are} of a rehearsal; sync translates ${texts === 1 ? 'it' : 'them'}`;
}

function removalLine({ file, key, archived }: Removal, isDone: boolean): string {
  const what = `${isDone ? 'removed' : 'to be removed:'} ${oneLine(key)} from ${oneLine(file)}`;
  return archived ? `${what}; its text ${isDone ? 'is' : 'will be'} kept in the archive` : what;
}

function resourceLine({ file, step, terms }: Extract<EngineEvent, { type: 'resource' }>): string {
  const what = step === 'pushed' ? 'pushing to the service' : 'comparing with the service';
  return `${what}: ${oneLine(file)} (${amount(terms, 'term')})`;
}

function retryLine({ target, reason }: Extract<EngineEvent, { type: 'retry' }>): string {
  const why = {
    rate: 'the service asked to slow down',
    server: 'the service failed',
    network: 'the connection was lost',
  }[reason.kind];
  return `${oneLine(target)}: ${why}; trying again in ${formatNumber(Math.round(reason.delay / 100) / 10)} s`;
}

const JOB_STATES = {
  uploading: 'sent',
  waiting: 'is in progress',
  resumed: 'was sent by an earlier run',
  done: 'is done',
  failed: 'has failed',
} as const;

/** `handbook/en/guide.docx → handbook/de/guide.docx: sent` */
function jobLine({ source, targets, state, secondsRemaining }: JobProgress): string {
  const [first = '', ...more] = targets.map((target) => oneLine(target));
  const to = more.length === 0 ? first : `${first} and ${more.length} more`;
  const left = secondsRemaining === undefined ? '' : `, about ${secondsRemaining} s left`;
  return `${oneLine(source)} → ${to}: ${JOB_STATES[state]}${left}`;
}

function plainLine({ texts, requests, characters }: Progress): string {
  return `translating: ${formatNumber(texts.done)}/${amount(texts.total, 'text')}, ${formatNumber(requests.done)}/${amount(requests.total, 'request')}, ${formatNumber(characters.done)}/${amount(characters.total, 'character')}`;
}

function barLine(progress: Progress, elapsed: number, { colors, width }: Style): string {
  const { texts, requests, characters } = progress;
  const share = texts.total === 0 ? 0 : texts.done / texts.total;
  const room = Math.max(10, Math.min(30, width - 70));
  const filled = Math.round(share * room);
  const bar = colors.green('█'.repeat(filled)) + colors.dim('░'.repeat(room - filled));
  const left = share > 0 ? ` · ${duration((elapsed / share) * (1 - share))} left` : '';
  const text = `${formatNumber(texts.done)}/${formatNumber(texts.total)} texts · ${formatNumber(requests.done)}/${formatNumber(requests.total)} requests · ${formatNumber(characters.done)} ch${left}`;
  return `${bar} ${text.slice(0, Math.max(0, width - room - 2))}`;
}

function duration(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/** Milliseconds of silence after which a command's current work is reported, and reported again. */
const SILENCE = { terminal: 500, elsewhere: 10_000 };
const LOOK = 250;

/** Reports what a long command is doing while nothing else shows that it continues. */
export interface Working {
  /** Sets the current work; undefined: something else reports it. */
  readonly at: (what: string | undefined) => void;
  /** Called when something was printed. */
  readonly said: () => void;
  readonly stop: () => void;
}

/** @param say prints a line; on a terminal it replaces the last line */
export function showWork({ terminal: { redraws } }: Shown, say: (text: string) => void): Working {
  const silence = redraws ? SILENCE.terminal : SILENCE.elsewhere;
  let what: string | undefined;
  let since = performance.now();
  let last = since;
  const timer = setInterval(() => {
    const now = performance.now();
    if (what === undefined || now - last < silence) return;
    last = now;
    say(`${what}: ${Math.round((now - since) / 1000)} s`);
  }, LOOK);
  timer.unref();
  return {
    at: (next) => {
      if (next !== what) since = performance.now();
      what = next;
    },
    said: () => {
      last = performance.now();
    },
    stop: () => clearInterval(timer),
  };
}
