import type {
  CodeAction,
  Connection,
  Position,
  Range,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { CodeActionKind } from './protocol.js';
import { createReviewer, describeRow, ruleOf } from '../engine/index.js';
import { targetHash } from '../lock/index.js';
import { formatKey } from '../model/index.js';
import type { ReviewEdit, RuleName, Selection } from '../model/index.js';
import { ChangeError, requireSaved } from './changes.js';
import type { EditorHost, Place, Project } from './project.js';
import { shortened } from './shown.js';

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

interface Places {
  /** Default: the only project. @throws ChangeError if there are several */
  readonly projectOf: (config: string | undefined) => Project | undefined;
  readonly fileOf: (
    uri: string,
  ) => { readonly project: Project | undefined; readonly path: string } | undefined;
  readonly create: (uri: string, position: Position) => Promise<WorkspaceEdit>;
  readonly move: (uri: string, range: Range) => Promise<WorkspaceEdit>;
}

/** What people have the server do. Everything that is sent was confirmed. */
export class Commands {
  readonly #connection: Connection;
  readonly #host: EditorHost;
  readonly #places: Places;
  #review: { readonly config: string; readonly url: string } | undefined;

  constructor(connection: Connection, host: EditorHost, places: Places) {
    this.#connection = connection;
    this.#host = host;
    this.#places = places;
  }

  async run(command: string, given: readonly unknown[]): Promise<unknown> {
    const [first, second] = given;
    const named = typeof first === 'string' ? first : undefined;
    switch (command) {
      case COMMANDS.create:
        return this.#apply(await this.#places.create(named ?? '', second as Position));
      case COMMANDS.move:
        return this.#apply(await this.#places.move(named ?? '', second as Range));
      case COMMANDS.edit:
        return this.#edit(this.#project(named), second as ReviewEdit);
      case COMMANDS.translate:
        return this.#translate(this.#project(named), second as Selection);
      case COMMANDS.translateFile: {
        const { project, path } = this.#places.fileOf(named ?? '') ?? {};
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

  /** What can be done with units: translate what is open; settle, accept or replace what is there. */
  static actionsOf(
    project: Project,
    { targets, isHere }: { readonly targets: readonly Place[]; readonly isHere: boolean },
  ): readonly CodeAction[] {
    const action = (title: string, command: string, what: unknown): CodeAction => ({
      ...{ title, kind: CodeActionKind.QuickFix },
      command: { title, command, arguments: [project.file, what] },
    });
    const open = targets.filter(({ row, file }) => {
      const { status } = describeRow(row, file);
      return (
        status === 'missing' ||
        status === 'stale' ||
        (status === 'invalid' && row.state.status !== 'edited')
      );
    });
    const [first] = open;
    const actions: CodeAction[] = [];
    if (first !== undefined) {
      const locales = [...new Set(open.map(({ file }) => file.target.locale))];
      const files = [...new Set(open.map(({ file }) => file.target.path))];
      const keys = [...new Set(open.map(({ row }) => formatKey(row.source.expected.key)))];
      const most = open.reduce(
        (sum, { row }) => sum + Array.from(row.source.expected.text).length,
        0,
      );
      const title = `Translate into ${locales.join(', ')} now (up to ${most} characters)`;
      actions.push(action(title, COMMANDS.translate, { locales, files, keys }));
    }
    for (const place of isHere ? targets : [])
      actions.push(...editsOf(place).map(([title, edit]) => action(title, COMMANDS.edit, edit)));
    return actions;
  }

  #project(config: string | undefined): Project {
    const project = this.#places.projectOf(config);
    if (project === undefined) throw new ChangeError('There is no config of locale-sync here.');
    return project;
  }

  async #apply(edit: WorkspaceEdit): Promise<boolean> {
    const { applied, failureReason } = await this.#connection.workspace.applyEdit(edit);
    if (!applied) throw new ChangeError(failureReason ?? 'The editor refused the change.');
    return true;
  }

  /** A person's edit or decision, written as the review page does. */
  async #edit(project: Project, edit: ReviewEdit): Promise<boolean> {
    const known = await project.current();
    if (known === undefined) throw new ChangeError('The config cannot be used.');
    requireSaved(project, [edit.file]);
    const { words } = this.#host;
    const reviewer = createReviewer(known.config, {
      explain: (error) => ({ code: error.code, message: error.messageWith(words.settings) }),
      openTranslator: () => Promise.reject(new Error('a review sends nothing')),
    });
    try {
      const { outcomes } = await reviewer.apply([edit]);
      const message = outcomes.find(({ done }) => !done)?.message;
      if (message !== undefined) throw new ChangeError(message);
    } finally {
      await reviewer.close();
    }
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
    const engine = this.#host.openEngine(known.config, {
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
        this.#connection.window.showInformationMessage('Nothing is to be translated there.');
        return 0;
      }
      const what = `Translate ${count(plan.items.length, 'text')}? ${count(texts, 'text')} (${count(characters, 'character')}) will be sent to the service in ${count(requests, 'request')}.`;
      const yes = { title: 'Translate' };
      const answer = await this.#connection.window.showInformationMessage(what, yes, {
        title: 'Cancel',
      });
      if (answer?.title !== yes.title) return 0;
      const progress = await this.#connection.window.createWorkDoneProgress();
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
        this.#connection.window.showInformationMessage(`${count(done, 'text')} translated.${left}`);
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
    if (this.#review?.config === project.file) return this.#review.url;
    const { url } = await this.#host.openReview(known.config);
    this.#review = { config: project.file, url };
    return url;
  }
}

/** Edits that a person can choose for a unit of a target. */
function editsOf({
  file,
  row,
  unit,
}: Place): readonly (readonly [title: string, edit: ReviewEdit])[] {
  const { path, locale } = file.target;
  const { expected, sourceHash } = row.source;
  const base = {
    ...{ file: path, locale, key: expected.key },
    seen: { source: sourceHash, target: targetHash(unit.text) },
  };
  const known = row.decision?.known?.text;
  const rules = row.findings.flatMap(({ code, level }): readonly RuleName[] => {
    const rule = level === 'settled' ? undefined : ruleOf(code);
    return rule === undefined ? [] : [rule];
  });
  const isOpen = row.state.status === 'review' || row.state.status === 'stale';
  return [
    ...(known === undefined || known === '' || known === unit.text
      ? []
      : ([[`Use "${shortened(known)}"`, { ...base, text: known }]] as const)),
    ...(isOpen ? ([[`Accept this text (${locale})`, { ...base, text: unit.text }]] as const) : []),
    ...[...new Set(rules)].map(
      (rule) => [`Ignore "${rule}" for this text`, { ...base, dismiss: [rule] }] as const,
    ),
  ];
}

function count(number: number, word: string): string {
  return `${number} ${word}${number === 1 ? '' : 's'}`;
}
