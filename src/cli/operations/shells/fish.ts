import type { CompletionFlag, CompletionNode } from '../nodes.js';
import { commandRows, valueRows } from './tables.js';

/** A file for fish's completions folder. */
export function fish(nodes: readonly CompletionNode[]): string {
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
