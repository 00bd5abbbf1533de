import type { Command, Option } from 'commander';
import { addOperations } from './tree.js';

const SHELLS = { bash, zsh, fish, powershell };

/** A completion script, generated from the commands that the command line parses. */
export function completionText(shell: keyof typeof SHELLS, program: Command): string {
  const api = addOperations(program.createCommand('api').helpCommand(false), {
    run: () => Promise.resolve(),
    invalid: (message) => new Error(message),
  });
  return SHELLS[shell](nodesOf(program, '', api));
}

/** For bash 3.2 and later; needs no other package. */
function bash(nodes: readonly CompletionNode[]): string {
  return `# bash completion of locale-sync, made by: locale-sync completion bash
${lookup('_locale_sync_commands', commandRows(nodes))}
${lookup('_locale_sync_flags', flagRows(nodes))}
${lookup('_locale_sync_values', valueRows(nodes))}
_locale_sync() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' before='' word i words
  local IFS=$' \\t\\n'
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash takes --flag=value apart.
    [[ $word == = ]] && continue
    if [[ $before == -* && -n $(_locale_sync_values "$path $before") ]]; then
      before=''
      continue
    fi
    before=$word
    case " $(_locale_sync_commands "$path") " in
      *" $word "*) path="\${path:+$path }$word" ;;
    esac
  done
  [[ $cur == = ]] && cur=''
  words=''
  [[ $before == -* ]] && words=$(_locale_sync_values "$path $before")
  if [[ -z $words ]]; then
    words=$(_locale_sync_commands "$path")
    [[ $cur == -* || -z $words ]] && words=$(_locale_sync_flags "$path")
  fi
  COMPREPLY=()
  case $words in
    :file) _locale_sync_paths -f "$cur"; return ;;
    :folder) _locale_sync_paths -d "$cur"; return ;;
    :any) return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Names may contain spaces and brackets.
_locale_sync_paths() {
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$2")
}
complete -F _locale_sync locale-sync
`;
}

function lookup(name: string, rows: readonly Row[]): string {
  const cases = rows.map(([key, words]) => `    '${key}') echo '${words}' ;;`);
  return `${name}() {\n  case $1 in\n${cases.join('\n')}\n  esac\n}`;
}

/** A file for fish's completions folder. */
function fish(nodes: readonly CompletionNode[]): string {
  const commands = commandRows(nodes).map(
    ([path, words]) => `        case '${path}'\n            echo ${words}`,
  );
  const takers = valueRows(nodes).map(([key]) => `'${key}'`);
  return `# fish completion of locale-sync, made by: locale-sync completion fish
function __locale_sync_commands
    switch "$argv[1]"
${commands.join('\n')}
    end
end
function __locale_sync_path
    set -l place ''
    set -l before ''
    set -l takers ${takers.join(' ')}
    for word in (commandline -opc)[2..-1]
        if contains -- "$place $before" $takers
            set before ''
            continue
        end
        set before $word
        if contains -- $word (string split ' ' (__locale_sync_commands "$place"))
            set place (string trim "$place $word")
        end
    end
    echo $place
end
function __locale_sync_at
    test (__locale_sync_path) = "$argv[1]"
end
complete -c locale-sync -f
${nodes.flatMap(linesOf).join('\n')}
`;
}

function linesOf({ path, commands, words, takesFiles, flags }: CompletionNode): readonly string[] {
  const at = `complete -c locale-sync -n '__locale_sync_at "${path}"'`;
  return [
    ...commands.map(({ name, summary }) => `${at} -a ${name} -d '${summary}'`),
    ...words.map((word) => `${at} -a ${word}`),
    ...(takesFiles ? [`${at} -F`] : []),
    ...flags.map((flag) => `${at} ${flagText(flag)}`),
  ];
}

function flagText({ name, summary, value }: CompletionFlag): string {
  const base = `-l ${name.slice(2)} -d '${summary}'`;
  if (value === undefined) return base;
  if (value === 'file') return `${base} -r -F`;
  if (value === 'folder') return `${base} -r -a '(__fish_complete_directories)'`;
  return value === 'any' ? `${base} -x` : `${base} -x -a '${value.join(' ')}'`;
}

/** A function for `fpath`, or for `source` after compinit. */
function zsh(nodes: readonly CompletionNode[]): string {
  return `#compdef locale-sync
# zsh completion of locale-sync, made by: locale-sync completion zsh
_locale_sync() {
  local -A commands flags values
  ${filled('commands', commandRows(nodes))}
  ${filled('flags', flagRows(nodes))}
  ${filled('values', valueRows(nodes))}
  local place='' before='' word found key
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    key="$place $before"
    if [[ $before == -* && -n $values[$key] ]]; then
      before=''
      continue
    fi
    before=$word
    if [[ " $commands[\${place:-.}] " == *" $word "* ]]; then
      place="\${place:+$place }$word"
    fi
  done
  if [[ $words[CURRENT] == --*=* ]]; then
    before=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  key="$place $before"
  found=''
  [[ $before == -* ]] && found=$values[$key]
  case $found in
    :file) _files; return ;;
    :folder) _files -/; return ;;
    :any) return ;;
    '')
      found=$commands[\${place:-.}]
      [[ $words[CURRENT] == -* || -z $found ]] && found=$flags[\${place:-.}]
      [[ $found == :file ]] && { _files; return }
      ;;
  esac
  compadd -- \${(s: :)found}
}
if [[ $funcstack[1] == _locale-sync ]]; then
  _locale_sync "$@"
else
  compdef _locale_sync locale-sync
fi
`;
}

