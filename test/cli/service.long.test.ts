import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { describe, expect, test } from 'vitest';
import { commandsIn, steeringIn } from '../support/outside-text.js';
import { Project } from '../support/project.js';

interface Running {
  readonly child: ChildProcess;
  readonly url: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Sends a signal and gives the exit code. */
  readonly end: (signal: 'SIGTERM' | 'SIGINT' | 'SIGKILL') => Promise<number | null>;
}

async function launch(
  project: Project,
  args: readonly string[] = [],
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = project.start(['service', '--engine', 'pseudo', ...args], { env });
  let stdout = '';
  let stderr = '';
  child.stdout?.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stderr?.on('data', (data: Buffer) => (stderr += data.toString()));
  await expect.poll(() => stdout, { timeout: 60_000 }).toContain('\n');
  const url = /^listening on (\S+)\n/.exec(stdout)?.[1] ?? '';
  return {
    child,
    url,
    stdout: () => stdout,
    stderr: () => stderr,
    end: async (signal) => {
      const exited = once(child, 'exit') as Promise<[number | null]>;
      child.kill(signal);
      return (await exited)[0];
    },
  };
}

interface Request {
  readonly key: string;
  readonly word?: string;
  readonly body?: object;
}

function send(url: string, { key, word = 'Service-Auth-Key', body }: Request): Promise<Response> {
  return fetch(url, {
    headers: { authorization: `${word} ${key}`, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }),
  });
}

const translation = { text: ['Secret words'], target_lang: 'de' };

describe('what it prints', () => {
  test('the first line is the address; keys follow when none were given, and they work', async () => {
    const running = await launch(new Project());
    const [first, developer, admin, ...rest] = running.stdout().split('\n');
    expect(first).toMatch(/^listening on http:\/\/127\.0\.0\.1:\d+$/);
    expect(rest).toEqual(['']);
    const key = developer?.replace('developer key ', '') ?? '';
    expect((await send(`${running.url}/v2/usage`, { key })).status).toBe(200);
    const adminKey = admin?.replace('admin key ', '') ?? '';
    const keys = await send(`${running.url}/v2/admin/developer-keys`, { key: adminKey });
    expect(keys.status).toBe(200);
  });

  test('keys that were given are not printed', async () => {
    const running = await launch(new Project(), ['--key', 'k1', '--key', 'k2'], {
      SERVICE_ADMIN_KEY: 'a1',
    });
    expect(running.stdout()).toMatch(/^listening on [^\n]*\n$/);
    for (const key of ['k1', 'k2']) {
      expect((await send(`${running.url}/v2/usage`, { key })).status).toBe(200);
    }
    const keys = await send(`${running.url}/v2/admin/developer-keys`, { key: 'a1' });
    expect(keys.status).toBe(200);
  });

  test('one readable line per request on stderr, without keys, texts or queries', async () => {
    const running = await launch(new Project(), ['--key', 'the-secret-key']);
    await send(`${running.url}/v2/translate`, { key: 'the-secret-key', body: translation });
    await send(`${running.url}/v3/languages?resource=Secret`, { key: 'the-secret-key' });
    await running.end('SIGTERM');
    const [first, second, ...rest] = running.stderr().split('\n');
    expect(first).toMatch(
      /^\d\d:\d\d:\d\d POST \/v2\/translate 200 [\d.]+ ms · 1 text, 12 characters · pseudo · Service API Key · [\da-f]{32}$/,
    );
    expect(second).toMatch(/ GET \/v3\/languages 400 /);
    expect(rest).toEqual(['']);
    expect(running.stderr()).not.toMatch(/secret/i);
  });

  test('what a client sends cannot steer the terminal or a log', async () => {
    const running = await launch(new Project(), ['--key', 'k']);
    const socket = connect(Number(new URL(running.url).port), '127.0.0.1');
    socket.end(Buffer.from('GET /\x9b31m##[error]x HTTP/1.1\r\nhost: x\r\n\r\n', 'latin1'));
    await once(socket.resume(), 'close');
    await fetch(`${running.url}/%0a::error::x%1b[31m`, { method: 'PUT' });
    await running.end('SIGTERM');
    expect(running.stderr()).toContain(' PUT /%0a::error::x%1b');
    expect(steeringIn(running.stderr())).toEqual([]);
    expect(commandsIn(running.stderr())).toEqual([]);
  });

  test('--quiet leaves the lines out', async () => {
    const running = await launch(new Project(), ['--key', 'k', '--quiet']);
    await send(`${running.url}/v2/usage`, { key: 'k' });
    await running.end('SIGTERM');
    expect(running.stderr()).toBe('');
  });

  test('a line says when a key has reached 80 % and 100 % of its limit', async () => {
    const running = await launch(new Project(), ['--key', 'k', '--admin-key', 'a', '--quiet']);
    const keys = `${running.url}/v2/admin/developer-keys`;
    const [{ key_id } = { key_id: '' }] = (await (await send(keys, { key: 'a' })).json()) as {
      key_id: string;
    }[];
    await fetch(`${keys}/limits`, {
      method: 'PUT',
      headers: { authorization: 'Service-Auth-Key a', 'content-type': 'application/json' },
      body: JSON.stringify({ key_id, characters: 15 }),
    });
    await send(`${running.url}/v2/translate`, { key: 'k', body: translation });
    await send(`${running.url}/v2/translate`, { key: 'k', body: translation });
    await running.end('SIGTERM');
    expect(running.stderr()).toMatch(
      /^[\d:]+ key 'Service API Key' reached 80 % of its limit: 12 of 15 characters\n[\d:]+ key 'Service API Key' reached 100 % of its limit/,
    );
  });

  test('it says so when other machines can reach it', async () => {
    const running = await launch(new Project(), ['--host', '0.0.0.0', '--key', 'k']);
    await expect.poll(running.stderr).toContain('other machines can reach this service');
  });

  test('a reader that goes away after the first line does not end it', async () => {
    const running = await launch(new Project(), ['--key', 'k']);
    running.child.stdout?.destroy();
    running.child.stderr?.destroy();
    for (let count = 0; count < 3; count += 1) {
      expect((await send(`${running.url}/v2/usage`, { key: 'k' })).status).toBe(200);
    }
  });
});

