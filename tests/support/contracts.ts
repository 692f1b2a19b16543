/**
 * What a migration takes away, or narrows, on purpose: by the migration, what `findNarrowing` and
 * `findTakenAway` say of it, with the version since which no code needs it. That version must have
 * been released before this one: while an update runs, the version before works on the same database.
 */
export const contracts: Record<string, { what: string; unneededSince: string }[]> = {};

/** Up to here migrations took no notice of a version that runs beside them: there was none. */
export const lastBeforeVersions = '0011_leads_by_state';
