import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { pathToFileURL } from 'node:url';
import { compile } from '@inlang/paraglide-js';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const TIMEOUT = 300_000;
const PLUGIN = createRequire(import.meta.url).resolve('@inlang/plugin-message-format');
const SCHEMA = 'https://inlang.com/schema/inlang-message-format';

const SETTINGS = {
  baseLocale: 'en',
  locales: ['en', 'pl', 'ja', 'de'],
  modules: ['./plugin.js'],
  'plugin.inlang.messageFormat': { pathPattern: './messages/{locale}.json' },
};
const SOURCE = {
  $schema: SCHEMA,
  hello: 'Hello {name}, {#b}welcome{/b} | all',
  things: [
    {
      declarations: ['input items', 'input tone', 'local count = items: plural'],
      selectors: ['count', 'tone'],
      match: {
        'count=one, tone=formal': 'One thing, please.',
        'count=other, tone=formal': '{items} things, please.',
        'count=one, tone=*': '{items} thing',
        'count=*, tone=*': '{items} things',
      },
    },
  ],
  place: [
    {
      declarations: ['input n', 'local nth = n: plural type=ordinal'],
      selectors: ['nth'],
      match: { 'nth=one': '{n}st', 'nth=two': '{n}nd', 'nth=few': '{n}rd', 'nth=*': '{n}th' },
    },
  ],
};
const GERMAN = { $schema: SCHEMA, hello: 'Hallo {name}, {#b}willkommen{/b} | alle' };

type Message = (inputs: object, options: { readonly locale: string }) => string;

test(
  'Paraglide compiles what sync writes, and finds a form for every count',
  { timeout: TIMEOUT },
  async () => {
    const project = new Project({
      'service.config.json': JSON.stringify({
        ...{ version: 1, source: 'en', targets: ['pl', 'ja', 'de'] },
        catalogs: [{ files: 'messages/{locale}.json' }],
      }),
      'package.json': '{"type":"module"}',
      'project.inlang/settings.json': JSON.stringify(SETTINGS),
      'plugin.js': readFileSync(PLUGIN),
      'messages/en.json': JSON.stringify(SOURCE, null, 2),
      'messages/de.json': JSON.stringify(GERMAN, null, 2),
    });
    project.env = { SERVICE_URL: 'embedded', SERVICE_AUTH_KEY: 'test-key' };
    const { code, problems } = await project.report(['sync']);
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    await compile({ project: project.path('project.inlang'), outdir: project.path('out') });
    const { m } = (await import(pathToFileURL(project.path('out/messages.js')).href)) as {
      readonly m: Readonly<Record<string, Message>>;
    };
    for (const locale of SETTINGS.locales) {
      const is = locale === 'en' ? /^[^m]/ : new RegExp(`^\\[${locale} `);
      for (const items of [0, 1, 2, 5, 22, 1.5])
        for (const tone of ['formal', 'other'])
          expect(m['things']?.({ items, tone }, { locale }), `${locale} ${items}`).toMatch(is);
      for (const n of [1, 2, 3, 4]) expect(m['place']?.({ n }, { locale })).toMatch(is);
    }
    expect(project.json('messages/de.json')).toMatchObject(GERMAN);
    expect((await project.report(['check'])).code).toBe(0);
  },
);
