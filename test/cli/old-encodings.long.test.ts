import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

/** What gettext knows beside UTF-8, with a text of a language that was written in it. */
const CHARSETS: Readonly<Record<string, readonly [locale: string, text: string]>> = {
  'ISO-8859-1': ['de', 'Öffnen'],
  'ISO-8859-2': ['pl', 'Otwórz gałąź'],
  'ISO-8859-3': ['mt', 'Iftaħ ġdid'],
  'ISO-8859-4': ['lv', 'Atvērt šķīvi'],
  'ISO-8859-5': ['bg', 'Отвори'],
  'ISO-8859-6': ['ar', 'افتح'],
  'ISO-8859-7': ['el', 'Άνοιγμα'],
  'ISO-8859-8': ['he', 'פתח'],
  'ISO-8859-9': ['tr', 'Açılış şığ'],
  'ISO-8859-13': ['lt', 'Atidarė žąsį'],
  'ISO-8859-14': ['cy', 'Agorŵyd tŷ'],
  'ISO-8859-15': ['fr', 'Ouvrir œuf €'],
  'KOI8-R': ['ru', 'Открыть'],
  'KOI8-U': ['uk', 'Відчинити їжак'],
  'KOI8-T': ['tg', 'Кушодани ҷой'],
  CP850: ['es', 'Abrir acción'],
  CP866: ['ru', 'Открыть'],
  CP874: ['th', 'เปิด'],
  CP932: ['ja', '開く表示①'],
  CP949: ['ko', '열기 똠방각하'],
  CP950: ['zh-TW', '開啟十個功能'],
  CP1250: ['cs', 'Otevřít žluťoučký'],
  CP1251: ['ru', 'Открыть'],
  CP1252: ['fr', 'Ouvrir « œuf »'],
  CP1253: ['el', 'Άνοιγμα'],
  CP1254: ['tr', 'Açılış'],
  CP1255: ['he', 'פתח'],
  CP1256: ['ar', 'افتح'],
  CP1257: ['lt', 'Atidarė'],
  GB2312: ['zh-CN', '打开文件'],
  'EUC-JP': ['ja', '開く表示'],
  'EUC-KR': ['ko', '열기'],
  BIG5: ['zh-TW', '開啟十個功能'],
  'BIG5-HKSCS': ['zh-HK', '開啟嘅功能'],
  GBK: ['zh-CN', '打开镕'],
  GB18030: ['zh-CN', '打开㐆𠀀'],
  SHIFT_JIS: ['ja', '開く表示'],
  'TIS-620': ['th', 'เปิด'],
  VISCII: ['vi', 'Mở tệp ẲẴ'],
  'GEORGIAN-PS': ['ka', 'გახსნა'],
};

const header = (charset: string, language: string): string =>
  `msgid ""\nmsgstr ""\n"Project-Id-Version: app\\n"\n"Language: ${language}\\n"\n"MIME-Version: 1.0\\n"\n"Content-Type: text/plain; charset=${charset}\\n"\n"Content-Transfer-Encoding: 8bit\\n"\n\n`;
const entry = (text: string): string => `msgid "Open"\nmsgstr "${text}"\n`;
const more = '\nmsgid "Keep"\nmsgstr ""\n';

describe.skipIf(!existsSync('/usr/bin/msgfmt') || !existsSync('/usr/bin/iconv'))('gettext', () => {
  test.each(Object.entries(CHARSETS))(
    '%s: what another file says goes in, what the encoding lacks stays out',
    async (charset, [locale, text]) => {
      const inCharset = (content: string): Buffer =>
        execFileSync('iconv', ['-f', 'UTF-8', '-t', charset], { input: content });
      const known = inCharset(header(charset, locale) + entry(text));
      const project = new Project({
        'service.config.yaml': `source: en\ntargets: [${locale}]\ncatalogs: [{ source: 'po/*.pot', target: 'po/{locale}/*.po' }]\n`,
        'po/a.pot': header('CHARSET', '') + entry(''),
        'po/b.pot': header('CHARSET', '') + entry('') + more,
        [`po/${locale}/a.po`]: known,
        [`po/${locale}/b.po`]: inCharset(header(charset, locale) + entry('') + more),
      });
      const run = await project.run(['sync'], { env: environment(await service()) });
      // The rehearsal's accents are in few of them.
      if (run.code !== 0) expect(run.stderr + run.stdout).toContain('cannot be encoded in ');
      const files = project.files();
      expect(files[`po/${locale}/a.po`]).toBe(known.toString('latin1'));
      const start = inCharset(header(charset, locale) + entry(text) + more).toString('latin1');
      expect(files[`po/${locale}/b.po`]?.slice(0, start.length - 3)).toBe(start.slice(0, -3));
      // Debian's msgfmt aborts at any text in it.
      if (charset === 'CP1255') return;
      const args = ['-c', '-o', '/dev/null', project.path(`po/${locale}/b.po`)];
      const { status, stderr } = spawnSync('msgfmt', args, { encoding: 'utf8' });
      expect({ status, stderr }).toMatchObject({ status: 0 });
      expect(stderr).not.toContain('invalid');
    },
  );

  test.each(['EUC-TW', 'JOHAB'])(
    '%s is refused with a place and the next step',
    async (charset) => {
      const bytes = Buffer.from(header(charset, 'de') + entry('\xc4\xe3'), 'latin1');
      const project = new Project({
        'service.config.yaml': `source: en\ntargets: [de]\ncatalogs: [{ source: 'a.pot', target: '{locale}.po' }]\n`,
        'a.pot': header('CHARSET', '') + entry(''),
        'de.po': bytes,
      });
      const run = await project.run(['check']);
      expect(run.code).toBe(2);
      expect(run.stdout).toContain(
        `de.po:6:36  error invalid-file  the file declares the unknown encoding ${charset}; save it as UTF-8 and declare that.`,
      );
      expect(project.files()['de.po']).toBe(bytes.toString('latin1'));
    },
  );
});
