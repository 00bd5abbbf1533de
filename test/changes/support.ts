import type { FileComparison } from '../../src/engine/units/types.js';
import { UnitOptions } from '../../src/engine/units/options.js';
import { SourceUnit } from '../../src/engine/units/source-units.js';
import { SegmentTable } from '../../src/engine/changes/segments.js';
import type {
  Answer,
  Batch,
  Change,
  RequestGroup,
  Segment,
} from '../../src/engine/changes/types.js';
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

export interface ChangeInput {
  readonly request?: Partial<RequestOptions>;
  readonly syntax?: MessageSyntax;
}

/** A change that needs a translation, with only the fields for that. */
export function changeOf(text: string, { request, syntax }: ChangeInput = {}): Change {
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
  const unit = {
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
  } as const;
  return {
    file: {} as FileComparison,
    at: 0,
    unit,
    action: 'translate',
    message,
    known: undefined,
    reuse: undefined,
    isAsked: true,
    findings: [],
    isPending: false,
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
