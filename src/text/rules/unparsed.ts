import type { MessageSyntax } from '../../model/index.js';

/** What could not be read as ICU is plain text. */
export function unparsed(syntax: MessageSyntax): MessageSyntax {
  return syntax === 'icu' || syntax === 'arb' ? 'plain' : syntax;
}
