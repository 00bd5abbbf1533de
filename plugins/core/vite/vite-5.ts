import type { DevEnvironment, Environment, ViteDevServer } from 'vite';

/** The environment of a hook; Vite 5 has none. */
export type MaybeEnvironment<E extends Environment = Environment> = E | undefined;

/** The environment of pages. Vite 5 has one channel and one module graph for all. */
export function clientOf(server: ViteDevServer): Pick<DevEnvironment, 'hot' | 'moduleGraph'> {
  const client = environmentsOf(server)?.['client'];
  return (
    client ?? ({ hot: server.ws, moduleGraph: server.moduleGraph } as unknown as DevEnvironment)
  );
}

/** Invalidates a module, so that it is generated again when a page loads it. */
export function invalidate(server: ViteDevServer, id: string): void {
  for (const { moduleGraph } of Object.values(environmentsOf(server) ?? [clientOf(server)])) {
    const module = moduleGraph.getModuleById(id);
    if (module !== undefined) moduleGraph.invalidateModule(module);
  }
}

function environmentsOf({
  environments,
}: {
  readonly environments?: Readonly<Record<string, DevEnvironment>>;
}): Readonly<Record<string, Pick<DevEnvironment, 'hot' | 'moduleGraph'>>> | undefined {
  return environments;
}
