import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';

// A source without a character is what a failed write leaves behind: no target loses its texts for it.

const FILES: Readonly<Record<string, readonly [path: string, source: string, target: string]>> = {
  yaml: ['l/{locale}.yml', 'a: One\nb: Two\n', 'a: Eins\nb: Zwei\n'],
  properties: ['l/m_{locale}.properties', 'a=One\nb=Two\n', 'a=Eins\nb=Zwei\n'],
  json5: ['l/{locale}.json5', "{ a: 'One' }\n", "{ a: 'Eins' }\n"],
  toml: ['l/{locale}.toml', 'a = "One"\n', 'a = "Eins"\n'],
  fluent: ['l/{locale}.ftl', 'a = One\n', 'a = Eins\n'],
  php: ['l/{locale}.php', "<?php\nreturn ['a' => 'One'];\n", "<?php\nreturn ['a' => 'Eins'];\n"],
  po: ['l/{locale}.po', 'msgid "One"\nmsgstr ""\n', 'msgid "One"\nmsgstr "Eins"\n'],
  strings: ['{locale}.lproj/L.strings', '"a" = "One";\n', '"a" = "Eins";\n'],
  srt: [
    'l/talk.{locale}.srt',
    '1\n00:00:01,000 --> 00:00:02,000\nOne.\n',
    '1\n00:00:01,000 --> 00:00:02,000\nEins.\n',
  ],
  markdown: ['docs/{locale}/a.md', '# One\n\nText.\n', '# Eins\n\nText auf Deutsch.\n'],
};

describe.each(Object.entries(FILES))('%s', (_, [pattern, source, target]) => {
  const [en, de] = ['en', 'de'].map((locale) => pattern.replace('{locale}', locale)) as [
    string,
    string,
  ];

  test.each(['', '\n\n'])('%j as source is an error, and changes nothing', async (empty) => {
    const config = `version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de]\ncatalogs: [{ files: "${pattern}" }]\n`;
    const project = new Project({ 'service.config.yaml': config, [en]: source, [de]: target });
    await project.report(['sync']);
    const before = project.read(de);
    project.write(en, empty);
    const { code, problems, files } = await project.report(['sync']);
    expect({ code, written: files.written }).toEqual({ code: 2, written: 0 });
    expect(problems).toMatchObject([{ code: 'invalid-file', file: en, line: 1, column: 1 }]);
    expect(problems[0]?.message).toContain(`the file is empty, but ${de} is not`);
    expect(project.read(de)).toBe(before);

    project.write(en, source);
    expect(await project.report(['sync'])).toMatchObject({ code: 0, requests: 0 });
    expect(project.read(de)).toBe(before);
  });
});

test('a source that is empty as its targets are is none of that', async () => {
  const config =
    'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de]\ncatalogs: [{ files: "l/{locale}.yml" }]\n';
  const project = new Project({ 'service.config.yaml': config, 'l/en.yml': '', 'l/de.yml': '\n' });
  const { code, problems } = await project.report(['sync']);
  expect(code).toBe(0);
  expect(problems.map(({ severity }) => severity)).toEqual(['warning']);
});
