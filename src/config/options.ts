import {
  canonicalCode,
  hasLowLatency,
  hasStyleRules,
  formalityTargets,
  styleLanguages,
  serviceLanguage,
} from '../facts/index.js';
import { isGlossaryFile, isStyleFile, quoted, defined } from '../model/index.js';
import type { TranslateOptions } from '../model/index.js';
import type { ConfigPath, PathIssue } from './errors.js';
import type { TranslateInput } from './schema.js';

/** Options from one part of the config. Later layers win, option by option. */
interface OptionLayer {
  readonly path: ConfigPath;
  readonly options: OptionInput;
}

type OptionInput = Omit<TranslateInput, 'targets'>;
type OptionName = keyof OptionInput;

/** The layers of one target, weakest first: top level, catalog, target, target of the catalog. */
export function optionLayers(
  target: string,
  general: TranslateInput | undefined,
  catalog: { readonly path: ConfigPath; readonly translate: TranslateInput | undefined },
): OptionLayer[] {
  const inCatalog = [...catalog.path, 'translate'];
  const places: [ConfigPath, OptionInput | undefined][] = [
    [['translate'], general],
    [inCatalog, catalog.translate],
    [['translate', 'targets', target], targetOptions(general, target)],
    [[...inCatalog, 'targets', target], targetOptions(catalog.translate, target)],
  ];
  return places.flatMap(([path, options]) => (options === undefined ? [] : [{ path, options }]));
}

function targetOptions(input: TranslateInput | undefined, target: string): OptionInput | undefined {
  const targets = input?.targets;
  return targets !== undefined && Object.hasOwn(targets, target) ? targets[target] : undefined;
}

/** The merged layers in a fixed order, without values that equal the service's default. */
export function mergeOptions(layers: readonly OptionLayer[]): TranslateOptions {
  const merged: OptionInput = {};
  for (const { options } of layers) Object.assign(merged, defined(options));
  const { model, formality, context, glossary, style, memory, instructions } = merged;
  return defined({
    model,
    formality: formality === 'default' ? undefined : formality,
    context: context === '' ? undefined : context,
    glossary: isGlossaryFile(glossary) ? belowRoot(glossary) : glossary,
    style: isStyleFile(style) ? belowRoot(style) : style,
    memory,
    memory_threshold: memory === undefined ? undefined : merged.memory_threshold,
    instructions: instructions?.length === 0 ? undefined : instructions,
  });
}

/** Without `./` at its start. */
export function belowRoot(path: string): string {
  return path.replace(/^(?:\.\/)+/, '');
}

/** Options that the service would reject for this target (docs/interface.md 4.1 and 7). */
export function serviceRules(
  target: string,
  layers: readonly OptionLayer[],
  languages: Readonly<Record<string, string>>,
): PathIssue[] {
  const options = mergeOptions(layers);
  const code = serviceLanguage(target, languages);
  const issues: PathIssue[] = [];
  const refuse = (option: OptionName, message: string): void => {
    issues.push({
      code: 'service-rule',
      path: [...originOf(layers, option), option],
      part: 'value',
      message: `${message} (target ${quoted(target)}, ${code})`,
    });
  };
  const { glossary, style } = options;
  const files = {
    ...(isGlossaryFile(glossary) && { glossary }),
    ...(isStyleFile(style) && { style }),
  };
  for (const option of ['glossary', 'style'] as const) {
    const file = files[option];
    if (file === undefined || !isOutside(file)) continue;
    issues.push({
      code: 'invalid-value',
      path: [...originOf(layers, option), option],
      part: 'value',
      message: `a ${option} file must be given as a path below the config's folder, with "/"`,
    });
  }
  if (options.model === 'latency_optimized') {
    if (!hasLowLatency(code))
      refuse(
        'model',
        'the service has no low-latency model for this language; use quality_optimized, or leave "model" out',
      );
    for (const option of ['style', 'instructions', 'memory'] as const) {
      if (options[option] === undefined) continue;
      refuse(option, `the service rejects "${option}" with the model latency_optimized`);
    }
  }
  if (
    (options.formality === 'more' || options.formality === 'less') &&
    !formalityTargets.has(canonicalCode(code))
  ) {
    const known = upperCase(formalityTargets);
    refuse(
      'formality',
      `the service rejects formality "${options.formality}" for this language; use "prefer_${options.formality}", or one of ${known}`,
    );
  }
  for (const option of ['style', 'instructions'] as const) {
    if (options[option] === undefined || hasStyleRules(code)) continue;
    // The style file states which languages it has.
    if (option === 'style' && files.style !== undefined) continue;
    refuse(
      option,
      `the service has no ${option} for this language, only for ${upperCase(styleLanguages)} and their variants; set it under "targets"`,
    );
  }
  return issues;
}

/** Whether a path may lead outside the root. */
export function isOutside(path: string): boolean {
  return /^\/|\\|^[a-z]:|(?:^|\/)\.\.(?:\/|$)/i.test(path);
}

/** The part of the config that sets an option's value. */
function originOf(layers: readonly OptionLayer[], option: OptionName): ConfigPath {
  return layers.findLast((layer) => layer.options[option] !== undefined)?.path ?? [];
}

/** `DE, FR, PT-BR`, as the service writes codes. */
function upperCase(codes: ReadonlySet<string>): string {
  return [...codes].join(', ').toUpperCase();
}
