import { UnitOptions } from '../../src/engine/units/options.js';
import { SourceUnit } from '../../src/engine/units/source-units.js';
import { SegmentTable } from '../../src/engine/segments/segments.js';
import type {
  Answer,
  Batch,
  DecidedRow,
  FileComparison,
  RequestGroup,
  Segment,
} from '../../src/engine/units/row.js';
import type { MessageSyntax, RequestOptions } from '../../src/model/index.js';

const known = new Map<string, UnitOptions>();

/** The options of a request; equal requests share one object. */
export function optionsOf(request: Partial<RequestOptions> = {}): UnitOptions {
  const full = { source: 'EN', target: 'DE', ...request };
  const id = JSON.stringify(full);
  const options = known.get(id) ?? new UnitOptions(full, '');
  known.set(id, options);
  return options;
}

export interface RowInput {
  readonly request?: Partial<RequestOptions>;
  readonly syntax?: MessageSyntax;
}

/** A row that needs a translation, with only the fields for that. */
export function rowOf(text: string, { request, syntax }: RowInput = {}): DecidedRow {
  const options = optionsOf(request);
  const { source, target } = options.request;
  const message = {
    syntax: syntax ?? 'plain',
    source: source.toLowerCase(),
    target: target.toLowerCase(),
  };
  const key = [text];
  const range = { start: 0, end: text.length };
  const expected = { key, text, unit: { key, text, kind: 'text', range } } as const;
  return {
    source: new SourceUnit(
      expected,
      { path: 'en.json', foldsLines: false, factsOf: () => [], hasSource: () => false },
      false,
    ),
    current: undefined,
    options,
    state: {
      status: 'missing',
      origin: undefined,
      isKnown: false,
      mayPropose: false,
      place: 'own',
    },
    findings: [],
    decision: {
      file: {} as FileComparison,
      do: 'translate',
      message,
      known: undefined,
      reuse: undefined,
      findings: [],
    },
  };
}

/** A table without limits, or with one limit for every group. */
export function tableOf(largest = 131_072): SegmentTable {
  return new SegmentTable(() => largest);
}

export function groupOf(options: Partial<RequestOptions> = {}, id = 'group'): RequestGroup {
  return { id, fingerprint: id, options: { source: 'EN', target: 'DE', ...options } };
}

export function batchOf(texts: readonly string[], group: RequestGroup = groupOf()): Batch {
  return {
    group,
    segments: texts.map((text) => ({ group, text, characters: text.length })),
  };
}

/** Answers to segments, computed from their texts; undefined: no answer. */
export function answersTo(
  segments: readonly Segment[],
  say: (text: string) => string | Answer | undefined,
): Map<Segment, Answer> {
  const answers = new Map<Segment, Answer>();
  for (const segment of segments) {
    const said = say(segment.text);
    if (said !== undefined) answers.set(segment, typeof said === 'string' ? { text: said } : said);
  }
  return answers;
}
