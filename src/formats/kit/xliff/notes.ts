import type { UnitNode, ContainerNode, Note } from './nodes.js';

/** The notes on a unit's source: its own, then those of its groups and its file. */
export class Notes {
  /** Cached by container, so that many units under many notes stay linear. */
  readonly #inherited = new Map<ContainerNode, string>();
  readonly #isForTranslators: (note: Note) => boolean;

  constructor(isForTranslators: (note: Note) => boolean) {
    this.#isForTranslators = isForTranslators;
  }

  of({ notes, parent }: UnitNode): string {
    return joined(this.#linesOf(notes), this.#around(parent));
  }

  #around(container: ContainerNode): string {
    const chain: ContainerNode[] = [];
    let at: ContainerNode | undefined = container;
    while (at !== undefined && !this.#inherited.has(at)) {
      chain.push(at);
      at = outerOf(at);
    }
    for (const next of chain.toReversed()) {
      const outer = outerOf(next);
      const around = outer === undefined ? '' : (this.#inherited.get(outer) ?? '');
      this.#inherited.set(next, joined(this.#linesOf(next.notes), around));
    }
    return this.#inherited.get(container) ?? '';
  }

  #linesOf(notes: readonly Note[]): string {
    if (notes.length === 0) return '';
    const lines = notes.filter(this.#isForTranslators).map(({ text }) => text.trim());
    return lines.filter((line) => line !== '').join('\n');
  }
}

function outerOf({ parent }: ContainerNode): ContainerNode | undefined {
  return parent.kind === 'xliff' ? undefined : parent;
}

function joined(own: string, outer: string): string {
  return own === '' || outer === '' ? own + outer : `${own}\n${outer}`;
}
