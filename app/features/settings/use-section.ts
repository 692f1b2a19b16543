import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import type { Preview, SettingsSection } from '#domain/settings/sections.ts';
import { useMentorClock } from '../admin/mentor-clock.tsx';
import { useRead } from '../admin/requests.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';
import { noAnswer, type ProblemDetails, readProblem } from '../forms/problem.ts';

type Api = AdminApi['settings'];

/** A section without its value: its current version, and who saved it when. */
export type SectionSummary = InferResponseType<Api['$get'], 200>['items'][number];

/** A version of a section. */
export interface SectionState<Value extends object = object> extends SectionSummary {
  value: Value;
}

// Named after the table, so that useLiveUpdates refetches these queries when it changes.
const table = 'settings_versions';
const sectionKey = (section: SettingsSection) => [table, 'section', section];

/** When and by whom a section was saved last. */
export function SavedAt({ state: { saved_at, saved_by } }: { state: SectionSummary }) {
  const { toTime } = useMentorClock();
  return saved_at ? `Saved ${toTime(saved_at)} by ${saved_by}` : 'Not changed yet';
}

/** Reads all sections without their values. */
export const useSectionSummaries = () =>
  useRead([table, 'all'], (api, init) => api.settings.$get({}, init));

/** Reads the current version of a section. */
export function useSectionState<Value extends object = object>(section: SettingsSection) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: sectionKey(section),
    queryFn: async ({ signal }) => {
      const answer = api.settings[':section'].$get({ param: { section } }, { init: { signal } });
      // The API's type does not depend on the section in the path.
      return (await parseResponse(answer)) as SectionState as SectionState<Value>;
    },
  });
}

/** Reads the kept versions of a section, newest first. */
export const useSectionVersions = (section: SettingsSection, isEnabled: boolean) =>
  useRead(
    [table, 'versions', section],
    (api, init) => api.settings[':section'].versions.$get({ param: { section } }, init),
    { enabled: isEnabled },
  );

/** Reads a preview with an unsaved value. The one before stays until it has loaded. */
export function useSectionPreview(section: SettingsSection, path: Preview, value: object) {
  const json = { path, value: value as Record<string, unknown> };
  return useRead(
    ['settings-preview', section, path, value],
    (api, init) => api.settings[':section'].preview.$post({ param: { section }, json }, init),
    { placeholderData: keepPreviousData, gcTime: 0 },
  );
}

/** What came of a save: the new version, or what is wrong. */
interface Saved {
  state?: SectionState;
  problem?: ProblemDetails & { current?: SectionState };
}

/** Returns a function that saves a section over the version that was read; `null` resets it. */
export function useSaveSection(section: SettingsSection) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return async (version: number, value: object | null): Promise<Saved> => {
    const json = { version, value: value as Record<string, unknown> | null };
    try {
      const response = await api.settings[':section'].$put({ param: { section }, json });
      if (!response.ok) return { problem: await readProblem(response) } as Saved;
      const state: SectionState = await response.json();
      queryClient.setQueryData(sectionKey(section), state);
      void queryClient.invalidateQueries({ queryKey: [table, 'all'] });
      void queryClient.invalidateQueries({ queryKey: [table, 'versions', section] });
      return { state };
    } catch {
      return { problem: noAnswer } as Saved;
    }
  };
}
