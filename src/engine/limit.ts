import type { ResolvedConfig } from '../config/index.js';
import type { Report } from '../model/index.js';
import { EngineError } from './errors.js';

/** What a run would be billed for. */
export interface Billed {
  readonly characters: number;
  /** New documents and recordings. */
  readonly jobs?: Report['jobs'];
}

/**
 * Why a run would exceed `limits.characters`, as a sentence; undefined if it would not. Speech is
 * billed by its length, and the cost of some documents is only known afterwards, so a limit of 0,
 * which forbids every bill, forbids them too.
 */
export function overLimit(
  { characters, jobs }: Billed,
  { limits: { characters: limit } }: Pick<ResolvedConfig, 'limits'>,
): string | undefined {
  if (limit === undefined) return undefined;
  if (characters > limit) {
    return `This run would be billed for ${characters} characters, but the limit is ${limit}.`;
  }
  const { documents = 0, recordings = 0 } = jobs ?? {};
  if (limit > 0 || documents + recordings === 0) return undefined;
  const parts = [
    ...(documents > 0 ? [`${documents} ${documents === 1 ? 'document' : 'documents'}`] : []),
    ...(recordings > 0 ? [`${recordings} ${recordings === 1 ? 'recording' : 'recordings'}`] : []),
  ];
  return `This run would send ${parts.join(' and ')}, but with a limit of 0 nothing is sent that is billed, also not by the minute.`;
}

/**
 * Checks a run before its first request.
 * @throws EngineError 'limit-exceeded'
 */
export function checkLimit(billed: Billed, config: Pick<ResolvedConfig, 'limits'>): void {
  const why = overLimit(billed, config);
  if (why === undefined) return;
  throw new EngineError('limit-exceeded', `${why} Nothing was sent.`, { code: 'raise-limit' });
}

/** The error of a run that may not ask again for texts whose answers failed the checks. */
export function limitReached(characters: number): EngineError {
  const message = `The limit is reached: asking again for texts whose answers failed the checks would be billed for ${characters} more characters. They were not sent again.`;
  return new EngineError('limit-exceeded', message, { code: 'raise-limit' });
}
