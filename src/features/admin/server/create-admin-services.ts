import type { SettingsService, SiteDeps } from '#features/settings/server/index.ts';
import { bindUseCases } from '#platform/service/bind-use-cases.ts';
import {
  confirmStep,
  dismissFirstSteps,
  type FirstStepsDeps,
  readFirstSteps,
  recallFirstSteps,
} from './first-steps.ts';
import { readToday } from './read-today.ts';
import { searchAdmin } from './search-admin.ts';

type AdminDeps = Pick<SiteDeps, 'db' | 'now'> &
  FirstStepsDeps & { settings: Pick<SettingsService, 'read'> };

export type AdminServices = ReturnType<typeof createAdminServices>;

/** Creates the use cases that combine several topics. Starts nothing. */
export const createAdminServices = (deps: AdminDeps) => ({
  ...bindUseCases(deps, {
    readToday,
    searchAdmin,
  }),
  firstSteps: bindUseCases(deps, {
    readFirstSteps,
    dismissFirstSteps,
    recallFirstSteps,
    confirmStep,
  }),
});
