import { jsonText } from '../sinks/json.js';
import type { Annotation } from './annotations.js';
import { fingerprints } from './fingerprint.js';
import type { Finished, FormOptions } from './forms.js';
import { inFolder, sentence } from './place.js';
import { pick } from './pick.js';

/** The most results per run that GitHub accepts. */
const MOST = 25_000;

export interface SarifOptions extends FormOptions {
  /** Version of the tool. */
  readonly version: string;
}

/** SARIF 2.1.0, for code scanning services and editors. */
export function sarifText({ report, findings }: Finished, options: SarifOptions): string {
  const { shown } = pick(findings, MOST);
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
      locations: [locationOf(finding, options)],
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

function locationOf({ file, line, column, key }: Annotation, options: FormOptions): object {
  const path = inFolder(options.folder ?? '', file ?? options.config);
  const region = {
    startLine: line ?? 1,
    ...(column === undefined || line === undefined ? {} : { startColumn: column }),
  };
  return {
    physicalLocation: {
      artifactLocation: {
        uri: path.split('/').map(encodeSegment).join('/'),
        uriBaseId: '%SRCROOT%',
      },
      region,
    },
    ...(key === undefined ? {} : { logicalLocations: [{ fullyQualifiedName: key }] }),
  };
}

/** Replaces lone surrogates, which a URL cannot contain. */
function encodeSegment(name: string): string {
  return encodeURIComponent(name.replace(/\p{Cs}/gu, '\ufffd'));
}
