import { dirname } from 'node:path';
import type { Position, Range, WorkspaceEdit } from 'vscode-languageserver/node';
import { withReviewer } from '../engine/index.js';
import type { LocaleSyncError, ReportError, ReviewEdit, Selection } from '../model/index.js';
import { ChangeError, createdKey, movedTexts, requireSaved } from './changes.js';
import { pathOfUri } from './places.js';
import type { Project } from './project.js';
import type { Workspace } from './workspace.js';

/** The server's commands, which actions and clients call. */
export const COMMANDS = {
  create: 'locale-sync.create',
  move: 'locale-sync.move',
  edit: 'locale-sync.edit',
  translate: 'locale-sync.translate',
  translateFile: 'locale-sync.translateFile',
  translateMissing: 'locale-sync.translateMissing',
  review: 'locale-sync.review',
} as const;

/** What people have the server do. Everything that is sent was confirmed. */
export class Commands {
  readonly #workspace: Workspace;
  readonly #reviews = new Map<string, string>();

  constructor(workspace: Workspace) {
    this.#workspace = workspace;
  }

  async run(command: string, [first, second]: readonly unknown[]): Promise<unknown> {
    const named = typeof first === 'string' ? first : undefined;
    switch (command) {
      case COMMANDS.create: {
        const at = { textDocument: { uri: named ?? '' }, position: second as Position };
        const subject = await this.#workspace.subject(at, { isNow: true });
        return this.#apply(await createdKey(subject));
      }
      case COMMANDS.move: {
        const open = await this.#workspace.open(named ?? '', { isNow: true });
        return this.#apply(await movedTexts(open, second as Range));
      }
      case COMMANDS.edit:
        return this.#edit(this.#project(named), second as ReviewEdit);
      case COMMANDS.translate:
        return this.#translate(this.#project(named), second as Selection);
      case COMMANDS.translateFile: {
        const path = pathOfUri(named ?? '');
        const project = path === undefined ? undefined : this.#workspace.projectOf(dirname(path));
        if (project === undefined || path === undefined)
          throw new ChangeError('This file belongs to no config.');
        return this.#translate(project, { files: [project.pathOf(path)] });
      }
      case COMMANDS.translateMissing:
        return this.#translate(this.#project(named), {});
      case COMMANDS.review:
        return this.#openReview(this.#project(named));
      default:
        throw new ChangeError(`There is no command ${command}.`);
    }
  }

  /** The project of a config or of its folder; by default the only one. @throws ChangeError */
  #project(named: string | undefined): Project {
    const { projects } = this.#workspace;
    const isMeant = ({ file, root }: Project): boolean =>
      named === undefined || file === named || root === named;
    const [first, ...more] = projects.filter(isMeant);
    if (first === undefined) throw new ChangeError('There is no config of locale-sync here.');
    if (more.length === 0) return first;
    const files = projects.map(({ file }) => file).join(', ');
    throw new ChangeError(`Name one of the configs: ${files}.`);
  }

  async #apply(edit: WorkspaceEdit): Promise<boolean> {
    const { applied, failureReason } = await this.#workspace.connection.workspace.applyEdit(edit);
    if (!applied) throw new ChangeError(failureReason ?? 'The editor refused the change.');
    return true;
  }

  /** A person's edit or decision, written as the review page does. */
  async #edit(project: Project, edit: ReviewEdit): Promise<boolean> {
    const known = await project.current();
    if (known === undefined) throw new ChangeError('The config cannot be used.');
    requireSaved(project, [edit.file]);
    const { words } = this.#workspace.host;
    const explain = (error: LocaleSyncError): ReportError => ({
      code: error.code,
      message: error.messageWith(words.settings),
    });
    const applied = await withReviewer(known.config, { explain }, (one) => one.apply([edit]));
    const message = applied.outcomes.find(({ done }) => !done)?.message;
    if (message !== undefined) throw new ChangeError(message);
    project.changed(project.absolute(edit.file));
    return true;
  }

  /** Says what it costs, asks, and translates. Returns the number of texts that were translated. */
  async #translate(project: Project, selection: Selection): Promise<number> {
    const known = await project.current();
    if (known === undefined) throw new ChangeError('The config cannot be used.');
    requireSaved(project);
    const abort = new AbortController();
    const { signal } = abort;
    let report: (done: number, total: number) => void = () => undefined;
    const engine = this.#workspace.host.openEngine(known.config, {
      signal,
      onEvent: (event) => {
        if (event.type === 'translating') report(event.texts.done, event.texts.total);
      },
    });
    try {
      const plan = await engine.plan(selection);
      const { texts, characters, requests, error } = plan.report;
      if (error !== null) throw new ChangeError(error.message);
      if (plan.items.every(({ action }) => action === 'keep')) {
        this.#workspace.connection.window.showInformationMessage(
          'Nothing is to be translated there.',
        );
        return 0;
      }
      const what = `Translate ${count(plan.items.length, 'text')}? ${count(texts, 'text')} (${count(characters, 'character')}) will be sent to the service in ${count(requests, 'request')}.`;
      const yes = { title: 'Translate' };
      const answer = await this.#workspace.connection.window.showInformationMessage(what, yes, {
        title: 'Cancel',
      });
      if (answer?.title !== yes.title) return 0;
      const progress = await this.#workspace.connection.window.createWorkDoneProgress();
      progress.begin('Translating', 0, undefined, true);
      progress.token.onCancellationRequested(() => abort.abort());
      report = (done, total) =>
        progress.report(
          total === 0 ? 0 : Math.round((done / total) * 100),
          `${done} of ${total} texts`,
        );
      try {
        const { locales, problems, error: failed } = await engine.sync(selection, { only: plan });
        const hint = failed?.hint === undefined ? '' : ` ${failed.hint}`;
        if (failed !== null) throw new ChangeError(`${failed.message}${hint}`);
        const done = Object.values(locales).reduce((sum, one) => sum + one.translated, 0);
        const failures = problems.filter(({ severity }) => severity === 'error').length;
        const left = failures === 0 ? '' : ` ${count(failures, 'finding')} left; see the catalogs.`;
        this.#workspace.connection.window.showInformationMessage(
          `${count(done, 'text')} translated.${left}`,
        );
        return done;
      } finally {
        progress.done();
      }
    } finally {
      await engine.close();
      project.changed(project.absolute('.'));
    }
  }

  async #openReview(project: Project): Promise<string> {
    const known = await project.ready();
    if (known === undefined) throw new ChangeError('The config cannot be used.');
    const open = this.#reviews.get(project.file);
    if (open !== undefined) return open;
    const { url } = await this.#workspace.host.openReview(known.config);
    this.#reviews.set(project.file, url);
    return url;
  }
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
