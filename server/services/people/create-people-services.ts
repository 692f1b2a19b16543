import type { PeopleQuery } from '#domain/person.ts';
import { listPeople } from '#server/db/queries/people.ts';
import { bindUseCases } from '#server/services/bind-use-cases.ts';
import { createApplyErasures } from './apply-erasures.ts';
import { correctPerson } from './correct-person.ts';
import { erasePerson, listErasureRecords } from './erase-person.ts';
import { exportPerson } from './export-person.ts';
import { findPerson } from './find-person.ts';
import type { PeopleDeps } from './people-deps.ts';
import {
  answerRequest,
  askAboutOneself,
  askFromBooking,
  confirmLinkedRequest,
  findLinkedRequest,
  listRequests,
  reopenRequest,
} from './person-requests.ts';

export type PeopleServices = ReturnType<typeof createPeopleServices>;

/** Puts together what can be asked about people, and done. Starts nothing. */
export function createPeopleServices(deps: PeopleDeps) {
  const applyErasures = createApplyErasures(deps);
  return {
    applyErasures,
    findPerson: (search: Parameters<typeof findPerson>[1]) => findPerson(deps, search),
    listPeople: (query: PeopleQuery) => listPeople(deps.db, query),
    ...bindUseCases(
      { ...deps, applyErasures },
      {
        ...{ exportPerson, correctPerson, erasePerson, listErasureRecords },
        ...{ askAboutOneself, askFromBooking, findLinkedRequest, confirmLinkedRequest },
        ...{ listRequests, answerRequest, reopenRequest },
      },
    ),
  };
}
