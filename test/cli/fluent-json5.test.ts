import { parse } from '@fluent/syntax';
import JSON5 from 'json5';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

const source = `### Texts of the shop

-brand = Fish Shop

# Shown in the header
hello = Hello, { $name }, this is { -brand }!
    .title = The title

cart =
    You have { $count ->
        [0] nothing
        [one] one thing
       *[other] { NUMBER($count, minimumFractionDigits: 0) } things
    } in your cart.

settings = { PLATFORM() ->
    [macos] Open the preferences
   *[other] Open the settings
}
long =
    The first line,
    and { $what }.
date = On { DATETIME($date, month: "long") }
`;

const human = `-brand = Рыба
    .gender = feminine

hello = Привет, { $name }, это { -brand(case: "nominative") }!
not Fluent at all
date = { DATETIME($date, month: "short") }
`;

test('Fluent: missing texts are filled, a person’s are kept, and its parser takes the file', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': 'source: en\ntargets: [ru, ja]\ncatalogs:\n  - files: l/{locale}.ftl\n',
    'l/en.ftl': source,
    'l/ru.ftl': human,
  });
  const run = await project.report(['sync'], { env: environment(running) });
  expect(run.code).toBe(0);
  expect(run.problems.map(({ code, file, line }) => ({ code, file, line }))).toEqual([
    { code: 'invalid-unit', file: 'l/ru.ftl', line: 5 },
  ]);
  const files = project.files();
  for (const name of ['l/ru.ftl', 'l/ja.ftl']) {
    const junk = parse(files[name] ?? '', {}).body.filter(({ type }) => type === 'Junk');
    expect(junk.length).toBe(name === 'l/ru.ftl' ? 1 : 0);
  }
  expect(files['l/ru.ftl']).toMatchInlineSnapshot(`
    "-brand = Ð ÑÐ±Ð°
        .gender = feminine

    hello = ÐÑÐ¸Ð²ÐµÑ, { $name }, ÑÑÐ¾ { -brand(case: "nominative") }!
        .title = [ru Å¦Ä§ÃªÃª Å§Ã­Ã­Å§Ä¼ÃªÃª]
    cart =
        { $count ->
            [0] [ru Å¸Ã³Ã³ÃºÃº Ä§Ã¤Ã¤vÃªÃª ÅÃ³Ã³Å§Ä§Ã­Ã­ÅÄ Ã­Ã­Å Ã¿Ã³Ã³ÃºÃºÅ Ã§Ã¤Ã¤ÅÅ§.]
            [one] [ru Å¸Ã³Ã³ÃºÃº Ä§Ã¤Ã¤vÃªÃª { NUMBER($count, minimumFractionDigits: 0) } Å§Ä§Ã­Ã­ÅÄÅ Ã­Ã­Å Ã¿Ã³Ã³ÃºÃºÅ Ã§Ã¤Ã¤ÅÅ§.]
            [few] [ru Å¸Ã³Ã³ÃºÃº Ä§Ã¤Ã¤vÃªÃª { NUMBER($count, minimumFractionDigits: 0) } Å§Ä§Ã­Ã­ÅÄÅ Ã­Ã­Å Ã¿Ã³Ã³ÃºÃºÅ Ã§Ã¤Ã¤ÅÅ§.]
            [many] [ru Å¸Ã³Ã³ÃºÃº Ä§Ã¤Ã¤vÃªÃª { NUMBER($count, minimumFractionDigits: 0) } Å§Ä§Ã­Ã­ÅÄÅ Ã­Ã­Å Ã¿Ã³Ã³ÃºÃºÅ Ã§Ã¤Ã¤ÅÅ§.]
           *[other] [ru Å¸Ã³Ã³ÃºÃº Ä§Ã¤Ã¤vÃªÃª { NUMBER($count, minimumFractionDigits: 0) } Å§Ä§Ã­Ã­ÅÄÅ Ã­Ã­Å Ã¿Ã³Ã³ÃºÃºÅ Ã§Ã¤Ã¤ÅÅ§.]
        }
    settings = { PLATFORM() ->
        [macos] [ru ÃÃ³pÃªÃªÅ Å§Ä§ÃªÃª pÅÃªÃªfÃªÃªÅÃªÃªÅÃ§ÃªÃªÅ]
       *[other] [ru ÃÃ³pÃªÃªÅ Å§Ä§ÃªÃª ÅÃªÃªÅ§Å§Ã­Ã­ÅÄÅ]
    }
    long =
        {"["}ru Å¦Ä§ÃªÃª fÃ­Ã­ÅÅÅ§ Ä¼Ã­Ã­ÅÃªÃª,]
        {"["}ru Ã¤Ã¤ÅÄ { $what }.]
    not Fluent at all
    date = { DATETIME($date, month: "short") }
    "
  `);
  expect(files['l/ja.ftl']).toMatchInlineSnapshot(`
    "### Texts of the shop

    -brand = [ja FÃ®Ã®ÅÄ§ ÅÄ§Ã´Ã´p]

    # Shown in the header
    hello = [ja Ä¦ÄÄÄ¼Ä¼Ã´Ã´, { $name }, Å¥Ä§Ã®Ã®Å Ã®Ã®Å { -brand }!]
        .title = [ja Å¤Ä§ÄÄ Å¥Ã®Ã®Å¥Ä¼ÄÄ]

    cart =
        { $count ->
            [0] [ja ÃÃ´Ã´Ã»Ã» Ä§Ã¡Ã¡vÄÄ ÅÃ´Ã´Å¥Ä§Ã®Ã®ÅÄ Ã®Ã®Å Ã½Ã´Ã´Ã»Ã»Å Ã§Ã¡Ã¡ÅÅ¥.]
           *[other] [ja ÃÃ´Ã´Ã»Ã» Ä§Ã¡Ã¡vÄÄ { NUMBER($count, minimumFractionDigits: 0) } Å¥Ä§Ã®Ã®ÅÄÅ Ã®Ã®Å Ã½Ã´Ã´Ã»Ã»Å Ã§Ã¡Ã¡ÅÅ¥.]
        }

    settings = { PLATFORM() ->
        [macos] [ja ÃÃ´pÄÄÅ Å¥Ä§ÄÄ pÅÄÄfÄÄÅÄÄÅÃ§ÄÄÅ]
       *[other] [ja ÃÃ´pÄÄÅ Å¥Ä§ÄÄ ÅÄÄÅ¥Å¥Ã®Ã®ÅÄÅ]
    }
    long =
        {"["}ja Å¤Ä§ÄÄ fÃ®Ã®ÅÅÅ¥ Ä¼Ã®Ã®ÅÄÄ,]
        {"["}ja Ã¡Ã¡ÅÄ { $what }.]
    date = [ja ÃÃ´Å] { DATETIME($date, month: "long") }
    "
  `);
  const again = await project.report(['check'], { env: environment(running) });
  expect(again).toMatchObject({ code: 0, locales: { ru: { missing: 0 }, ja: { missing: 0 } } });
});

