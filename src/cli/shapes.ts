import {
  acceptedText,
  driftText,
  nextStepText,
  planText,
  proposalText,
  settledText,
  statusText,
  summaryText,
} from '../people/index.js';
import type { CommandShape } from './print.js';
import { NEXT_STEPS } from './print.js';

// Separate from the runs, so that a remembered answer is printed without loading them.

const drift: CommandShape['next'] = (report, style) => driftText(report, style, NEXT_STEPS);

const next: CommandShape['next'] = (report, style) =>
  `${nextStepText(report, style, NEXT_STEPS)}${driftText(report, style, NEXT_STEPS)}`;

const withSettled: CommandShape['view'] = (report, style) =>
  statusText(report, style) + settledText(report, style);

export const SHAPES = {
  sync: { command: 'sync', gate: 'gate', stream: 'log', view: summaryText },
  propose: { command: 'propose', gate: 'gate', stream: 'log', view: proposalText },
  check: {
    command: 'check',
    gate: 'gate',
    stream: 'result',
    findings: true,
    view: withSettled,
    next,
  },
  accept: { command: 'accept', gate: 'news', stream: 'result', view: acceptedText },
  status: { command: 'status', gate: 'news', stream: 'result', view: withSettled, next: drift },
  /** For a remembered plan: there is nothing to do. */
  plan: {
    command: 'plan',
    gate: 'news',
    stream: 'result',
    view: (report, style) => planText({ items: [], report }, style),
  },
} as const satisfies Record<string, CommandShape>;
