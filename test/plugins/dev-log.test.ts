import { expect, test } from 'vitest';
import { devFailure, DevLog } from '../../plugins/core/dev-notice.js';
import type { DevNotice } from '../../plugins/core/dev-notice.js';
import { failureNotice } from '../../plugins/core/notice.js';

const DONE: DevNotice = { alarm: undefined, line: undefined };
const WORK: DevNotice = { alarm: undefined, line: 'locale-sync: 1 missing in de' };

/** What an error says, each time with another request id. */
function failure(code: string, id: number): DevNotice {
  const error = { code, message: `answered (request ${id})` };
  return devFailure(failureNotice(error, { place: {}, root: '/' }), code);
}

/** How often the terminal is told something, for each of these in turn. */
function said(...notices: readonly DevNotice[]): readonly number[] {
  const log = new DevLog();
  return notices.map((notice) => log.news(notice).length);
}

test.each(['server', 'rate', 'forbidden', 'quota'])('%s is said once, whatever its id', (code) => {
  expect(said(failure(code, 1), failure(code, 2), failure(code, 3))).toEqual([1, 0, 0]);
});

test('what passed and is back is said again; what stays so only once all is well between', () => {
  expect(said(failure('server', 1), WORK, failure('server', 2))).toEqual([1, 1, 1]);
  expect(said(failure('forbidden', 1), WORK, failure('forbidden', 2))).toEqual([1, 1, 0]);
  expect(said(failure('forbidden', 1), DONE, failure('forbidden', 2))).toEqual([1, 0, 1]);
});

test('two mistakes of files are two', () => {
  expect(said(failure('syntax', 1), failure('syntax', 2), failure('syntax', 2))).toEqual([1, 1, 0]);
});

test('work is said where it differs', () => {
  expect(said(WORK, WORK, DONE, WORK)).toEqual([1, 0, 0, 1]);
});
