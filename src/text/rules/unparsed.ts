import type { MessageSyntax } from '../../model/index.js';

/** The syntax for texts that are not valid ICU: plain text. */
export function unparsed(syntax: MessageSyntax): MessageSyntax {
  return syntax === 'icu' || syntax === 'arb' ? 'plain' : syntax;
}
