import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Counts } from '../../src/engine/translate/counts.js';
import { Stop } from '../../src/engine/translate/stop.js';
import { TranslatorError } from '../../src/model/index.js';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const FATAL = new TranslatorError('quota', 'no more');

/** A run with one request in flight that is counted. */
function stage() {
  const abort = new AbortController();
  const counts = new Counts(() => undefined);
  const stop = new Stop(abort.signal, counts);
  counts.requestBegins();
  const request = stop.watch();
  return { abort, counts, stop, request, requests: () => counts.sent.requests };
}

describe('a fatal error', () => {
  test('stops the run, and the first one counts', () => {
    const { stop, request } = stage();
    expect(stop.isStopped).toBe(false);
    stop.fail(FATAL);
    stop.fail(new TranslatorError('forbidden', 'no'));
    expect(stop).toMatchObject({ isStopped: true, fatal: FATAL });
    // It is in flight, and its answer may come.
    expect(request.signal.aborted).toBe(false);
  });

  test('cancels a request that waits to be tried again, which then counts no more', () => {
    const { counts, stop, request, requests } = stage();
    expect(request.retriesIn(1_000)).toBe(true);
    counts.requestRepeats();
    stop.fail(FATAL);
    expect(request.signal.aborted).toBe(true);
    expect(requests()).toBe(1);
  });

  test('leaves a request alone that is being tried again, or has ended', () => {
    const { stop, request, requests } = stage();
    request.retriesIn(1_000);
    vi.advanceTimersByTime(1_000);
    stop.fail(FATAL);
    expect(request.signal.aborted).toBe(false);
    const ended = stop.watch();
    ended.retriesIn(1_000);
    ended.ended();
    stop.fail(FATAL);
    expect(requests()).toBe(1);
  });

  test('lets no request be tried again later', () => {
    const { stop, request } = stage();
    stop.fail(FATAL);
    expect(request.retriesIn(1_000)).toBe(false);
    expect(request.signal.aborted).toBe(true);
  });
});

describe('an interruption', () => {
  test('stops the run, and aborts what is still in flight after a moment', () => {
    const { abort, stop, request, requests } = stage();
    const waiting = stop.watch();
    waiting.retriesIn(60_000);
    abort.abort();
    expect(stop).toMatchObject({ isStopped: true, fatal: undefined });
    vi.advanceTimersByTime(1_400);
    expect([request.signal.aborted, waiting.signal.aborted]).toEqual([false, false]);
    vi.advanceTimersByTime(100);
    expect([request.signal.aborted, waiting.signal.aborted]).toEqual([true, true]);
    expect(requests()).toBe(0);
  });

  test('that came before the run counts', () => {
    const counts = new Counts(() => undefined);
    const stop = new Stop(AbortSignal.abort(), counts);
    expect(stop.isStopped).toBe(true);
    vi.advanceTimersByTime(1_500);
    expect(stop.watch().signal.aborted).toBe(true);
  });

  test('aborts nothing once the run is closed', () => {
    const { abort, stop, request } = stage();
    abort.abort();
    stop.close();
    vi.advanceTimersByTime(60_000);
    expect(request.signal.aborted).toBe(false);
    const later = stage();
    later.stop.close();
    later.abort.abort();
    expect(vi.getTimerCount()).toBe(0);
  });
});
