/** The number of imports from each folder to each folder that it imports. */
export type FolderGraph = ReadonlyMap<string, ReadonlyMap<string, number>>;

/** Folders that all import each other, directly or through others. */
export interface Cycle {
  folders: string[];
  /** The steps between folders, `[from, to]`, whose removal breaks the cycle. */
  steps: [string, string][];
}

/** Returns the folders that a folder imports, directly or through others. */
function findReached(graph: FolderGraph, start: string): Set<string> {
  const reached = new Set<string>();
  const open = [start];
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const next of graph.get(folder)?.keys() ?? []) {
      if (!reached.has(next)) open.push(next);
      reached.add(next);
    }
  }
  return reached;
}

/**
 * Returns the steps that contradict a good order of a cycle's folders, importers first. Repeatedly
 * moves each folder to its best place, so the number of contradicting imports is small, but not
 * always minimal.
 */
function findSteps(graph: FolderGraph, folders: readonly string[]): [string, string][] {
  const count = (from: string, to: string) => graph.get(from)?.get(to) ?? 0;
  const rounds = Array.from(folders, () => folders).flat();
  const order = rounds.reduce((before, folder) => {
    const others = before.filter((other) => other !== folder);
    // Counts the contradicting imports for each place: first after all others, then before one
    // after another.
    let cost = others.reduce((sum, other) => sum + count(folder, other), 0);
    let best = { index: others.length, cost };
    for (const [index, other] of [...others.entries()].reverse()) {
      cost += count(other, folder) - count(folder, other);
      if (cost < best.cost) best = { index, cost };
    }
    return others.toSpliced(best.index, 0, folder);
  }, folders);
  return order.flatMap((from, index) =>
    order
      .slice(0, index)
      .filter((to) => count(from, to) > 0)
      .map((to): [string, string] => [from, to]),
  );
}

/** Returns the cycles of a graph, each with the steps that close it. */
export function findCycles(graph: FolderGraph): Cycle[] {
  const reached = new Map([...graph.keys()].map((folder) => [folder, findReached(graph, folder)]));
  const known = new Set<string>();
  const cycles: Cycle[] = [];
  for (const [start, ends] of reached) {
    if (known.has(start) || !ends.has(start)) continue;
    const folders = [...ends].filter((folder) => reached.get(folder)?.has(start)).sort();
    for (const folder of folders) known.add(folder);
    cycles.push({ folders, steps: findSteps(graph, folders) });
  }
  return cycles;
}
