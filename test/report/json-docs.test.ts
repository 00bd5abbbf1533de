import { readFileSync } from 'node:fs';
import ts from 'typescript';
import { expect, test } from 'vitest';

const at = (path: string): URL => new URL(`../../${path}`, import.meta.url);
const page = readFileSync(at('docs/json.md'), 'utf8');
const told = namesIn(page);
const explained = namesIn(readFileSync(at('docs/troubleshooting.md'), 'utf8'));

function namesIn(text: string): ReadonlySet<string | undefined> {
  return new Set([...text.matchAll(/`([^`\n]+)`/g)].map(([, name]) => name));
}

function declarations(path: string): readonly ts.Statement[] {
  const text = readFileSync(at(path), 'utf8');
  return [...ts.createSourceFile(path, text, ts.ScriptTarget.Latest).statements];
}

/** Members of a union of literals. */
function codesOf(path: string, name: string): string[] {
  const found = declarations(path).find(
    (one): one is ts.TypeAliasDeclaration =>
      ts.isTypeAliasDeclaration(one) && one.name.text === name,
  );
  if (found === undefined || !ts.isUnionTypeNode(found.type)) throw new Error(`no union ${name}`);
  return found.type.types.flatMap((type) =>
    ts.isLiteralTypeNode(type) && ts.isStringLiteral(type.literal) ? [type.literal.text] : [],
  );
}

/** Fields of an interface. */
function fieldsOf(path: string, name: string): string[] {
  const found = declarations(path).find(
    (one): one is ts.InterfaceDeclaration =>
      ts.isInterfaceDeclaration(one) && one.name.text === name,
  );
  if (found === undefined) throw new Error(`no interface ${name}`);
  return found.members.flatMap(({ name: member }) =>
    member !== undefined && ts.isIdentifier(member) ? [member.text] : [],
  );
}

/** Names that the page does not tell, of those that were read in a declaration. */
function untold(names: readonly string[], isTold: (name: string) => boolean): string[] {
  expect(names.length).toBeGreaterThan(2);
  return names.filter((name) => !isTold(name));
}

test.each([
  ['src/model/problem.ts', 'ProblemCode'],
  ['src/model/translation.ts', 'TranslatorErrorCode'],
  ['src/engine/errors.ts', 'EngineErrorCode'],
  ['src/engine/load/scan/scan-error.ts', 'ScanErrorCode'],
  ['src/config/errors.ts', 'ConfigErrorCode'],
  ['src/state/files/write-error.ts', 'WriteErrorCode'],
  ['src/code/extract/error.ts', 'ExtractErrorCode'],
  ['src/cli/init/options.ts', 'InitErrorCode'],
  ['src/people/propose/errors.ts', 'ProposeErrorCode'],
])('docs/json.md and docs/troubleshooting.md have every code of %s', (path, name) => {
  expect(untold(codesOf(path, name), (code) => told.has(code))).toEqual([]);
  expect(untold(codesOf(path, name), (code) => explained.has(code))).toEqual([]);
});

test.each([
  ['src/model/report.ts', 'Report'],
  ['src/model/report.ts', 'LocaleCounts'],
  ['src/model/report.ts', 'ReportError'],
  ['src/model/problem.ts', 'Problem'],
])('and every field of %s: %s', (path, name) => {
  const isTold = (field: string): boolean => page.includes(`"${field}"`) || told.has(field);
  expect(untold(fieldsOf(path, name), isTold)).toEqual([]);
});
