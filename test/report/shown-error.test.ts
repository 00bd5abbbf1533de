import { expect, test } from 'vitest';
import type { Problem } from '../../src/model/index.js';
import { errorBeside } from '../../src/people/report/problems.js';

const problem: Problem = {
  code: 'invalid-file',
  severity: 'error',
  file: 'a.xlf',
  line: 2,
  column: 1,
  message: 'this is XLIFF 1.2.',
};

test.each([
  ['a.xlf could not be read. a.xlf:2:1: this is XLIFF 1.2.', 'a.xlf could not be read.'],
  ['a.xlf could not be read. this is XLIFF 1.2.', 'a.xlf could not be read.'],
  ['b.xlf could not be read. It is empty.', 'b.xlf could not be read. It is empty.'],
])('%s', (message, shown) => {
  const error = { code: 'invalid-file', message, hint: 'Fix the file.' };
  expect(errorBeside(error, [problem])).toEqual({ ...error, message: shown });
  expect(errorBeside({ ...error, code: 'quota' }, [problem]).message).toBe(message);
  expect(errorBeside(error, []).message).toBe(message);
});
