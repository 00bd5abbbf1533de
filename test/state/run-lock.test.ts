import { once } from 'node:events';
import { chmodSync, mkdirSync, readdirSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ownClaim, parseClaim } from '../../src/state/files/run-lock.js';
import { acquireRunLock } from '../../src/state/index.js';
import type { RunLock } from '../../src/state/files/run-lock.js';
import { runChild, startChild } from './children.js';
import { temporaryFolder } from './temporary.js';

const held: RunLock[] = [];

afterEach(() => {
  for (const lock of held.splice(0)) lock.release();
});

async function acquire(...args: Parameters<typeof acquireRunLock>): Promise<RunLock> {
  const lock = await acquireRunLock(...args);
  held.push(lock);
  return lock;
}

function stateFolder(): string {
  return join(temporaryFolder(), '.locale-sync');
}

function claims(directory: string): string[] {
  return readdirSync(join(directory, 'running'));
}

function place(directory: string, name: string, ageSeconds = 0): void {
  mkdirSync(join(directory, 'running'), { recursive: true });
  const file = join(directory, 'running', name);
  writeFileSync(file, '');
  const time = Date.now() / 1000 - ageSeconds;
  utimesSync(file, time, time);
}

/** A signal that ends a waiting that should not end by itself. */
function briefly(): AbortSignal {
  return AbortSignal.timeout(300);
}

describe('run lock', () => {
  it('is held by one at a time and handed on at release, with the holder named once', async () => {
    const directory = stateFolder();
    const first = await acquire(directory);
    const waits: number[] = [];
    let entered = false;
    const second = acquire(directory, { onWait: ({ pid }) => waits.push(pid) }).then((lock) => {
      entered = true;
      return lock;
    });
    await new Promise((resolve) => setTimeout(resolve, 150));
    expect(entered).toBe(false);
    first.release();
    (await second).release();
    expect(waits).toEqual([process.pid]);
    expect(claims(directory)).toEqual([]);
  });

  it('can be waited for until a signal ends the waiting, which leaves no claim', async () => {
    const directory = stateFolder();
    await acquire(directory);
    const controller = new AbortController();
    const waiting = acquire(directory, {
      signal: controller.signal,
      onWait: () => controller.abort(new Error('stop')),
    });
    await expect(waiting).rejects.toThrow();
    expect(claims(directory)).toHaveLength(1);
    await expect(
      acquire(directory, { signal: AbortSignal.abort(new Error('no')) }),
    ).rejects.toThrow('no');
  });

  it('is let go of twice without harm to who holds it next', async () => {
    const directory = stateFolder();
    const first = await acquire(directory);
    first.release();
    await acquire(directory);
    first.release();
    expect(claims(directory)).toHaveLength(1);
  });

  it('is not blocked by litter that is no claim', async () => {
    const directory = stateFolder();
    for (const name of ['', 'x', 'de.json', '1_2', '_____', '99999999999_1_h_1'].slice(1)) {
      place(directory, name);
    }
    await acquire(directory, { signal: briefly() });
  });

  it('is not blocked by a process that ended, nor by one that has its number now', async () => {
    const directory = stateFolder();
    const { start, host } = ownClaim();
    place(directory, `4194304_${start}_${host}_1`);
    if (start !== '') place(directory, `${process.pid}_${Number(start) - 1}_${host}_1`);
    place(directory, `0_0_${host}_1`);
    await acquire(directory, { signal: briefly() });
    expect(claims(directory)).toHaveLength(1);
  });

  it('waits for another machine as long as its heart beats, and no longer', async () => {
    const directory = stateFolder();
    place(directory, '1_1_other.machine-linux-1_1', 25);
    await expect(acquire(directory, { signal: briefly() })).rejects.toThrow();
    place(directory, '1_1_other.machine-linux-1_1', 35);
    await acquire(directory, { signal: briefly() });
  });

  it('says that a run goes on without it where the folder cannot be used', async () => {
    const directory = stateFolder();
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'running'), '');
    const lock = await acquire(directory);
    expect(lock.problem?.code).toBe('write-failed');
    lock.release();
  });

  it.runIf(process.getuid?.() === 0)('goes on without it in a read-only folder', async () => {
    const directory = stateFolder();
    mkdirSync(directory, { recursive: true });
    chmodSync(join(directory, '..'), 0o755);
    const script = `
      import { acquireRunLock } from './state.mjs';
      const lock = await acquireRunLock(process.argv[2]);
      lock.release();
      console.log(lock.problem.code);
    `;
    const { stdout } = await runChild(script, [directory], { uid: 65_534 });
    expect(stdout).toBe('write-failed\n');
  });

  it('reads back the claims that it names, whatever the host is called', () => {
    const own = ownClaim();
    expect(parseClaim(own.name)).toEqual(own);
  });

  it('keeps no process alive', async () => {
    const script = `
      import { acquireRunLock } from './state.mjs';
      await acquireRunLock(process.argv[2]);
    `;
    await runChild(script, [stateFolder()]);
  });
});

describe('run lock between processes', () => {
  // Each round enters, proves to be alone with a file that only one can make, and leaves.
  const contender = `
    import { openSync, closeSync, rmSync } from 'node:fs';
    import { setTimeout as sleep } from 'node:timers/promises';
    import { acquireRunLock } from './state.mjs';
    const [directory, rounds] = process.argv.slice(2);
    for (let i = 0; i < Number(rounds); i += 1) {
      const lock = await acquireRunLock(directory);
      if (lock.problem) throw new Error(lock.problem.message);
      closeSync(openSync(directory + '/alone', 'wx'));
      await sleep(1 + Math.random() * 3);
      rmSync(directory + '/alone');
      lock.release();
    }
  `;
  const holder = `
    import { acquireRunLock } from './state.mjs';
    await acquireRunLock(process.argv[2]);
    console.log('held');
    setInterval(() => {}, 1000);
  `;

  it('lets two that fight for it in one at a time', async () => {
    const directory = stateFolder();
    await Promise.all([1, 2].map(() => runChild(contender, [directory, '30'])));
    expect(claims(directory)).toEqual([]);
  });

  it('is taken over from a killed process by five at once, one at a time', async () => {
    for (let round = 0; round < 2; round += 1) {
      const directory = stateFolder();
      const child = startChild(holder, [directory]);
      await once(child.stdout, 'data');
      const contenders = [1, 2, 3, 4, 5].map(() => runChild(contender, [directory, '4']));
      child.kill('SIGKILL');
      await Promise.all(contenders);
      expect(claims(directory)).toEqual([]);
    }
  });

  it('is waited for while its holder lives', async () => {
    const directory = stateFolder();
    const child = startChild(holder, [directory]);
    await once(child.stdout, 'data');
    let seen = 0;
    const signal = briefly();
    const waiting = acquire(directory, { signal, onWait: ({ pid }) => (seen = pid) });
    await expect(waiting).rejects.toThrow();
    expect(seen).toBe(child.pid);
    expect(statSync(join(directory, 'running')).isDirectory()).toBe(true);
    child.kill('SIGKILL');
    await acquire(directory);
  });
});
