import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { JSON_CONFIG, KEY, startTestService } from '../support/scenario.js';

const TIMEOUT = 300_000;

function catalog(...texts: readonly string[]): string {
  const lines = texts.map((text) => `  "${text.toLowerCase()}": "${text}"`);
  return `{\n${lines.join(',\n')}\n}\n`;
}

test(
  'two branches that each add and change keys merge without a conflict in the lock, and check is green',
  { timeout: TIMEOUT },
  async ({ onTestFinished }) => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const base = ['Apple', 'Bread', 'Cheese', 'Date', 'Egg', 'Fig', 'Grape', 'Honey'];
    const project = new Project(
      {
        'service.config.yaml': JSON_CONFIG.replace('[de]', '[de, fr]'),
        'locales/en.json': catalog(...base),
        '.gitattributes': 'locale-sync.lock merge=union\n',
        '.gitignore': '.locale-sync\n',
      },
      'branches',
      onTestFinished,
    );
    project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    const git = (...args: readonly string[]): string =>
      execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@localhost', ...args], {
        cwd: project.root,
        encoding: 'utf8',
        stdio: 'pipe',
      });
    const commit = async (message: string): Promise<void> => {
      expect((await project.report(['sync'])).code).toBe(0);
      git('add', '-A');
      git('commit', '-qm', message);
    };
    git('init', '-q', '-b', 'main');
    await commit('base');

    git('checkout', '-qb', 'left');
    project.write('locales/en.json', catalog('Almond', ...base));
    await commit('left adds at the top');

    git('checkout', '-q', 'main');
    git('checkout', '-qb', 'right');
    project.write(
      'locales/en.json',
      catalog(...base, 'Ice').replace('"honey": "Honey"', '"honey": "Wild honey"'),
    );
    await commit('right adds at the end and changes one');

    git('checkout', '-q', 'main');
    git('merge', '-q', '--no-edit', 'left');
    git('merge', '-q', '--no-edit', 'right');
    expect(project.read('locale-sync.lock')).not.toMatch(/^[<>=]{7}/m);
    expect((await project.report(['check'])).problems).toEqual([]);
    expect((await project.run(['check'])).code).toBe(0);
    const { requests } = service.counters();
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(service.counters().requests).toBe(requests);
  },
);
