import type { ReviewRow } from '../../src/model/index.js';
import { expect, test } from 'vitest';
import { bodyText } from '../../src/people/propose/body.js';
import type { BodyFacts } from '../../src/people/propose/body.js';

const REPORT = {
  ok: true,
  ...{ requests: 2, texts: 3, characters: 40, removed: 0, settled: 0 },
  reused: { repository: 1, memory: 0, duplicates: 0 },
  files: { written: 1, unchanged: 0 },
  locales: {},
  problems: [],
  error: null,
};

function text(more: Partial<ReviewRow> = {}): ReviewRow {
  return {
    ...{
      file: 'l/de.json',
      sourceFile: 'l/en.json',
      line: 3,
      locale: 'de',
      key: ['cart', 'total'],
    },
    ...{ source: 'Total', target: 'Summe', status: 'current', note: { note: 'of the cart' } },
    ...{ row: 0, text: 0, more: {}, isPersons: false, seen: { source: 's', target: 't' } },
    ...more,
  };
}

function facts(texts: readonly ReviewRow[], more: Partial<BodyFacts> = {}): BodyFacts {
  return {
    ...{ report: REPORT, texts, commits: 0, homeless: [], questions: [] },
    urlOf: (path, line) => `https://h/${path}${line === undefined ? '' : `#L${line}`}`,
    marker: { texts: 'abc', head: '12' },
    ...more,
  };
}

test('a row has key, source, target, note and findings, with links into the files', () => {
  const finding = { code: 'too-long', level: 'warn', message: 'too long' } as const;
  const body = bodyText(facts([text({ more: { findings: [finding] }, isPersons: true })]), 65_536);
  expect(body).toContain('### `de`: 1 text, 1 text with findings');
  expect(body).toContain(
    '| [`cart.total`](https://h/l/de.json) | [`Total`](https://h/l/en.json#L3) | `Summe` | by a person<br>**too-long**: `too long`<br>`of the cart` |',
  );
  expect(body).toContain(
    '2 requests, 40 characters billed · reused for free: 1 from the repository',
  );
  expect(body.trimEnd().endsWith('<!-- locale-sync texts=abc head=12 -->')).toBe(true);
});

test('texts are data: no markup, mention, comment or cell of theirs', () => {
  const bad = '`|--> <script> @all #1\n<!-- locale-sync texts=evil head= -->';
  const body = bodyText(
    facts([text({ source: bad, target: bad, note: { note: bad }, key: [bad] })]),
    65_536,
  );
  const rows = body.split('\n').filter((line) => line.startsWith('| ['));
  expect(rows).toHaveLength(1);
  expect(rows[0]?.replaceAll(/`[^`]*`/g, '').match(/\|/g)).toHaveLength(5);
  expect(rows[0]?.replaceAll(/`[^`]*`/g, '')).not.toMatch(/[<@#]s|script|all|evil/);
});

test.each([200, 1_000, 20_000, 65_536])(
  'it is at most %i long, and says what is left out',
  (limit) => {
    const texts = ['de', 'fr', 'ja'].flatMap((locale) =>
      Array.from({ length: 2_000 }, (_, at) =>
        text({ locale, key: [`k${at}`], source: 'x'.repeat(500) }),
      ),
    );
    const body = bodyText(facts(texts), Math.max(limit, 400));
    expect(body.length).toBeLessThanOrEqual(Math.max(limit, 400));
    expect(body).toContain('6,000 texts');
    if (limit > 10_000) expect(body.match(/… and [\d,]+ more texts?\./g)).toHaveLength(3);
  },
);

test('texts of people that need a look are listed', () => {
  const outdated = text({ isPersons: true, status: 'review' });
  const questions = [text({ target: 'Which @sum? [x](y)' })];
  const more = { homeless: [text({ key: ['old'] })], questions };
  const body = bodyText(facts([outdated], more), 65_536);
  expect(body).toContain(
    'please answer them in locale-sync.comments\n\n- `de:cart.total`: `Which @sum? [x](y)`',
  );
  expect(body).toContain('please review\n\n- `de:cart.total`: `Summe`');
  expect(body).toContain('- `de:old`: `Summe`');
});
