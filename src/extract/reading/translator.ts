import type { Node } from './nodes.js';
import { joinParts } from './parts.js';
import type { Parts } from './parts.js';
import type { Scope } from './scope.js';
import type { Constant, Gaps, Library, Origin, Use } from './use.js';

/** A function that takes keys, and what it puts before them. */
export interface Translator {
  readonly library: Library;
  readonly namespaces?: readonly string[];
  /** Its namespace is one that this file does not tell. */
  readonly namespaceFrom?: Constant | 'unknown';
  /** Before the key, with its separator. */
  readonly prefix?: Parts;
  /** Constants of other files in it. */
  readonly prefixGaps?: Gaps;
  /** Behind the key. */
  readonly suffix?: Parts;
  /** What it asks for beside the key: of a function that gives these options. */
  readonly counts?: Pick<Use, 'count' | 'ordinal' | 'contexts'>;
  readonly group?: true;
  readonly asks?: true;
  readonly handed?: true;
  /** Another file has it, or what makes it, and may put something before its keys. */
  readonly from?: Origin;
  /** Texts that what makes it was given: one may be a namespace. */
  readonly given?: readonly string[];
  /** It is none unless `from` says so. */
  readonly maybe?: true;
  /** Its catalogs are flat. */
  readonly flat?: true;
  /** Its keys are in the component, not in a catalog. */
  readonly local?: true;
}

/** The prefix, as a use or an export has it. */
export function prefixOf({
  prefix,
  prefixGaps,
}: Translator): Pick<Translator, 'prefix' | 'prefixGaps'> {
  return {
    ...(prefix === undefined ? {} : { prefix }),
    ...(prefix === undefined || prefixGaps === undefined ? {} : { prefixGaps }),
  };
}

/** A translator with more behind its prefix. */
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

/** What is known of a file beside its names. */
export interface TranslatorContext {
  readonly code: string;
  readonly functions: readonly string[];
  readonly keySeparator: string | false;
  /** What names such as `t` mean where nothing in the file says it. */
  readonly handed: Translator;
  /** First parameters that are translators: of `<Translation>{(t) => …}</Translation>`. */
  readonly given: Map<Node, Translator>;
  /** Functions of the file, once they were looked at, and with which names around them. */
  readonly wrappers: Map<
    Node,
    { readonly scope: Scope; readonly translator?: Translator | undefined }
  >;
}
