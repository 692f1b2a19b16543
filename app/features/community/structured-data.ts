import type { Event } from 'schema-dts';
import type { UpcomingEvent } from '#domain/event.ts';
import { organizationId, type StructuredData } from '../shell/structured-data.ts';

/** The events as search engines want to know them. */
export const describeEvents = (siteUrl: string, events: UpcomingEvent[]): StructuredData[] =>
  events.map(
    ({ title, date, startsAt, location, description }) =>
      ({
        '@type': 'Event',
        name: title,
        startDate: startsAt ?? date,
        ...(description && { description }),
        location: location
          ? { '@type': 'Place', name: location, address: location }
          : { '@type': 'VirtualLocation', url: `${siteUrl}/community` },
        organizer: { '@id': organizationId(siteUrl) },
      }) satisfies Event,
  );
