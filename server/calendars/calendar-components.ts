import { type Property, readProperties } from './calendar-lines.ts';

/** A part of a calendar between BEGIN and END, such as an event. */
export interface Component {
  kind: string;
  properties: Property[];
  /** The parts of a time zone. Those of an event, such as its alarms, do not matter. */
  parts: Component[];
  /** Whether its END is there. */
  isEnded: boolean;
}

/** Returns the first property of this name. */
export const findProperty = (component: Component, name: string): Property | undefined =>
  component.properties.find((property) => property.name === name);

/** Returns the value of the first property of this name. */
export const readText = (component: Component, name: string): string =>
  findProperty(component, name)?.value ?? '';

/** How deep a kind of component lies. */
const levelOf = (kind: string): number => {
  if (kind === 'VCALENDAR') return 0;
  return /^V(?:EVENT|TODO|JOURNAL|FREEBUSY|TIMEZONE|AVAILABILITY)$/.test(kind) ? 1 : 2;
};

/**
 * Reads the components of a calendar. One that begins ends what is open on its level, so an event
 * without an END does not take in the next one.
 */
export function readComponents(text: string): Component[] {
  const components: Component[] = [];
  let open: Component[] = [];
  for (const property of readProperties(text)) {
    const kind = property.value.toUpperCase();
    if (property.name === 'BEGIN') {
      open = open.filter((one) => levelOf(one.kind) < levelOf(kind));
      const component = { kind, properties: [], parts: [], isEnded: false };
      const parent = open.at(-1);
      if (levelOf(kind) < 2) components.push(component);
      else parent?.parts.push(component);
      open.push(component);
    } else if (property.name === 'END') {
      const index = open.findLastIndex((one) => one.kind === kind);
      const ended = open[index];
      if (!ended) continue;
      ended.isEnded = true;
      open = open.slice(0, index);
    } else open.at(-1)?.properties.push(property);
  }
  return components;
}
