import type { PeopleQuery, PersonSearch } from '#features/people/rules/person.ts';
import type { Replayer, SubmissionDeps } from '#features/submissions/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { createApplyErasures } from './apply-erasures.ts';
import { correctPerson, erasePerson, listErasureRecords } from './change-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';
import * as requests from './person-requests.ts';
import { listPeople } from './queries/people.ts';

/** The dependencies of the use cases about people. */
export type PeopleDeps = SubmissionDeps & {
  replayer: Pick<Replayer, 'untilRoundEnds'>;
  /** Deletes the files that this process keeps for a customer. */
  forgetStamps: (customerId: string) => Promise<void>;
};

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
