import type { Messages } from '../../config/index.js';
import type { Capabilities, Document, MessageSyntax, Unit } from '../../model/index.js';
import { detectSyntax } from '../../text/index.js';
import type { FileSyntax } from '../../text/index.js';
import { keyMatcher } from '../units/key-glob.js';

interface SyntaxOptions {
  /** `messages` of the config. */
  readonly messages: Messages;
  readonly capabilities: Capabilities;
  /** The syntax implied by the file's structure. */
  readonly stated?: MessageSyntax | undefined;
}

const NONE: ReadonlyMap<Unit, MessageSyntax> = new Map();

/** The message syntaxes of a source file: from the config, otherwise detected from its texts. */
export function syntaxesOf(
  document: Document,
  { messages, capabilities, stated }: SyntaxOptions,
): FileSyntax {
  if (messages === 'auto') {
    const { syntax, exceptions } = detectSyntax(document.units, capabilities, stated);
    if (document.syntaxes === undefined) return { syntax, exceptions };
    return { syntax, exceptions: new Map([...document.syntaxes, ...exceptions]) };
  }
  if (typeof messages === 'string') return { syntax: messages, exceptions: NONE };
  const globs = messages.map(([glob, syntax]) => ({ syntax, matches: keyMatcher([glob]) }));
  const exceptions = new Map<Unit, MessageSyntax>();
  const rest: Unit[] = [];
  for (const unit of document.units) {
    const syntax = globs.findLast(({ matches }) => matches(unit.key))?.syntax ?? 'auto';
    if (syntax === 'auto') rest.push(unit);
    const said = syntax === 'auto' ? document.syntaxes?.get(unit) : syntax;
    if (said !== undefined) exceptions.set(unit, said);
  }
  const found = detectSyntax(rest, capabilities, stated);
  for (const [unit, syntax] of found.exceptions) exceptions.set(unit, syntax);
  return { syntax: found.syntax, exceptions };
}
