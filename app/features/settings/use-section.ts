import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import type { Preview, SettingsSection } from '#domain/settings/sections.ts';
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

/** Reads all sections without their values. */
export function useSectionSummaries() {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: [table, 'all'],
    queryFn: ({ signal }) => parseResponse(api.settings.$get({}, { init: { signal } })),
  });
}

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
export function useSectionVersions(section: SettingsSection, isEnabled: boolean) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: [table, 'versions', section],
    enabled: isEnabled,
    queryFn: async ({ signal }): Promise<SectionState[]> => {
      const param = { section };
      const versions = api.settings[':section'].versions.$get({ param }, { init: { signal } });
      return (await parseResponse(versions)).items;
    },
  });
}

/** Reads a preview with an unsaved value. The one before stays until it has loaded. */
export function useSectionPreview(section: SettingsSection, path: Preview, value: object) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['settings-preview', section, path, value],
    queryFn: ({ signal }) => {
      const json = { path, value: value as Record<string, unknown> };
      const preview = api.settings[':section'].preview;
      return parseResponse(preview.$post({ param: { section }, json }, { init: { signal } }));
    },
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
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
