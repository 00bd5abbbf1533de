import { rowAt } from '../../src/model/index.js';
import { expect, test } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { createReviewer } from '../../src/engine/index.js';
import { checkOffline } from '../../src/engine/review/check.js';
import type { OfflineRules } from '../../src/engine/review/check.js';
import { project } from './support.js';

test('a file without a server says of a text what the server says', async () => {
  const app = project(
    {
      'locales/en.json': `{
  "title": "Welcome to the shop",
  "cart": "{count, plural, one {# item} other {# items}} in the cart",
  "pay": "Pay <b>{amount}</b> to @@shop@@ now",
  // locale-sync-ignore placeholders
  "free": "Pay {amount}",
  // maxLength: 8
  "bye": "Good bye"
}
`,
      'po/app.pot': `msgid ""
msgstr "Content-Type: text/plain; charset=UTF-8\\n"

#, c-format
msgid "%d file of %s"
msgid_plural "%d files of %s"
msgstr[0] ""
msgstr[1] ""
`,
      'terms.csv': 'en,de\nshop,Laden\n',
    },
    {
      catalogs: [
        { files: 'locales/{locale}.json', messages: 'icu', translate: { glossary: 'terms.csv' } },
        { source: 'po/app.pot', target: 'po/{locale}.po' },
      ],
      placeholders: ['/@@\\w+@@/'],
      rules: { placeholders: 'warn', 'sentence-end': 'warn' },
    },
  );
  const config = await loadConfig({ cwd: app.root, env: {} });
  const reviewer = createReviewer(config, {
    explain: (error) => ({ code: error.code, message: error.message }),
  });
  const data = await reviewer.look();
  const rules = reviewer.offlineRules();
  const embedded = JSON.parse(JSON.stringify(rules)) as OfflineRules;
  const typed = [
    'Zahlen',
    'Willkommen im Laden.',
    'Jetzt <b>{amount}</b> an @@shop@@ zahlen',
    '<i>{x}</i> @@shop@@ ',
    '{count, plural, one {# Ding} other {Dinge',
    '{count, plural, one {# Ding} other {# Dinge}} im Korb',
    '%s von %d Dateien',
    'Auf Wiedersehen\u202e',
    '',
  ];
  const codes = new Set<string>();
  for (const at of data.rows.text.keys()) {
    const row = rowAt(data, at);
    if (row === undefined) throw new Error(`no row ${at}`);
    for (const text of typed) {
      const there = await reviewer.check(row, text);
      expect(checkOffline(embedded, data, { row: at, text })).toEqual(there);
      for (const { code, level } of there?.findings ?? []) codes.add(`${level} ${code}`);
    }
  }
  await reviewer.close();
  expect(codes).toContain('warn placeholder-mismatch');
  expect(codes).toContain('settled placeholder-mismatch');
  expect(codes).toContain('error icu-syntax');
  expect(codes).toContain('warn too-long');
});
