import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { describe, expect, test, onTestFinished } from 'vitest';
import { operations } from '../../src/facts/operations.js';
import { startService } from '../../src/service/index.js';
import { CLI, Project } from '../support/project.js';

/** A folder without a config, and a service that its environment names. */
async function project(): Promise<Project> {
  const service = await startService({
    engine: 'pseudo',
    keys: ['dev-key'],
    adminKeys: ['adm-key'],
  });
  onTestFinished(() => service.close());
  const made = new Project({ '.git/HEAD': '' });
  made.env = {
    SERVICE_URL: service.url,
    SERVICE_AUTH_KEY: 'dev-key',
    SERVICE_ADMIN_KEY: 'adm-key',
  };
  return made;
}

async function answer(made: Project, args: readonly string[]): Promise<Record<string, unknown>> {
  const { stdout, stderr, code } = await made.run(['api', ...args, '--json']);
  expect(stderr).toBe('');
  expect(code).toBe(0);
  return (JSON.parse(stdout) as { readonly answer: Record<string, unknown> }).answer;
}

/** With something on stdin. */
async function piped(made: Project, args: readonly string[], input: string): Promise<string> {
  const { PATH } = process.env;
  const child = spawn(process.execPath, [CLI, 'api', ...args], {
    cwd: made.root,
    env: { PATH, ...made.env },
  });
  let stdout = '';
  child.stdout.on('data', (data: Buffer) => (stdout += data.toString()));
  child.stdin.end(input);
  await once(child, 'close');
  return stdout;
}

describe('without the service', () => {
  test('`api` alone lists every operation', async () => {
    const { stdout, code } = await new Project().run(['api']);
    expect(code).toBe(0);
    for (const { area, command, summary } of operations) {
      expect(stdout).toContain(`${area}\n`);
      expect(stdout).toMatch(new RegExp(`^  ${command} +${escaped(summary)}$`, 'm'));
    }
  });

  test('help of an operation has a flag for each field', async () => {
    const { stdout } = await new Project().run(['api', 'text', 'translate', '--help']);
    const fields = operations.find(({ name }) => name === 'translateText')?.fields ?? [];
    for (const { name } of fields) expect(stdout).toContain(`--${name.replaceAll('_', '-')} `);
    expect(stdout).toContain('POST /v2/translate');
  });

  test.each([
    [['glossarie', 'list'], 'Did you mean glossaries?'],
    [['glossaries', 'crate'], 'Did you mean create?'],
    [['text', 'translate', '--taget-lang', 'de'], 'Did you mean --target-lang?'],
    [['languages', 'list', '--resource', 'wrte'], 'did you mean "write"?'],
    [['text', 'translate', '--text', 'Hi'], '--target-lang'],
    [['admin', 'set-key-limits', '--key-id', 'a', '--characters', 'many'], 'whole number'],
    [['text', 'translate', '--body', '{'], '--body is not JSON'],
    [['documents', 'upload', '--target-lang', 'de'], '--file is missing'],
    [['documents', 'upload', '--target-lang', 'de', '--file', 'gone.txt'], 'cannot be read'],
  ])('%j is a wrong call that says what was meant', async (args, said) => {
    const { stderr, code } = await new Project().run(['api', ...args], {
      env: { SERVICE_URL: 'http://127.0.0.1:9' },
    });
    expect(stderr).toContain(said);
    expect(code).toBe(2);
  });
});

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

