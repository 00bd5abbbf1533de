import { describe, expect, it } from 'vitest';
import { php } from '../../src/formats/php/index.js';
import { toml } from '../../src/formats/toml/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';
import { readPhp } from './php/read.js';
import { readToml } from './toml/read.js';

const LARAVEL = `<?php

return [
    // Shown to guests
    'welcome' => 'Welcome back, :name!',
    'apples'  => '{0} There are none|{1} There is one|[2,*] There are :count',

    'nested' => [
        'title' => 'Your account',
        'none'  => [],
    ],
    'limit' => 10,
    'list'  => ['One day', 'Two days'],
];
`;
const LARAVEL_DE = `<?php

return [
    'welcome' => 'Willkommen zurück, :name!', // von Hand
];
`;
const HUGO = `# Texts of the theme

[home]
other = "Home page"

[readingTime]
one   = "One minute"
other = "{{ .Count }} minutes"

[toc]
description = "Above the list"
other = "Table of contents"
`;
const HUGO_PL = `[home]
other = "Strona główna"
`;

const LARAVEL_FILLED = `<?php

return [
    'welcome' => 'Willkommen zurück, :name!', // von Hand
    'apples' => '{0} X|{1} X|[2,*] X',
    'nested' => [
        'title' => 'X',
        'none' => [],
    ],
    'limit' => 10,
    'list' => [
        'X',
        'X',
    ],
];
`;
const LARAVEL_PL = LARAVEL.replace('Welcome back, :name!', 'X')
  .replace(/'\{0\}.*'/, "'X|X|X|{0} X|{1} X'")
  .replace('Your account', 'X')
  .replace("'One day', 'Two days'", "'X', 'X'");
const HUGO_FILLED = `[home]
other = "Strona główna"

[readingTime]
one = "X"
few = "{{ .Count }} X"
many = "{{ .Count }} X"
other = "{{ .Count }} X"

[toc]
other = "X"
`;
const HUGO_DE = HUGO.replace('Home page', 'X')
  .replace('One minute', 'X')
  .replace('minutes', 'X')
  .replace('Table of contents', 'X');

const SAMPLES = [
  {
    codec: php,
    read: readPhp,
    path: 'lang/{locale}/shop.php',
    source: LARAVEL,
    half: LARAVEL_DE,
    halfLocale: 'de',
    human: 'Willkommen zurück, :name!',
    filled: LARAVEL_FILLED,
    fresh: LARAVEL_PL,
  },
  {
    codec: toml,
    read: readToml,
    path: 'i18n/{locale}.toml',
    source: HUGO,
    half: HUGO_PL,
    halfLocale: 'pl',
    human: 'Strona główna',
    filled: HUGO_FILLED,
    fresh: HUGO_DE,
  },
] as const;

describe.each(SAMPLES)('a project in $codec.name', (sample) => {
  it(
    'gets what is missing, and keeps what people wrote',
    { timeout: 120_000 },
    async ({ onTestFinished }) => {
      const { codec, path, source, half, halfLocale, human, read } = sample;
      const service = await startTestService();
      onTestFinished(() => service.close());
      const at = (locale: string): string => path.replace('{locale}', locale);
      const project = new Project(
        {
          'service.config.yaml': `version: 1\nsource: en\ntargets: [de, pl]\ncatalogs:\n  - files: "${path}"\n`,
          [at('en')]: source,
          [at(halfLocale)]: half,
        },
        'catalogs',
        onTestFinished,
      );
      project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
      expect(await project.report(['sync'])).toMatchObject({ code: 0, problems: [] });
      for (const locale of ['de', 'pl']) {
        const text = project.read(at(locale));
        const { units, problems } = codec.parse(text);
        expect(problems).toEqual([]);
        const texts = units.filter(({ kind }) => kind === 'text');
        expect([...read(text).values()]).toEqual(texts.map((unit) => unit.text));
      }
      expect(project.read(at(halfLocale))).toContain(human);
      const whole = halfLocale === 'de' ? 'pl' : 'de';
      const isText = /\[[a-z]{2} [^\]]*\]/g;
      expect(project.read(at(halfLocale)).replace(isText, 'X')).toBe(sample.filled);
      expect(project.read(at(whole)).replace(isText, 'X')).toBe(sample.fresh);
      expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
      expect((await project.run(['check'])).code).toBe(0);
    },
  );
});
