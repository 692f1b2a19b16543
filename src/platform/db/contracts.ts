/**
 * What a migration deliberately removes or restricts, by migration: the findings of `findNarrowing`
 * and `findTakenAway`, and the version since which no code needs it. That version must have been
 * released before this one, because during an update the previous version works on the same
 * database.
 */
export const contracts: Record<string, { what: string; unneededSince: string }[]> = {};

/** Migrations up to this one did not have to support a previous version, because there was none. */
export const lastBeforeVersions = '0011_leads_by_state';
