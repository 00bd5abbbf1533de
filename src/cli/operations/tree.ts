import type { Command, Option } from 'commander';
import { operations } from '../../facts/index.js';
import type { OperationFacts, OperationField } from '../../facts/index.js';
import { didYouMean } from '../../config/index.js';

interface OperationTree {
  /** Runs an operation with the values of its flags, by attribute name. */
  readonly run: (
    operation: OperationFacts,
    flags: Readonly<Record<string, unknown>>,
  ) => Promise<void>;
  /**
   * Creates commander's error for an invalid value; passed in, so that commander loads only once.
   */
  readonly invalid: (message: string) => Error;
}

const AREA_SUMMARIES: ReadonlyMap<string, string> = new Map([
  ['style-rules', 'style rule lists and their instructions'],
  ['write', 'text improvement'],
  ['voice', 'voice translation jobs; real-time voice has no published protocol'],
  ['admin', 'developer keys and analytics; needs an admin key'],
  ['memories', 'translation memories'],
]);

/** Names of the areas, in the order of the interface. */
export const AREAS: readonly string[] = [...new Set(operations.map(({ area }) => area))];

/** Adds every area with its operations, and a flag for each of their fields. */
export function addOperations(api: Command, tree: OperationTree): Command {
  for (const name of AREAS) {
    const area = api
      .command(name)
      .summary(AREA_SUMMARIES.get(name) ?? name)
      .description(`Operations in the area ${name}.`)
      .usage('OPERATION [--field value...]')
      .helpCommand(false);
    for (const operation of operations) {
      if (operation.area === name) addOperation(area, operation, tree);
    }
  }
  return api;
}

function addOperation(area: Command, operation: OperationFacts, tree: OperationTree): void {
  const { command: name, summary, method, path, auth, fields } = operation;
  const command = area
    .command(name)
    .summary(summary)
    .description(`${summary}\n${method} ${path}`)
    .usage('[--field value...]');
  for (const field of fields) addField(command, field, tree);
  addFile(command, operation);
  if (auth === 'signature') {
    command
      .option('--url <address>', 'URL of the file, from the response of the job; instead of ids')
      .option('--signature <signature>', 'signature of this file; not needed if the URL is signed');
  }
  command
    .option('--config <file>', 'config that sets the service (default: the nearest one)')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--out <file>', 'write the response to this file')
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but the response and errors')
    .option('--verbose', 'print each request on stderr')
    .addHelpText('after', helpAfter(operation))
    .action((flags: Readonly<Record<string, unknown>>) => tree.run(operation, flags));
}

function addField(command: Command, field: OperationField, tree: OperationTree): void {
  const flag = `--${field.name.replaceAll('_', '-')}`;
  const value = VALUES[field.type];
  const isRequired = field.required === true ? ' (required)' : '';
  const text = `${field.note ?? ''}${isRequired}`.trim();
  const parse = (one: string): unknown => {
    const parsed = parseValue(one, field);
    if ('value' in parsed) return parsed.value;
    throw tree.invalid(parsed.problem);
  };
  if (field.type === 'boolean') {
    command.addOption(
      optionOf(`${flag} [true|false]`, text, field).argParser(parse).preset('true'),
    );
  } else if (field.list === true) {
    const add = (one: string, before: readonly unknown[] | undefined): readonly unknown[] => {
      return [...(before ?? []), parse(one)];
    };
    const repeated = text === '' ? 'repeatable' : `${text} (repeatable)`;
    command.addOption(optionOf(`${flag} <${value}...>`, repeated, field).argParser(add));
  } else command.addOption(optionOf(`${flag} <${value}>`, text, field).argParser(parse));

  /** Includes the choices that help and completion show. */
  function optionOf(
    flags: string,
    note: string,
    { type, choices, nullable }: OperationField,
  ): Option {
    const words = type === 'boolean' ? ['true', 'false'] : (choices ?? []);
    const all = [...words, ...(nullable === true ? ['null'] : [])];
    const option = command.createOption(flags, note);
    return all.length === 0 ? option : option.choices(all);
  }
}

const VALUES: Readonly<Record<OperationField['type'], string>> = {
  text: 'text',
  integer: 'n',
  number: 'n',
  boolean: 'true|false',
  json: 'json',
};

function addFile(command: Command, { sends }: OperationFacts): void {
  if (sends === 'nothing') return;
  const isFile = sends === 'file' || sends === 'file-and-fields';
  command.option(
    '--file <file>',
    isFile ? 'file to send; - is stdin (required)' : 'the body as a JSON file; - is stdin',
  );
  if (!isFile)
    command.option('--body <json>', 'the body as JSON, or @file; field flags override it');
}

function helpAfter({ sends, answers }: OperationFacts): string {
  const lines = [
    ...(sends === 'fields' || sends === 'file-and-fields'
      ? ['A text value that begins with @ names a file (@- is stdin); @@ stands for a literal @.']
      : []),
    ...(answers === 'file' ? ['Without --out, the file goes to stdout.'] : []),
    'Exit codes: 0 done · 2 wrong call, config or file · 3 the service refused or cannot be reached',
  ];
  return `\n${lines.join('\n')}`;
}

type Parsed = { readonly value: unknown } | { readonly problem: string };

/** Converts a flag's value to the type of the interface. */
export function parseValue(value: string, field: OperationField): Parsed {
  const { type, choices, nullable } = field;
  // Commander turns null into '', so the word is replaced later.
  if (nullable === true && value === 'null') return { value };
  switch (type) {
    case 'boolean':
      return parseBoolean(value);
    case 'integer':
      return /^-?\d{1,15}$/.test(value) ? { value: Number(value) } : WHOLE;
    case 'number':
      return /^-?\d{1,15}(?:\.\d+)?$/.test(value) ? { value: Number(value) } : NUMBER;
    case 'json':
      return { value };
    case 'text':
      return choices === undefined || choices.includes(value)
        ? { value }
        : { problem: `Use one of ${choices.join(', ')}${didYouMean(value, choices) || '.'}` };
  }
}

const WHOLE = { problem: 'Use a whole number.' };
const NUMBER = { problem: 'Use a number.' };

function parseBoolean(value: string): Parsed {
  if (/^(?:true|1|yes)$/i.test(value)) return { value: true };
  if (/^(?:false|0|no)$/i.test(value)) return { value: false };
  return { problem: 'Use true or false.' };
}
