import type { PeopleQuery, PersonSearch } from '#domain/person.ts';
import { listPeople } from '#server/db/queries/people.ts';
import type { Replayer } from '#server/journal/replayer.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import type { ServiceDeps } from '#server/services/service-deps.ts';
import { createApplyErasures } from './apply-erasures.ts';
import { correctPerson, erasePerson, listErasureRecords } from './change-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';
import * as requests from './person-requests.ts';

/** What the use cases about people work on. */
export type PeopleDeps = ServiceDeps & { replayer: Pick<Replayer, 'untilRoundEnds'> };

export type PeopleServices = ReturnType<typeof createPeopleServices>;

/** Creates the use cases about people and their data. Starts nothing. */
export function createPeopleServices(deps: PeopleDeps) {
  const applyErasures = createApplyErasures(deps);
  return {
    applyErasures,
    findPerson: (search: PersonSearch) => findPerson(deps, search),
    listPeople: (query: PeopleQuery) => listPeople(deps.db, query),
    ...bindUseCases(
      { ...deps, applyErasures },
      { exportPerson, correctPerson, erasePerson, listErasureRecords, ...requests },
    ),
  };
}
