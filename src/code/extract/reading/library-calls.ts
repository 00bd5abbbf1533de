import { ofFixed, ofHook, ofScope, optionOf } from './hooks.js';
import { argumentOf } from './nodes.js';
import type { Call } from './nodes.js';
import type { Scope, Step } from './scope.js';
import { textOf } from './texts.js';
import { HOOKS, manner, MEMBERS, OTHERS, SCOPED } from './translator-names.js';
import type { Translator, TranslatorContext } from './translator.js';

/** A call, the called name, and the path into its result: `const { t } = …`. */
export interface NamedCall {
  readonly call: Call;
  readonly name: string;
  readonly path: readonly Step[];
}

const FIXED = /^(?:getFixedT|useScopedT)$/;

/**
 * Whether libraries return translators from a function with this name; `useI18n()` returns other
 * things too.
 */
export function isLibraryCall({ name, path }: NamedCall): boolean {
  const isOwn = HOOKS.test(name) || FIXED.test(name) || isScoped(name);
  return isOwn || (OTHERS.test(name) && isT(path));
}

/** The translator that it returns; undefined: it is not a translator. */
export function ofLibraryCall(
  { call, name, path }: NamedCall,
  scope: Scope,
  context: TranslatorContext,
): Translator | undefined {
  const end = String(path.at(-1));
  if (HOOKS.test(name)) {
    if (!isT(path)) return undefined;
    const found = path.length < 2 ? ofHook(call, scope, context) : { library: 'i18next' as const };
    return { ...found, ...manner(end) };
  }
  if (FIXED.test(name)) return ofFixed(call, scope, context);
  if (isScoped(name)) {
    const found = path.length === 0 ? ofScope(call, scope, context) : undefined;
    return found && hasMessages(call, scope) ? { ...found, local: true } : found;
  }
  return { library: 'plain', ...(isLocal(call, scope) ? { local: true } : {}), ...manner(end) };
}

function isT(path: readonly Step[]): boolean {
  return path.length === 0 || path[0] === 0 || MEMBERS.test(String(path.at(-1)));
}

function isScoped(name: string): boolean {
  return SCOPED.test(name) || name === 'createTranslator';
}

/** `createTranslator({ locale, messages: { title: text } })` */
function hasMessages(call: Call, scope: Scope): boolean {
  const messages = optionOf(argumentOf(call), 'messages', scope);
  if (messages?.type !== 'ObjectExpression') return false;
  return messages.properties.every((one) => one.type === 'ObjectProperty' && !one.shorthand);
}

/** Whether a vue-i18n component has its own keys. */
function isLocal(call: Call, scope: Scope): boolean {
  const options = argumentOf(call);
  const used = textOf(optionOf(options, 'useScope', scope), scope);
  const hasOwn = optionOf(options, 'messages', scope) !== undefined;
  return used === 'local' || (hasOwn && used !== 'global');
}