describe('with the service', () => {
  test.each([
    [['glossaries', 'get'], "'glossary_id' is missing", '--glossary-id'],
    [['glossaries', 'get', '--glossary-id', ''], "'glossary_id' is missing", '--glossary-id'],
    [['style-rules', 'delete'], "'style_id' is missing", '--style-id'],
    [['voice', 'download-result', '--out', 'a'], "'url' is missing", '--url'],
  ])('%j: what is missing of the address is a wrong call', async (args, message, flag) => {
    const { code, stderr } = await new Project().run(['api', ...args]);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
    expect(stderr).toContain(`Set ${flag}.`);
  });

  test('names of the interface and of commands are one', async () => {
    const made = await project();
    for (const words of [
      ['text', 'translate'],
      ['text', 'translateText'],
      ['Text', 'translate-text'],
    ]) {
      const { translations } = await answer(made, [
        ...words,
        '--target_lang',
        'de',
        '--text',
        'Hi',
      ]);
      expect(translations).toMatchObject([{ detected_source_language: 'EN' }]);
    }
  });

  test('fields from flags, files and stdin', async () => {
    const made = await project();
    made.write('terms.tsv', 'cart\tWarenkorb\nbill\tRechnung\n');
    const dictionaries = JSON.stringify([
      { source_lang: 'en', target_lang: 'fr', entries: 'cart\tpanier' },
    ]);
    const glossary = await answer(made, [
      ...['glossaries', 'create', '--name', 'Shop', '--dictionaries', dictionaries],
    ]);
    const id = String(glossary['glossary_id']);
    const put = await answer(made, [
      ...['glossaries', 'put-dictionary', '--glossary-id', id],
      ...['--source-lang', 'en', '--target-lang', 'de', '--entries', '@terms.tsv'],
    ]);
    expect(put['entry_count']).toBe(2);
    const body = JSON.stringify({ text: ['The cart'], source_lang: 'en', target_lang: 'xx' });
    const flags = ['--file', '-', '--target-lang', 'de', '--glossary-id', id];
    expect(await piped(made, ['text', 'translate', ...flags], body)).toContain('Warenkorb');
    made.write('body.json', body);
    const read = ['--body', '@body.json', '--target-lang', 'de', '--glossary-id', id];
    const same = await answer(made, ['text', 'translate', ...read]);
    expect(JSON.stringify(same)).toContain('Warenkorb');
    const at = await answer(made, ['text', 'translate', '--target-lang', 'de', '--text', '@@home']);
    expect(JSON.stringify(at)).toContain('@');
    const gone = await made.run(['api', 'glossaries', 'delete', '--glossary-id', id]);
    expect(gone).toMatchObject({ code: 0, stdout: '' });
  });

  test('a document goes in and out as a file', async () => {
    const made = await project();
    made.write('page.html', '<p>Hello</p>');
    const sent = await answer(made, [
      ...['documents', 'upload', '--file', 'page.html', '--target-lang', 'de'],
    ]);
    made.write('key.txt', `${String(sent['document_key'])}\n`);
    const own = ['--document-id', String(sent['document_id']), '--document-key', '@key.txt'];
    await expect
      .poll(async () => (await answer(made, ['documents', 'get-status', ...own]))['status'])
      .toBe('done');
    const away = await made.run(['api', 'documents', 'download', ...own, '--out', 'no/where.html']);
    expect(away.code).toBe(2);
    const { code } = await made.run(['api', 'documents', 'download', ...own, '--out', 'de.html']);
    expect(code).toBe(0);
    expect(made.read('de.html')).toMatch(/^<p>\[de .*<\/p>$/);
    const again = await made.run(['api', 'documents', 'download', ...own, '--out', 'de.html']);
    expect(again.code).toBe(3);
    expect(again.stderr).not.toContain(String(sent['document_key']));
  });

  test('all pages of a list, or the one that is asked for', async () => {
    const made = await project();
    for (let at = 0; at < 30; at += 1) {
      await fetch(`${made.env['SERVICE_URL'] ?? ''}/v3/style_rules`, {
        method: 'POST',
        headers: { authorization: 'Service-Auth-Key dev-key', 'content-type': 'application/json' },
        body: JSON.stringify({ name: `Style ${at}`, language: 'de' }),
      });
    }
    expect((await answer(made, ['style-rules', 'list']))['style_rules']).toHaveLength(30);
    const page = await answer(made, ['styleRules', 'list', '--page', '1', '--page-size', '20']);
    expect(page['style_rules']).toHaveLength(10);
  });

  test('a secret is shown once: on stdout, or in a file that others cannot read', async () => {
    const made = await project();
    const shown = await made.run(['api', 'admin', 'create-key', '--label', 'CI', '--verbose']);
    const secret = /^key: (\w+)$/m.exec(shown.stdout)?.[1] ?? '';
    expect(secret).toHaveLength(40);
    expect(shown.stderr).not.toContain(secret);
    expect(shown.stderr).toContain('the service does not show it again');
    const quiet = await made.run(['api', 'admin', 'create-key', '--out', 'key.json']);
    expect(quiet.stdout).toBe('');
    expect(statSync(made.path('key.json')).mode & 0o077).toBe(0);
    const keys = await made.run(['api', 'admin', 'list-keys', '--json']);
    expect(keys.stdout).not.toContain(secret);
    const file = made.json('key.json') as { readonly key_id: string };
    const lifted = await answer(made, [
      ...['admin', 'set-key-limits', '--key-id', file.key_id, '--characters', 'null'],
    ]);
    expect(lifted['usage_limits']).toMatchObject({ characters: null });
  });

  test('an address that does not hold is no matter of the key', async () => {
    const made = await project();
    const url = `${made.env['SERVICE_URL'] ?? ''}/v1/jobs/voice/translate/x/results/0?sig=secret`;
    for (const address of [url, 'http://127.0.0.1:9/x?sig=secret']) {
      const { code, stderr } = await made.run([
        ...['api', 'voice', 'download-result', '--url', address, '--out', 'a.srt'],
      ]);
      expect(code).toBe(3);
      expect(stderr).toContain('--signature');
      expect(stderr).not.toMatch(/secret|SERVICE_AUTH_KEY/);
    }
  });

  test('a refusal of the service is exit code 3, with its message and the id of the request', async () => {
    const made = await project();
    const { code, stdout } = await made.run([
      ...['api', 'text', 'translate', '--target-lang', 'xx', '--text', 'Hi', '--json'],
    ]);
    expect(code).toBe(3);
    const { ok, error } = JSON.parse(stdout) as { ok: boolean; error: Record<string, string> };
    expect(ok).toBe(false);
    expect(error['message']).toContain("'target_lang'");
    expect(error['requestId']).toMatch(/^[0-9a-f]{32}$/);
    const denied = await made.run(['api', 'usage', 'get'], {
      env: { SERVICE_AUTH_KEY: 'another-key' },
    });
    expect(denied.code).toBe(3);
    expect(denied.stderr).toContain('SERVICE_AUTH_KEY');
    expect(denied.stderr).not.toContain('another-key');
  });
});
