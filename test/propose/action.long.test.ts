import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');

function read(path: string): string {
  return readFileSync(join(ROOT, path), 'utf8');
}

interface Action {
  readonly inputs: Readonly<Record<string, { description: string; default?: string }>>;
  readonly outputs: Readonly<Record<string, { value: string }>>;
  readonly runs: {
    readonly using: string;
    readonly steps: readonly {
      readonly id?: string;
      readonly uses?: string;
      readonly run?: string;
      readonly shell?: string;
      readonly env?: Readonly<Record<string, string>>;
    }[];
  };
}

describe('action.yml', () => {
  const text = read('action.yml');
  const { inputs, outputs, runs } = parse(text) as Action;

  test('uses every input, and no other', () => {
    const used = [...text.matchAll(/inputs\.([\w-]+)/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
    for (const { description, default: value } of Object.values(inputs)) {
      expect(description).toMatch(/\S/);
      expect(value).toBeTypeOf('string');
    }
    expect(inputs).toMatchObject({ command: {}, token: {}, 'service-url': {}, 'service-key': {} });
  });

  test('sets Node up itself, before anything runs', () => {
    expect(runs.using).toBe('composite');
    expect(runs.steps[0]?.uses).toMatch(/^actions\/setup-node@v\d+$/);
    expect(outputs['exit-code']?.value).toContain('steps.run.outputs.exit-code');
  });

  test('gives inputs to its script as variables: none becomes code', () => {
    const scripts = runs.steps.filter(({ run }) => run !== undefined);
    expect(scripts).toHaveLength(1);
    for (const { run = '', shell } of scripts) {
      expect(shell).toBe('bash');
      expect(run).not.toContain('${{');
      execFileSync('bash', ['-n', '-c', run]);
    }
  });

  test('docs/ci.md has its inputs, each with its default', () => {
    const rows = [...read('docs/ci.md').matchAll(/^\| `([a-z-]+)`\s+\| (.+?)\s+\| .+ \|$/gm)];
    const documented = new Map(rows.map(([, name = '', value = '']) => [name, value]));
    for (const [name, { default: value }] of Object.entries(inputs)) {
      const said = documented.get(name);
      expect([name, said]).toEqual([name, expect.any(String)]);
      // Some defaults are words.
      if (said?.startsWith('`') === true) expect(said).toBe(`\`${value}\``);
    }
    const blocks = [...read('docs/ci.md').matchAll(/```yaml\n([\s\S]*?)```/g)];
    const workflows = blocks.map(([, block = '']) => parse(block) as unknown);
    const used = callsOf(workflows).filter(({ uses }) => uses.startsWith('locale-sync/'));
    expect(used.length).toBeGreaterThan(0);
    for (const { with: given } of used) {
      expect(Object.keys(inputs)).toEqual(expect.arrayContaining(Object.keys(given)));
    }
  });

  describe.runIf(process.platform !== 'win32')('runs', () => {
    const script = runs.steps.find(({ run }) => run !== undefined)?.run ?? '';

    /** The script, with a command that says what it was called with and ends with a code. */
    function play(command: string, { code = 0, env = {} }: PlayOptions = {}): Played {
      const project = new Project({
        'node_modules/.bin/locale-sync': `#!/bin/sh\necho "called: $*"\necho "url: \${SERVICE_URL-none}"\nexit ${code}\n`,
        output: '',
      });
      chmodSync(project.path('node_modules/.bin/locale-sync'), 0o755);
      const own = { COMMAND: command, WANTED: '', ACTION: ROOT, SERVICE_URL: '' };
      const { status, stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: project.root,
        encoding: 'utf8',
        env: { PATH: process.env['PATH'], GITHUB_OUTPUT: project.path('output'), ...own, ...env },
      });
      return { status, stdout, output: project.read('output') };
    }

    test.each([
      ['propose', 0, 0],
      ['propose', 1, 0],
      ['sync --locale de', 1, 0],
      ['check', 1, 1],
      ['propose', 2, 2],
      ['propose', 3, 3],
    ])('%s that ends with %i ends the step with %i', (command, code, step) => {
      const { status, stdout, output } = play(command, { code });
      expect([status, output]).toEqual([step, `exit-code=${code}\n`]);
      expect(stdout).toBe(`called: ${command}\nurl: none\n`);
    });

    test.each([
      ['the folder itself', 'packages/app/node_modules', '.', 'installed'],
      ['a folder above it', 'packages/node_modules', '.', 'installed'],
      ['the root of the workspace', 'node_modules', '.', 'installed'],
      ['a folder above the workspace', 'node_modules', 'packages', 'npx --yes locale-sync@'],
    ])('an install in %s', (_, folder, workspace, expected) => {
      const project = new Project({
        [`${folder}/.bin/locale-sync`]: '#!/bin/sh\necho installed\n',
        'bin/npx': '#!/bin/sh\necho npx "$@"\n',
        'packages/app/service.config.yaml': '',
      });
      chmodSync(project.path(`${folder}/.bin/locale-sync`), 0o755);
      chmodSync(project.path('bin/npx'), 0o755);
      const { stdout } = spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: project.path('packages/app'),
        encoding: 'utf8',
        env: {
          PATH: `${project.path('bin')}:${process.env['PATH'] ?? ''}`,
          ...{ COMMAND: 'check', WANTED: '', ACTION: ROOT, GITHUB_OUTPUT: project.path('out') },
          GITHUB_WORKSPACE: resolve(project.root, workspace),
        },
      });
      expect(stdout).toMatch(new RegExp(`^${expected}`));
    });

    test('what is given as a command is words, and never code', () => {
      const { stdout } = play('check --locale $(id) ; `id` *');
      expect(stdout).toContain('called: check --locale $(id) ; `id` *\n');
    });
  });
});

interface PlayOptions {
  readonly code?: number;
  readonly env?: Readonly<Record<string, string>>;
}

interface Played {
  readonly status: number | null;
  readonly stdout: string;
  readonly output: string;
}

/** Every use of an action in workflows. */
function callsOf(part: unknown): readonly { readonly uses: string; readonly with: object }[] {
  if (typeof part !== 'object' || part === null) return [];
  const { uses, with: given = {} } = part as { readonly uses?: unknown; readonly with?: object };
  const own = typeof uses === 'string' ? [{ uses, with: given }] : [];
  return [...own, ...Object.values(part).flatMap(callsOf)];
}

describe('templates/locale-sync.yml', () => {
  const text = read('templates/locale-sync.yml');
  const [head, jobs] = parseAllDocuments(text).map(
    (document) => document.toJS() as Readonly<Record<string, unknown>>,
  );

  test('uses every input, and no other', () => {
    const { inputs } = head?.['spec'] as { inputs: object };
    const used = [...text.matchAll(/\$\[\[ inputs\.([\w-]+) \]\]/g)].map(([, name]) => name);
    expect(new Set(used)).toEqual(new Set(Object.keys(inputs)));
  });

  test('checks merge requests, and proposes on a schedule, in an image with Node', () => {
    expect(Object.keys(jobs ?? {})).toEqual(['locale-sync:check', 'locale-sync:propose']);
    for (const job of Object.values(jobs ?? {})) {
      const { script, rules } = job as { script: string[]; rules: { if: string }[] };
      expect(job).toMatchObject({ image: '$[[ inputs.image ]]' });
      expect(rules[0]?.if).toMatch(/^\$CI_PIPELINE_SOURCE == /);
      for (const line of script)
        execFileSync('sh', ['-n', '-c', line.replaceAll(/\$\[\[.*?\]\]/g, 'x')]);
    }
  });
});
