import { expect, it } from 'vitest';
import { markdown } from '../../../src/formats/markdown/index.js';

it('a text that is neither code nor valid MDX is refused by its key', () => {
  const document = markdown.parse('```sh\nls\n```\n\nText\n', { file: 'a.mdx' });
  const unit = document.units.find(({ text }) => text.startsWith('```'));
  const edits = [{ op: 'set', key: unit?.key ?? [], text: 'an <b> that is open' }] as const;
  expect(() => markdown.edit(document, edits)).toThrow(/cannot be the code/);
});