test('Fluent: an entry that cannot be read costs no text, in the source or in a target', async () => {
  const running = await service();
  const texts = (b: string): string => `a = Open the door\nb = ${b}\nc = Third\n`;
  const project = new Project({
    'service.config.yaml': 'source: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.ftl\n',
    'l/en.ftl': texts('Close { $x }'),
    'l/de.ftl': 'a = Auf\nb = Zu { $x }\nc = Drittens\n',
  });
  const german = project.files()['l/de.ftl'];
  project.write('l/en.ftl', texts('Close { $x'));
  const broken = await project.report(['sync'], { env: environment(running) });
  expect(broken.problems).toMatchObject([
    { severity: 'error', file: 'l/en.ftl', line: 3, column: 1 },
  ]);
  expect(project.files()['l/de.ftl']).toBe(german);
  project.write('l/en.ftl', texts('Close { $x }'));
  project.write('l/de.ftl', 'a = Auf\nb = Zu { $x\n');
  const cut = await project.report(['sync'], { env: environment(running) });
  expect(cut.problems).toMatchObject([{ severity: 'error', file: 'l/de.ftl', line: 3, column: 1 }]);
  expect(project.files()['l/de.ftl']).toBe('a = Auf\nb = Zu { $x\n');
});

test('JSON5: missing texts are filled, in the look of the file', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml':
      'source: en\ntargets: [de, fr]\ncatalogs:\n  - files: l/{locale}.json5\n',
    'l/en.json5':
      "// Texts\n{\n  hello: 'Hello, {name}!', // shown\n  cart: {\n    title: \"It's full\",\n    size: 0x10,\n  },\n}\n",
    'l/de.json5': '{\n\t"hello": "Hallo, {name}!"\n}\n',
  });
  const run = await project.report(['sync'], { env: environment(running) });
  expect(run).toMatchObject({ code: 0, problems: [] });
  const files = project.files();
  expect(files['l/de.json5']).toMatchInlineSnapshot(`
    "{
    	"hello": "Hallo, {name}!",
    	"cart": {
    		"title": "[de ÃÃ­Å§'Å fÃºÃºÅÅ]",
    		"size": 0x10
    	}
    }
    "
  `);
  expect(files['l/fr.json5']).toMatchInlineSnapshot(`
    "// Texts
    {
      hello: '[fr Ä¤ÄÄÄºÄºÃµÃµ, {name}!]', // shown
      cart: {
        title: "[fr ÃÃ¯Å§'Å¡ fÃ¼Ã¼ÄºÄº]",
        size: 0x10,
      },
    }
    "
  `);
  for (const name of ['l/de.json5', 'l/fr.json5'])
    expect(JSON5.parse(files[name] ?? '')).toMatchObject({ cart: { size: 16 } });
  const again = await project.report(['check'], { env: environment(running) });
  expect(again).toMatchObject({ code: 0, locales: { de: { missing: 0 }, fr: { missing: 0 } } });
});
