import { expect, it } from 'vitest';
import { writeProblem } from '../../src/engine/write/target-file.js';
import { FormatError } from '../../src/model/index.js';

it('a file that could not be read once it is written says where', () => {
  const error = new FormatError('syntax', 'no MDX: expected a closing tag.', {
    ...{ offset: 9, line: 3, column: 4, file: 'de.mdx' },
  });
  expect(writeProblem('de.mdx', 'de', error)).toEqual({
    code: 'invalid-file',
    severity: 'error',
    ...{ file: 'de.mdx', locale: 'de', line: 3, column: 4 },
    message:
      'The file was not changed, because the new version would be invalid: no MDX: expected a closing tag.',
  });
});
