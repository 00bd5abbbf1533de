import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { LoadHook, ResolveHook } from 'node:module';
import { fileURLToPath } from 'node:url';
import type * as TypeScript from 'typescript';

// Hooks that compile a config's modules in memory. Node runs them in a separate thread.

export interface HookData {
  /** Path of the package `typescript`. */
  readonly compiler: string;
  /** Search parameter that marks the URLs of a config's modules; no others are compiled. */
  readonly mark: string;
}

let typescript: typeof TypeScript;
let mark: string;

export function initialize(data: HookData): void {
  typescript = createRequire(data.compiler)(data.compiler) as typeof TypeScript;
  mark = data.mark;
}

/** A config's imports get the config's mark. */
export const resolve: ResolveHook = async (specifier, context, next) => {
  const found = await next(specifier, context);
  const value = markOf(context.parentURL);
  if (value === null || !/^file:.*\.[cm]?ts$/.test(found.url)) return found;
  return { ...found, url: `${found.url}?${mark}=${value}` };
};

export const load: LoadHook = (url, context, next) => {
  if (markOf(url) === null) return next(url, context);
  return { format: 'module', shortCircuit: true, source: compile(fileURLToPath(url)) };
};

function markOf(url: string | undefined): string | null {
  return url?.startsWith('file:') === true ? new URL(url).searchParams.get(mark) : null;
}

/** @throws SyntaxError with `fileName`, `line` and `column` (1-based) */
function compile(fileName: string): string {
  const { ModuleKind, ScriptTarget } = typescript;
  const { outputText, diagnostics } = typescript.transpileModule(readFileSync(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  const problem = diagnostics?.[0];
  if (problem === undefined) return outputText;
  const { file, start = 0 } = problem;
  const { line, character } = file?.getLineAndCharacterOfPosition(start) ?? {
    line: 0,
    character: 0,
  };
  const message = typescript.flattenDiagnosticMessageText(problem.messageText, ' ');
  throw Object.assign(new SyntaxError(message), {
    fileName,
    line: line + 1,
    column: character + 1,
  });
}
