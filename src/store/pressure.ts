import { cpus, loadavg } from 'node:os';

/** Milliseconds of processor time from which on a measurement says something. */
const TELLING = 10;
/** Programs for each processor that a machine takes in its stride. */
const USUAL = 2;
const MOST = 6;

/**
 * How many times as long as usual things may take on this machine right now. Where many runs start
 * at once, the database is not slow: everything is.
 * @param work uses the processor, and takes the longer the busier that is
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
