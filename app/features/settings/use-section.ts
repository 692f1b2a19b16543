import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type InferResponseType, parseResponse } from 'hono/client';
import type { PreviewPage, SettingsSection } from '#domain/settings/sections.ts';
import { type AdminApi, useAdminSession } from '../auth/session-guard.tsx';

type Api = AdminApi['settings'];

/** A section without its value: its current version, and who saved it when. */
export type SectionSummary = InferResponseType<Api['$get'], 200>['items'][number];

/** A version of a section. */
export interface SectionState<Value extends object = object> extends SectionSummary {
  value: Value;
}

// Named after the table: a change to it makes these be read again (useLiveUpdates).
const table = 'settings_versions';
const sectionKey = (section: SettingsSection) => [table, 'section', section];

/** Reads all sections, without their values. */
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
      // Which section it is, only the path says.
      return (await parseResponse(answer)) as SectionState as SectionState<Value>;
    },
  });
}

/** Reads the kept versions of a section, newest first. */
export function useSectionVersions(section: SettingsSection, isWanted: boolean) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: [table, 'versions', section],
    enabled: isWanted,
    queryFn: async ({ signal }): Promise<SectionState[]> => {
      const param = { section };
      const versions = api.settings[':section'].versions.$get({ param }, { init: { signal } });
      return (await parseResponse(versions)).items;
    },
  });
}

/** Reads a page of the site as it would be with a value. The last one stays until then. */
export function useSectionPreview(section: SettingsSection, path: PreviewPage, value: object) {
  const { api } = useAdminSession();
  return useQuery({
    queryKey: ['settings-preview', section, path, value],
    queryFn: async ({ signal }) => {
      const json = { path, value: value as Record<string, unknown> };
      const answer = api.settings[':section'].preview.$post(
        { param: { section }, json },
        { init: { signal } },
      );
      return (await parseResponse(answer)).html;
    },
    placeholderData: (previous) => previous,
    gcTime: 0,
  });
}

/** Returns what saves a section over the version that was read; `null` resets it. */
export function useSaveSection(section: SettingsSection) {
  const { api } = useAdminSession();
  const queryClient = useQueryClient();
  return async (version: number, value: object | null) => {
    const response = await api.settings[':section'].$put({
      param: { section },
      json: { version, value: value as Record<string, unknown> | null },
    });
    if (!response.ok) return { response, state: undefined };
    const state: SectionState = await response.json();
    queryClient.setQueryData(sectionKey(section), state);
    void queryClient.invalidateQueries({ queryKey: [table, 'all'] });
    void queryClient.invalidateQueries({ queryKey: [table, 'versions', section] });
    return { response, state };
  };
}
