import { formatMinutes } from '#domain/measures.ts';
import type { SettingsSection } from '#domain/settings/sections.ts';
import { formatDateAndClock } from '#domain/time-zone.ts';
import { iconLabels, labelOf, planTargetLabels } from './labels.ts';
import { toTypedText } from './typed-text.ts';

/** One thing in which two values of a section differ, in words. */
export interface Difference {
  /** Where it stands in the form: `Plans, TP Strategy Course: Price`. */
  label: string;
  before: string;
  after: string;
}

type Plain = Record<string, unknown>;

interface Place {
  section: SettingsSection;
  timeZone: string;
  /** As the form names it: `plans[0].title`. */
  path: string;
  /** What it stands under, in words. */
  trail: string[];
}

const isPlain = (value: unknown): value is Plain =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isEqual = (one: unknown, other: unknown) => toTypedText(one) === toTypedText(other);

/** Returns in what two values of a section differ, in the order of the first one's fields. */
export const describeDifferences = (
  section: SettingsSection,
  [before, after]: [object, object],
  timeZone: string,
): Difference[] => differencesOf(before, after, { section, timeZone, path: '', trail: [] });

function differencesOf(before: unknown, after: unknown, place: Place): Difference[] {
  if (isEqual(before, after)) return [];
  if (isItems(before) && isItems(after)) return differencesOfItems(before, after, place);
  if (isPlain(before) && isPlain(after) && !isOneFact(before) && !isOneFact(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    const inside = isNameless(place)
      ? place.trail
      : [...place.trail, labelOf(place.section, place.path)];
    return [...keys].flatMap((key) =>
      differencesOf(before[key], after[key], {
        ...place,
        path: place.path === '' ? key : `${place.path}.${key}`,
        trail: inside,
      }),
    );
  }
  const label = [...place.trail, labelOf(place.section, place.path)].join(': ');
  return [{ label, before: describe(before, place), after: describe(after, place) }];
}

/** The section itself, and an item of a list, whose title the trail ends with. */
const isNameless = ({ path }: Place) => path === '' || path.endsWith(']');

/** Its parts mean nothing by themselves: how the sale runs, a picture. */
const isOneFact = (value: Plain) => 'kind' in value || 'src' in value;

const isItems = (value: unknown): value is Plain[] =>
  Array.isArray(value) && value.length > 0 && value.every(isPlain);

/** What tells an item of a list from the others, and names it. */
const titleOf = (item: Plain): string =>
  String(item.title ?? item.network ?? (isPlain(item.image) ? item.image.alt : '') ?? '');

/** Items are compared by their titles; those that only one list has, by their places. */
function differencesOfItems(before: Plain[], after: Plain[], place: Place): Difference[] {
  const trail = [...place.trail, labelOf(place.section, place.path)];
  const label = trail.join(': ');
  const free = new Set(before);
  const take = (item: Plain | undefined) => (item && free.delete(item) ? item : undefined);
  const named = after.map((item) =>
    take(before.find((other) => free.has(other) && titleOf(other) === titleOf(item))),
  );
  const pairs = after.map((item, index) => ({
    ...{ item, index },
    former: named[index] ?? take(before[index]),
  }));
  const kept = new Set(pairs.map(({ former }) => former));
  const changed = pairs.flatMap(({ item, index, former }) =>
    former === undefined
      ? [{ label, before: nothing, after: `${titleOf(item)} is new` }]
      : differencesOf(former, item, {
          ...place,
          path: `${place.path}[${index}]`,
          trail: [...trail.slice(0, -1), `${trail.at(-1)}, ${titleOf(former)}`],
        }),
  );
  const removed = before
    .filter((item) => !kept.has(item))
    .map((item) => ({ label, before: titleOf(item), after: `${titleOf(item)} is gone` }));
  const orderBefore = before.filter((item) => kept.has(item));
  const orderAfter = pairs.flatMap(({ former }) => former ?? []);
  const isMoved = orderAfter.some((item, index) => item !== orderBefore[index]);
  const moved = isMoved
    ? [{ label: `${label}: order`, before: listNames(before), after: listNames(after) }]
    : [];
  return [...changed, ...removed, ...moved];
}

const listNames = (items: Plain[]) => items.map(titleOf).join(', ');

const nothing = 'Nothing';

const labelled: Record<string, string> = { ...planTargetLabels, ...iconLabels };

/** Writes a value as the mentor reads it. */
function describe(value: unknown, { path, timeZone }: Place): string {
  if (value === undefined || value === null || value === '') return nothing;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (Array.isArray(value)) {
    if (value.length === 0) return nothing;
    if (path.startsWith('openingHours')) return value.map(formatHour).join(', ');
    if (path === 'reminderMinutes')
      return value.map((minutes) => `${formatMinutes(minutes)} before`).join(', ');
    return value.every(isPlain) ? listNames(value) : value.join('\n');
  }
  if (isPlain(value)) {
    if ('src' in value) return `${value.alt} (${String(value.src).split('/').at(-1)})`;
    if (value.kind === 'until')
      return `Until ${formatDateAndClock(String(value.endsAt), timeZone)}, for everybody`;
    return value.kind === 'none' ? 'No sale' : `${value.hours} hours for each visitor`;
  }
  if (/\.(?:icon|leadsTo)$/.test(path)) return labelled[String(value)] ?? String(value);
  return String(value);
}

const formatHour = (hour: unknown) => `${String(hour).padStart(2, '0')}:00`;
