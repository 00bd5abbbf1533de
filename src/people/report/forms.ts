import { createHash } from 'node:crypto';
import type { Problem, Report, ReportError } from '../../model/index.js';
import { githubCommand, jsonText, xmlAttribute, xmlText } from '../../model/index.js';
import { amount, formatNumber, groupBy } from './amounts.js';
import { foldFailures, pick } from './problems.js';

// The forms that CI systems read.

/** What is shown of a result: a problem, or an error of the call, the config or the service. */
export type Annotation = Omit<Problem, 'code'> & { readonly code: string };

/** A result and what to show of it: each finding once, plus the error that ended the run. */
export interface Finished {
  readonly report: Report;
  readonly findings: readonly Annotation[];
}

/** What the forms need besides the result. */
export interface FormOptions {
  /** The command that created the result. */
  readonly command: string;
  /** Folder of the files in the repository, with `/`. Default: '', its root. */
  readonly folder?: string;
  /** Name of the config, at which findings without a file are shown. */
  readonly config: string;
}

/** Problems of a report to show in a pull request: each once, plus the error that ended the run. */
export function annotationsOf({ problems, error }: Report): readonly Annotation[] {
  const open = problems.filter(({ settled }) => settled !== true);
  const folded = foldFailures(open, error);
  // Files that cannot be read are already problems, with their positions.
  return error === null || error.code === 'invalid-file'
    ? folded
    : [...folded, asAnnotation(error)];
}

/** An error without a position in a file. */
export function asAnnotation({ code, message, hint }: ReportError): Annotation {
  return { code, severity: 'error', message: hint === undefined ? message : `${message}\n${hint}` };
}

/** The most annotations of a step. GitHub shows at most 10 errors and 10 warnings. */
const MOST_ANNOTATIONS = 10;
/** The most findings for GitLab, which refuses artifacts of many megabytes. */
const MOST_ISSUES = 10_000;
/** The most results of a run that GitHub accepts as SARIF. */
const MOST_RESULTS = 25_000;
/** Findings per locale that are cases of JUnit; the rest is one case with their number. */
const MOST_CASES = 1_000;

/**
 * GitHub Actions commands that show findings beside the lines of a pull request: at most 10, with
 * the number of the rest. Findings on changed lines come first, errors before warnings, with some
 * of each code.
 * @param options.folder of the files in the repository, with `/`. Default: '', its root
 * @param options.isChanged whether a pull request changes this line of a file. Default: none
 */
export function githubAnnotations(
  findings: readonly Annotation[],
  {
    folder = '',
    isChanged = () => false,
  }: {
    readonly folder?: string;
    readonly isChanged?: (file: string, line: number) => boolean;
  } = {},
): string {
  // The number of the rest is an annotation too.
  const room = findings.length > MOST_ANNOTATIONS ? MOST_ANNOTATIONS - 1 : MOST_ANNOTATIONS;
  const isOnChanged = ({ file, line }: Annotation): boolean =>
    file !== undefined && line !== undefined && isChanged(file, line);
  const shown: Annotation[] = [];
  for (const changed of [true, false]) {
    for (const severity of ['error', 'warning']) {
      const group = findings.filter(
        (one) => one.severity === severity && isOnChanged(one) === changed,
      );
      shown.push(...pick(group, room - shown.length).shown);
    }
  }

  const lines = shown.map(({ file, line, column, locale, key, message, code, severity }) => {
    const path = file === undefined ? undefined : inFolder(folder, file);
    const title = [code, locale, key].filter((part) => part !== undefined).join(' ');
    const properties = { file: path, line, col: column, title };
    return githubCommand({ name: severity, properties, message });
  });
  const left = findings.length - shown.length;
  if (left > 0) {
    const message = `… and ${formatNumber(left)} more; --verbose or --json lists all.`;
    const properties = { title: 'locale-sync' };
    lines.push(githubCommand({ name: 'warning', properties, message }));
  }
  return lines.join('');
}

/**
 * GitLab's code quality report, with an object per finding. GitLab shows those in a merge request
 * that its target branch does not have.
 */
export function codeQualityText(
  { findings }: Finished,
  { folder = '', config }: FormOptions,
): string {
  const { shown } = pick(findings, MOST_ISSUES);
  const names = fingerprints(shown);
  const issues = shown.map((finding, at) => ({
    type: 'issue',
    check_name: finding.code,
    description: sentence(finding),
    fingerprint: names[at],
    severity: finding.severity === 'error' ? 'major' : 'minor',
    location: {
      path: inFolder(folder, finding.file ?? config),
      lines: { begin: finding.line ?? 1 },
    },
  }));
  return `${jsonText(issues, 2)}\n`;
}

/** SARIF 2.1.0, for code scanning services and editors. @param options.version of the tool */
export function sarifText(
  { report, findings }: Finished,
  options: FormOptions & { readonly version: string },
): string {
  const { shown } = pick(findings, MOST_RESULTS);
  const codes = [...new Set(shown.map(({ code }) => code))].sort();
  const names = fingerprints(shown);
  const rule = new Map(codes.map((code, index) => [code, index]));
  const run = {
    tool: {
      driver: {
        name: 'locale-sync',
        version: options.version,
        rules: codes.map((id) => ({ id, shortDescription: { text: id.replaceAll('-', ' ') } })),
      },
    },
    columnKind: 'utf16CodeUnits',
    invocations: [{ executionSuccessful: report.error === null }],
    results: shown.map((finding, at) => ({
      ruleId: finding.code,
      ruleIndex: rule.get(finding.code),
      level: finding.severity,
      message: { text: sentence(finding) },
      locations: [sarifLocation(finding, options)],
      partialFingerprints: { 'unit/v1': names[at] },
    })),
  };
  const log = {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [run],
  };
  return `${jsonText(log, 2)}\n`;
}

