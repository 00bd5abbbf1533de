import { cpus, loadavg } from 'node:os';

/** Milliseconds of processor time from which on a measurement is meaningful. */
const TELLING = 10;
/** Runnable programs per processor that a machine handles without slowing down. */
const USUAL = 2;
const MOST = 6;

/**
 * How many times longer than usual things may take on this machine now. If many runs start at once,
 * everything is slow, not just the database.
 * @param work uses the processor, and takes longer the busier it is
 */
export async function underPressure<T>(
  work: () => Promise<T>,
): Promise<{ readonly result: T; readonly factor: number }> {
  const wall = performance.now();
  const used = process.cpuUsage();
  const result = await work();
  const { user, system } = process.cpuUsage(used);
  const busy = (user + system) / 1000;
  const stretch = busy < TELLING ? 1 : (performance.now() - wall) / busy;
  const load = (loadavg()[0] ?? 0) / Math.max(1, cpus().length);
  const factor = Math.min(MOST, Math.max(1, stretch / USUAL, load / USUAL));
  return { result, factor };
}
