import { setTimeout as pause } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/client/public.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { environment, KEY, service } from '../support/service.js';

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs: [{ files: 'locales/{locale}.json' }]
translate: { glossary: glossaries/shop.csv, style: styles/shop.yaml }
`;
const GLOSSARY_CONFIG = CONFIG.replace(', style: styles/shop.yaml', '');
const STYLE_CONFIG = CONFIG.replace('glossary: glossaries/shop.csv, ', '');
const EN = { 'locales/en.json': '{ "a": "Your cart", "b": "Bread", "c": "Three carts" }' };
const TERMS = 'en,de,fr\ncart,Wagen,panier\nbag,Tüte,\n';
const STYLE = `de:
  configured_rules:
    punctuation:
      quotation_mark: use_guillemets # as in print
  custom_instructions:
    - label: Tone
      prompt: Friendly
fr:
  configured_rules: { punctuation: { dash: use_em_dash } }
`;

function project(running: RunningService, files: Readonly<Record<string, string>>): Project {
  const made = new Project({ ...EN, ...files });
  made.env = environment(running);
  return made;
}

function clientOf({ url }: RunningService) {
  return createClient({ baseUrl: url, key: KEY });
}

async function requestsOf(running: RunningService, work: () => Promise<unknown>): Promise<number> {
  const before = running.counters().requests;
  await work();
  return running.counters().requests - before;
}

/** A row for each of 2,000 terms, in five targets. */
function manyTerms(word: string): string {
  const rows = Array.from({ length: 2_000 }, (_, i) =>
    [
      `term ${i}`,
      ...['de', 'fr', 'es', 'it', 'nl'].map((locale) => `${word} ${locale} ${i}`),
    ].join(),
  );
  return `en,de,fr,es,it,nl\n${rows.join('\n')}\n`;
}

describe('requests', () => {
  test('10,000 terms in 5 pairs are pushed in 2 requests, and cost none while in step', async () => {
    const running = await service();
    const shop = project(running, {
      'service.config.yaml': GLOSSARY_CONFIG.replace('de, fr', 'de, fr, es, it, nl'),
      'glossaries/shop.csv': manyTerms('x'),
    });
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(2);
    const [glossary] = await clientOf(running).glossaries.list();
    expect(glossary?.dictionaries.map(({ entryCount }) => entryCount)).toEqual(
      Array.from({ length: 5 }, () => 2_000),
    );
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
    // Five targets, one request each.
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(5);
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(0);
    // A pair that changed is read, for the sake of what others changed, and replaced: the
    // interface changes one pair at a time (interface.md 4.3, rules 1 and 2).
    shop.write('glossaries/shop.csv', manyTerms('x').replace('x de 7,', 'y de 7,'));
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(3);
    expect(await requestsOf(running, () => shop.run(['resources']))).toBe(6);
    // So five pairs cost the listing, and a read and a write each.
    shop.write('glossaries/shop.csv', manyTerms('z'));
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(11);
  });
});

/** A project whose glossary was brought to the service. */
async function withPushedGlossary() {
  const running = await service();
  const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
  const shop = project(running, files);
  await shop.run(['resources', 'push']);
  const { glossaries } = clientOf(running);
  const [{ glossaryId } = { glossaryId: '' }] = await glossaries.list();
  return { running, shop, glossaries, glossaryId };
}

/** One whose glossary was deleted there since. */
async function withDeletedGlossary() {
  const pushed = await withPushedGlossary();
  await pushed.glossaries.delete(pushed.glossaryId);
  return pushed;
}

describe('a glossary', () => {
  test('whose file is renamed is renamed on the service, with its id, and pays for nothing', async () => {
    const { running, shop, glossaries, glossaryId } = await withPushedGlossary();
    await shop.run(['sync']);
    const move = (from: string, to: string) => {
      shop.write(to, shop.read(from));
      shop.remove(from);
      shop.write('service.config.yaml', GLOSSARY_CONFIG.replace('glossaries/shop.csv', to));
    };
    move('glossaries/shop.csv', 'glossaries/store.csv');
    expect((await shop.report(['plan'])).glossaries).toBeUndefined();
    // A list and a rename.
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(2);
    expect(await glossaries.list()).toMatchObject([{ glossaryId, name: 'store' }]);
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(0);
    // In another folder, with a changed term: its name stays, because the base name does.
    move('glossaries/store.csv', 'terms/store.csv');
    shop.write('terms/store.csv', shop.read('terms/store.csv').replace('Tüte', 'Beutel'));
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    expect(await glossaries.list()).toMatchObject([{ glossaryId, name: 'store' }]);
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
    // One with other terms is another glossary.
    shop.write('terms/other.csv', 'en,de,fr\nship,Schiff,navire\nbay,Bucht,baie\n');
    shop.write('service.config.yaml', GLOSSARY_CONFIG.replace('glossaries/shop', 'terms/other'));
    await shop.run(['resources', 'push']);
    expect((await glossaries.list()).map(({ name }) => name).sort()).toEqual(['other', 'store']);
  });

  test('shows what differs, pulls it in the dialect of the file, and is in step again', async () => {
    const running = await service();
    const text =
      '\ufeff"en";"de";"note"\r\n"bag";"Tüte";"a ""b"""\r\n"cart";"Wagen";\r\nship;Schiff;x';
    const shop = project(running, {
      'service.config.yaml': GLOSSARY_CONFIG,
      'glossaries/shop.csv': text,
    });
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    const { glossaries } = clientOf(running);
    const [{ glossaryId } = { glossaryId: '' }] = await glossaries.list();
    expect(await shop.run(['resources'])).toMatchObject({ code: 0 });
    const pair = { sourceLang: 'en', targetLang: 'de' };
    const entries = [
      ['bag', 'Beutel; klein'],
      ['cart', 'Wagen'],
      ['door', 'Tür'],
    ] as const;
    await glossaries.putDictionary(glossaryId, { ...pair, entries });
    await glossaries.putDictionary(glossaryId, {
      ...{ sourceLang: 'en', targetLang: 'fr', entries: [['cart', 'panier']] },
    });
    const shown = await shop.run(['resources']);
    expect(shown.code).toBe(1);
    expect(shown.stdout).toContain('"door": not here, "Tür" on the service');
    expect(await shop.report(['resources'])).toMatchObject({ ok: false, code: 1 });
    // A push leaves what only the service changed.
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
    const pulled = await shop.run(['resources', 'pull']);
    expect(pulled.code).toBe(0);
    expect(pulled.stderr).toContain('commit them together with the lock');
    expect(shop.read('glossaries/shop.csv')).toBe(
      '\ufeff"en";"de";"note";"fr"\r\n"bag";"Beutel; klein";"a ""b""";\r\n"cart";"Wagen";;panier\r\n"door";"Tür";;\r\n',
    );
    expect((await shop.run(['resources'])).code).toBe(0);
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
  });

  test('without a column for a target is said to be by every command, whatever is remembered', async () => {
    const running = await service();
    const shop = project(running, {
      'service.config.yaml': GLOSSARY_CONFIG.replace('de, fr', 'de, fr, pt-BR'),
      'glossaries/shop.csv': 'en,de,pt\ncart,Wagen,carrinho\n',
    });
    const problems = [
      expect.objectContaining({
        ...{ code: 'glossary-column', severity: 'warning', file: 'glossaries/shop.csv', line: 1 },
        message: expect.stringContaining('no column for fr,') as unknown,
      }),
    ];
    const commands = [['check'], ['plan'], ['sync'], ['sync'], ['check'], ['resources']];
    for (const command of commands) {
      const { problems: all } = await shop.report(command);
      expect(
        all.filter(({ code }) => code !== 'missing'),
        command.join(' '),
      ).toEqual(problems);
    }
    shop.write('locales/en.json', '{ "a": "Your cart", "b": "Butter", "c": "Three carts" }');
    expect(await shop.report(['sync'])).toMatchObject({ code: 0, texts: 3, problems });
    expect((await shop.run(['resources', 'push'])).stderr).toMatch(
      /glossaries\/shop\.csv:1.*no column for fr,.*Add a column \(empty if there are no terms\)/,
    );
    // Empty: there are no terms, and that is meant.
    shop.write('glossaries/shop.csv', 'en,de,fr,pt\ncart,Wagen,,carrinho\n');
    for (const command of [['sync'], ['check'], ['resources']]) {
      expect(await shop.report(command)).toMatchObject({ code: 0, problems: [] });
    }
  });

  test('is made from one that exists, which is ours from then on', async () => {
    const running = await service();
    const { glossaries } = clientOf(running);
    await glossaries.create({
      name: 'Shop terms',
      dictionaries: [
        { sourceLang: 'en', targetLang: 'de', entries: [['cart', 'Wagen']] },
        { sourceLang: 'en', targetLang: 'fr', entries: [['a, b', 'c']] },
        { sourceLang: 'de', targetLang: 'en', entries: [['Wagen', 'cart']] },
      ],
    });
    const shop = project(running, { 'service.config.yaml': GLOSSARY_CONFIG });
    const made = await shop.run(['resources', 'import', 'Shop terms', 'glossaries/shop.csv']);
    expect(made).toMatchObject({ code: 0 });
    expect(shop.read('glossaries/shop.csv')).toBe('en,de,fr\ncart,Wagen,\n"a, b",,c\n');
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
    shop.write('glossaries/shop.csv', 'en,de,fr\ncart,Karren,\n"a, b",,c\n');
    await shop.run(['sync']);
    const [{ glossaryId, dictionaries } = { glossaryId: '', dictionaries: [] }, ...others] =
      await glossaries.list();
    expect(others).toEqual([]);
    expect(dictionaries).toHaveLength(3);
    const { entries } = await glossaries.entries(glossaryId, {
      sourceLang: 'en',
      targetLang: 'de',
    });
    expect(entries).toBe('cart\tKarren');
  });

  test('that was deleted on the service is made again', async () => {
    const { running, shop, glossaries } = await withDeletedGlossary();
    expect((await shop.run(['resources'])).code).toBe(1);
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    expect((await shop.run(['resources'])).code).toBe(0);
    expect(await requestsOf(running, () => shop.run(['resources', 'push']))).toBe(0);
    expect(await glossaries.list()).toHaveLength(1);
  });

  test('that was deleted on the service fails a sync once, with a request per target and the next step', async () => {
    const { running, shop, glossaries } = await withDeletedGlossary();
    const failed = await requestsOf(running, async () => {
      const { code, stderr } = await shop.run(['sync']);
      expect(code).toBe(3);
      expect(stderr).toContain('if it was deleted there, run again');
    });
    expect(failed).toBe(2);
    expect(await shop.run(['sync'])).toMatchObject({ code: 0 });
    expect(await glossaries.list()).toHaveLength(1);
  });

  test.each([
    ['a name that is not there', ['Other', 'new.csv'], 'no glossary "Other"'],
    ['a file that is there', ['Shop terms', 'locales/en.json'], 'does not say whether to import'],
    ['a file that is a glossary already', ['shop', 'glossaries/shop.csv'], 'already exists'],
    ['a file outside', ['shop', '../shop.csv'], 'outside the root'],
  ])('is not made of %s', async (_, args, message) => {
    const running = await service();
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    const refused = await shop.run(['resources', 'import', ...args]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(message);
  });

  test('that changed on both sides stops everything, with both texts', async () => {
    const { running, shop, glossaries, glossaryId } = await withPushedGlossary();
    const entries = [['cart', 'Karren']] as const;
    await glossaries.merge(glossaryId, { sourceLang: 'en', targetLang: 'de', entries });
    const edited = TERMS.replace('Wagen', 'Korb');
    shop.write('glossaries/shop.csv', edited);
    for (const command of [['sync'], ['resources', 'push'], ['resources', 'pull']]) {
      const stopped = await shop.run(command);
      expect(stopped.code, command.join(' ')).toBe(2);
      expect(stopped.stderr).toContain('"cart" (de) is "Korb" here and "Karren" on the service');
    }
    expect(running.counters().texts).toBe(0);
    expect(shop.read('glossaries/shop.csv')).toBe(edited);
    const shown = await shop.report(['resources']);
    expect(shown).toMatchObject({
      code: 1,
      glossaries: [{ pairs: [{ conflicts: [{ source: 'cart', here: 'Korb', there: 'Karren' }] }] }],
    });
    // What was deleted in git is deleted there.
    shop.write('glossaries/shop.csv', 'en,de,fr\ncart,Karren,panier\n');
    expect((await shop.run(['sync'])).code).toBe(0);
    const { entries: after } = await glossaries.entries(glossaryId, {
      ...{ sourceLang: 'en', targetLang: 'de' },
    });
    expect(after).toBe('cart\tKarren');
  });

  test('changed on both sides is decided by a person, for all terms or for some', async () => {
    const running = await service();
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    const { glossaries } = clientOf(running);
    const [glossary] = await glossaries.list();
    const pair = { sourceLang: 'en', targetLang: 'de' };
    const there = async (): Promise<string> =>
      (await glossaries.entries(glossary?.glossaryId ?? '', pair)).entries;
    const changed = new Map([
      ['cart', 'Karren'],
      ['bag', 'Sack'],
    ]);
    await glossaries.putDictionary(glossary?.glossaryId ?? '', { ...pair, entries: changed });
    shop.write('glossaries/shop.csv', 'en,de,fr\ncart,Korb,panier\nbag,Beutel,\n');
    const pulled = await shop.run(['resources', 'pull', '--theirs', 'bag']);
    expect(pulled.code).toBe(0);
    expect(shop.read('glossaries/shop.csv')).toBe('en,de,fr\ncart,Korb,panier\nbag,Sack,\n');
    expect((await shop.run(['resources', 'push'])).stderr).toContain('resources push --ours');
    expect((await shop.run(['resources', 'push', '--ours', 'other'])).code).toBe(2);
    expect((await shop.run(['resources', 'push', '--ours', 'cart'])).code).toBe(0);
    expect(await there()).toBe('bag\tSack\ncart\tKorb');
    expect((await shop.run(['resources'])).code).toBe(0);
    await glossaries.putDictionary(glossary?.glossaryId ?? '', { ...pair, entries: changed });
    shop.write('glossaries/shop.csv', 'en,de,fr\ncart,Wagen,panier\n');
    expect((await shop.run(['resources', 'pull', '--theirs'])).code).toBe(0);
    // The deletion was never a conflict.
    expect(shop.read('glossaries/shop.csv')).toBe('en,de,fr\ncart,Karren,panier\n');
    expect((await shop.run(['resources', 'pull', '--ours'])).code).toBe(2);
  });

  test('of the same name that somebody else made is never touched', async () => {
    const running = await service();
    const { glossaries } = clientOf(running);
    const entries = [['cart', 'Karre']] as const;
    const dictionaries = [{ sourceLang: 'en', targetLang: 'de', entries }];
    const { glossaryId } = await glossaries.create({ name: 'shop', dictionaries });
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    for (const command of [['sync'], ['resources'], ['resources', 'push'], ['resources', 'pull']]) {
      const refused = await shop.run(command);
      expect(refused.code, command.join(' ')).toBe(2);
      expect(refused.stderr).toContain("resources import 'shop'");
    }
    const after = await glossaries.entries(glossaryId, { sourceLang: 'en', targetLang: 'de' });
    expect(after.entries).toBe('cart\tKarre');
  });

  test('that a killed run pushed is known again, also when the file has changed since', async () => {
    const running = await service({ faults: [{ fault: 'hang', path: '/v2/translate' }] });
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    const child = shop.start(['sync']);
    const ended = new Promise((done) => child.once('exit', done));
    // The listing, the glossary, and a text that is never answered.
    while (running.counters().requests < 3) await pause(20);
    child.kill('SIGKILL');
    await ended;
    expect(shop.has('locale-sync.lock')).toBe(false);
    shop.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Korb'));
    const pushed = await shop.report(['resources', 'push']);
    expect(pushed).toMatchObject({ code: 0, glossaries: [{ pairs: [{ changed: ['cart'] }] }] });
    expect(shop.read('locale-sync.lock')).toContain(' cart');
    expect(await clientOf(running).glossaries.list()).toHaveLength(1);
  });

  test('that another branch pushed from this working copy is kept, not taken back', async () => {
    const running = await service();
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    const lock = shop.read('locale-sync.lock');
    shop.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Korb'));
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    // As after a checkout of the branch before.
    shop.write('locale-sync.lock', lock);
    shop.write('glossaries/shop.csv', TERMS.replace('Tüte', 'Beutel'));
    const pushed = await shop.report(['resources', 'push']);
    const pair = { changed: ['bag'], kept: [{ source: 'cart', here: 'Wagen', there: 'Korb' }] };
    expect(pushed).toMatchObject({ code: 0, glossaries: [{ pairs: [pair] }] });
  });

  test('of which a failed run pushed a part is no conflict when the file changes again', async () => {
    const fault = { fault: 'status', status: 400, contains: 'corbeille' } as const;
    const running = await service({ faults: [fault] });
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    const changed = TERMS.replace('Wagen', 'Korb').replace('panier', 'corbeille');
    shop.write('glossaries/shop.csv', changed);
    expect((await shop.run(['resources', 'push'])).code).toBe(3);
    shop.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Karren'));
    const pushed = await shop.report(['resources', 'push']);
    expect(pushed).toMatchObject({ code: 0, glossaries: [{ pairs: [{ changed: ['cart'] }] }] });
    // What could not be pushed is pushed then, a term that is new there too.
    const added = `${TERMS.replace('Wagen', 'Karren')}shop,Laden,boutique\n`;
    shop.write('glossaries/shop.csv', added.replace('boutique', 'corbeille'));
    expect((await shop.run(['resources', 'push'])).code).toBe(3);
    shop.write('glossaries/shop.csv', added);
    const rest = await shop.report(['resources', 'push']);
    expect(rest).toMatchObject({ glossaries: [{ pairs: [{ target: 'fr', added: ['shop'] }] }] });
    // What others do in the meantime is a conflict all the same.
    const { glossaries } = clientOf(running);
    const [glossary] = await glossaries.list();
    await glossaries.putDictionary(glossary?.glossaryId ?? '', {
      sourceLang: 'en',
      targetLang: 'de',
      entries: new Map([['cart', 'Kiste']]),
    });
    shop.write('glossaries/shop.csv', TERMS);
    expect(await shop.run(['resources', 'push'])).toMatchObject({ code: 2 });
    expect(await shop.run(['resources', 'push'])).toMatchObject({ code: 2 });
  });

  test('that two runners push at once is the same one for both in the end', async () => {
    const running = await service();
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const runners = [project(running, files), project(running, files)] as const;
    const codes = await Promise.all(runners.map(async (one) => (await one.run(['sync'])).code));
    expect(codes).toEqual([0, 0]);
    // A third one that knows neither lock.
    const third = project(running, files);
    expect((await third.run(['sync'])).code).toBe(0);
    const lines = runners.map((one) => one.read('locale-sync.lock').split('\n'));
    const [head = '', rule = ''] = lines[0] ?? [];
    const merged = [...new Set(lines.flat())].filter(
      (line) => !line.startsWith('#') && line !== '',
    );
    third.write('locale-sync.lock', `${[head, rule, ...merged].join('\n')}\n`);
    third.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Korb'));
    expect((await third.run(['resources', 'push'])).code).toBe(0);
    expect(await clientOf(running).glossaries.list()).toHaveLength(1);
  });

  test('has its own terms in a shard, also beside a file of the same name in another folder', async () => {
    const running = await service();
    const catalog = (folder: string) =>
      `  - { files: '${folder}/{locale}.json', translate: { glossary: ${folder}/shop.csv, style: ${folder}/shop.yaml } }\n`;
    const shop = project(running, {
      'service.config.yaml': `version: 1\nsource: en\ntargets: [de]\ncatalogs:\n${catalog('a')}${catalog('b')}`,
      'a/en.json': '{ "a": "Your cart" }',
      'b/en.json': '{ "a": "My cart" }',
      'a/shop.csv': 'en,de\ncart,Wagen\n',
      'b/shop.csv': 'en,de\ncart,Korb\n',
      'a/shop.yaml': STYLE,
      'b/shop.yaml': STYLE.replace('Friendly', 'Short'),
    });
    for (const shard of ['1/2', '2/2']) {
      expect((await shop.run(['sync', '--shard', shard])).code).toBe(0);
    }
    expect(shop.read('a/de.json')).toContain('Wagen');
    expect(shop.read('b/de.json')).toContain('Korb');
    expect((await shop.run(['resources'])).code).toBe(0);
  });

  test('says in a plan how many units a changed term makes drift, and what they cost', async () => {
    const running = await service();
    const files = { 'service.config.yaml': GLOSSARY_CONFIG, 'glossaries/shop.csv': TERMS };
    const shop = project(running, files);
    await shop.run(['sync']);
    shop.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Korb'));
    const planned = await shop.report(['plan']);
    expect(planned.glossaries?.[0]?.pairs).toEqual([
      {
        ...{ source: 'en', target: 'de', added: [], changed: ['cart'], removed: [], kept: [] },
        drifts: { units: 2, characters: 20 },
      },
    ]);
    expect(planned.locales['de']?.drifted).toBe(2);
    const { stdout } = await shop.run(['plan']);
    expect(stdout).toContain('2 units drift (20 characters to translate again)');
    const renewed = await shop.report(['sync', '--retranslate', 'drifted']);
    expect(renewed).toMatchObject({ characters: 20, locales: { de: { drifted: 0 } } });
  });

  test('costs in a plan what it will cost: repeated texts once, messages as they go out', async () => {
    const running = await service();
    const texts = {
      once: 'Your cart',
      again: 'Your cart',
      held: 'Hello {name}, the cart of {count} things',
      plural: '{n, plural, one {# cart} other {# carts}}',
    };
    const shop = project(running, {
      'service.config.yaml': GLOSSARY_CONFIG,
      'glossaries/shop.csv': TERMS,
      'locales/en.json': JSON.stringify(texts),
    });
    await shop.run(['sync']);
    shop.write('glossaries/shop.csv', TERMS.replace('Wagen', 'Korb'));
    const { glossaries } = await shop.report(['plan']);
    const { characters } = await shop.report(['sync', '--retranslate', 'drifted']);
    expect(glossaries?.[0]?.pairs[0]?.drifts).toEqual({ units: 4, characters });
    expect(characters).toBeLessThan(Object.values(texts).join('').length);
  });
});

describe('a style', () => {
  const files = { 'service.config.yaml': STYLE_CONFIG, 'styles/shop.yaml': STYLE };

  test('is pushed before the first text, sent with each, and makes texts of its language drift', async () => {
    const running = await service();
    const shop = project(running, files);
    const planned = await shop.report(['plan']);
    expect(planned.styles).toMatchObject([
      {
        file: 'styles/shop.yaml',
        name: 'shop',
        languages: [{ language: 'de' }, { language: 'fr' }],
      },
    ]);
    // The listing, a list for each language, and a request for each.
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(5);
    const { styleRules } = clientOf(running);
    const lists = await styleRules.list({ detailed: true });
    expect(lists.map(({ name, language }) => [name, language])).toEqual([
      ['shop', 'de'],
      ['shop', 'fr'],
    ]);
    expect(await requestsOf(running, () => shop.run(['sync']))).toBe(0);
    // Comments are no change, and a rule is one of its language.
    shop.write('styles/shop.yaml', `# ours\n${STYLE}`);
    expect((await shop.report(['plan'])).styles).toBeUndefined();
    shop.write('styles/shop.yaml', STYLE.replace('guillemets', 'curly_quotation_marks'));
    const changed = await shop.report(['plan']);
    expect(changed.styles?.[0]?.languages).toMatchObject([
      { language: 'de', changed: ['punctuation.quotation_mark'], drifts: { units: 3 } },
    ]);
    expect(changed.locales).toMatchObject({ de: { drifted: 3 }, fr: { drifted: 0 } });
    const renewed = await shop.report(['sync', '--retranslate', 'drifted']);
    expect(renewed).toMatchObject({ texts: 3, locales: { de: { drifted: 0 } } });
    const [de] = await styleRules.list({ detailed: true });
    expect(de?.configuredRules).toEqual({
      punctuation: { quotation_mark: 'use_curly_quotation_marks' },
    });
  });

  test('is pulled with comments and order as they are, and deleted there when deleted here', async () => {
    const running = await service();
    const shop = project(running, files);
    await shop.run(['resources', 'push']);
    expect((await shop.run(['resources'])).code).toBe(0);
    const { styleRules } = clientOf(running);
    const [de] = await styleRules.list({ detailed: true });
    const styleId = de?.styleId ?? '';
    const rules = { punctuation: { quotation_mark: 'use_guillemets', dash: 'use_hyphen' } };
    await styleRules.replaceConfiguredRules(styleId, rules);
    await styleRules.addInstruction(styleId, { label: 'Length', prompt: 'Short' });
    const [tone] = de?.customInstructions ?? [];
    await styleRules.replaceInstruction(
      { styleId, instructionId: tone?.id ?? '' },
      { label: 'Tone', prompt: 'Warm: and "close"' },
    );
    expect((await shop.run(['resources'])).code).toBe(1);
    expect((await shop.run(['resources', 'pull'])).code).toBe(0);
    expect(shop.read('styles/shop.yaml')).toBe(
      STYLE.replace('# as in print\n', '# as in print\n      dash: use_hyphen\n').replace(
        'prompt: Friendly\n',
        'prompt: "Warm: and \\"close\\""\n    - label: Length\n      prompt: Short\n',
      ),
    );
    expect((await shop.run(['resources'])).code).toBe(0);
    shop.write('styles/shop.yaml', 'de:\n  custom_instructions: [{ label: Tone, prompt: Calm }]\n');
    expect((await shop.run(['resources', 'push'])).code).toBe(0);
    expect(await styleRules.list({ detailed: true })).toMatchObject([
      { language: 'de', configuredRules: {}, customInstructions: [{ prompt: 'Calm' }] },
    ]);
  });

  test('is made of one that exists, in all its languages', async () => {
    const running = await service();
    const { styleRules } = clientOf(running);
    const customInstructions = [{ label: 'Tone', prompt: 'Warm', sourceLanguage: 'en' }];
    await styleRules.create({ name: 'shop', language: 'ja', customInstructions });
    const configuredRules = { punctuation: { dash: 'use_hyphen' } };
    await styleRules.create({ name: 'shop', language: 'de', configuredRules });
    const shop = project(running, { 'service.config.yaml': STYLE_CONFIG });
    await shop.run(['resources', 'import', 'shop', 'styles/shop.yaml']);
    expect(shop.read('styles/shop.yaml')).toBe(`de:
  configured_rules:
    punctuation:
      dash: use_hyphen
ja:
  custom_instructions:
    - label: Tone
      prompt: Warm
      source_language: en
`);
    expect((await shop.run(['resources'])).code).toBe(0);
  });

  test('that changed on both sides, or is of somebody else, is left alone', async () => {
    const running = await service();
    const shop = project(running, files);
    const { styleRules } = clientOf(running);
    const { styleId } = await styleRules.create({ name: 'shop', language: 'de' });
    const foreign = await shop.run(['sync']);
    expect(foreign.code).toBe(2);
    expect(foreign.stderr).toContain("resources import 'shop'");
    await styleRules.delete(styleId);
    expect((await shop.run(['sync'])).code).toBe(0);
    const [de] = await styleRules.list();
    const rules = { punctuation: { quotation_mark: 'use_straight_quotation_marks' } };
    await styleRules.replaceConfiguredRules(de?.styleId ?? '', rules);
    shop.write('styles/shop.yaml', STYLE.replace('guillemets', 'curly_quotation_marks'));
    const conflict = await shop.run(['sync']);
    expect(conflict.code).toBe(2);
    expect(conflict.stderr).toContain(
      'punctuation.quotation_mark (de) is "use_curly_quotation_marks" here and "use_straight_quotation_marks" on the service',
    );
  });

  test('for a service without the Pro plan ends with file, line and next step', async () => {
    const running = await service({ plan: 'free' });
    const shop = project(running, files);
    const refused = await shop.run(['sync']);
    expect(refused.code).toBe(3);
    expect(refused.stderr).toContain('styles/shop.yaml:1:1: ');
    expect(refused.stderr).toContain('Pro plan');
  });

  test.each([
    [
      'a language that has none',
      'nl: {}',
      'styles/shop.yaml:1:1: the service does not support styles for "nl"',
    ],
    [
      'a rule that is misspelled',
      'de: { configured_rules: { punctuation: { dahs: x } } }',
      '"dash"',
    ],
    ['no YAML', 'de: [', 'styles/shop.yaml:1:'],
    ['a list', '- de', 'styles/shop.yaml:1:1: '],
  ])('with %s is refused offline, with its place', async (_, text, message) => {
    const shop = new Project({ ...EN, ...files, 'styles/shop.yaml': text });
    const refused = await shop.run(['check']);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(message);
  });
});

