import { createServer } from 'node:http';
import { createServer as createSocketServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { commandsIn, steeringIn } from '../support/outside-text.js';
import { Project } from '../support/project.js';
import type { Run } from '../support/project.js';

/** Line ends, commands, colours, a C1 control, an override of the direction. */
const HOSTILE = 'x\n::stop-commands::t\r##[error]e\u001b[31m\u009b1m\u202e\u2028::add-mask::x';
/** Windows allows no such names; what is in a file is hostile everywhere. */
const NAME = process.platform === 'win32' ? 'x' : HOSTILE;
const CONFIG = `source: en
targets: [de]
catalogs:
  - files: locales/{locale}/*.json
extract:
  code: ['src/**/*.js']
  catalog: locales/en/{namespace}.json
`;
const FILES = {
  'service.config.yaml': CONFIG,
  [`locales/en/${NAME}.json`]: JSON.stringify({ [`key ${HOSTILE}`]: `Text {a} ${HOSTILE}` }),
  'locales/en/translation.json': '{"other": "Other"}',
  [`src/${NAME}.js`]: `t('new${HOSTILE.replaceAll(/[\n\r\u2028]/g, ' ')}');\n`,
};
const BROKEN = `locales/en/broken ${NAME}.json`;
const ALL_FILES = { ...FILES, [BROKEN]: `{"a": ${HOSTILE}` };

const ENVIRONMENTS: readonly (readonly [string, Record<string, string>])[] = [
  ['a terminal', {}],
  ['a coloured log', { NO_COLOR: '', FORCE_COLOR: '1', CI: '1' }],
  ['GitHub Actions', { GITHUB_ACTIONS: 'true', CI: 'true' }],
];

/** Nothing that came from outside steers, and there are no commands but our annotations. */
function expectHarmless({ stdout, stderr }: Run, env: Record<string, string>): void {
  const colors = env['FORCE_COLOR'] !== undefined;
  for (const output of [stdout, stderr]) expect(steeringIn(output, { colors })).toEqual([]);
  const isOurs = (line: string): boolean =>
    env['GITHUB_ACTIONS'] === 'true' && /^::(?:error|warning) (?:file|title)=/.test(line);
  expect(commandsIn(stdout).filter((line) => !isOurs(line))).toEqual([]);
  expect(commandsIn(stderr)).toEqual([]);
}

async function expectHarmlessRuns(
  project: Project,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Run[]> {
  const runs: Run[] = [];
  for (const [, around] of ENVIRONMENTS) {
    const run = await project.run(args, { env: { ...env, ...around } });
    expectHarmless(run, around);
    runs.push(run);
  }
  return runs;
}

async function listening(server: Server): Promise<Record<string, string>> {
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  onTestFinished(() => void server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { SERVICE_URL: url, SERVICE_AUTH_KEY: 'key' };
}

/** A service that translates, or refuses, every request with hostile words. */
function answering(status: number): Promise<Record<string, string>> {
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      response.writeHead(status, { 'content-type': 'application/json', 'x-trace-id': 'a::b' });
      const { text } = JSON.parse(body === '' ? '{"text":[]}' : body) as { text: string[] };
      const translations = text.map((one) => ({
        detected_source_language: HOSTILE,
        text: `${HOSTILE} {b}`,
        billed_characters: one.length,
      }));
      const refusal = { message: HOSTILE, detail: `::error::${HOSTILE}` };
      response.end(JSON.stringify(status === 200 ? { translations } : refusal));
    });
  });
  onTestFinished(() => server.closeAllConnections());
  return listening(server);
}

/** A service whose socket sends these bytes, whatever is asked. */
function sending(bytes: string): Promise<Record<string, string>> {
  const server = createSocketServer((socket) => {
    socket.on('error', () => undefined);
    socket.once('data', () => socket.end(bytes));
  });
  return listening(server);
}

describe('names, keys and texts', () => {
  test.each([
    ['check', []],
    ['check', ['--verbose']],
    ['status', ['--verbose']],
    ['plan', ['--verbose']],
  ])('%s %j shows them, and none of them steers', async (command, flags) => {
    const runs = await expectHarmlessRuns(new Project(ALL_FILES), [command, ...flags]);
    for (const { stdout, stderr } of runs)
      expect(stdout + stderr).toContain('\\n::stop-commands::t\\r\\u0023#[');
  });

  test('extract names the keys that it finds', async () => {
    const [run] = await expectHarmlessRuns(new Project(FILES), ['extract']);
    expect(run?.stderr).toMatch(/^\+ .*translation\.json {2}newx ::stop-commands::/m);
  });

  test.each(['check', 'status', 'plan', 'sync'])(
    '%s --json has them as they are',
    async (command) => {
      const project = new Project(ALL_FILES);
      const env = { SERVICE_URL: 'embedded', GITHUB_ACTIONS: 'true' };
      const run = await project.run([command, '--json'], { env });
      expectHarmless(run, {});
      const { problems } = JSON.parse(run.stdout) as { problems: readonly { file?: string }[] };
      expect(problems.map(({ file }) => file)).toContain(BROKEN);
    },
  );

  test('sync --verbose names what it reads and writes; a saved plan is as harmless', async () => {
    const project = new Project(ALL_FILES);
    await project.run(['plan', '--out', 'plan.json']);
    const saved = project.read('plan.json');
    expect(steeringIn(saved)).toEqual([]);
    expect(commandsIn(saved)).toEqual([]);
    const runs = await expectHarmlessRuns(project, ['sync', '--verbose'], {
      SERVICE_URL: 'embedded',
    });
    expect(runs[0]?.stderr).toContain('wrote locales/de/x\\n::stop-commands::t');
  });

  test('init offers and describes what it finds', async () => {
    const project = new Project({
      [`${NAME}/en.json`]: '{"a": "A"}',
      [`${NAME}/de.json`]: '{"a": "B"}',
      [`locales ${NAME}/en/a.json`]: '{"a": "A"}',
      [`locales ${NAME}/fr/${NAME}.json`]: `{"a": ${HOSTILE}`,
    });
    await expectHarmlessRuns(project, ['init', '--yes', '--force']);
    await expectHarmlessRuns(project, ['init', '--yes', '--force', '--targets', HOSTILE]);
    await expectHarmlessRuns(project, ['init', '--yes', '--force', '--source', HOSTILE]);
  });
});