/** The empty key is written as a dot. */
function filled(name: string, rows: readonly Row[]): string {
  const pairs = rows.map(([key, words]) => `    '${key === '' ? '.' : key}' '${words}'`);
  return `${name}=(\n${pairs.join('\n')}\n  )`;
}

/** For PowerShell 5 and later. */
function powershell(nodes: readonly CompletionNode[]): string {
  return `# PowerShell completion of locale-sync, made by: locale-sync completion powershell
Register-ArgumentCompleter -Native -CommandName locale-sync -ScriptBlock {
  param($wordToComplete, $commandAst, $cursorPosition)
  $commands = ${hashtable(commandRows(nodes))}
  $flags = ${hashtable(flagRows(nodes))}
  $values = ${hashtable(valueRows(nodes))}
  $elements = @($commandAst.CommandElements | Select-Object -Skip 1 | ForEach-Object { "$_" })
  if ($wordToComplete -ne '' -and $elements.Count -gt 0) {
    $elements = @($elements | Select-Object -First ($elements.Count - 1))
  }
  $path = ''
  $before = ''
  foreach ($word in $elements) {
    if ($before.StartsWith('-') -and $values.ContainsKey("$path $before")) { $before = ''; continue }
    $before = $word
    if ($commands.ContainsKey($path) -and ($commands[$path] -split ' ') -ccontains $word) {
      $path = "$path $word".Trim()
    }
  }
  $words = ''
  if ($before.StartsWith('-') -and $values.ContainsKey("$path $before")) { $words = $values["$path $before"] }
  if ($words -eq '') {
    if ($commands.ContainsKey($path)) { $words = $commands[$path] }
    if ($wordToComplete.StartsWith('-') -or $words -eq '') { $words = $flags[$path] }
  }
  # PowerShell completes files itself where nothing is given.
  if ($words.StartsWith(':')) { return }
  $words -split ' ' | Where-Object { $_ -like "$wordToComplete*" } | ForEach-Object {
    [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
  }
}
`;
}

function hashtable(rows: readonly Row[]): string {
  const pairs = rows.map(([key, words]) => `    '${key}' = '${words}'`);
  return `@{\n${pairs.join('\n')}\n  }`;
}

/** A key of a table in a script, and its words. */
type Row = readonly [key: string, words: string];

/** Commands or first words by path; `:file` for files. */
function commandRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.flatMap(({ path, commands, words, takesFiles }) => {
    const all = [...commands.map(({ name }) => name), ...words, ...(takesFiles ? [':file'] : [])];
    return all.length === 0 ? [] : [[path, all.join(' ')] as const];
  });
}

/** Flags by path. */
function flagRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.map(({ path, flags }) => [path, flags.map(({ name }) => name).join(' ')] as const);
}

/** Values of each flag that takes one: words, `:file`, `:folder` or `:any`. */
function valueRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }): Row[] =>
      value === undefined ? [] : [[`${path} ${name}`, wordsOf(value)]],
    ),
  );
}

function wordsOf(value: NonNullable<FlagValue>): string {
  return typeof value === 'string' ? `:${value}` : value.join(' ');
}

/**
 * What a flag's value can be: fixed words, a file, a folder, or anything. Undefined: it takes none.
 */
type FlagValue = readonly string[] | 'file' | 'folder' | 'any' | undefined;

interface CompletionFlag {
  /** `--config` */
  readonly name: string;
  readonly summary: string;
  readonly value: FlagValue;
}

/** A command with everything that can follow it. */
interface CompletionNode {
  /** Words after the program's name: `api glossaries`; '' for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** Values that its first argument can have. */
  readonly words: readonly string[];
  /** Whether its arguments are files. */
  readonly takesFiles: boolean;
  readonly flags: readonly CompletionFlag[];
}

/** A command and all commands below it. @param api replaces the program's `api` command */
function nodesOf(command: Command, path: string, api: Command): readonly CompletionNode[] {
  const inner = command.commands.map((one) =>
    one.name() === api.name() && path === '' ? api : one,
  );
  const node: CompletionNode = {
    path,
    commands: command.commands.map((one) => {
      return { name: one.name(), summary: plain(one.summary() || one.description()) };
    }),
    words: (command.registeredArguments[0]?.argChoices ?? []).filter(isWord),
    takesFiles: command.registeredArguments.some((argument) => argument.name() === 'file'),
    flags: [...command.options.map(flagOf).filter((flag) => flag !== undefined), HELP],
  };
  const paths = inner.flatMap((one) => {
    return nodesOf(one, path === '' ? one.name() : `${path} ${one.name()}`, api);
  });
  return [node, ...paths];
}

const HELP: CompletionFlag = { name: '--help', summary: 'display help', value: undefined };

/** A single line without characters that are special in single quotes. */
function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/['`\\]|[^ -~]/g, '');
}

function flagOf(option: Option): CompletionFlag | undefined {
  const name = option.long ?? '';
  if (option.hidden || name === '') return undefined;
  return { name, summary: plain(option.description), value: valueOf(option) };
}

function valueOf({ flags, argChoices, required, optional }: Option): FlagValue {
  if (argChoices !== undefined) return argChoices.filter(isWord);
  if (/<(?:file|pattern|glob)/.test(flags)) return 'file';
  if (flags.includes('<folder>')) return 'folder';
  return required || optional ? 'any' : undefined;
}

/** Whether no shell splits or expands the word. */
function isWord(word: string): boolean {
  return /^[\w./+-]+$/.test(word);
}
