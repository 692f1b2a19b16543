import type { SiteDeps } from '#features/settings/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import { listDayTimes, listFreeSlots } from './list-free-slots.ts';
import * as exceptions from './manage-exceptions.ts';

export type AvailabilityServices = ReturnType<typeof createAvailabilityServices>;

/** Creates the use cases of opening hours and free slots. Starts nothing. */
export const createAvailabilityServices = (deps: SiteDeps) =>
  bindUseCases(deps, { listFreeSlots, listDayTimes, ...exceptions });
