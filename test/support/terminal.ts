import { spawn, spawnSync } from 'node:child_process';
import { CLI } from './project.js';
import type { Project } from './project.js';

const version = spawnSync('script', ['--version'], { encoding: 'utf8' });
/** Whether this machine can run a command in a terminal (`script` of util-linux). */
export const hasTerminal = version.error === undefined && version.stdout.includes('util-linux');

export interface TerminalRun {
  readonly code: number | null;
  /** Everything that the terminal showed. */
  readonly shown: string;
}

/** An action once the terminal shows a text. */
export interface Step {
  readonly once: string;
  readonly type?: string;
  /** Sent to the command itself. */
  readonly signal?: 'TERM';
}

export interface TerminalCall {
  readonly args: string;
  /** Width of the terminal. Default: 80. */
  readonly columns?: number;
}

/** Runs the built command in a terminal with its input open. Stopped after two minutes. */
export function runOnTerminal(
  project: Project,
  { args, columns = 80 }: TerminalCall,
  steps: readonly Step[] = [],
): Promise<TerminalRun> {
  // The shell prints its process id, which `exec` passes on to the command.
  const command = `stty cols ${columns}; echo "pid=$$."; exec '${process.execPath}' '${CLI}' ${args}`;
  const { PATH, HOME } = process.env;
  const child = spawn('script', ['-qec', command, '/dev/null'], {
    cwd: project.root,
    env: { PATH, HOME, NO_COLOR: '1', TERM: 'xterm', SHELL: '/bin/sh', ...project.env },
    timeout: 120_000,
  });
  const left = [...steps];
  let shown = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    shown += text;
    // The texts of two steps may arrive together.
    for (let [step] = left; step !== undefined; [step] = left) {
      const at = shown.indexOf(step.once, seen);
      if (at < 0) return;
      seen = at + step.once.length;
      left.shift();
      if (step.type !== undefined) child.stdin.write(step.type);
      if (step.signal !== undefined)
        process.kill(Number(/pid=(\d+)/.exec(shown)?.[1]), `SIG${step.signal}`);
    }
  });
  return new Promise((done) => child.on('close', (code) => done({ code, shown })));
}
