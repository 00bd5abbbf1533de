import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GETTEXT_FORMATS, type GettextFormat } from '../../../src/model/index.js';
import { isSound, prepare } from '../../../src/text/index.js';
import { Project } from '../../support/project.js';
import { KEY, startTestService } from '../../support/scenario.js';
import { context, translate } from '../../text/context.js';

/** What each language of a flag reads as placeholders, in texts of one each. */
const PLACEHOLDERS: Readonly<Record<GettextFormat, string>> = {
  'c-format': "%s %5.2f %1$s %td % d %S %C %m %'d %Id %<PRIu64> %a %hhd %*1$d %.*s",
  'objc-format': '%@ %1$@ %ld',
  'python-format': '%s %(n)s %r %(my_name)r %5.1f %x',
  'python-brace-format': '{} {0} {name} {a.b} {a[b]} {0:>10} {name:{width}}',
  'java-format': '{0} {1,number} {0,number,#.##} {0,date,short}',
  'java-printf-format': '%s %1$s %,d %b %h %tY %1$tY %<tm %S %(d',
  'csharp-format': '{0} {0,10} {0:N2} {0,-5:X}',
  'javascript-format': '%s %d %j %1$s',
  'scheme-format': '~A ~a ~D ~S ~% ~5D ~:d ~@d ~,2F ~$',
  'lisp-format': "~A ~D ~:D ~% ~,2F ~P ~@R ~10,'0d ~? ~/x/",
  'elisp-format': '%s %S %d %1$s %-5s',
  'librep-format': '%s %S %^s %1$s',
  'ruby-format': '%s %<n>d %{n} %p %b %<n>.2f',
  'sh-format': '$n ${n} $name $NAME',
  'awk-format': '%s %d %1$s %5.2f',
  'lua-format': '%s %q %5.2f',
  'object-pascal-format': '%s %0:s %1:d %n %m %0:-5.2f',
  'modula2-format': '%s %5d %x',
  'd-format': '%s %1$s %,d %-(',
  'ocaml-format': '%s %Ld %nd %a %B %(i%)',
  'rust-format': '{} {0} {name} {0:>8.3}',
  'go-format': '%v %+v %[1]d %T %q %6.2f',
  'smalltalk-format': '%1 %2',
  'ycp-format': '%1 %2',
  'qt-format': '%1 %L1 %12',
  'qt-plural-format': '%n %Ln',
  'kde-format': '%1 %2',
  'kde-kuit-format': '%1 %2',
  'boost-format': '%1% %|1$d| %|s| %|10| %s %1$s',
  'tcl-format': '%s %1$s %ld',
  'perl-format': '%s %1$s %vd %_ %I64d %D %b %Vd',
  'perl-brace-format': '{name} {n}',
  'php-format': "%s %1$s %'*10s %05d %b %1$'05d",
  'gcc-internal-format': '%s %qs %qD %wd %E %H %.*s %q+D %T',
  'gfc-internal-format': '%s %C %L %ld %1$s',
};

/* `% d` is one. */
const placeholdersOf = (flag: GettextFormat): readonly string[] =>
  PLACEHOLDERS[flag].split(/ (?!d %S)/);

describe.each(GETTEXT_FORMATS)('%s', (flag) => {
  it.each(placeholdersOf(flag))('keeps and asks for %s', (placeholder) => {
    const text = `Take ${placeholder} cars`;
    const ctx = context({ syntax: flag });
    expect(prepare(text, ctx, 'element').texts).toEqual(['Take <x id="0"/> cars']);
    // A line end may be left out.
    if (placeholder !== '~%') expect(isSound(text, 'Nimm Autos', ctx)).toBeDefined();
  });
});

describe('arguments in order', () => {
  const swapped = (): string => '<x id="1"/> von <x id="0"/>';

  it.each<[GettextFormat, string, string]>([
    ['c-format', '%s of %ld', '%2$ld von %1$s'],
    ['php-format', '%s of %d', '%2$d von %1$s'],
    ['java-printf-format', '%s of %tY', '%2$tY von %1$s'],
    ['python-format', '%(a)s of %(b)s', '%(b)s von %(a)s'],
    ['python-brace-format', '{a} of {b}', '{b} von {a}'],
    ['sh-format', '$a of ${b}', '${b} von $a'],
  ])('%s: %s', (syntax, text, expected) => {
    expect(translate(text, context({ syntax }), swapped)).toBe(expected);
  });

  it.each<[GettextFormat, string]>([
    ['python-format', '%s of %s'],
    ['lua-format', '%s of %q'],
    ['object-pascal-format', '%s of %d'],
    ['scheme-format', '~a of ~d'],
    ['lisp-format', '~A of ~:D'],
    ['rust-format', '{} of {}'],
  ])('%s, which knows no %%2$s: %s', (syntax, text) => {
    expect(translate(text, context({ syntax }), swapped)).toMatch(/reordered/);
  });
});

describe('what people write', () => {
  it.each<[GettextFormat, string, string]>([
    ['c-format', 'Type "%s"', 'Tür "% s"'],
    ['c-format', 'Income%sSalary%sTaxable', 'Erträge%sEinkommen%szu versteuern'],
    ['gcc-internal-format', "it%'s %<static%>", 'es ist „static“'],
    ['lisp-format', 'one~%line', 'eine Zeile'],
  ])('%s: %s → %s is fine', (syntax, source, target) => {
    expect(isSound(source, target, context({ syntax }))).toBeUndefined();
  });
});

const HEADER = `msgid ""
msgstr ""
"Language: \\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
`;

function template(): string {
  const entries = GETTEXT_FORMATS.flatMap((flag) =>
    placeholdersOf(flag)
      // The first argument alone is one of two.
      .map((placeholder) => placeholder.replace(/^(%L?)12$|^(%)2$|^\{1/, '$1$21'))
      .map((placeholder, at) => {
        const text = JSON.stringify(`Take ${placeholder} cars of ${flag} ${at}`);
        return `\n#, ${flag}\nmsgid ${text}\nmsgstr ""\n`;
      }),
  );
  return HEADER + entries.join('');
}

describe.skipIf(!existsSync('/usr/bin/msgfmt'))('msgfmt', () => {
  it('accepts texts of every flag that sync writes', async ({ onTestFinished }) => {
    const service = await startTestService();
    onTestFinished(() => service.close());
    const project = new Project({
      'service.config.json': JSON.stringify({
        ...{ version: 1, source: 'en', targets: ['de'] },
        catalogs: [{ source: 'po/app.pot', target: 'po/{locale}.po' }],
      }),
      'po/app.pot': template(),
    });
    project.env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
    await project.report(['sync']);
    const args = ['--check', '-o', '/dev/null', project.path('po/de.po')];
    const { status, stderr } = spawnSync('msgfmt', args, { encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    expect(project.read('po/de.po')).not.toContain('msgstr ""\n\n');
  }, 60_000);
});