describe('what it accepts', () => {
  test('SERVICE_AUTH_KEY, SERVICE_ADMIN_KEY and SERVICE_AUTH_SCHEME stand in for flags', async () => {
    const running = await launch(new Project(), [], {
      SERVICE_AUTH_KEY: 'k',
      SERVICE_ADMIN_KEY: 'a',
      SERVICE_AUTH_SCHEME: 'Other-Auth-Key',
    });
    expect(running.stdout()).toMatch(/^listening on [^\n]*\n$/);
    const usage = `${running.url}/v2/usage`;
    expect((await send(usage, { key: 'k', word: 'Other-Auth-Key' })).status).toBe(200);
    expect((await send(usage, { key: 'k' })).status).toBe(200);
    const keys = `${running.url}/v2/admin/developer-keys`;
    expect((await send(keys, { key: 'a', word: 'Other-Auth-Key' })).status).toBe(200);
  });

  test('flags win over the environment', async () => {
    const running = await launch(new Project(), ['--key', 'k', '--scheme', 'One'], {
      SERVICE_AUTH_KEY: 'other',
      SERVICE_AUTH_SCHEME: 'Two',
    });
    const usage = `${running.url}/v2/usage`;
    expect((await send(usage, { key: 'k', word: 'One' })).status).toBe(200);
    expect((await send(usage, { key: 'k', word: 'Two' })).status).toBe(403);
    expect((await send(usage, { key: 'other' })).status).toBe(403);
  });

  test('--control opens faults and counters to the admin key, a token to whoever has it', async () => {
    const closed = await launch(new Project());
    expect((await fetch(`${closed.url}/_control/counters`)).status).toBe(404);
    const running = await launch(new Project(), ['--key', 'k', '--control', 'token']);
    const counters = `${running.url}/_control/counters`;
    const headers = { 'x-control-token': 'token' };
    expect((await fetch(counters, { headers })).status).toBe(200);
    expect((await send(counters, { key: 'k' })).status).toBe(403);
  });

  test.each([
    [['--port', '99999'], '--port'],
    [['--port', 'x'], '--port'],
    [['--bogus'], '--bogus'],
    [['--engine', 'x'], 'auto, pseudo, apertium, openai'],
    [['--engine', 'openai'], '--openai-url'],
    [['--key', ''], '--key'],
    [['--key', 'a b'], '--key'],
    [['--scheme', 'a b'], '--scheme'],
    [['--control', '--key', 'k'], '--admin-key'],
    [['extra'], 'too many arguments'],
  ])('%j ends with 2 and says why', async (args, reason) => {
    const { code, stderr, stdout } = await new Project().run(['service', ...args]);
    expect(stderr).toContain(reason);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
  });

  test('a port in use ends with 2, names the port, and leaves the data folder free', async () => {
    const project = new Project();
    const running = await launch(project, ['--key', 'k']);
    const port = new URL(running.url).port;
    const second = await project.run(['service', '--port', port, '--data', 'data']);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(`port ${port} of 127.0.0.1 is in use`);
    expect(project.has('data/lock')).toBe(false);
  });

  test('a data folder that is a file, or in use, ends with 2', async () => {
    const project = new Project({ file: '' });
    expect((await project.run(['service', '--data', 'file'])).code).toBe(2);
    await launch(project, ['--data', 'data']);
    const second = await project.run(['service', '--data', 'data']);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('in use');
  });
});

