import { readFileSync, readlinkSync } from 'node:fs';
import { hostname } from 'node:os';

/**
 * A process that holds the run lock or waits for it. The name of the claim's file contains
 * everything, `<pid>_<start>_<host>_<unique>`, so a claim is never half written.
 */
export interface Claim {
  readonly name: string;
  readonly pid: number;
  /** Start time of the process in clock ticks; '' if the system does not provide it. */
  readonly start: string;
  /** Machine and pid namespace. Pids are comparable only within one. */
  readonly host: string;
}

interface ProcessState {
  readonly start: string;
  readonly dead: boolean;
}

/** Milliseconds without a heartbeat after which a process counts as dead. */
const HEARTBEAT_LIMIT = 30_000;

let counter = 0;

export function ownClaim(): Claim {
  const { pid } = process;
  const start = processState(pid)?.start ?? '';
  const host = hostId();
  counter += 1;
  const unique = `${counter}${Math.floor(Math.random() * 0x7fffffff).toString(36)}`;
  return { name: `${pid}_${start}_${host}_${unique}`, pid, start, host };
}

/** Undefined for a file that is not a claim: it blocks nobody. */
export function parseClaim(name: string): Claim | undefined {
  const match = /^(\d{1,10})_(\d*)_([\w.-]+?)_(\w+)$/.exec(name);
  if (match === null) return undefined;
  const [, pid = '', start = '', host = ''] = match;
  return { name, pid: Number(pid), start, host };
}

/**
 * True if the process behind a claim may still be running.
 * @param silence milliseconds since the claim's last heartbeat
 */
export function isAlive(claim: Claim, silence: number): boolean {
  if (claim.host !== hostId()) return silence < HEARTBEAT_LIMIT;
  if (!exists(claim.pid)) return false;
  const state = processState(claim.pid);
  if (state === undefined || claim.start === '') return silence < HEARTBEAT_LIMIT;
  return !state.dead && state.start === claim.start;
}

function exists(pid: number): boolean {
  if (pid === 0) return false;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to someone else.
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Read from /proc; undefined on systems without it. A zombie counts as dead. */
function processState(pid: number): ProcessState | undefined {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  } catch {
    return undefined;
  }
  // The command's name may contain anything, even `)`.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return { start: fields[19] ?? '', dead: fields[0] === 'Z' || fields[0] === 'X' };
}

function hostId(): string {
  // A host name can be longer than a file name may be.
  const host = hostname().slice(-100);
  return `${host}-${process.platform}-${pidNamespace()}`.replace(/[^\w.-]|_/g, '-');
}

function pidNamespace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid').replace(/\D/g, '');
  } catch {
    return '';
  }
}
