/*
 * Stands in for React Router's module of the same purpose (vite.config.ts). Its own reloads the
 * document when a page's code does not come: without a connection that ends on the browser's error
 * page, even if a link was only pointed at. This one waits until it is told to try again.
 */

const waiting = new Set<() => void>();
let onMissed = () => {};

interface ManifestRoute {
  id: string;
  module: string;
}

/** Loads the code of a route into `loaded`, where it is kept. Pending for as long as it does not come. */
export async function loadRouteModule(
  { id, module }: ManifestRoute,
  loaded: Record<string, unknown>,
): Promise<unknown> {
  while (!(id in loaded)) {
    try {
      loaded[id] = await import(/* @vite-ignore */ module);
    } catch {
      await new Promise<void>((wake) => {
        waiting.add(wake);
        onMissed();
      });
    }
  }
  return loaded[id];
}

/** Tries again what has not come so far. Resolves when, from now on, something does not come. */
export function retryRouteModules(): Promise<void> {
  return new Promise((resolve) => {
    onMissed = resolve;
    for (const wake of waiting) wake();
    waiting.clear();
  });
}
