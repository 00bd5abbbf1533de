import type { Node } from './nodes.js';
import type { Scope } from './scope.js';
import type { Constant, Gaps, Library, Origin, Use, Parts } from './use.js';
import { joinParts } from './use.js';

/** A function that takes keys, and what it adds to them. */
export interface Translator {
  readonly library: Library;
  readonly namespaces?: readonly string[];
  /** The origin of its namespace, if this file does not define it. */
  readonly namespaceFrom?: Constant | 'unknown';
  /** Text before the key, including the separator. */
  readonly prefix?: Parts;
  /** Imported constants in the prefix. */
  readonly prefixGaps?: Gaps;
  /** Text after the key. */
  readonly suffix?: Parts;
  /** The options of its uses, for a function that sets them. */
  readonly counts?: Pick<Use, 'count' | 'ordinal' | 'contexts'>;
  readonly group?: true;
  readonly asks?: true;
  readonly handed?: true;
  /**
   * Set if it, or the function that returns it, is imported from another file, which may add to its
   * keys.
   */
  readonly from?: Origin;
  /** Texts passed to the function that returns it: one may be a namespace. */
  readonly given?: readonly string[];
  /** Present if it is a translator only if `from` says so. */
  readonly maybe?: true;
  /** Present if its catalogs are flat. */
  readonly flat?: true;
  /** Present if its keys are in the component, not in a catalog. */
  readonly local?: true;
}

/** The prefix, in the form of a use or an export. */
export function prefixOf({
  prefix,
  prefixGaps,
}: Translator): Pick<Translator, 'prefix' | 'prefixGaps'> {
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...(prefix === undefined || prefixGaps === undefined ? {} : { prefixGaps }),
  };
}

/** A translator with a longer prefix. */
export function withPrefix(
  translator: Translator,
  more: Parts,
  gaps: Gaps = unknownIn(more),
): Translator {
  const { prefix = [''], prefixGaps = unknownIn(prefix) } = translator;
  const all = [...prefixGaps, ...gaps];
  return {
    ...translator,
    prefix: joinParts(prefix, more),
    ...(all.some((one) => one !== null) ? { prefixGaps: all } : {}),
  };
}

function unknownIn(parts: Parts): Gaps {
  return parts.slice(1).map(() => null);
}

/** What is known of a file besides its names. */
export interface TranslatorContext {
  readonly code: string;
  readonly functions: readonly string[];
  readonly keySeparator: string | false;
  /** What names such as `t` mean if the file does not say. */
  readonly handed: Translator;
  /** First parameters that are translators: `<Translation>{(t) => …}</Translation>`. */
  readonly given: Map<Node, Translator>;
  /** Functions of the file that were examined, with the scope at that time. */
  readonly wrappers: Map<
    Node,
    { readonly scope: Scope; readonly translator?: Translator | undefined }
  >;
}
