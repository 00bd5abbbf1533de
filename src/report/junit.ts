import type { LocaleCounts } from '../model/index.js';
import { xmlAttribute, xmlText } from '../sinks/xml.js';
import { amount, formatNumber } from './amounts.js';
import type { Annotation } from './annotations.js';
import type { Finished, FormOptions } from './forms.js';
import { inFolder } from './place.js';
import { pick } from './pick.js';

/** Findings per locale that are separate cases; the rest is one case with their number. */
const MOST = 1_000;

interface Case {
  readonly file: string;
  readonly name: string;
  readonly errors: readonly Annotation[];
  readonly warnings: readonly Annotation[];
}

/**
 * JUnit XML for CI systems: a suite per locale with a case per unit with findings. Errors fail a
 * case, warnings are its output. A locale without findings is one passing case.
 */
export function junitText({ report, findings }: Finished, options: FormOptions): string {
  const names = new Set([
    ...Object.keys(report.locales),
    ...findings.map(({ locale = '' }) => locale),
  ]);
  const suites = [...names].map((locale) => {
    const own = findings.filter((finding) => (finding.locale ?? '') === locale);
    return suite(locale, casesOf(locale, own, { ...options, counts: report.locales[locale] }));
  });
  const { tests, failures } = suites.reduce(
    (sum, one) => ({ tests: sum.tests + one.tests, failures: sum.failures + one.failures }),
    { tests: 0, failures: 0 },
  );
  const name = xmlAttribute(`locale-sync ${options.command}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="0">`,
    ...suites.map(({ text }) => text),
    '</testsuites>\n',
  ].join('\n');
}

function casesOf(
  locale: string,
  findings: readonly Annotation[],
  { folder = '', config, counts }: FormOptions & { readonly counts: LocaleCounts | undefined },
): readonly Case[] {
  const { shown } = pick(findings, MOST);
  const byUnit = new Map<string, Annotation[]>();
  for (const finding of shown) {
    const id = `${finding.file ?? ''}\0${finding.key ?? ''}`;
    const group = byUnit.get(id);
    if (group === undefined) byUnit.set(id, [finding]);
    else group.push(finding);
  }
  const cases = [...byUnit.values()].map((group): Case => ({
    file: inFolder(folder, group[0]?.file ?? config),
    name: group[0]?.key ?? group[0]?.code ?? '',
    errors: group.filter(({ severity }) => severity === 'error'),
    warnings: group.filter(({ severity }) => severity === 'warning'),
  }));
  const left = findings.length - shown.length;
  if (left > 0) cases.push(rest(left, findings, config));
  if (counts === undefined || cases.some(({ errors }) => errors.length > 0)) return cases;
  const name = `${locale}: ${amount(counts.units, 'text')}`;
  return [...cases, { file: config, name, errors: [], warnings: [] }];
}

/** A case for the rest, which fails if any of it does. */
function rest(left: number, findings: readonly Annotation[], config: string): Case {
  const severity = findings.some((finding) => finding.severity === 'error') ? 'error' : 'warning';
  const message = `… and ${formatNumber(left)} more; --json lists all.`;
  const finding: Annotation = { code: 'more', severity, message };
  return {
    file: config,
    name: `${formatNumber(left)} more`,
    errors: severity === 'error' ? [finding] : [],
    warnings: severity === 'warning' ? [finding] : [],
  };
}

function suite(
  locale: string,
  cases: readonly Case[],
): { readonly text: string; readonly tests: number; readonly failures: number } {
  const failures = cases.filter(({ errors }) => errors.length > 0).length;
  const name = xmlAttribute(locale === '' ? 'project' : locale);
  const text = [
    `  <testsuite name="${name}" tests="${cases.length}" failures="${failures}" errors="0" skipped="0">`,
    ...cases.map(caseText),
    '  </testsuite>',
  ].join('\n');
  return { text, tests: cases.length, failures };
}

function caseText({ file, name, errors, warnings }: Case): string {
  const head = `    <testcase classname="${xmlAttribute(file)}" name="${xmlAttribute(name)}" time="0"`;
  const inner = [
    ...failure(errors),
    ...warnings.map((one) => `      <system-out>${xmlText(lineOf(one))}</system-out>`),
  ];
  return inner.length === 0 ? `${head}/>` : [`${head}>`, ...inner, '    </testcase>'].join('\n');
}

/** A case has one failure for all of its errors. */
function failure(errors: readonly Annotation[]): readonly string[] {
  const [first] = errors;
  if (first === undefined) return [];
  const type = xmlAttribute(first.code);
  const text = errors.map((one) => xmlText(lineOf(one))).join('\n');
  return [
    `      <failure type="${type}" message="${xmlAttribute(first.message)}">${text}</failure>`,
  ];
}

/** `locales/de.json:4:5 placeholder-mismatch: …` */
function lineOf({ file, line, column, code, message }: Annotation): string {
  const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
  return `${file === undefined ? '' : `${file}${place} `}${code}: ${message}`;
}
