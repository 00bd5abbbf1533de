import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readConfig } from '../../src/config/load.js';
import { scan } from '../../src/engine/load/index.js';
import { folder } from '../config/helpers.js';
import { init } from './helpers.js';

const corpora = join('..', 'shared', 'corpora');

/** Real projects with the patterns that their files call for. */
const projects: [string, string[]][] = [
  ['json/bitwarden+browser', ['src/_locales/{locale}/messages.json']],
  ['json/ether+etherpad-lite', ['src/locales/{locale}.json']],
  ['json/excalidraw+excalidraw', ['packages/excalidraw/locales/{locale}.json']],
  ['json/i18next+i18next-parser', ['test/locales/{locale}/*.json']],
  ['json/jellyfin+jellyfin-web', ['src/strings/{locale}.json']],
  ['json/louislam+uptime-kuma', ['src/lang/{locale}.json']],
  ['json/nextcloud+deck', ['l10n/{locale}.json']],
  ['json/umami-software+umami', ['public/intl/messages/{locale}.json']],
  ['json/zulip+zulip-mobile', ['static/translations/messages_{locale}.json']],
  ['yaml/activeadmin+activeadmin', ['config/locales/{locale}.yml']],
  [
    'yaml/diaspora+diaspora',
    [
      'config/locales/diaspora/{locale}.yml',
      'config/locales/javascript/javascript.{locale}.yml',
      'config/locales/devise/devise.{locale}.yml',
    ],
  ],
  ['yaml/discourse+discourse-solved', ['config/locales/*.{locale}.yml']],
  ['yaml/publify+publify', ['config/locales/{locale}.yml', 'config/locales/sidebars.{locale}.yml']],
  // They have different locales.
  [
    'yaml/refinery+refinerycms',
    ['pages/config/locales/{locale}.yml', 'core/config/locales/{locale}.yml'],
  ],
  ['yaml/theme-next+hexo-theme-next', ['languages/{locale}.yml']],
  ['yaml/thredded+thredded', ['config/locales/{locale}.yml']],
  ['yaml/tigrish+devise-i18n', ['rails/locales/{locale}.yml']],
  ['yaml/wallabag+wallabag', ['translations/*.{locale}.yml']],
  ['xliff/TobyBackstrom+ngx-dashboard', ['projects/demo/src/locale/messages.{locale}.xlf']],
  [
    'xliff/alaugks+spring-messagesource-xliff',
    [
      'src/test/resources/translations_readme_pgs/messages_{locale}.xliff',
      'src/test/resources/translations/plural_{locale}.xliff',
      'src/test/resources/translations_readme_parent/messages_{locale}.xliff',
    ],
  ],
  ['srt/emk+subtitles-rs', ['substudy/fixtures/*.{locale}.srt']],
];

const present = projects.filter(([project]) => existsSync(join(corpora, project)));
if (present.length === 0)
  console.info('init: ../shared/corpora is not here; only fixtures are tested');

test.each(present)('%s: a config that finds its files', async (project, patterns) => {
  const root = folder();
  cpSync(join(corpora, project), root, { recursive: true });
  const { code, stderr } = await init(root);
  expect(stderr).toContain('Wrote');
  expect(code).toBe(0);
  const config = await readConfig(join(root, 'service.config.yaml'));
  expect(config.catalogs.map(({ target }) => target)).toEqual(patterns);
  const { pairs, problems } = await scan(config);
  expect(problems).toEqual([]);
  expect(pairs.flatMap(({ targets }) => targets).some(({ exists }) => exists)).toBe(true);
});

// Its keys are the English texts.
test.skipIf(!existsSync(join(corpora, 'json/Laravel-Lang+lang')))(
  'json/Laravel-Lang+lang: no translation is taken for the source',
  async () => {
    const root = folder();
    cpSync(join(corpora, 'json/Laravel-Lang+lang'), root, { recursive: true });
    const { code, stderr } = await init(root);
    expect(code).toBe(2);
    expect(stderr).toContain('The keys look like texts. If they are the source, write');
  },
);

test('a project without anything to find', async () => {
  expect((await init(folder({ 'src/a.json': '{"a": "A"}' }))).code).toBe(2);
});
