import { type Fault, faults } from './faults.ts';
import type { WorldKind } from './world.ts';

/** What happens to the site itself in the middle of a fault that lasts. */
export type Interruption = 'server killed' | 'another version deployed';

/** One fault, as it comes about. */
export interface Round {
  fault: Fault;
  /** How long it lasts, in milliseconds. */
  lasts: number;
  meanwhile: Interruption | undefined;
}

/** Rounds on one site, from its first start to its end. */
export interface Course {
  kind: WorldKind;
  rounds: Round[];
}

/** So many rounds a site stands; then a new one takes its place. */
const mostRounds = 40;

/** How long faults last, in milliseconds: from the shortest to the longest. */
const lengths = { shortest: 500, longest: 6_000 };

const kinds: WorldKind[] = ['one machine', 'services', 'its own clock'];

/** Lays out so many rounds, each fault as often as any other, in an order that the seed decides. */
export function planCourses(
  rounds: number,
  { random, only }: { random: () => number; only?: string[] | undefined },
): Course[] {
  const possible = faults.filter(({ missing }) => missing === undefined);
  const isWanted = (kind: WorldKind, name: string) =>
    only === undefined || only.some((part) => `${kind}: ${name}`.includes(part));
  const pairs = kinds.map((kind) => ({
    kind,
    own: possible.filter(({ worlds, name }) => worlds.includes(kind) && isWanted(kind, name)),
  }));
  const all = pairs.reduce((sum, { own }) => sum + own.length, 0);
  let left = rounds;
  let leftPairs = all;
  return pairs.flatMap(({ kind, own }) => {
    const share = leftPairs > 0 ? Math.round((left * own.length) / leftPairs) : 0;
    left -= share;
    leftPairs -= own.length;
    const chosen = Array.from({ length: Math.ceil(share / Math.max(1, own.length)) }, () =>
      shuffle(own, random),
    ).flat();
    return inParts(chosen.slice(0, share).map((fault) => toRound(fault, random))).map((part) => ({
      kind,
      rounds: part,
    }));
  });
}

const toRound = (fault: Fault, random: () => number): Round => ({
  fault,
  lasts: Math.round(lengths.shortest + random() ** 2 * (lengths.longest - lengths.shortest)),
  meanwhile: interrupt(random()),
});

function interrupt(chance: number): Interruption | undefined {
  if (chance < 0.25) return 'server killed';
  return chance < 0.35 ? 'another version deployed' : undefined;
}

function shuffle<T>(items: T[], random: () => number): T[] {
  return items
    .map((item) => ({ item, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

function inParts<T>(items: T[]): T[][] {
  const parts = Math.ceil(items.length / mostRounds);
  const length = Math.ceil(items.length / Math.max(1, parts));
  return Array.from({ length: parts }, (_, part) =>
    items.slice(part * length, (part + 1) * length),
  );
}
