import { expect, test } from 'vitest';
import { configError, folder } from './helpers.js';
import { loadConfig } from '../../src/config/index.js';

const load = (name: string, code: string) => loadConfig({ cwd: folder({ [name]: code }), env: {} });

const CODE = `// exclud: no key
export default {
  source: 'en',
  targets: ['de'],
  catalogs: [{ files: '{locale}.json', exclud: [] }],
  limits: { concurrency: 'abc' },
};
`;

test.each(['service.config.mjs', 'service.config.ts'])(
  'a key of a config that is code has its place, where the code names it once: %s',
  async (name) => {
    const { issues } = await configError(load(name, CODE));
    expect(issues.map(({ line, column }) => [line, column])).toEqual([
      [5, 40],
      [6, 26],
    ]);
  },
);

test('what the code names twice has none, rather than a wrong one', async () => {
  const code = CODE.replace("'{locale}.json', exclud", "'{locale}.json', exclud: [] }, { exclud");
  const { issues } = await configError(load('service.config.mjs', code));
  expect(issues.filter(({ message }) => message.includes('exclud'))).not.toHaveLength(0);
  for (const { message, line } of issues) {
    if (message.includes('"exclud"')) expect(line).toBeUndefined();
  }
});
