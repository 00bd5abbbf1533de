import { createRequire, register } from 'node:module';
import { pathToFileURL } from 'node:url';

// Node before 22.18 does not run TypeScript. Other loaders write a compiled copy beside the config,
// which needs a writable folder and triggers watchers. These hooks compile in memory.

/** Marks the URLs of a config's modules; no others are compiled. */
const MARK = 'locale-sync-config';

/** Text, because Node runs them in a thread of their own. */
const HOOKS = `
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

let typescript;
const markOf = (url) => url?.startsWith('file:') ? new URL(url).searchParams.get('${MARK}') : null;

export function initialize({ compiler }) {
  typescript = createRequire(compiler)(compiler);
}

export async function resolve(specifier, context, next) {
  const found = await next(specifier, context);
  const mark = markOf(context.parentURL);
  if (mark === null || !/^file:.*\\.[cm]?ts$/.test(found.url)) return found;
  return { ...found, url: found.url + '?${MARK}=' + mark };
}

export async function load(url, context, next) {
  if (markOf(url) === null) return next(url, context);
  const fileName = fileURLToPath(url);
  const { ModuleKind, ScriptTarget } = typescript;
  const { outputText, diagnostics = [] } = typescript.transpileModule(readFileSync(fileName, 'utf8'), {
    fileName,
    reportDiagnostics: true,
    compilerOptions: { module: ModuleKind.ESNext, target: ScriptTarget.ES2022 },
  });
  const [problem] = diagnostics;
  if (problem === undefined) return { format: 'module', shortCircuit: true, source: outputText };
  const { line, character } = problem.file.getLineAndCharacterOfPosition(problem.start);
  const message = typescript.flattenDiagnosticMessageText(problem.messageText, ' ');
  throw Object.assign(new SyntaxError(message), { fileName, line: line + 1, column: character + 1 });
}
`;

/** The package `typescript` is found neither beside the config nor beside this package. */
export class NoTypeScript extends Error {
  override readonly name = 'NoTypeScript';
}

let isRegistered = false;

/**
 * The URL by which a TypeScript file can be imported.
 * @param version changes with the file, because Node never reloads a module
 * @throws NoTypeScript
 */
export function typeScriptUrl(file: string, version: string): URL {
  const url = pathToFileURL(file);
  if ('typescript' in process.features && process.features.typescript !== false) {
    url.searchParams.set('time', version);
    return url;
  }
  const compiler = findCompiler(file);
  if (!isRegistered)
    register(`data:text/javascript,${encodeURIComponent(HOOKS)}`, { data: { compiler } });
  isRegistered = true;
  url.searchParams.set(MARK, version);
  return url;
}

function findCompiler(file: string): string {
  for (const place of [file, import.meta.url]) {
    try {
      return createRequire(place).resolve('typescript');
    } catch {
      // Try the next place.
    }
  }
  throw new NoTypeScript();
}
