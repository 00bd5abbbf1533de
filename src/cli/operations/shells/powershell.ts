import type { CompletionNode } from '../nodes.js';
import { commandRows, flagRows, valueRows } from './tables.js';
import type { Row } from './tables.js';

/** For PowerShell 5 and later. */
export function powershell(nodes: readonly CompletionNode[]): string {
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
