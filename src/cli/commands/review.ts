import type { Command } from 'commander';
import { Option } from 'commander';
import { addConfigFlags, list, parsePort, person, webAddress } from '../flags.js';
import type { Io } from '../io.js';
import type { ReportFlags, ReviewFlags } from '../runs/review.js';

const REVIEW = `
Examples:
  locale-sync review                        open the page; Ctrl-C ends it
  locale-sync review --port 4400 --no-open  use this port, and only print the address
  locale-sync review --apply edits.json     apply edits that somebody made in a report
  locale-sync review --locale de --invite "Anna Schmidt" --host 0.0.0.0
                                            also print a link for her, in the team's network
  locale-sync review --suggest --url https://team.example/texts/
                                            a link for each language, where people suggest texts

Without --host, the page is only reachable on this machine. Its address contains a token. Approvals and edits are written
to the files immediately, one text at a time, and count as human text in the lock. \`?\` on the page lists its shortcuts.
A link has its own token and opens one language. The commits of \`propose\` name the people who decided.

Exit codes: 0 done · 1 some edits were refused because their texts have changed (--apply) ·
            2 wrong call, config or file, or the port is in use`;

/** `review`: opens a page where people read, approve and correct texts. */
export function addReviewCommand(program: Command, io: Io): void {
  const command = program
    .command('review')
    .summary('read, approve and edit texts in the browser')
    .description(
      'Opens a local page with all units: source, what changed in it, translation, findings, and where code uses the key. Needs no key and no network.',
    );
  addConfigFlags(command)
    // The empty name of a link for anybody is no default to show.
    .configureHelp({ optionDescription: ({ description }) => description })
    .option('--port <port>', 'port of the page (default: a free one)', parsePort, 0)
    .option('--no-open', 'do not open the browser')
    .option('--apply <file>', 'apply the edits of a report, then exit')
    .option(
      '--locale <locales>',
      'the languages of links, separated by commas (default: all)',
      list,
    )
    .addOption(
      new Option(
        '--invite [name]',
        'a link to decide about the texts of a language, or who made the edits of --apply (repeatable)',
      )
        .preset('')
        .argParser(person),
    )
    .addOption(
      new Option(
        '--suggest [name]',
        'the same, but what the person writes is kept as suggestions (repeatable)',
      )
        .preset('')
        .argParser(person),
    )
    .option('--host <address>', 'address that links lead to; 0.0.0.0 is every one of this machine')
    .option('--url <url>', 'address that links lead to behind a reverse proxy', webAddress)
    .addHelpText('after', REVIEW)
    .action(async (flags: ReviewFlags) => {
      const { runReview } = await import('../runs/index.js');
      io.exitWith(await runReview(io, flags));
    });
}

const REPORT = `
Examples:
  locale-sync report --html review.html     everything in one file: mail it, or keep it as a CI artifact

The file needs no server and makes no requests. Edits made in it are saved as a patch for
\`locale-sync review --apply\`, which refuses edits whose texts have changed in the meantime and names them.

Exit codes: 0 written · 2 wrong call, config or file`;

/** `report`: writes the review page to a file. */
export function addReportCommand(program: Command, io: Io): void {
  const command = program
    .command('report')
    .summary('write the review page as one offline file')
    .description(
      'Writes all units, findings and charts to one HTML file that opens anywhere. Needs no key and no network.',
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