describe('values of the config', () => {
  const quoted = JSON.stringify(HOSTILE);
  test.each([
    ['an unknown key', `${quoted}: 1\n`],
    ['a key inside', `limits: { ${quoted}: 1 }\n`],
    ['a key that is a list', `? [${quoted}]\n: 1\n`],
    ['a locale', `languages: { ${quoted}: ${quoted} }\n`],
    ['a rule', `rules: { markup: ${quoted} }\n`],
    ['a glossary', `translate: { glossary: ${quoted} }\n`],
    ['an address', `service: { url: ${quoted} }\n`],
    ['a name of a variable', `service: { key: "\${${HOSTILE.replaceAll(/\s/g, '')}}" }\n`],
    ['what is no YAML', `x: [${HOSTILE}\n`],
    ['an unknown tag', `translate: { context: !<${HOSTILE.replaceAll(/\s/g, '')}> a }\n`],
  ])('%s', async (_, lines) => {
    const project = new Project({ ...FILES, 'service.config.yaml': CONFIG + lines });
    await expectHarmlessRuns(project, ['check']);
    const env = { SERVICE_AUTH_KEY: 'k', GITHUB_ACTIONS: 'true' };
    expectHarmless(await project.run(['sync'], { env }), env);
    expectHarmless(await project.run(['check', '--json']), {});
  });

  test.each([
    ['targets', CONFIG.replace('[de]', `[${quoted}]`)],
    ['a pattern', CONFIG.replace('locales/{locale}/*.json', `"{locale}/${quoted.slice(1)}`)],
  ])('%s', async (_, config) => {
    const project = new Project({ ...FILES, 'service.config.yaml': config });
    await expectHarmlessRuns(project, ['check']);
  });

  test('a module that throws', async () => {
    const module = `throw Object.assign(new Error(${quoted}), { cause: new Error(${quoted}) });\n`;
    const project = new Project({ ...FILES, 'service.config.mjs': module });
    project.remove('service.config.yaml');
    await expectHarmlessRuns(project, ['check', '--verbose']);
  });
});

test.each<[string, ...string[]]>([
  ['check', '--locale'],
  ['check', '--files'],
  ['check', '--config'],
  ['check', '--cwd'],
  ['sync', '--plan'],
  ['sync', '--accept', '--keys'],
  ['sync', '--concurrency'],
  ['plan', '--out'],
  ['init', '--files'],
  ['service', '--host'],
  ['help'],
])('a call: %s %s', async (...args) => {
  await expectHarmlessRuns(new Project(FILES), [...args, `no-folder/${HOSTILE}`]);
});

test('an unknown command, and an unknown flag', async () => {
  await expectHarmlessRuns(new Project(), [HOSTILE]);
  await expectHarmlessRuns(new Project(), ['check', `--${HOSTILE}`]);
});

describe('a service', () => {
  test.each([400, 403, 413, 456])('that answers %i', async (status) => {
    const project = new Project(FILES);
    const env = await answering(status);
    const runs = await expectHarmlessRuns(project, ['sync', '--verbose'], env);
    for (const { code } of runs) expect(code).not.toBe(0);
    const run = await project.run(['sync', '--json'], { env });
    expectHarmless(run, {});
    expect(run.stdout).toContain('stop-commands');
  });

  test('that translates everything as that', async () => {
    const project = new Project(FILES);
    const env = await answering(200);
    const runs = await expectHarmlessRuns(project, ['sync', '--verbose'], env);
    for (const { code } of runs) expect(code).toBe(1);
    await expectHarmlessRuns(project, ['check', '--verbose']);
  });

  test.each([
    ['no HTTP', HOSTILE],
    ['a reason', `HTTP/1.1 400 \u001b[31m::error::x\r\ncontent-length: 0\r\n\r\n`],
    ['a page', `HTTP/1.1 400 Bad\r\n\r\n<html><title>${HOSTILE}</title>`],
    ['a header', `HTTP/1.1 403 No\r\nx-trace-id: \u001b[31m::error::x\r\n\r\n${HOSTILE}`],
    ['a redirection', `HTTP/1.1 302 No\r\nlocation: \u001b[31m::error::x\r\n\r\n`],
  ])('that sends %s', async (_, bytes) => {
    const env = await sending(bytes);
    const runs = await expectHarmlessRuns(new Project(FILES), ['sync'], env);
    for (const { code } of runs) expect(code).not.toBe(0);
  });
});
