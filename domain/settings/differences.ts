import type { z } from '../zod.ts';
import { itemOf, metaOf, shapeOf, titleOf } from './fields.ts';

/** One field in which two versions of a section differ. */
export interface Difference {
  /** Where it is in the form: `Plans, TP Strategy Course: Price`. */
  label: string;
  before: string;
  after: string;
}

interface Place {
  schema: z.core.$ZodType;
  timeZone: string;
  /** The labels that lead to the field. */
  trail: string[];
}

type Plain = Record<string, unknown>;

const nothing = 'Nothing';

/** Returns the fields in which two versions of a section differ, in the order of the form. */
export const describeDifferences = (
  schema: z.ZodObject,
  [before, after]: [object, object],
  timeZone: string,
): Difference[] => differencesOf(before, after, { schema, timeZone, trail: [] });

function differencesOf(before: unknown, after: unknown, place: Place): Difference[] {
  if (write(before, place) === write(after, place) && !isNested(place)) return [];
  const shape = shapeOf(place.schema);
  const item = itemOf(place.schema);
  if (!isNested(place) || !(before && after)) return [toDifference(before, after, place)];
  if (item)
    return differencesOfItems(before as Plain[], after as Plain[], { ...place, schema: item });
  return Object.entries(shape ?? {}).flatMap(([name, schema]) => {
    const { label } = metaOf(schema);
    const trail = label === undefined ? place.trail : [...place.trail, label];
    return differencesOf((before as Plain)[name], (after as Plain)[name], {
      ...{ ...place, schema, trail },
    });
  });
}

const toDifference = (before: unknown, after: unknown, place: Place): Difference => ({
  label: place.trail.join(': '),
  before: write(before, place),
  after: write(after, place),
});

/** Whether the parts of a value are compared one by one. */
function isNested({ schema }: Place): boolean {
  if (metaOf(schema).describe) return false;
  const item = itemOf(schema);
  return item ? shapeOf(item) !== undefined : shapeOf(schema) !== undefined;
}

/** Compares items by their titles, and those whose title has changed by their positions. */
function differencesOfItems(before: Plain[], after: Plain[], place: Place): Difference[] {
  const label = place.trail.join(': ');
  const isIn = (list: Plain[], title: string) => list.some((item) => titleOf(item) === title);
  const partnerOf = (item: Plain, index: number) =>
    before.find((other) => titleOf(other) === titleOf(item)) ??
    [before[index]].find((other) => other && !isIn(after, titleOf(other)));
  const pairs = after.map((item, index) => ({ item, former: partnerOf(item, index) }));
  const kept = pairs.flatMap(({ former }) => former ?? []);
  const changed = pairs.flatMap(({ item, former }) =>
    former
      ? differencesOf(former, item, {
          ...place,
          trail: [...place.trail.slice(0, -1), `${place.trail.at(-1)}, ${titleOf(former)}`],
        })
      : [{ label, before: nothing, after: `${titleOf(item)} (new)` }],
  );
  const removed = before
    .filter((item) => !kept.includes(item))
    .map((item) => ({ label, before: titleOf(item), after: `${titleOf(item)} (removed)` }));
  const isMoved = before.filter((item) => kept.includes(item)).some((item, i) => item !== kept[i]);
  const order = { before: titles(before), after: titles(after), label: `${label}: order` };
  return [...changed, ...removed, ...(isMoved ? [order] : [])];
}

const titles = (items: Plain[]) => items.map(titleOf).join(', ');

/** Writes a value as people read it. */
function write(value: unknown, { schema, timeZone }: Place): string {
  if (value === undefined || value === null || value === '') return nothing;
  const { describe, choices } = metaOf(schema);
  if (describe) return describe(value as never, timeZone) || nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) return value.map(String).join('\n') || nothing;
  return choices?.[String(value)] ?? String(value);
}
