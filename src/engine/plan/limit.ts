import type { ResolvedConfig } from '../../config/resolved.js';
import { EngineError } from '../errors.js';

/**
 * Checks the plan against `limits.characters` before the first request.
 * @throws EngineError 'limit-exceeded'
 */
export function checkLimit(characters: number, { limits }: Pick<ResolvedConfig, 'limits'>): void {
  const { characters: limit } = limits;
  if (limit === undefined || characters <= limit) return;
  throw new EngineError(
    'limit-exceeded',
    `This run would be billed for ${characters} characters, but the limit is ${limit}. Nothing was sent.`,
    { code: 'raise-limit' },
  );
}
