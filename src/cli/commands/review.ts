import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { ReportFlags, ReviewFlags } from '../runs/review.js';

const REVIEW = `
Examples:
  locale-sync review                        open the page; Ctrl-C ends it
  locale-sync review --port 4400 --no-open  on this port, and only print the address
  locale-sync review --apply edits.json     take the edits that somebody made in a report

The page is on this machine alone, and its address holds a token. What is approved or corrected there is written into the
files at once, one text at a time, and the lock knows it as a person's. \`?\` on the page shows its keys.

Exit codes: 0 done · 1 some edits were refused, because their texts have changed since (--apply) ·
            2 wrong call, config or file, or the port is in use`;

/** `review`: opens a page where people read, approve and correct texts. */
export function addReviewCommand(program: Command, io: Io): void {
  const command = program
    .command('review')
    .summary('read, approve and correct texts on a page')
    .description(
      'Opens a page on this machine with all units: source, what changed in it, translation, findings, and where code uses the key. Needs no key and no network.',
    );
  addConfigFlags(command)
    .option('--port <port>', 'port of the page; 0 takes a free one', parsePort, 0)
    .option('--no-open', 'do not open the browser')
    .option('--apply <file>', 'apply the edits of a report, and end')
    .addHelpText('after', REVIEW)
    .action(async (flags: ReviewFlags) => {
      const { runReview } = await import('../runs/index.js');
      io.exitWith(await runReview(io, flags));
    });
}

const REPORT = `
Examples:
  locale-sync report --html review.html     everything in one file: mail it, or keep it as an artifact of CI

The file needs no server and asks nobody for anything. Edits that are made in it are saved as a patch, which
\`locale-sync review --apply\` takes. Where a text has changed since, the edit of it is refused by name.

Exit codes: 0 written · 2 wrong call, config or file`;

/** `report`: writes the review page to a file. */
export function addReportCommand(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write the review page as one offline file')
    .description(
      'Writes all units, findings and plots as one HTML file that opens anywhere. Needs no key and no network.',
    );
  addConfigFlags(command)
    .requiredOption('--html <file>', 'file to write')
    .option('--quiet', 'print nothing but errors')
    .addHelpText('after', REPORT)
    .action(async (flags: ReportFlags) => {
      const { runReport } = await import('../runs/index.js');
      io.exitWith(await runReport(io, flags));
    });
}

function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('0 to 65535.');
  return port;
}