describe('how it ends', () => {
  test.each(['SIGTERM', 'SIGINT'] as const)(
    '%s lets a request under way finish and exits with 0',
    async (signal) => {
      const running = await launch(new Project(), ['--key', 'k', '--control', 'token']);
      await fetch(`${running.url}/_control/faults`, {
        method: 'POST',
        headers: { 'x-control-token': 'token', 'content-type': 'application/json' },
        body: JSON.stringify({ faults: [{ fault: 'latency', milliseconds: 500 }] }),
      });
      const pending = send(`${running.url}/v2/translate`, { key: 'k', body: translation });
      const counters = `${running.url}/_control/counters`;
      const inFlight = async () => {
        const answer = await fetch(counters, { headers: { 'x-control-token': 'token' } });
        return ((await answer.json()) as { inFlight: number }).inFlight;
      };
      await expect.poll(inFlight).toBe(2);
      expect(await running.end(signal)).toBe(0);
      expect((await pending).status).toBe(200);
    },
  );

  test('kill -9 in the middle of writes loses nothing that was acknowledged', async () => {
    const project = new Project();
    const args = ['--key', 'k', '--data', 'data', '--quiet'];
    const first = await launch(project, args);
    const glossaries: string[] = [];
    const styles: string[] = [];
    let characters = 0;
    const post = async (path: string, body: object) =>
      (await (await send(first.url + path, { key: 'k', body })).json()) as Record<string, string>;
    const lane = async (): Promise<void> => {
      for (;;) {
        const dictionaries = [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb' }];
        const glossary = await post('/v3/glossaries', { name: 'Terms', dictionaries });
        glossaries.push(glossary['glossary_id'] ?? '');
        const style = await post('/v3/style_rules', { name: 'House', language: 'de' });
        styles.push(style['style_id'] ?? '');
        await post('/v2/translate', { text: ['12345'], target_lang: 'de' });
        characters += 5;
        if (characters === 150) first.child.kill('SIGKILL');
      }
    };
    await Promise.allSettled([lane(), lane(), lane(), lane()]);
    const second = await launch(project, args);
    const get = async (path: string) => (await send(second.url + path, { key: 'k' })).text();
    const known = await get('/v3/glossaries');
    expect(glossaries.length).toBeGreaterThanOrEqual(30);
    for (const id of glossaries) expect(known).toContain(id);
    for (const id of styles) expect(await get(`/v3/style_rules/${id}`)).toContain(id);
    const { character_count } = JSON.parse(await get('/v2/usage')) as { character_count: number };
    expect(character_count).toBeGreaterThanOrEqual(characters);
    expect(character_count).toBeLessThanOrEqual(characters + 20);
  });
});