test.each([
  ['glossaries/shop.csv', 'en,de\ncart,W\xe4gen\n', '2:7'],
  ['styles/shop.yaml', 'de:\n  # f\xfcr\n', '2:6'],
])('%s that is not UTF-8 is refused with its place', async (path, text, place) => {
  const shop = new Project({
    ...EN,
    'service.config.yaml': CONFIG,
    'glossaries/shop.csv': TERMS,
    'styles/shop.yaml': STYLE,
    [path]: Buffer.from(text, 'latin1'),
  });
  const { code, stderr } = await shop.run(['plan']);
  expect(code).toBe(2);
  expect(stderr).toContain(`${path}:${place}: byte 0x`);
  expect(stderr).toContain('save the file as UTF-8');
});

test('a rehearsal takes glossary and style files along, and notes nothing of them', async () => {
  const shop = new Project({
    ...EN,
    'service.config.yaml': CONFIG,
    'glossaries/shop.csv': TERMS,
    'styles/shop.yaml': STYLE,
  });
  const env = { SERVICE_URL: 'embedded' };
  expect(await shop.run(['sync'], { env })).toMatchObject({ code: 0 });
  expect(shop.read('locales/de.json')).toContain('Wagen');
  expect(shop.read('locale-sync.lock')).not.toContain('@');
  expect(await shop.run(['resources'], { env })).toMatchObject({ code: 1 });
});

test.each([
  [['resources', 'import', 'shop'], 'import needs a name and a file'],
  [['resources', 'push', 'shop'], 'takes no name'],
  [['resources', 'pusch'], 'push'],
])('%s is a wrong call', async (args, message) => {
  const run = await new Project({ ...EN, 'service.config.yaml': CONFIG }).run(args);
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(message);
});
