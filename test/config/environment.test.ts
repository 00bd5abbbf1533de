import { describe, expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { configError, folder } from './helpers.js';

const base = 'source: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}.json\n';

async function service(text: string, env: Record<string, string>) {
  return (await loadConfig({ cwd: folder({ 'service.config.yaml': base + text }), env })).service;
}

test('without a word, no address and no key are set', async () => {
  expect(await service('', {})).toEqual({
    url: '',
    key: undefined,
    keyVariable: 'SERVICE_AUTH_KEY',
    scheme: 'Service-Auth-Key',
  });
});

test('the file says where the service is and which variable holds the key', async () => {
  const text = 'service: { url: https://api.example.com/base/, key: "${MY_KEY}", scheme: Other }\n';
  expect(await service(text, { MY_KEY: ' abc:fx\n', SERVICE_AUTH_KEY: 'wrong' })).toEqual({
    url: 'https://api.example.com/base',
    key: 'abc:fx',
    keyVariable: 'MY_KEY',
    scheme: 'Other',
  });
});

test('SERVICE_URL and SERVICE_AUTH_SCHEME win over the file', async () => {
  const env = { SERVICE_URL: 'http://127.0.0.1:8080/', SERVICE_AUTH_SCHEME: 'Env' };
  expect(await service('service: { url: embedded, scheme: File }\n', env)).toMatchObject({
    url: 'http://127.0.0.1:8080',
    scheme: 'Env',
  });
});

test('embedded needs no address', async () => {
  expect((await service('service: { url: embedded }\n', {})).url).toBe('embedded');
  expect((await service('', { SERVICE_URL: 'embedded' })).url).toBe('embedded');
});

test('empty variables count as not set', async () => {
  const env = { SERVICE_URL: '', SERVICE_AUTH_KEY: ' ', SERVICE_AUTH_SCHEME: '' };
  expect(await service('service: { url: embedded }\n', env)).toMatchObject({
    url: 'embedded',
    key: undefined,
    scheme: 'Service-Auth-Key',
  });
});

test('SERVICE_URL that ends in a version says so', async () => {
  const error = await configError(service('', { SERVICE_URL: 'https://x.example/v2/' }));
  expect(error.code).toBe('environment');
  expect(error.message).toContain(
    'SERVICE_URL must not end in /v2, which is already part of every path',
  );
});

describe('variables that cannot be used are named, and their values are not shown', () => {
  test.each([
    ['SERVICE_URL', 'ftp://secret'],
    ['SERVICE_URL', 'api.secret.example'],
    ['SERVICE_URL', 'https://a:secret@x.example'],
    ['SERVICE_AUTH_SCHEME', 'Bearer secret'],
    ['SERVICE_AUTH_KEY', 'sec\nret-secret'],
  ])('%s=%j', async (name, value) => {
    const error = await configError(service('', { [name]: value }));
    expect(error.code).toBe('environment');
    expect(error.message).toContain(name);
    expect(error.message).not.toContain('secret');
  });
});
