import type { EnvironmentModuleNode, HotUpdateOptions } from 'vite';
import type { ViteDevServer, WebSocketClient } from 'vite';
import type { CatalogUpdate } from '../live.js';
import { clientOf } from './vite-5.js';

/** The pages of a dev server, and which of them update catalogs themselves. */
export class Pages {
  readonly #server: ViteDevServer;
  readonly #listening = new WeakSet<WebSocketClient>();

  constructor(server: ViteDevServer) {
    this.#server = server;
    server.ws.on('locale-sync:listening', (_: unknown, client: WebSocketClient) => {
      this.#listening.add(client);
    });
  }

  /**
   * Sends a changed catalog, and returns the modules that Vite still has to update; undefined: all
   * of them.
   */
  update(
    catalog: CatalogUpdate,
    { modules, timestamp }: HotUpdateOptions,
  ): EnvironmentModuleNode[] | undefined {
    const { hot, moduleGraph } = clientOf(this.#server);
    hot.send('locale-sync:update', catalog);
    const pages = [...this.#server.ws.clients];
    const others = pages.filter((page) => !this.#listening.has(page));
    // If no page listens, Vite handles the catalog like any module.
    if (others.length === pages.length) return undefined;
    for (const module of modules) {
      moduleGraph.invalidateModule(module, new Set(), timestamp, true);
    }
    if (modules.length > 0) {
      for (const page of others) page.send({ type: 'full-reload', path: '*' });
    }
    return [];
  }

  /**
   * Removes the modules from the pages' graph that only listeners loaded. A framework such as Astro
   * reloads the page for a module of its server code, unless pages have that module, too.
   */
  forget({ modules }: HotUpdateOptions): void {
    if (![...this.#server.ws.clients].some((page) => this.#listening.has(page))) return;
    const { moduleGraph } = clientOf(this.#server);
    for (const { id } of modules) {
      const loaded = id === null ? undefined : moduleGraph.getModuleById(id);
      if (loaded === undefined || loaded.importers.size > 0) continue;
      moduleGraph.idToModuleMap.delete(loaded.id ?? '');
      moduleGraph.urlToModuleMap.delete(loaded.url);
      moduleGraph.fileToModulesMap.get(loaded.file ?? '')?.delete(loaded);
    }
  }
}