function sarifLocation({ file, line, column, key }: Annotation, options: FormOptions): object {
  const path = inFolder(options.folder ?? '', file ?? options.config);
  // A URL cannot contain lone surrogates.
  const segments = path.split('/').map((name) => name.replace(/\p{Cs}/gu, '\ufffd'));
  return {
    physicalLocation: {
      artifactLocation: {
        uri: segments.map(encodeURIComponent).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region: {
        startLine: line ?? 1,
        ...(column === undefined || line === undefined ? {} : { startColumn: column }),
      },
    },
    ...(key === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: key }] }),
  };
}

/** A unit with its findings, a locale without errors, or the number of findings left out. */
interface JunitCase {
  readonly file: string;
  readonly name: string;
  readonly findings: readonly Annotation[];
}

/**
 * JUnit XML for CI systems: a suite per locale with a case per unit with findings. Errors fail a
 * case, warnings are its output. A locale without errors has one passing case.
 */
export function junitText({ report, findings }: Finished, options: FormOptions): string {
  const locales = new Set([
    ...Object.keys(report.locales),
    ...findings.map(({ locale = '' }) => locale),
  ]);
  let tests = 0;
  let failures = 0;
  const suites = [...locales].flatMap((locale) => {
    const own = findings.filter((finding) => (finding.locale ?? '') === locale);
    const cases = junitCases(own, options);
    const counts = report.locales[locale];
    if (counts !== undefined && !cases.some(isFailed)) {
      const name = `${locale}: ${amount(counts.units, 'text')}`;
      cases.push({ file: options.config, name, findings: [] });
    }
    const failed = cases.filter(isFailed).length;
    tests += cases.length;
    failures += failed;
    const name = xmlAttribute(locale === '' ? 'project' : locale);
    return [
      `  <testsuite name="${name}" tests="${cases.length}" failures="${failed}" errors="0" skipped="0">`,
      ...cases.map(junitCaseText),
      '  </testsuite>',
    ];
  });
  const name = xmlAttribute(`locale-sync ${options.command}`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${name}" tests="${tests}" failures="${failures}" errors="0">`,
    ...suites,
    '</testsuites>\n',
  ].join('\n');
}

const isError = ({ severity }: Annotation): boolean => severity === 'error';
const isFailed = ({ findings }: JunitCase): boolean => findings.some(isError);

function junitCases(
  findings: readonly Annotation[],
  { folder = '', config }: FormOptions,
): JunitCase[] {
  const { shown } = pick(findings, MOST_CASES);
  const byUnit = groupBy(shown, ({ file = '', key = '' }) => `${file}\0${key}`);
  const cases = [...byUnit.values()].map((group): JunitCase => {
    const [first] = group;
    const file = inFolder(folder, first?.file ?? config);
    return { file, name: first?.key ?? first?.code ?? '', findings: group };
  });
  const left = findings.length - shown.length;
  if (left > 0) {
    // Fails if any of the findings does.
    const severity = findings.some(isError) ? 'error' : 'warning';
    const more = `${formatNumber(left)} more`;
    const finding: Annotation = {
      ...{ code: 'more', severity, message: `… and ${more}; --json lists all.` },
    };
    cases.push({ file: config, name: more, findings: [finding] });
  }
  return cases;
}

function junitCaseText({ file, name, findings }: JunitCase): string {
  const head = `    <testcase classname="${xmlAttribute(file)}" name="${xmlAttribute(name)}" time="0"`;
  if (findings.length === 0) return `${head}/>`;
  /** `locales/de.json:4:5 placeholder-mismatch: …` */
  const lineOf = (finding: Annotation): string => {
    const { line, column, code, message } = finding;
    const place = line === undefined ? '' : `:${line}:${column ?? 1}`;
    const where = finding.file === undefined ? '' : `${finding.file}${place} `;
    return xmlText(`${where}${code}: ${message}`);
  };
  // A case has one failure for all of its errors.
  const errors = findings.filter(isError);
  const failure = errors.slice(0, 1).map(({ code, message }) => {
    const text = errors.map(lineOf).join('\n');
    return `      <failure type="${xmlAttribute(code)}" message="${xmlAttribute(message)}">${text}</failure>`;
  });
  const warnings = findings.filter((one) => !isError(one));
  const outputs = warnings.map((one) => `      <system-out>${lineOf(one)}</system-out>`);
  return [`${head}>`, ...failure, ...outputs, '    </testcase>'].join('\n');
}

/**
 * Identities of findings that stay the same when lines move, so that services can tell new findings
 * from old ones: 40 hex digits each, in the order of the findings, all different.
 */
function fingerprints(findings: readonly Annotation[]): readonly string[] {
  const seen = new Map<string, number>();
  return findings.map(({ code, file = '', locale = '', key = '', message }) => {
    const facts = [code, file, locale, key, message].join('\0');
    const count = seen.get(facts) ?? 0;
    seen.set(facts, count + 1);
    return createHash('sha256').update(`${facts}\0${count}`).digest('hex').slice(0, 40);
  });
}

/** A file's path relative to the repository's root. */
function inFolder(folder: string, file: string): string {
  return folder === '' ? file : `${folder}/${file}`;
}

/** The problem with its unit: `de cart.total: No translation.` */
function sentence({ locale, key, message }: Annotation): string {
  const unit = [locale, key].filter((part) => part !== undefined).join(' ');
  return unit === '' ? message : `${unit}: ${message}`;
}
